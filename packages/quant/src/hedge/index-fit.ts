import { pickFallingDays, shrinkBeta } from '../beta-adjustment.ts'
import { MINIMUM_PAIR_RETURNS, TRADING_DAYS } from '../constants.ts'
import { requireEqualLengths } from '../errors.ts'
import { fitFactorRegression, orthogonalize } from '../factor-regression.ts'
import { fitRegression } from '../regression.ts'

/** A beta to hedge with. */
export interface HedgingBeta {
  /** β*: the estimate pulled towards what is usual for its kind. */
  readonly beta: number
  /** The estimate itself; null with fewer than 60 common returns. */
  readonly estimate: number | null
  /** Weight of the estimate in β*. */
  readonly estimateWeight: number
  /** Beta on the days on which the index lost more than half a percent; null with fewer than 60 of them. */
  readonly downside: number | null
}

const BETA_DAYS = TRADING_DAYS
const DOWNSIDE_DAYS = 504

/**
 * Hedging beta of one instrument: ordinary least squares on the last year, shrunk towards the prior by its standard error
 * (see `shrinkBeta`); the prior alone with fewer than 60 common returns. The downside beta looks at two years.
 *
 * An exchange that closes hours before or after the index's hears of a fall on another day. Its estimate is Dimson's (see
 * `computeDimsonBeta`), and its downside beta is of the day of the fall and the day after together.
 *
 * - `asset`, `index`: returns on the same days, in time order, NaN where missing
 * - `isAsynchronous`: whether the asset's exchange closes at other hours than the index's
 *
 * @param prior usual beta of the instrument's kind
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function estimateHedgingBeta(
  asset: Float64Array,
  index: Float64Array,
  prior: number,
  { isAsynchronous = false }: { readonly isAsynchronous?: boolean } = {},
): HedgingBeta {
  requireEqualLengths('asset', asset, 'index', index)
  const estimateBeta = isAsynchronous ? estimateLateBeta : estimateSameDayBeta
  const estimate = estimateBeta(asset.slice(-BETA_DAYS), index.slice(-BETA_DAYS))
  const { beta, estimateWeight } = shrinkBeta(estimate, prior)
  const reaction = isAsynchronous ? addNextDay(asset) : asset
  const falling = pickFallingDays(reaction.slice(-DOWNSIDE_DAYS), index.slice(-DOWNSIDE_DAYS))
  const downside =
    falling.asset.length < MINIMUM_PAIR_RETURNS
      ? null
      : (fitRegression(falling.asset, falling.benchmark)?.slope ?? null)
  return { beta, estimate: estimate?.beta ?? null, estimateWeight, downside }
}

type BetaEstimate = Parameters<typeof shrinkBeta>[0]

function estimateSameDayBeta(asset: Float64Array, index: Float64Array): BetaEstimate {
  const line = fitRegression(asset, index)
  const isUsable = line !== null && line.observations >= MINIMUM_PAIR_RETURNS && line.slopeStandardError !== null
  return isUsable ? { beta: line.slope, standardError: line.slopeStandardError! } : null
}

/**
 * Dimson's beta with its standard error: β₋₁·b₋₁ + β₀·b₀ + β₊₁·b₊₁ is (β₋₁ + β₀ + β₊₁)·b₀ + β₋₁·(b₋₁ − b₀) +
 * β₊₁·(b₊₁ − b₀), so that the sum is a slope of its own.
 */
function estimateLateBeta(asset: Float64Array, index: Float64Array): BetaEstimate {
  const own = asset.subarray(1, Math.max(1, asset.length - 1))
  const day = index.subarray(1, own.length + 1)
  const before = day.map((value, t) => index[t]! - value)
  const after = day.map((value, t) => index[t + 2]! - value)
  const model = fitFactorRegression(own, [day, before, after])
  if (model === null || model.standardErrors === null || model.observations < MINIMUM_PAIR_RETURNS) return null
  return { beta: model.slopes[0]!, standardError: model.standardErrors[0]! }
}

/** Joins each day with the one after; NaN where either is missing. */
function addNextDay(returns: Float64Array): Float64Array {
  return returns.map((value, t) => (1 + value) * (1 + (returns[t + 1] ?? Number.NaN)) - 1)
}

/** How well an index explains a book. */
export interface IndexFit {
  readonly ticker: string
  readonly beta: number
  /** Share of the book's variance that the index explains; the rest no index hedge covers. */
  readonly rSquared: number
  /** Annual volatility of what is left. */
  readonly residualVolatility: number
  readonly observations: number
}

/**
 * Fits a book's daily returns on an index's over the last year.
 *
 * @returns null with fewer than 60 common returns, or when either never moves
 */
export function fitIndex(ticker: string, book: Float64Array, index: Float64Array): IndexFit | null {
  const line = fitRegression(book.slice(-BETA_DAYS), index.slice(-BETA_DAYS))
  if (line === null || line.rSquared === null || line.residualDeviation === null) return null
  if (line.observations < MINIMUM_PAIR_RETURNS) return null
  return {
    ticker,
    beta: line.slope,
    rSquared: line.rSquared,
    residualVolatility: line.residualDeviation * Math.sqrt(TRADING_DAYS),
    observations: line.observations,
  }
}

/** By how much another index must explain more before the first is called the wrong one. */
const BETTER_BY = 0.05

/**
 * The index that explains a book clearly better than the usual one.
 *
 * @param fits the usual index first
 * @returns null when none is better by 5 points of R²
 */
export function findBetterIndex(fits: readonly IndexFit[]): IndexFit | null {
  const [usual, ...others] = fits
  if (usual === undefined) return null
  const best = others.reduce<IndexFit | null>((top, fit) => (fit.rSquared > (top?.rSquared ?? 0) ? fit : top), null)
  return best !== null && best.rSquared >= usual.rSquared + BETTER_BY ? best : null
}

/** Part of a book that a sector explains beyond the market. */
export interface SectorFit {
  readonly sector: string
  readonly ticker: string
  /** Sensitivity to the sector fund's own part, the market's share of it taken out. */
  readonly beta: number
  /** R² with market and sector less R² with the market alone. */
  readonly addedRSquared: number
}

/**
 * Regresses a book on the index and on what is left of a sector fund once the index is taken out of it.
 *
 * @returns null with fewer than 60 common returns, or when a series never moves
 */
export function fitSector(
  { sector, ticker }: { readonly sector: string; readonly ticker: string },
  { book, index, fund }: { readonly book: Float64Array; readonly index: Float64Array; readonly fund: Float64Array },
): SectorFit | null {
  const [own, market] = [book.slice(-BETA_DAYS), index.slice(-BETA_DAYS)]
  const rest = orthogonalize(fund.slice(-BETA_DAYS), market)
  const alone = fitRegression(own, market)
  const both = rest === null ? null : fitFactorRegression(own, [market, rest])
  if (alone === null || alone.rSquared === null || both === null || both.rSquared === null) return null
  if (both.observations < MINIMUM_PAIR_RETURNS) return null
  return { sector, ticker, beta: both.slopes[1]!, addedRSquared: both.rSquared - alone.rSquared }
}
