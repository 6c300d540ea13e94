import { computeMoments } from './moments.ts'
import { inverseNormalCdf } from './options/normal-distribution.ts'
import { computeNamedQuantile } from './order-statistics.ts'
import { type ConfidenceOption, toLoss, toTailProbability } from './tail-probability.ts'

/**
 * Historical value at risk: the loss that was exceeded on (1 − confidence) of the days.
 *
 *     VaR = −quantile(r, 1 − confidence)          (linear interpolation)
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction (negative if even the tail gained); null for an empty series. From
 *          fewer than 20 returns it is no more than the worst day, and the product hides it
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 */
export function computeHistoricalVar(
  returns: Float64Array,
  { confidence = 0.95 }: ConfidenceOption = {},
): number | null {
  const probability = toTailProbability(confidence)
  const quantile = computeNamedQuantile('returns', returns, probability)
  return quantile === null ? null : toLoss(quantile)
}

/**
 * Gaussian value at risk: what the quantile would be if returns were normal,  −(mean + z·sd)  with z = Φ⁻¹(1 − c).
 * Daily returns have fatter tails than that, so far in the tail it is too small.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction; null for fewer than two returns
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 */
export function computeGaussianVar(returns: Float64Array, { confidence = 0.95 }: ConfidenceOption = {}): number | null {
  const probability = toTailProbability(confidence)
  const { count, mean, squares } = computeMoments(returns)
  if (count < 2) return null
  return toLoss(mean + inverseNormalCdf(probability) * Math.sqrt(squares / (count - 1)))
}
