import { requirePositiveVolatility } from './option-contract.ts'

/** Where a volatility stands among earlier ones; both from 0 to 100. */
export interface VolatilityRank {
  /** Place between the lowest and the highest; outside them it is 0 or 100. Null when they are equal. */
  readonly rank: number | null
  /** Share of the earlier ones that were lower, those equal counting half. */
  readonly percentile: number
}

/**
 * Rank and percentile of today's implied volatility among a year of daily observations: is an option dear for this
 * underlying, whatever the level is?
 *
 *     rank = 100·(σ − min) / (max − min),  percentile = 100·(#lower + #equal / 2) / n
 *
 * One day of panic in the year pins the rank near 0 for the rest of it; the percentile is not moved by a single day.
 *
 * @param volatility today's, > 0
 * @param history observations of the year, any order
 * @returns null without an observation
 * @throws QuantInputError naming what is not a possible volatility
 */
export function computeVolatilityRank(volatility: number, history: readonly number[]): VolatilityRank | null {
  requirePositiveVolatility('volatility', volatility)
  if (history.length === 0) return null
  let [lowest, highest, below] = [Number.POSITIVE_INFINITY, 0, 0]
  for (const [i, past] of history.entries()) {
    requirePositiveVolatility(`history[${i}]`, past)
    lowest = Math.min(lowest, past)
    highest = Math.max(highest, past)
    if (past < volatility) below += 1
    else if (past === volatility) below += 0.5
  }
  const place = (volatility - lowest) / (highest - lowest)
  return {
    rank: highest > lowest ? 100 * Math.min(1, Math.max(0, place)) : null,
    percentile: (100 * below) / history.length,
  }
}
