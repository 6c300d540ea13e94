// Tests: crisis-search.test.ts, holding-hedges.test.ts

import { type CrisisWindow, replayPaths, replayShares, toReplayedHedge } from './crisis-replay.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'
import { createLossLimits, findLargestLoss, findWorstLoss } from './loss-limits.ts'

/** A holding of which a part may be sold. */
export interface FreeHolding {
  readonly holding: HedgeHolding
  /** Share of it that may be sold, 0 to 1. */
  readonly share: number
}

/** Finds the book's own loss in what is asked about, in the worst fall on the worst day: a fraction, negative for a gain. */
export function findAskedLoss(context: HedgeContext): number {
  const { book, crisis } = context
  if (crisis === null) return findLargestLoss(context).loss
  const { unhedged } = replayPaths(crisis, toReplayedHedge(context, { trades: [], legs: [] }))
  return -Math.min(...unhedged) / book.value
}

/**
 * The part of all that may be sold whose sale keeps the limit. In a fall it is (loss − limit) / loss of what may be sold, the
 * most of every fall down to the one that is asked about, and may be more than all of it; in a crisis the least part that
 * keeps every day of it, 1 where none does.
 *
 * @returns null where selling does not help
 */
export function findPartToSell(context: HedgeContext, free: readonly FreeHolding[]): number | null {
  const { request, book, lossDays, lookup, crisis } = context
  if (crisis !== null) return findPartThrough(context, crisis, free)
  const parts = createLossLimits(request)
    .filter(({ marketReturn }) => marketReturn >= request.shock)
    .map(({ marketReturn, largestLoss }) => {
      const soldLoss = free.reduce(
        (sum, { holding: { value, beta }, share }) =>
          sum - (share * value * ((1 + marketReturn) ** beta - 1)) / book.value,
        0,
      )
      const missing = findWorstLoss(book, lossDays, marketReturn, lookup).loss - largestLoss
      return missing <= 0 ? 0 : soldLoss <= 0 ? null : missing / soldLoss
    })
  return parts.reduce<number | null>((most, part) => (most === null || part === null ? null : Math.max(most, part)), 0)
}

/** Steps of halving: to a ten-millionth of the holdings. */
const HALVINGS = 24

function findPartThrough(context: HedgeContext, crisis: CrisisWindow, free: readonly FreeHolding[]): number | null {
  const { situation, request, book } = context
  const { unhedged } = replayPaths(crisis, toReplayedHedge(context, { trades: [], legs: [] }))
  const shares = replayShares(situation.holdings, crisis)
  const shareOf = new Map(free.map(({ holding, share }) => [holding.ticker, share]))
  const loseWith = (part: number) => {
    const kept = replayShares(
      situation.holdings.map(({ ticker, value }) => ({
        ticker,
        value: value * (1 - part * (shareOf.get(ticker) ?? 0)),
      })),
      crisis,
    )
    return -Math.min(...unhedged.map((profit, t) => profit - shares[t]! + kept[t]!)) / book.value
  }
  const least = loseWith(1)
  if (least >= loseWith(0)) return null
  if (least > request.limit) return 1
  let [low, high] = [0, 1]
  for (let step = 0; step < HALVINGS; step++) {
    const part = 0.5 * (low + high)
    if (loseWith(part) > request.limit) low = part
    else high = part
  }
  return high
}
