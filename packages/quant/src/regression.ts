import { ZERO_DEVIATION } from './constants.ts'
import { rejectInfinite, requireEqualLengths } from './errors.ts'

/** Sums over the days on which both series have a value: the raw material of covariance, beta and correlation. */
export interface PairMoments {
  /** Common days. */
  readonly count: number
  readonly meanX: number
  readonly meanY: number
  /** Σ (x − x̄)² */
  readonly squaresX: number
  /** Σ (y − ȳ)² */
  readonly squaresY: number
  /** Σ (x − x̄)(y − ȳ) */
  readonly products: number
}

/**
 * Moments of two series over the days that both have (pairwise complete), in two passes.
 *
 * - `x`, `y`: equally long; NaN on either side leaves the day out
 *
 * @throws QuantInputError when the lengths differ or an entry is infinite
 */
export function computePairMoments(x: Float64Array, y: Float64Array): PairMoments {
  requireEqualLengths('x', x, 'y', y)
  let sumX = 0
  let sumY = 0
  for (let i = 0; i < x.length; i++) {
    sumX += x[i]!
    sumY += y[i]!
  }
  // Missing entries are the exception. They show as a sum of NaN, and only then is every pair asked whether it is one.
  const hasGaps = Number.isNaN(sumX) || Number.isNaN(sumY)
  const moments = hasGaps ? sumCommonProducts(x, y) : sumProducts(x, y, sumX, sumY)
  if (!(moments.squaresX < Infinity && moments.squaresY < Infinity)) {
    rejectInfinite('x', x)
    rejectInfinite('y', y)
  }
  return moments
}

function sumCommonProducts(x: Float64Array, y: Float64Array): PairMoments {
  let count = 0
  let sumX = 0
  let sumY = 0
  for (let i = 0; i < x.length; i++) {
    const a = x[i]!
    const b = y[i]!
    if (Number.isNaN(a + b)) continue
    sumX += a
    sumY += b
    count++
  }
  const meanX = count === 0 ? 0 : sumX / count
  const meanY = count === 0 ? 0 : sumY / count
  let squaresX = 0
  let squaresY = 0
  let products = 0
  for (let i = 0; i < x.length; i++) {
    const a = x[i]! - meanX
    const b = y[i]! - meanY
    if (Number.isNaN(a + b)) continue
    squaresX += a * a
    squaresY += b * b
    products += a * b
  }
  return { count, meanX, meanY, squaresX, squaresY, products }
}

function sumProducts(x: Float64Array, y: Float64Array, sumX: number, sumY: number): PairMoments {
  const count = x.length
  const meanX = count === 0 ? 0 : sumX / count
  const meanY = count === 0 ? 0 : sumY / count
  let squaresX = 0
  let squaresY = 0
  let products = 0
  for (let i = 0; i < count; i++) {
    const a = x[i]! - meanX
    const b = y[i]! - meanY
    squaresX += a * a
    squaresY += b * b
    products += a * b
  }
  return { count, meanX, meanY, squaresX, squaresY, products }
}

/** Pearson correlation of a pair's moments, in [−1, 1]; null for fewer than two days or when either never moves. */
export function correlateMoments({ count, squaresX, squaresY, products }: PairMoments): number | null {
  if (count < 2 || isConstant(squaresX, count) || isConstant(squaresY, count)) return null
  return Math.min(1, Math.max(-1, products / Math.sqrt(squaresX * squaresY)))
}

/** True when the deviations are no more than the rounding of returns that are all equal. */
export function isConstant(squares: number, count: number): boolean {
  return squares <= ZERO_DEVIATION * ZERO_DEVIATION * count
}

/** A straight line y = intercept + slope·x fitted by least squares. */
export interface Regression {
  readonly slope: number
  readonly intercept: number
  /** Pearson correlation, in [−1, 1]; null when y never moves. */
  readonly correlation: number | null
  /** Share of the variance of y explained by x, in [0, 1]; null when y never moves. */
  readonly rSquared: number | null
  /** Standard error of the slope; null for fewer than three days. */
  readonly slopeStandardError: number | null
  /** √(Σ residual² / (n − 2)), per day; null for fewer than three days. */
  readonly residualDeviation: number | null
  /** Days on which both series have a value. */
  readonly observations: number
}

/**
 * Ordinary least squares of y on x over the days that both have:
 *
 *     slope = Σ(x−x̄)(y−ȳ) / Σ(x−x̄)²,   intercept = ȳ − slope·x̄,   se(slope) = √(SSR/(n−2) / Σ(x−x̄)²)
 *
 * @returns null for fewer than two common days, or when x never moves (no line is defined)
 * @throws QuantInputError when the lengths differ or an entry is infinite
 */
export function fitRegression(y: Float64Array, x: Float64Array): Regression | null {
  const moments = computePairMoments(x, y)
  const { count, meanX, meanY, squaresX, squaresY, products } = moments
  if (count < 2 || isConstant(squaresX, count)) return null
  const slope = products / squaresX
  const correlation = correlateMoments(moments)
  const residualSquares = Math.max(0, squaresY - slope * products)
  const residualVariance = count < 3 ? null : residualSquares / (count - 2)
  return {
    slope,
    intercept: meanY - slope * meanX,
    correlation,
    rSquared: correlation === null ? null : correlation * correlation,
    slopeStandardError: residualVariance === null ? null : Math.sqrt(residualVariance / squaresX),
    residualDeviation: residualVariance === null ? null : Math.sqrt(residualVariance),
    observations: count,
  }
}

/**
 * Beta: how much the asset moved, on average, for each 1 % of the benchmark.
 *
 *     β = cov(r, b) / var(b)      (over common days; ddof cancels)
 *
 * - `assetReturns`, `benchmarkReturns`: simple daily returns on the same days; NaN on either side leaves the day out
 *
 * @returns null for fewer than two common days or a benchmark that never moves; see `MINIMUM_PAIR_RETURNS` for how
 *          many days make it worth showing
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function computeBeta(assetReturns: Float64Array, benchmarkReturns: Float64Array): number | null {
  return fitRegression(assetReturns, benchmarkReturns)?.slope ?? null
}

/**
 * Pearson's correlation of two series over the days that both have, in [−1, 1].
 * @returns null for fewer than two common days, or when either series never moves
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function computeCorrelation(x: Float64Array, y: Float64Array): number | null {
  return correlateMoments(computePairMoments(x, y))
}

/**
 * Sample covariance (ddof 1) of two series over the days that both have, per day (not annualised).
 * @returns null for fewer than two common days
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function computeCovariance(x: Float64Array, y: Float64Array): number | null {
  const { count, products } = computePairMoments(x, y)
  return count < 2 ? null : products / (count - 1)
}
