// Tests: relation-scan.test.ts

import { rejectInfinite, requireEqualLengths } from '../errors.ts'
import { orthogonalize } from '../factor-regression.ts'
import { computeMoments } from '../moments.ts'
import { computeCorrelation, isConstant } from '../regression.ts'
import { computeStudentPValue } from './student-distribution.ts'

/** How two series move together once the market is taken out of both. */
export interface PartialRelation {
  /** Correlation of what is left, in [−1, 1]. */
  readonly correlation: number
  /** Heteroskedasticity-robust t; see {@link testProducts}. */
  readonly statistic: number
  /** Two-sided. */
  readonly pValue: number
  /** Common days. */
  readonly observations: number
}

/** Residuals of an asset and of a book once the index is taken out of both; NaN where any of the three is missing. */
export interface Residuals {
  readonly asset: Float64Array
  readonly book: Float64Array
}

/** Fewer common days say nothing. */
const LEAST_DAYS = 30

/**
 * Residuals of asset and book, each regressed on a constant and the index over the days that all three have.
 *
 * @returns null for fewer than 30 common days, or when the index, or what is left of either, never moves (the index's own
 *          fund has no relation beyond the index)
 * @throws QuantInputError when lengths differ or a return is infinite
 */
export function computeResiduals(asset: Float64Array, book: Float64Array, index: Float64Array): Residuals | null {
  requireEqualLengths('book', book, 'asset', asset)
  requireEqualLengths('book', book, 'index', index)
  for (const [name, series] of Object.entries({ asset, book, index })) rejectInfinite(name, series)
  const common = asset.map((value, t) => value + book[t]! + index[t]!)
  const keep = (series: Float64Array) => series.map((value, t) => (Number.isNaN(common[t]!) ? Number.NaN : value))
  const market = keep(index)
  const [own, other] = [orthogonalize(keep(asset), market), orthogonalize(keep(book), market)]
  if (own === null || other === null) return null
  const moments = [own, other].map(computeMoments)
  const isUsable = moments.every(({ count, squares }) => count >= LEAST_DAYS && !isConstant(squares, count))
  return isUsable ? { asset: own, book: other } : null
}

/**
 * Correlation of an asset with a book given the index: what they share beyond the market. An asset that moves with a
 * book only because both follow the market has none.
 *
 * - `asset`, `book`, `index`: daily returns on the same days; NaN in any leaves the day out
 *
 * @returns null as {@link computeResiduals} says
 * @throws QuantInputError when lengths differ or a return is infinite
 */
export function computePartialRelation(
  asset: Float64Array,
  book: Float64Array,
  index: Float64Array,
): PartialRelation | null {
  const residuals = computeResiduals(asset, book, index)
  return residuals === null ? null : testProducts(residuals.asset, residuals.book)
}

/**
 * Correlation of two residual series, with a t statistic that stands up to volatility that comes in clusters:
 *
 *     t = Σ u·v / √( Σ (u·v − mean)² ),   n − 3 degrees of freedom
 *
 * Fisher's z assumes even volatility and takes shared bursts of it for a relation.
 *
 * - `u`, `v`: centred; NaN in either leaves the day out
 *
 * @returns null for fewer than 30 days, or when either never moves
 * @see White, "A heteroskedasticity-consistent covariance matrix estimator", Econometrica 48(4), 1980
 */
export function testProducts(u: Float64Array, v: Float64Array): PartialRelation | null {
  const correlation = computeCorrelation(u, v)
  const { count, mean, squares } = computeMoments(u.map((value, t) => value * v[t]!))
  if (correlation === null || count < LEAST_DAYS) return null
  // Residuals that are copies of each other in size leave no spread; the correlation then is as sure as it can be.
  const statistic = squares > 0 ? (count * mean) / Math.sqrt(squares) : Math.sign(mean) * Number.MAX_VALUE
  return { correlation, statistic, pValue: computeStudentPValue(statistic, count - 3), observations: count }
}
