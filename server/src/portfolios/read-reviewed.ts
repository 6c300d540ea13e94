// Tests: ../features/portfolios/portfolios.test.ts

import type { PositionInput } from '@ballast/contract'
import { type ImportedPosition, ProblemList } from '@ballast/importers'
import { mergeLots, readPositionInput } from '@ballast/importers/own'
import { errors } from '../http/errors.ts'
import { letOthersWork } from '../other-work.ts'

/**
 * Positions from a form as they will be stored, duplicates merged.
 *
 * @throws AppError 400 naming the rows that are wrong
 */
export async function readReviewed(inputs: readonly PositionInput[]): Promise<ReturnType<typeof mergeLots>> {
  const problems = new ProblemList()
  const read: ImportedPosition[] = []
  for (const [index, input] of inputs.entries()) {
    await letOthersWork()
    const position = readPositionInput(input, problems, index + 1)
    if (position) read.push(position)
  }
  if (problems.count > 0) throw errors.invalid(problems.listed, undefined, problems.count)
  return mergeLots(
    read,
    read.map((_, index) => index + 1),
  )
}
