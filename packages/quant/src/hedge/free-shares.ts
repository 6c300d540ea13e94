// Tests: holding-hedges.test.ts, account-room.test.ts

import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'
import { countBuyable } from './permitted-legs.ts'
import type { HedgeLeg } from './priced-hedge.ts'

/**
 * Share of a holding that may be sold, 0 to 1: shares that calls were sold against are held fast, since without them the
 * calls would be naked. Calls that are held of the same underlying set some free.
 */
export function measureFreeShare({ situation: { options } }: HedgeContext, { ticker, shares }: HedgeHolding): number {
  const bound = options.reduce((sum, { underlying, type, contracts, multiplier }) => {
    return underlying === ticker && type === 'call' ? sum - contracts * multiplier : sum
  }, 0)
  return shares > 0 ? Math.max(0, 1 - Math.max(0, bound) / shares) : 1
}

/** Returns the shares of a ticker that bought puts cover, each put its own; what was sold below a put is not taken off. */
export const countCoveredShares = (options: readonly HedgeLeg[], ticker: string): number =>
  options.reduce((sum, { underlying, type, contracts, multiplier }) => {
    return underlying === ticker && type === 'put' && contracts > 0 ? sum + contracts * multiplier : sum
  }, 0)

/** The most puts on a ticker that the approval lets be bought beside those that are held. */
export function countBuyablePuts({ situation, request }: HedgeContext, ticker: string, multiplier: number): number {
  const shares = situation.holdings.find((holding) => holding.ticker === ticker)?.shares ?? 0
  return countBuyable(request, shares - countCoveredShares(situation.options, ticker), multiplier)
}

/**
 * Lots of a holding that puts may still be bought for: those that no put covers until the last day of the term, as far as
 * the approval lets them be bought. Puts on a company cover a share once; more of them would be a bet on its fall.
 */
export function countUncoveredLots(
  context: HedgeContext,
  { ticker, shares }: HedgeHolding,
  multiplier: number,
): number {
  const lasting = context.situation.options.filter(({ expiry }) => expiry >= context.term.date)
  const uncovered = Math.floor((shares - countCoveredShares(lasting, ticker)) / multiplier + 1e-9)
  return Math.max(0, Math.min(uncovered, countBuyablePuts(context, ticker, multiplier)))
}

/**
 * The most calls that may be sold against a holding: whole contracts of its free shares, of those of each account by itself
 * where they are known.
 */
export function countCoveredCalls(context: HedgeContext, holding: HedgeHolding, multiplier: number): number {
  const free = Math.max(0, Math.floor((measureFreeShare(context, holding) * holding.shares) / multiplier + 1e-9))
  return Math.min(free, context.room?.countCoveredCalls(holding.ticker, multiplier) ?? Infinity)
}
