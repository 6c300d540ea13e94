import { inputErrors, QuantInputError, rejectInfinite, requireEqualLengths } from './errors.ts'
import { computeMoments } from './moments.ts'
import { fitRegression, isConstant } from './regression.ts'
import { factorCholesky, solveCholesky } from './square-matrix.ts'

/** A linear model y = intercept + Σ slope_k·x_k fitted by least squares. */
export interface FactorRegression {
  readonly intercept: number
  /** One per factor, in the order given. */
  readonly slopes: readonly number[]
  /** Standard error of each slope; null when there are no more days than coefficients. */
  readonly standardErrors: readonly number[] | null
  /** Share of the variance of y that the factors explain together, in [0, 1]; null when y never moves. */
  readonly rSquared: number | null
  /** √(SSR / (n − k − 1)), per day; null when there are no more days than coefficients. */
  readonly residualDeviation: number | null
  /** Days on which y and every factor have a value. */
  readonly observations: number
}

/**
 * Ordinary least squares on several factors, such as the market and a sector fund, over the days that all series have:
 * the normal equations of the centred factors, solved by Cholesky.
 *
 * - `y`, `factors`: equally long; NaN anywhere leaves the day out
 *
 * @returns null for fewer days than coefficients, or when a factor never moves or is a mixture of the others, so that
 *          its slope is anybody's guess
 * @throws QuantInputError for no factor, when lengths differ, or an entry is infinite
 */
export function fitFactorRegression(y: Float64Array, factors: readonly Float64Array[]): FactorRegression | null {
  if (factors.length === 0) throw inputErrors.tooShort('factors', 0, 1)
  const series = [y, ...factors]
  for (const [k, one] of series.entries()) {
    requireEqualLengths('y', y, `factors[${k - 1}]`, one)
    rejectInfinite(k === 0 ? 'y' : `factors[${k - 1}]`, one)
  }
  const isCommon = (_: number, t: number) => series.every((one) => !Number.isNaN(one[t]!))
  const common = series.map((one) => one.filter(isCommon))
  const means = common.map((one) => computeMoments(one).mean)
  const [own = y, ...centred] = common.map((one, k) => one.map((value) => value - means[k]!))
  const count = own.length
  if (count < series.length || centred.some((x) => isConstant(dot(x, x), count))) return null
  const factor = tryFactor(centred)
  if (factor === null) return null
  const size = factors.length
  const slopes = Array.from(
    solveCholesky(
      factor,
      size,
      Float64Array.from(centred, (x) => dot(x, own)),
    ),
  )
  const residuals = own.map((value, t) => value - slopes.reduce((sum, slope, k) => sum + slope * centred[k]![t]!, 0))
  const degrees = count - series.length
  const variance = degrees > 0 ? dot(residuals, residuals) / degrees : null
  const squares = dot(own, own)
  return {
    intercept: means[0]! - slopes.reduce((sum, slope, k) => sum + slope * means[k + 1]!, 0),
    slopes,
    standardErrors:
      variance === null ? null : slopes.map((_, k) => Math.sqrt(variance * invertDiagonal(factor, size, k))),
    rSquared: isConstant(squares, count) ? null : Math.min(1, Math.max(0, 1 - dot(residuals, residuals) / squares)),
    residualDeviation: variance === null ? null : Math.sqrt(variance),
    observations: count,
  }
}

/** Cholesky factor of the factors' products, or null when they are linearly dependent. */
function tryFactor(centred: readonly Float64Array[]): Float64Array | null {
  const products = Float64Array.from(centred.flatMap((x) => centred.map((other) => dot(x, other))))
  try {
    return factorCholesky('factors', products, centred.length)
  } catch (error) {
    if (error instanceof QuantInputError) return null
    throw error
  }
}

/** Cell (k, k) of the inverse of the factored matrix. */
function invertDiagonal(factor: Float64Array, size: number, k: number): number {
  const unit = new Float64Array(size)
  unit[k] = 1
  return solveCholesky(factor, size, unit)[k]!
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let t = 0; t < x.length; t++) sum += x[t]! * y[t]!
  return sum
}

/**
 * Removes one series from another: returns its residuals in a regression on it, with NaN on the days that either lacks. A
 * sector fund made orthogonal to the market is the sector alone.
 *
 * @returns null when the regression is undefined (fewer than two common days, or `against` never moves)
 * @throws QuantInputError when the lengths differ or an entry is infinite
 */
export function orthogonalize(series: Float64Array, against: Float64Array): Float64Array | null {
  const line = fitRegression(series, against)
  return line === null ? null : series.map((value, t) => value - line.intercept - line.slope * against[t]!)
}
