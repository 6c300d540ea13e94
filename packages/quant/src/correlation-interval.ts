import { inputErrors } from './errors.ts'
import { inverseNormalCdf } from './options/normal-distribution.ts'
import { computeCorrelation } from './regression.ts'
import { type ConfidenceOption, toTailProbability } from './tail-probability.ts'

/** The range in which a true correlation plausibly lies. */
export interface CorrelationInterval {
  readonly low: number
  readonly high: number
}

/**
 * Confidence interval of a correlation by Fisher's z:  tanh( atanh(ρ) ± z_{1−α/2} / √(n − 3) ).
 *
 * It assumes independent, normal observations. Daily returns have fat tails and clustered volatility, so the true
 * interval is wider; read it as the least doubt one should have.
 *
 * @param correlation in [−1, 1]
 * @param observations common returns behind it
 * @returns null for fewer than 4 observations; a correlation of ±1 has no width
 * @throws QuantInputError for a correlation outside [−1, 1] or a confidence outside (0, 1)
 * @see Fisher, "On the probable error of a coefficient of correlation", Metron 1, 1921
 */
export function computeCorrelationInterval(
  correlation: number,
  observations: number,
  { confidence = 0.95 }: ConfidenceOption = {},
): CorrelationInterval | null {
  if (!(Math.abs(correlation) <= 1)) {
    throw inputErrors.badNumber('correlation', null, correlation, 'a number from −1 to 1')
  }
  const tail = toTailProbability(confidence)
  if (!(observations >= 4)) return null
  const width = -inverseNormalCdf(tail / 2) / Math.sqrt(observations - 3)
  const centre = Math.atanh(correlation)
  return { low: Math.tanh(centre - width), high: Math.tanh(centre + width) }
}

/** The same correlation in the two halves of the window: far apart means that it is not a constant of the pair. */
export interface CorrelationStability {
  readonly firstHalf: number | null
  readonly secondHalf: number | null
}

/**
 * Correlation in the first and in the second half of the window (by position; the middle entry of an odd count belongs
 * to the second half).
 * @returns null for a half in which it is undefined
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function computeCorrelationStability(x: Float64Array, y: Float64Array): CorrelationStability {
  const middle = Math.floor(x.length / 2)
  return {
    firstHalf: computeCorrelation(x.subarray(0, middle), y.subarray(0, middle)),
    secondHalf: computeCorrelation(x.subarray(middle), y.subarray(middle)),
  }
}
