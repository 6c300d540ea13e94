// Tests: comprehensive.test.ts, comprehensive-runs.test.ts

import { type Fact, type GroundedText, HEDGE_FAMILIES } from '@ballast/contract'
import { calibrateConfidence, findConfidenceBucket, NEEDED_FOR_RATES } from '@ballast/quant'
import { EVIDENCE } from '../../advice/texts/sentence-kinds.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { listShown, say, tell } from '../../grounding/sentence.ts'
import type { AdviceFrame } from './advice-frame.ts'

/** Evidence for the plan, as facts. Histories count per hundred. */
export interface EvidenceFacts {
  /** The hundred that they count per. */
  hundred: Fact
  helps: Fact
  within: Fact
  histories: Fact
  agreeing: Fact
  crises: Fact
  /** Alternative of lower expected cost that most often ends within the limit; null where nothing costs less. */
  alternative: { name: string; within: Fact } | null
  percent: Fact
  /** Once enough of as much evidence have been scored: how many, and how many of them helped. */
  record: { scored: Fact; successes: Fact } | null
}

/** Enters how often the finished plan helps, and what that amounts to. */
export function recordEvidence({ ledger, advice, input }: AdviceFrame): EvidenceFacts {
  const { evidence, confidence } = advice
  const writer = new FactWriter(ledger, 'trials')
  const per100 = (share: number) => Math.round(100 * share)
  const within = writer.state('trials.withinOf100', per100(evidence.within))
  const { alternative } = evidence
  const facts = {
    hundred: writer.state('trials.perHundred', 100),
    helps: writer.state('trials.helpsOf100', per100(evidence.helps)),
    within,
    histories: writer.state('trials.resampleCount', evidence.histories),
    agreeing: writer.state(
      evidence.kind === 'plan-helps' ? 'trials.crisesHelped' : 'trials.crisesWithin',
      evidence.crises.filter(({ agrees }) => agrees).length,
      { key: 'agreeingCrises' },
    ),
    crises: writer.state('trials.crises', evidence.crises.length),
    alternative: alternative && {
      name:
        NAMES[alternative.family] ??
        HEDGE_FAMILIES[alternative.family as keyof typeof HEDGE_FAMILIES].name.toLowerCase(),
      within: writer.state('trials.alternativeOf100', per100(alternative.within)),
    },
  }
  // Evidence of other engines is another figure, and the replay is no record.
  const bucket = input.record[findConfidenceBucket(confidence)]
  const isCalibrated = bucket !== undefined && bucket.scored >= NEEDED_FOR_RATES && bucket.of !== 'replay'
  const stated = isCalibrated ? calibrateConfidence(confidence, bucket) : confidence
  const share = Math.round(1000 * stated) / 1000
  const confident = new FactWriter(ledger, 'confidence')
  const inputs = [within, ...(facts.alternative ? [facts.alternative.within] : [])]
  return {
    ...facts,
    percent: isCalibrated
      ? confident.state('confidence.calibrated', share, {
          key: 'percent',
          inputs,
          names: { successes: bucket.successes, scored: bucket.scored },
        })
      : confident.state('confidence.evidence', share, { key: 'percent', inputs }),
    record: isCalibrated
      ? {
          scored: writer.state('trials.scored', bucket.scored),
          successes: writer.state('trials.helped', bucket.successes),
        }
      : null,
  }
}

const NAMES: Readonly<Record<string, string>> = {
  'do-nothing': 'doing nothing',
  'part-of-plan': 'a part of the plan',
  'close-options': 'buying back what you sold',
  'reduce-exposure': 'selling a part of everything',
  diversifiers: 'moving a part into bonds and gold',
  trim: 'the trims alone',
}

/** "Helps in 92 of 100 histories, 8 of 9 crises." */
export function writeEvidence({ advice }: AdviceFrame, facts: EvidenceFacts): GroundedText {
  const { kind, histories } = advice.evidence
  const untested = (text: string) => tell(EVIDENCE.untested, plain(text))
  if (kind === 'none')
    return untested(
      advice.headline === 'improve-data'
        ? 'Not tested: missing data is not a matter of chance.'
        : 'Not tested: nothing is traded.',
    )
  if (kind === 'own-risk') return untested('Not tested: histories of the market do not show what this protects from.')
  const crises = advice.evidence.crises.length > 0 ? ground`, ${facts.agreeing} of ${facts.crises} crises` : ground``
  if (histories === 0) return untested('Too little history to test it.')
  const verb =
    kind === 'plan-helps' ? ground`Helps in ${facts.helps}` : ground`Stays within the limit in ${facts.within}`
  const record =
    facts.record &&
    ground`Confidence ${facts.percent}: ${facts.record.successes} of ${facts.record.scored} pieces of advice with as much evidence helped.`
  return joinTexts(
    listShown([
      ...say(EVIDENCE.trials, ground`${verb} of ${facts.hundred} histories${crises}.`),
      ...say(EVIDENCE.record, record),
    ]),
  )
}

/**
 * Writes the course that is expected to cost less than the plan and keeps the limit in more histories, for an owner who
 * is about to trade; null where there is none.
 */
export function writeBetterCourse({ advice }: AdviceFrame, facts: EvidenceFacts): GroundedText | null {
  const { kind, alternative } = advice.evidence
  if (kind !== 'plan-helps' || !alternative || !facts.alternative) return null
  if (Number(facts.alternative.within.value) <= Number(facts.within.value)) return null
  const tax = SELLS.has(alternative.family) ? ', before tax,' : ''
  return ground`Another plan (${facts.alternative.name}) should cost less${tax} and keeps the limit in more histories: ${facts.alternative.within} of ${facts.hundred} against ${facts.within}. Compare it before you trade.`
}

const SELLS: ReadonlySet<string> = new Set(['reduce-exposure', 'diversifiers', 'trim'])

/** The same as a reason: what was tried, how often it ends within the limit, and what else would. */
export function writeTrials(
  { advice, riskFacts: { horizon, limit } }: AdviceFrame,
  facts: EvidenceFacts,
): GroundedText | null {
  const { kind, histories, isCompleted } = advice.evidence
  if (kind === 'none') return null
  if (kind === 'own-risk')
    return plain('Histories of the market do not show what this protects from, so the plan was not tried on them.')
  if (histories === 0) return plain('There is too little history to try it on, so nothing is claimed for it.')
  const completion = isCompleted ? ' (the market at its beta replaces what has too little history)' : ''
  if (kind === 'within-limit') {
    return ground`We tried the portfolio as it is on ${facts.histories} resampled histories${completion}. Their volatility is that of the past, not of today. The worst losses over ${bare(horizon)} trading days stay within the limit of ${limit} in ${facts.within} of ${facts.hundred}.`
  }
  const first = ground`We tried the plan on ${facts.histories} resampled histories over ${bare(horizon)} trading days${completion}. Their volatility is that of the past, not of today. With its cost, it makes the worst losses smaller in ${facts.helps} of ${facts.hundred}, and keeps the limit of ${limit} in ${facts.within}.`
  return facts.alternative
    ? joinTexts([
        first,
        ground`The best plan that should cost less (${facts.alternative.name}) keeps the limit in ${facts.alternative.within}.`,
      ])
    : first
}
