// Tests: volatility-smile.test.ts

import { requirePositiveNumber, requirePositiveVolatility, requireYears } from './option-contract.ts'

/** At-the-money volatility of one expiry. */
export interface TermPoint {
  readonly years: number
  readonly volatility: number
}

/** The term structure in a few figures. */
export interface TermSummary {
  /** At-the-money volatility of 30 calendar days. */
  readonly volatility30: number
  /** At-the-money volatility of 90 calendar days. */
  readonly volatility90: number
  /** Volatility of 90 days less that of 30: negative when the market is alarmed now. */
  readonly slope: number
  /** One standard deviation of the price over 30 days, in currency: S·σ₃₀·√(30/365). */
  readonly expectedMove: number
}

/**
 * At-the-money volatility for a horizon: total variance σ²T interpolated linearly in time between the expiries around
 * it, so that forward variance is never negative where the market's is not; the nearest expiry's volatility outside
 * them.
 *
 * @param points any order; expiries with no time left are ignored
 * @param years the horizon, > 0
 * @returns null when no expiry is left
 * @throws QuantInputError naming what is not a possible number
 */
export function interpolateTermVolatility(points: readonly TermPoint[], years: number): number | null {
  requirePositiveNumber('years', years)
  requireYears('years', years)
  for (const [i, point] of points.entries()) {
    requireYears(`points[${i}].years`, point.years)
    requirePositiveVolatility(`points[${i}].volatility`, point.volatility)
  }
  const sorted = points.filter((point) => point.years > 0).sort((a, b) => a.years - b.years)
  const upper = sorted.findIndex((point) => point.years >= years)
  const later = sorted[upper]
  const earlier = upper > 0 ? sorted[upper - 1] : undefined
  if (later === undefined) return sorted.at(-1)?.volatility ?? null
  if (earlier === undefined) return later.volatility
  const share = (years - earlier.years) / (later.years - earlier.years)
  const variance = (1 - share) * earlier.volatility ** 2 * earlier.years + share * later.volatility ** 2 * later.years
  return Math.sqrt(variance / years)
}

/**
 * The volatility term structure in four figures.
 *
 * @param points at-the-money volatility per expiry
 * @param spot price of the underlying, > 0
 * @returns null when no expiry has time left
 */
export function computeTermSummary(points: readonly TermPoint[], spot: number): TermSummary | null {
  requirePositiveNumber('spot', spot)
  const volatility30 = interpolateTermVolatility(points, 30 / 365)
  const volatility90 = interpolateTermVolatility(points, 90 / 365)
  if (volatility30 === null || volatility90 === null) return null
  return {
    volatility30,
    volatility90,
    slope: volatility90 - volatility30,
    expectedMove: spot * volatility30 * Math.sqrt(30 / 365),
  }
}
