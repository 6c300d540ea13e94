// Tests: track-record.test.ts

import { inputErrors } from '../errors.ts'
import { inverseNormalCdf } from '../options/normal-distribution.ts'
import { type ConfidenceOption, toTailProbability } from '../tail-probability.ts'

/** Range in which a rate plausibly lies, fractions. */
export interface RateInterval {
  readonly low: number
  readonly high: number
}

/**
 * Wilson's interval of a success rate, which keeps its promise for few trials and rates near 0 or 1, and never leaves
 * [0, 1]:
 *
 *     ( p + z²/2n ± z·√( p(1−p)/n + z²/4n² ) ) / (1 + z²/n)
 *
 * @returns null without trials
 * @throws QuantInputError unless both are whole numbers and 0 ≤ successes ≤ trials
 * @see Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22(158), 1927
 */
export function computeWilsonInterval(
  successes: number,
  trials: number,
  { confidence = 0.95 }: ConfidenceOption = {},
): RateInterval | null {
  if (!(Number.isInteger(trials) && trials >= 0)) {
    throw inputErrors.badNumber('trials', null, trials, 'a whole number of 0 or more')
  }
  if (!(Number.isInteger(successes) && successes >= 0 && successes <= trials)) {
    throw inputErrors.badNumber('successes', null, successes, `a whole number from 0 to trials (${trials})`)
  }
  const tail = toTailProbability(confidence)
  if (trials === 0) return null
  const z = -inverseNormalCdf(tail / 2)
  const rate = successes / trials
  const square = (z * z) / trials
  const half = z * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials))
  const limit = (value: number) => Math.min(1, Math.max(0, value / (1 + square)))
  return { low: limit(rate + square / 2 - half), high: limit(rate + square / 2 + half) }
}
