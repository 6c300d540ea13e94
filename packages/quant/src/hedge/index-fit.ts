import { pickFallingDays, shrinkBeta } from '../beta-adjustment.ts'
import { MINIMUM_PAIR_RETURNS, TRADING_DAYS } from '../constants.ts'
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
 * @param asset, index returns on the same days, in time order, NaN where missing
 * @param prior usual beta of the instrument's kind
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function estimateHedgingBeta(asset: Float64Array, index: Float64Array, prior: number): HedgingBeta {
  const line = fitRegression(asset.slice(-BETA_DAYS), index.slice(-BETA_DAYS))
  const isUsable = line !== null && line.observations >= MINIMUM_PAIR_RETURNS && line.slopeStandardError !== null
  const estimate = isUsable ? { beta: line.slope, standardError: line.slopeStandardError } : null
  const { beta, estimateWeight } = shrinkBeta(estimate, prior)
  const falling = pickFallingDays(asset.slice(-DOWNSIDE_DAYS), index.slice(-DOWNSIDE_DAYS))
  const downside =
    falling.asset.length < MINIMUM_PAIR_RETURNS
      ? null
      : (fitRegression(falling.asset, falling.benchmark)?.slope ?? null)
  return { beta, estimate: estimate?.beta ?? null, estimateWeight, downside }
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

/** What a sector adds to the market in explaining a book. */
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
