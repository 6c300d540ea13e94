// Tests: track-record.test.ts

import { inputErrors } from '../errors.ts'

/** What confidence in a recommendation is made of; each from 0 to 1. */
export interface ConfidenceParts {
  /** Share of the value with a year of own returns and a fresh price. */
  readonly data: number
  /** Share of resampled histories in which the recommendation improves the objective net of cost. */
  readonly resamples: number
  /** Share of past windows and crises in which it does. */
  readonly windows: number
}

/** Nobody is surer than 90 % of what markets will do. */
export const MOST_CONFIDENCE = 0.9
const LEAST = 0.05
/** An estimate counts as much as so many scored recommendations. */
const PRIOR_COUNT = 20

/**
 * Confidence in a recommendation, a fraction from 0.05 to 0.90:  min(0.90, √data · resamples · (½ + ½·windows)). Nobody
 * is surer than 90 % of what markets will do.
 *
 * @param isCompleted the histories were completed by stand-ins: then nobody is surer than the share that has its own
 * @throws QuantInputError naming the part outside [0, 1]
 */
export function computeAdviceConfidence(
  { data, resamples, windows }: ConfidenceParts,
  { isCompleted = false }: { readonly isCompleted?: boolean } = {},
): number {
  for (const [name, part] of Object.entries({ data, resamples, windows })) requireShare(name, part)
  const most = isCompleted ? Math.min(MOST_CONFIDENCE, data) : MOST_CONFIDENCE
  return Math.max(LEAST, Math.min(most, Math.sqrt(data) * resamples * (0.5 + 0.5 * windows)))
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
