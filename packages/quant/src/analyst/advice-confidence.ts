// Tests: track-record.test.ts

import { inputErrors } from '../errors.ts'

/** An estimate counts as much as so many scored recommendations. */
const PRIOR_COUNT = 20

/** How often a course ends within the limit, each from 0 to 1. */
export interface LimitShares {
  /** Share of the value with a year of own returns and a fresh price. */
  readonly data: number
  /** Share of resampled histories in which the plan ends within the limit, what it costs taken off. */
  readonly within: number
  /** The same of the best alternative that is expected to cost less; 0 where there is none. */
  readonly alternative: number
}

/**
 * Computes the evidence for a plan, a fraction:  max(0, within − alternative), and never more than the share of the value
 * that has data of its own. A plan that keeps the limit no more often than something cheaper has no evidence.
 *
 * @throws QuantInputError naming the share outside [0, 1]
 */
export function computeEvidence({ data, within, alternative }: LimitShares): number {
  for (const [name, share] of Object.entries({ data, within, alternative })) requireShare(name, share)
  return Math.min(data, Math.max(0, within - alternative))
}

/**
 * Confidence corrected by how often such recommendations came true:  (n·hits + 20·confidence) / (n + 20), where n were
 * scored at about the same confidence. With none it stays as it was; with hundreds it is the record that speaks.
 *
 * @throws QuantInputError for a confidence outside [0, 1] or counts that cannot be
 */
export function calibrateConfidence(
  confidence: number,
  { scored, successes }: { readonly scored: number; readonly successes: number },
): number {
  requireShare('confidence', confidence)
  if (!(Number.isInteger(scored) && scored >= 0)) {
    throw inputErrors.badNumber('scored', null, scored, 'a whole number of 0 or more')
  }
  if (!(Number.isInteger(successes) && successes >= 0 && successes <= scored)) {
    throw inputErrors.badNumber('successes', null, successes, `a whole number from 0 to scored (${scored})`)
  }
  return (successes + PRIOR_COUNT * confidence) / (scored + PRIOR_COUNT)
}

function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw inputErrors.badNumber(name, null, value, 'a number from 0 to 1')
}
