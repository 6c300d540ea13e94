// Tests: comprehensive.test.ts, comprehensive-runs.test.ts

import { type Fact, type GroundedText, HEDGE_FAMILIES } from '@ballast/contract'
import { calibrateConfidence, findConfidenceBucket, NEEDED_FOR_RATES } from '@ballast/quant'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import type { AdviceFrame } from './advice-frame.ts'

/** What stands behind the plan, as facts. Histories count per hundred. */
export interface EvidenceFacts {
  /** The hundred that they count per. */
  hundred: Fact
  helps: Fact
  within: Fact
  histories: Fact
  agreeing: Fact
  crises: Fact
  /** What is expected to cost less and most often ends within the limit; null where nothing costs less. */
  alternative: { name: string; within: Fact } | null
  percent: Fact
  /** Once enough of as much evidence have been scored: how many, and how many of them helped. */
  record: { scored: Fact; successes: Fact } | null
}

const HISTORIES =
  'Blocks of ten days drawn at random; mean of the worst 5% of returns over the horizon, costs taken off'

/** Enters how often the finished plan helps, and what that amounts to. */
export function recordEvidence({ ledger, advice, input }: AdviceFrame): EvidenceFacts {
  const { evidence, confidence } = advice
  const writer = new FactWriter(ledger, 'trials')
  const count = (name: string, value: number, label: string, formula: string) =>
    writer.count(name, value, 'count', { label, formula })
  const per100 = (name: string, share: number, label: string) => count(name, Math.round(100 * share), label, HISTORIES)
  const within = per100(
    'withinOf100',
    evidence.within,
    'Of a hundred resampled histories, those in which it ends within the limit',
  )
  const { alternative } = evidence
  const facts = {
    hundred: count('perHundred', 100, 'Histories that are counted per', 'So that they are read without a percentage'),
    helps: per100(
      'helpsOf100',
      evidence.helps,
      'Of a hundred resampled histories, those in which the plan makes the worst losses smaller',
    ),
    within,
    histories: count('resampleCount', evidence.histories, 'Resampled histories', 'Each as long as the history itself'),
    agreeing: count(
      'agreeingCrises',
      evidence.crises.filter(({ agrees }) => agrees).length,
      evidence.kind === 'plan-helps' ? 'Past crises in which the plan helps' : 'Past crises in which the limit is kept',
      'Replays of days, costs included',
    ),
    crises: count('crises', evidence.crises.length, 'Past crises that were replayed', 'Those of which enough is known'),
    alternative: alternative && {
      name:
        NAMES[alternative.family] ??
        HEDGE_FAMILIES[alternative.family as keyof typeof HEDGE_FAMILIES].name.toLowerCase(),
      within: per100('alternativeOf100', alternative.within, 'The same of the best that is expected to cost less'),
    },
  }
  // Evidence of other engines is another figure, and the replay is no record.
  const bucket = input.record[findConfidenceBucket(confidence)]
  const isCalibrated = bucket !== undefined && bucket.scored >= NEEDED_FOR_RATES && bucket.of !== 'replay'
  const stated = isCalibrated ? calibrateConfidence(confidence, bucket) : confidence
  const percent = Math.round(1000 * stated) / 10
  return {
    ...facts,
    percent: new FactWriter(ledger, 'confidence').count('percent', percent, 'percent', {
      label: isCalibrated ? 'Confidence' : 'Evidence',
      formula: isCalibrated
        ? `(${bucket.successes} that helped + 20 × evidence) / (${bucket.scored} scored + 20)`
        : 'Share of histories in which the finished plan ends within the limit − the same of the best that is expected to cost less, at least 0 and at most the share with good data',
      inputs: [within, ...(facts.alternative ? [facts.alternative.within] : [])],
      decimals: Number.isInteger(percent) ? 0 : 1,
    }),
    record: isCalibrated
      ? {
          scored: count('scored', bucket.scored, 'Recommendations with as much evidence that were scored', RECORDED),
          successes: count('helped', bucket.successes, 'Of these, how many helped', RECORDED),
        }
      : null,
  }
}

const RECORDED = 'Of the track record, from the same kind of market data and the same kind of evidence'

const NAMES: Readonly<Record<string, string>> = {
  'do-nothing': 'doing nothing',
  'part-of-plan': 'a part of the plan',
  'reduce-exposure': 'selling a part of everything',
  diversifiers: 'moving a part into bonds and gold',
  trim: 'the trims alone',
}

/** "Helps in 92 of 100 histories, 8 of 9 crises." */
export function writeEvidence({ advice }: AdviceFrame, facts: EvidenceFacts): GroundedText {
  const { kind, histories } = advice.evidence
  if (kind === 'none') return plain('Not tested: that data are missing is no matter of chance.')
  const crises = advice.evidence.crises.length > 0 ? ground`, ${facts.agreeing} of ${facts.crises} crises` : ground``
  if (histories === 0) return plain('Too little history to test it.')
  const verb =
    kind === 'plan-helps' ? ground`Helps in ${facts.helps}` : ground`Stays within the limit in ${facts.within}`
  const record = facts.record
    ? ground` Confidence ${facts.percent}: of ${facts.record.scored} recommendations with as much evidence, ${facts.record.successes} helped.`
    : ground``
  return ground`${verb} of ${facts.hundred} histories${crises}.${record}`
}

/** The same as a reason: what was tried, how often it ends within the limit, and what else would. */
export function writeTrials(
  { advice, riskFacts: { horizon, limit } }: AdviceFrame,
  facts: EvidenceFacts,
): GroundedText | null {
  const { kind, histories, isCompleted } = advice.evidence
  if (kind === 'none') return null
  if (histories === 0) return plain('There is too little history to try it on, so nothing is claimed for it.')
  const standIn = isCompleted ? ' (the market at its beta stands in for what has too little history)' : ''
  if (kind === 'within-limit') {
    return ground`On ${facts.histories} resampled histories${standIn}, the worst losses over ${bare(horizon)} trading days stay within the limit of ${limit} in ${facts.within} of ${facts.hundred} as things are.`
  }
  const first = ground`On ${facts.histories} resampled histories${standIn}, the finished plan makes the worst losses over ${bare(horizon)} trading days smaller in ${facts.helps} of ${facts.hundred}, its cost included, and keeps them within the limit of ${limit} in ${facts.within}.`
  return facts.alternative
    ? joinTexts([
        first,
        ground`Of what is expected to cost less, ${facts.alternative.name} does best: it keeps the limit in ${facts.alternative.within}.`,
      ])
    : first
}
