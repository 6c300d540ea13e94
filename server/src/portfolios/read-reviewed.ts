// Tests: ../features/portfolios/portfolios.test.ts

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { PositionInput } from '@ballast/contract'
import { type ImportedPosition, ProblemList } from '@ballast/importers'
import { mergeLots, readPositionInput } from '@ballast/importers/own'
import { errors } from '../http/errors.ts'

const ROWS_AT_ONCE = 2_000

/**
 * Positions from a form as they will be stored, duplicates merged.
 *
 * @throws AppError 400 naming the rows that are wrong
 */
export async function readReviewed(inputs: readonly PositionInput[]): Promise<ReturnType<typeof mergeLots>> {
  const problems = new ProblemList()
  const read: ImportedPosition[] = []
  for (const [index, input] of inputs.entries()) {
    // Twenty thousand at once would keep everybody else waiting for a twentieth of a second.
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers()
    const position = readPositionInput(input, problems, index + 1)
    if (position) read.push(position)
  }
  if (problems.count > 0) throw errors.invalid(problems.listed, undefined, problems.count)
  return mergeLots(
    read,
    read.map((_, index) => index + 1),
  )
}
