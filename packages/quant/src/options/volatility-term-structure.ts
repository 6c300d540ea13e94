// Tests: volatility-smile.test.ts

import { parseIsoDate } from '../civil-day.ts'
import { isMonthlyExpiry } from '../exchange-calendar.ts'
import { requirePositiveNumber, requirePositiveVolatility, requireYears } from './option-contract.ts'

/** At-the-money volatility of one expiry. */
export interface TermPoint {
  readonly years: number
  readonly volatility: number
}

/** Calendar days ahead of which volatility is told. */
const HORIZONS = [30, 90]
/** Where monthly options are listed at all, one expires sooner. */
const FURTHEST_MONTHLY_DAYS = 60

/**
 * The expiries that tell the volatility of 30 and of 90 days: the monthly ones before, at and after either day, where a
 * chain has any, because options are traded in them most and every part of a chain that is read holds them; else those of
 * any kind. So that one ticker has one volatility of 30 days, whatever else is read of its chain.
 *
 * @param expiries ISO dates of all that are listed, in any order
 * @param today civil day number; what expires before it is passed over
 * @returns ascending
 */
export function chooseTermExpiries(expiries: readonly string[], today: number): string[] {
  const ahead = expiries
    .map((expiry) => ({ expiry, days: parseIsoDate(expiry) - today }))
    .filter(({ days }) => days >= 0)
  const sorted = preferMonthly(ahead).sort((a, b) => a.days - b.days)
  const around = HORIZONS.flatMap((horizon) => [
    sorted.findLast(({ days }) => days < horizon),
    sorted.find(({ days }) => days === horizon),
    sorted.find(({ days }) => days > horizon),
  ])
  return [...new Set(around.flatMap((one) => one?.expiry ?? []))].sort()
}

/**
 * Expiries of a chain as the term structure takes them: those with a smile, and of these the monthly ones where there are
 * any (see `chooseTermExpiries`).
 */
export function toTermPoints(
  expiries: readonly {
    readonly expiry: string
    readonly years: number
    readonly smile: { readonly atmVolatility: number } | null
  }[],
): TermPoint[] {
  const read = expiries.flatMap(({ expiry, years, smile }) =>
    smile === null ? [] : [{ expiry, days: 365 * years, years, volatility: smile.atmVolatility }],
  )
  return preferMonthly(read).map(({ years, volatility }) => ({ years, volatility }))
}

function preferMonthly<One extends { readonly expiry: string; readonly days: number }>(all: readonly One[]): One[] {
  const monthly = all.filter(({ expiry }) => isMonthlyExpiry(parseIsoDate(expiry)))
  return monthly.some(({ days }) => days <= FURTHEST_MONTHLY_DAYS) ? monthly : [...all]
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
