// Tests: tail-risk.test.ts

import { inputErrors } from './errors.ts'

/** How sure one wants to be: 0.95 looks at the worst 5 % of days. */
export interface ConfidenceOption {
  readonly confidence?: number
}

/**
 * Probability of the tail, 1 − confidence, cleaned of the rounding that makes 1 − 0.95 a little more than 0.05 (and
 * would then push a quantile that falls on a data point off it).
 * @throws QuantInputError unless 0 < confidence < 1
 */
export function toTailProbability(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw inputErrors.badNumber('confidence', null, confidence, 'a number between 0 and 1, such as 0.95')
  }
  // Rounding must not reach 0 or 1, whose quantiles are infinite.
  return Math.min(Math.max(Math.round((1 - confidence) * 1e12) / 1e12, 1e-12), 1 - 1e-12)
}

/** A return as a loss; plain negation would make −0 of 0. */
export function toLoss(value: number): number {
  return value === 0 ? 0 : -value
}
