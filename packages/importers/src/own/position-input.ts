// Tests: ../../../../server/src/features/portfolios/portfolios.test.ts

import { LIMITS, type PositionInput, UNKNOWN_SECTOR } from '@ballast/contract'
import { maskAccountNumbers } from '../account-label.ts'
import { findDecimalFault, toDecimalText } from '../decimal-text.ts'
import type { ImportedPosition } from '../imported-position.ts'
import { classifyPosition, isKindFault } from '../position-kind.ts'
import type { ProblemList } from '../problem-list.ts'

/**
 * A position that came as numbers, from a form or a review, as it will be stored.
 *
 * @param row where it stood in a list, for the problems; absent for a form
 * @returns undefined when something is wrong, which is then among the problems
 */
export function readPositionInput(
  input: PositionInput,
  problems: ProblemList,
  row?: number,
): ImportedPosition | undefined {
  const before = problems.count
  const place = row === undefined ? {} : { row }
  const shares = toDecimalText(input.shares)
  const avgCost = input.avgCost === null || input.avgCost === undefined ? null : toDecimalText(input.avgCost)
  const statedPrice = input.statedPrice == null ? null : toDecimalText(input.statedPrice)
  const numbers = [
    ['shares', shares, LIMITS.shares],
    ['avgCost', avgCost, LIMITS.avgCost],
    ['statedPrice', statedPrice, LIMITS.avgCost],
  ] as const
  for (const [column, text, largest] of numbers) {
    const fault = text === null ? undefined : findDecimalFault(text, largest)
    if (text !== null && fault) problems.add({ ...place, column, found: text, ...fault })
  }
  const classified = classifyPosition({
    ticker: input.ticker,
    kind: input.kind,
    avgCost,
    currency: input.currency,
    sector: toOwnSector(input.sector),
  })
  if (isKindFault(classified)) {
    const { field, why, expected } = classified
    problems.add({ ...place, column: field, found: String(input[field] ?? ''), why, expected })
    return undefined
  }
  if (problems.count > before) return undefined
  const account = input.account ? maskAccountNumbers(input.account) : null
  return { ...classified, shares, account, ...(classified.kind === 'bond' && { statedPrice }) }
}

/** A sector as the user's own word; blank and "Unknown" say nothing. */
function toOwnSector(sector: string | null | undefined): string | null {
  return sector === undefined || sector === '' || sector === UNKNOWN_SECTOR ? null : sector
}
