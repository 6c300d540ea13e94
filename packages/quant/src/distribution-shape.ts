// Tests: random.test.ts, tail-risk.test.ts

import { ZERO_DEVIATION } from './constants.ts'
import { rejectInfinite } from './errors.ts'
import { computeMoments } from './moments.ts'

/** Third and fourth standardised moments. */
export interface DistributionShape {
  /** Negative when falls are larger than rises. */
  readonly skewness: number
  /** 0 for the normal distribution; daily stock returns have 3 to 30. */
  readonly excessKurtosis: number
}

/**
 * Skewness and excess kurtosis, both biased (population moments, as scipy's defaults):
 *
 *     S = m₃ / m₂^1.5,   K = m₄ / m₂² − 3,   m_k = mean of (r − mean)^k
 *
 * @param returns NaN entries are missing and left out
 * @returns null for fewer than two returns, or when they never move
 * @throws QuantInputError naming the first infinite return
 */
export function computeDistributionShape(returns: Float64Array): DistributionShape | null {
  const { count, mean, squares } = computeMoments(returns)
  const variance = squares / count
  if (count < 2 || Math.sqrt(variance) < ZERO_DEVIATION) return null
  let cubes = 0
  let fourths = 0
  for (let t = 0; t < returns.length; t++) {
    const deviation = returns[t]! - mean
    if (Number.isNaN(deviation)) continue
    const square = deviation * deviation
    cubes += square * deviation
    fourths += square * square
  }
  if (!(fourths < Infinity)) rejectInfinite('returns', returns)
  return {
    skewness: cubes / count / (variance * Math.sqrt(variance)),
    excessKurtosis: fourths / count / (variance * variance) - 3,
  }
}
