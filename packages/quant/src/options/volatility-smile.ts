import { inputErrors } from '../errors.ts'
import { fitSviSurface } from './fit-svi.ts'
import {
  requireNonNegativeNumber,
  requirePositiveNumber,
  requirePositiveVolatility,
  requireYears,
} from './option-contract.ts'
import type { FitExpiry } from './ssvi.ts'
import { evaluateSvi, requireSvi, type SviSlice } from './svi.ts'

/** Implied volatility of one strike of one expiry. */
export interface SmilePoint {
  readonly strike: number
  readonly volatility: number
  /** Half of the quote's spread in volatility (in price, over vega), ≥ 0: a fit follows narrow quotes most. */
  readonly halfSpread: number
}

/** The quotes of one expiry as a fit takes them. */
export interface SmileQuotes {
  readonly forward: number
  readonly years: number
  /** Clean quotes, any order, at most one per strike. */
  readonly points: readonly SmilePoint[]
}

/**
 * The smile of one expiry: total variance σ²T as raw SVI in ln(K/F), free of butterfly arbitrage, with straight wings
 * within Lee's bound beyond the strikes that are quoted.
 *
 * As a shape in standardised moneyness z = ln(K/F)/(σ_ATM·√T),
 *
 *     σ(K) = σ_ATM·g(z),  g(z) = √w(z·σ_ATM·√T) / (σ_ATM·√T)
 *
 * it is kept when the market moves, which is what shocks to a hedge assume.
 */
export interface VolatilitySmile {
  readonly forward: number
  readonly years: number
  /** Volatility at the forward, from the quotes around it. */
  readonly atmVolatility: number
  /** Total variance by ln(K/F). */
  readonly svi: SviSlice
  /** How many strikes of the expiry were fitted; 0 when there were too few of all expiries and the smile is flat. */
  readonly pointCount: number
}

/** A strike further from the forward than this says nothing of the middle, unless there is one on the other side too. */
const FURTHEST_Z = 1
/** A spread narrower than this share of the usual one is chance, and gets no more weight. */
const NARROWEST = 0.25
/** Half-spreads when no quote has any. */
const LEAST_HALF_SPREAD = 1e-5

/**
 * Volatility at the forward: total variance σ²T interpolated linearly in ln K between the two strikes around it; the
 * nearest strike's volatility when the forward lies outside them all.
 *
 * @returns null when there is no point
 */
export function computeAtmVolatility(points: readonly SmilePoint[], forward: number): number | null {
  requirePositiveNumber('forward', forward)
  requirePoints(points)
  const sorted = [...points].sort((a, b) => a.strike - b.strike)
  const upper = sorted.findIndex((point) => point.strike >= forward)
  const above = sorted[upper]
  const below = upper > 0 ? sorted[upper - 1] : undefined
  if (above === undefined) return sorted.at(-1)?.volatility ?? null
  if (below === undefined) return above.volatility
  const share = Math.log(forward / below.strike) / Math.log(above.strike / below.strike)
  return Math.sqrt((1 - share) * below.volatility ** 2 + share * above.volatility ** 2)
}

/**
 * Fits the smiles of all expiries of one underlying together: nearest the quotes, each weighted by 1/half-spread², among
 * the smiles that allow neither butterfly nor calendar arbitrage (see `fitSviSurface`). An expiry with fewer than eight
 * strikes borrows its shape from all expiries; fewer than five points in all make the smiles flat.
 *
 * @param expiries of one underlying, any order
 * @returns the smiles in the same order; null for an expiry without a point, and for one whose points all lie on one
 *          side of the forward, more than one standard deviation away: a single deep in-the-money quote must not pass for
 *          the volatility at the money
 * @throws QuantInputError naming what is not a positive finite number
 */
export function fitVolatilitySmiles(expiries: readonly SmileQuotes[]): (VolatilitySmile | null)[] {
  const usable = expiries.flatMap((quotes, place) => {
    const fitted = toFitExpiry(quotes)
    return fitted === null ? [] : [{ place, fitted, quotes }]
  })
  usable.sort((a, b) => a.quotes.years - b.quotes.years)
  const smiles: (VolatilitySmile | null)[] = expiries.map(() => null)
  if (usable.length === 0) return smiles
  const slices = fitSviSurface(usable.map(({ fitted }) => fitted))
  for (const [i, { place, fitted, quotes }] of usable.entries()) {
    const svi = slices[i]!
    const { forward, years, points } = quotes
    const pointCount = svi.b === 0 ? 0 : points.length
    smiles[place] = { forward, years, atmVolatility: fitted.atmVolatility, svi, pointCount }
  }
  return smiles
}

function toFitExpiry({ forward, years, points }: SmileQuotes): FitExpiry | null {
  requirePositiveNumber('forward', forward)
  requirePositiveNumber('years', years)
  requireYears('years', years)
  const atmVolatility = computeAtmVolatility(points, forward)
  if (atmVolatility === null || isOutOfReach(points, forward, atmVolatility * Math.sqrt(years))) return null
  const usual = computeMedian(points.map(({ halfSpread }) => halfSpread))
  const narrowest = Math.max(NARROWEST * usual, LEAST_HALF_SPREAD)
  const fitted = points.map(({ strike, volatility, halfSpread }) => ({
    k: Math.log(strike / forward),
    volatility,
    halfSpread: Math.max(halfSpread, narrowest),
  }))
  return { years, atmVolatility, points: fitted }
}

function isOutOfReach(points: readonly SmilePoint[], forward: number, deviation: number): boolean {
  const distances = points.map(({ strike }) => Math.log(strike / forward) / deviation)
  return Math.min(...distances) > FURTHEST_Z || Math.max(...distances) < -FURTHEST_Z
}

function computeMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function requirePoints(points: readonly SmilePoint[]): void {
  for (const [i, point] of points.entries()) {
    requirePositiveNumber(`points[${i}].strike`, point.strike)
    requirePositiveVolatility(`points[${i}].volatility`, point.volatility)
    requireNonNegativeNumber(`points[${i}].halfSpread`, point.halfSpread)
  }
}

/** How far a fit is from the quotes. */
export interface SmileError {
  /** Root mean square of the differences in volatility, weighted as the fit is, by 1/half-spread². */
  readonly rms: number
  /** Median of the half-spreads in volatility: what quotes themselves leave open. */
  readonly halfSpread: number
}

/**
 * How far a smile is from the quotes of its expiry, and how far it may be.
 *
 * @returns null without a point
 * @throws QuantInputError naming what is not a possible number
 */
export function computeSmileError(smile: VolatilitySmile, points: readonly SmilePoint[]): SmileError | null {
  requireSmile(smile)
  requirePoints(points)
  if (points.length === 0) return null
  const halfSpread = computeMedian(points.map((point) => point.halfSpread))
  const narrowest = Math.max(NARROWEST * halfSpread, LEAST_HALF_SPREAD)
  let [squares, weights] = [0, 0]
  for (const point of points) {
    const weight = Math.max(point.halfSpread, narrowest) ** -2
    squares += weight * (computeSmileVolatility(smile, point.strike) - point.volatility) ** 2
    weights += weight
  }
  return { rms: Math.sqrt(squares / weights), halfSpread }
}

/** Smile that has the same volatility everywhere. */
export function createFlatSmile(volatility: number, expiry: { readonly forward: number; readonly years: number }) {
  requirePositiveVolatility('volatility', volatility)
  const { forward, years } = expiry
  requirePositiveNumber('forward', forward)
  requirePositiveNumber('years', years)
  requireYears('years', years)
  const svi = { a: volatility * volatility * years, b: 0, rho: 0, m: 0, sigma: 1 }
  return { forward, years, atmVolatility: volatility, svi, pointCount: 0 } satisfies VolatilitySmile
}

/** Throws a QuantInputError naming the part of a smile that is not a possible number. */
export function requireSmile(smile: VolatilitySmile): void {
  requirePositiveNumber('smile.forward', smile.forward)
  requirePositiveNumber('smile.years', smile.years)
  requireYears('smile.years', smile.years)
  requirePositiveVolatility('smile.atmVolatility', smile.atmVolatility)
  requireSvi('smile.svi', smile.svi)
}

/** Volatility over at-the-money volatility at standardised moneyness z, > 0; unchecked, for loops. */
export function evaluateSmileShape({ atmVolatility, years, svi }: VolatilitySmile, z: number): number {
  const unit = atmVolatility * Math.sqrt(years)
  return Math.sqrt(evaluateSvi(svi, z * unit)) / unit
}

/** Volatility that the smile gives a strike, > 0. */
export function computeSmileVolatility(smile: VolatilitySmile, strike: number): number {
  requireSmile(smile)
  requirePositiveNumber('strike', strike)
  return evaluateSmileVolatility(smile, strike)
}

const evaluateSmileVolatility = ({ forward, years, svi }: VolatilitySmile, strike: number) =>
  Math.sqrt(evaluateSvi(svi, Math.log(strike / forward)) / years)

/** A contract's own volatility today, and how far the market has moved from today. */
export interface MovedQuote {
  readonly strike: number
  /** At which the model gives the mid of the contract's own quote today. */
  readonly volatility: number
  /** ln(S′/S). */
  readonly logReturn: number
  /** Years left after the move, T′. */
  readonly years: number
}

/**
 * Factor on the smile's volatility by which a contract keeps the difference of its own quote from the smile. Today it is
 * the whole difference, so that the model gives the mid; it fades as the price moves away and time passes, because it
 * belongs to today's order book and not to the contract:
 *
 *     (σ_quote / σ_smile(K))^f,  f = (T′/T)·exp(−½·(ln(S′/S)/(σ_ATM·√T))²)
 *
 * @param smile of the expiry today
 * @returns 1 when nothing is left of the difference
 * @throws QuantInputError naming what is not a possible number
 */
export function computeQuoteFactor(
  smile: VolatilitySmile,
  { strike, volatility, logReturn, years }: MovedQuote,
): number {
  requireSmile(smile)
  requirePositiveNumber('strike', strike)
  requirePositiveVolatility('volatility', volatility)
  requireYears('years', years)
  if (!Number.isFinite(logReturn)) throw inputErrors.badNumber('logReturn', null, logReturn, 'a finite number')
  const distance = logReturn / (smile.atmVolatility * Math.sqrt(smile.years))
  const left = (years / smile.years) * Math.exp(-0.5 * distance * distance)
  return (volatility / evaluateSmileVolatility(smile, strike)) ** left
}
