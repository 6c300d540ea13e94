// Tests: portfolio-construction.test.ts

import { type CentredReturns, centreCompleteDays } from './covariance-matrix.ts'
import { computeGramMatrix } from './gram-matrix.ts'
import type { ReturnMatrix } from './price-matrix.ts'
import type { SquareMatrix } from './square-matrix.ts'

/*
 * A covariance estimated from few days exaggerates: its largest eigenvalues are too large and its smallest too small,
 * and a minimum-variance portfolio piles into exactly those errors. Shrinkage pulls the estimate towards a multiple of
 * the identity, which is biased but hardly errs:
 *
 *     Σ* = (1 − δ)·S + δ·μ·I,     S the population covariance (ddof 0), μ the mean variance
 *
 * The two functions differ in how they choose δ. Both equal scikit-learn's estimators of the same name.
 */

/** A covariance matrix pulled towards equal variances without correlation. */
export interface ShrunkCovariance extends SquareMatrix {
  /** δ in [0, 1]: 0 keeps the sample, 1 keeps nothing of it but its mean variance. */
  readonly shrinkage: number
}

interface Sample extends CentredReturns {
  /** Population covariance, ddof 0. */
  readonly covariance: Float64Array
  readonly meanVariance: number
}

/**
 * Ledoit–Wolf shrinkage: the δ that minimises the expected squared distance to the true covariance, estimated from the
 * sample itself.
 *
 * @returns per-day covariance over the days on which every ticker has a return
 * @throws QuantInputError for fewer than two complete days, or naming the first infinite return
 * @see Ledoit & Wolf, "A well-conditioned estimator for large-dimensional covariance matrices", Journal of
 *      Multivariate Analysis 88(2), 2004
 */
export function shrinkLedoitWolf(returns: ReturnMatrix): ShrunkCovariance {
  const sample = takeSample(returns)
  const { rows, columns, centred, covariance, meanVariance } = sample
  const squaredNorm = covariance.reduce((sum, value) => sum + value * value, 0)
  // Distance of the sample from the target, per ticker.
  const distance = (squaredNorm - rows * meanVariance * meanVariance) / rows
  // Sampling error of S: the mean over days of ‖x_t·x_tᵀ‖² less ‖S‖², over T; ‖x·xᵀ‖² is the fourth power of |x|.
  let fourthPowers = 0
  for (let t = 0; t < columns; t++) {
    let square = 0
    for (let row = 0; row < rows; row++) square += centred[row * columns + t]! ** 2
    fourthPowers += square * square
  }
  const error = (fourthPowers / columns - squaredNorm) / (rows * columns)
  return shrinkBy(sample, distance <= 0 ? 0 : Math.max(0, Math.min(error, distance)) / distance)
}

/**
 * Oracle approximating shrinkage: as Ledoit–Wolf, but δ is derived for normal returns, which needs no fourth moments
 * and errs less when days are very few.
 *
 * @returns and throws as {@link shrinkLedoitWolf}
 * @see Chen, Wiesel, Eldar & Hero, "Shrinkage algorithms for MMSE covariance estimation", IEEE Transactions on Signal
 *      Processing 58(10), 2010
 */
export function shrinkOracleApproximating(returns: ReturnMatrix): ShrunkCovariance {
  const sample = takeSample(returns)
  const { rows, columns, covariance, meanVariance } = sample
  const meanSquare = covariance.reduce((sum, value) => sum + value * value, 0) / (rows * rows)
  const numerator = meanSquare + meanVariance * meanVariance
  const denominator = (columns + 1) * (meanSquare - (meanVariance * meanVariance) / rows)
  return shrinkBy(sample, denominator <= 0 ? 1 : Math.min(1, numerator / denominator))
}

function takeSample(returns: ReturnMatrix): Sample {
  const centred = centreCompleteDays(returns)
  const { rows, columns } = centred
  const covariance = computeGramMatrix(centred.centred, rows, columns)
  let trace = 0
  for (let k = 0; k < covariance.length; k++) covariance[k] = covariance[k]! / columns
  for (let row = 0; row < rows; row++) trace += covariance[row * rows + row]!
  return { ...centred, covariance, meanVariance: rows === 0 ? 0 : trace / rows }
}

function shrinkBy({ tickers, rows, covariance, meanVariance }: Sample, shrinkage: number): ShrunkCovariance {
  const values = covariance.map((value) => (1 - shrinkage) * value)
  for (let row = 0; row < rows; row++) {
    values[row * rows + row] = values[row * rows + row]! + shrinkage * meanVariance
  }
  return { tickers, size: rows, values, shrinkage }
}
