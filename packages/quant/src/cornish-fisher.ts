import { computeDistributionShape, type DistributionShape } from './distribution-shape.ts'
import { computeMoments } from './moments.ts'
import { inverseNormalCdf, normalPdf } from './options/normal-distribution.ts'
import { type ConfidenceOption, toLoss, toTailProbability } from './tail-probability.ts'

/** The stretch of normal quantiles on which the corrected quantile has to increase for the expansion to be valid. */
const VALID_RANGE = 4

/**
 * Cornish–Fisher value at risk: the Gaussian quantile corrected for skewness S and excess kurtosis K.
 *
 *     z* = z + (z² − 1)·S/6 + (z³ − 3z)·K/24 − (2z³ − 5z)·S²/36,   VaR = −(mean + z*·sd)
 *
 * This is the formula as it stands. Ask {@link isCornishFisherValid} whether it means anything for these returns:
 * outside its domain the corrected "quantiles" run backwards. `computePerformance` does, and answers null with a flag.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction; null for fewer than two returns or when they never move
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 * @see Cornish & Fisher, "Moments and cumulants in the specification of distributions", 1937; Maillard, "A user's
 *      guide to the Cornish Fisher expansion", 2012 (on its domain of validity)
 */
export function computeCornishFisherVar(
  returns: Float64Array,
  { confidence = 0.95 }: ConfidenceOption = {},
): number | null {
  const z = inverseNormalCdf(toTailProbability(confidence))
  return applyCornishFisher(returns, ({ skewness: s, excessKurtosis: k }) => {
    return z + ((z * z - 1) * s) / 6 + ((z ** 3 - 3 * z) * k) / 24 - ((2 * z ** 3 - 5 * z) * s * s) / 36
  })
}

/**
 * Cornish–Fisher conditional value at risk: the mean of the corrected quantiles beyond the confidence level.
 * With f = φ(z)/(1 − c) the tail means of z, z² and z³ are e₁ = −f, e₂ = 1 − z·f, e₃ = −(z² + 2)·f, and
 *
 *     CVaR = −( mean + sd·[ e₁ + (e₂ − 1)·S/6 + (e₃ − 3e₁)·K/24 − (2e₃ − 5e₁)·S²/36 ] )
 *
 * @returns and throws as {@link computeCornishFisherVar}
 */
export function computeCornishFisherCvar(
  returns: Float64Array,
  { confidence = 0.95 }: ConfidenceOption = {},
): number | null {
  const probability = toTailProbability(confidence)
  const z = inverseNormalCdf(probability)
  const density = normalPdf(z) / probability
  const first = -density
  const second = 1 - z * density
  const third = -(z * z + 2) * density
  return applyCornishFisher(returns, ({ skewness: s, excessKurtosis: k }) => {
    return first + ((second - 1) * s) / 6 + ((third - 3 * first) * k) / 24 - ((2 * third - 5 * first) * s * s) / 36
  })
}

/**
 * True when z → z* increases everywhere on [−4, 4]. Its slope is the parabola
 *
 *     1 − K/8 + 5S²/36  +  (S/3)·z  +  (K/8 − S²/6)·z²
 *
 * which must stay positive. S = −1, K = 3 is valid; S = 0, K = 10 and S = −2, K = 6 are not.
 */
export function isCornishFisherValid({ skewness: s, excessKurtosis: k }: DistributionShape): boolean {
  const constant = 1 - k / 8 + (5 * s * s) / 36
  const linear = s / 3
  const quadratic = k / 8 - (s * s) / 6
  const slope = (z: number) => constant + linear * z + quadratic * z * z
  const vertex = quadratic > 0 ? -linear / (2 * quadratic) : 0
  const inside = Math.max(-VALID_RANGE, Math.min(VALID_RANGE, vertex))
  return Math.min(slope(-VALID_RANGE), slope(VALID_RANGE), slope(inside)) > 0
}

function applyCornishFisher(returns: Float64Array, quantile: (shape: DistributionShape) => number): number | null {
  const shape = computeDistributionShape(returns)
  if (shape === null) return null
  const { count, mean, squares } = computeMoments(returns)
  return toLoss(mean + quantile(shape) * Math.sqrt(squares / (count - 1)))
}
