import { inputErrors } from './errors.ts'
import { inverseNormalCdf } from './options/normal-distribution.ts'
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
