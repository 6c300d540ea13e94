// Tests: holding-hedges.test.ts, account-room.test.ts

import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'

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

/**
 * The most calls that may be sold against a holding: whole contracts of its free shares, of those of each account by itself
 * where they are known.
 */
export function countCoveredCalls(context: HedgeContext, holding: HedgeHolding, multiplier: number): number {
  const free = Math.max(0, Math.floor((measureFreeShare(context, holding) * holding.shares) / multiplier + 1e-9))
  return Math.min(free, context.room?.countCoveredCalls(holding.ticker, multiplier) ?? Infinity)
}
