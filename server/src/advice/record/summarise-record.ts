// Tests: record-arithmetic.test.ts

import type { TrackRecord } from '@ballast/contract'
import {
  findConfidenceBucket,
  formatIsoDate,
  parseIsoDate,
  type RateInterval,
  type RecordedRecommendation,
  summarizeTrackRecord,
  type TrackRecordSummary,
} from '@ballast/quant'
import { formatFigure } from '../../grounding/fact-text.ts'
import { EVIDENCE_VERSION, type RecommendationKind } from './recommendation.ts'
import { type RecordEntry, toPercent } from './record-rows.ts'

/** The record of one class in percent. */
export function summariseRecord(
  entries: readonly RecordEntry[],
  { simulated, ownersGone }: { simulated: boolean; ownersGone: number },
): TrackRecord {
  const scorable = entries.filter((entry) => !entry.isUnscorable)
  const summary = summarizeTrackRecord(scorable.map(toRecorded))
  const { made, scored, needed, nextResultOn, byMarket, calibration, leftOut } = summary
  return {
    simulated,
    made,
    scored,
    needed,
    ownersGone,
    firstResultOn: nextResultOn === null ? null : formatIsoDate(nextResultOn),
    successRatePercent: toPercent(summary.successRate),
    successRateInterval: toInterval(summary.successInterval),
    baseRatePercent: toPercent(summary.blindRate),
    averageImprovement: toPercent(summary.averageImprovement),
    averageImprovementInterval: toInterval(summary.improvementInterval),
    limits: { ...summary.limits },
    byMarket: { up: { ...byMarket.up }, down: { ...byMarket.down } },
    calibration: calibration.map(({ from, to, ...counts }) => ({
      fromPercent: Math.round(100 * from),
      toPercent: Math.round(100 * to),
      ...counts,
    })),
    leftOut: { ...leftOut, unscorable: entries.length - scorable.length },
    sentence: writeSentence(summary),
  }
}

/** How often recommendations of a kind came true that had about as much evidence, before any correction; not of earlier engines. */
export function countAlike(
  entries: readonly RecordEntry[],
  { kind, confidence }: { kind: RecommendationKind; confidence: number },
): { scored: number; successes: number } {
  const bucket = findConfidenceBucket(confidence)
  const alike = entries.filter(({ recommendation, outcome }) => {
    const { estimatedConfidence: estimated, version } = recommendation
    if (outcome === null || recommendation.kind !== kind || recommendation.excludedBecause !== null) return false
    return version === EVIDENCE_VERSION && estimated !== null && findConfidenceBucket(estimated) === bucket
  })
  return { scored: alike.length, successes: alike.filter(({ outcome }) => (outcome?.improvement ?? 0) > 0).length }
}

/** The rule of repetition was applied when it was recorded; its result is handed on in the terms of the rule. */
function toRecorded({ id, sequence, recommendation, outcome }: RecordEntry): RecordedRecommendation {
  const { version, madeOn, horizonEnds, excludedBecause, repeats, confidence } = recommendation
  return {
    id: String(sequence).padStart(12, '0'),
    madeOn: parseIsoDate(madeOn),
    endsOn: parseIsoDate(horizonEnds),
    portfolio: repeats ?? id,
    operations: excludedBecause === 'no-operations' ? null : 'operations',
    // What earlier engines stated was another figure: it stays in its row, and says nothing of how true evidence is.
    confidence: version === EVIDENCE_VERSION ? confidence : null,
    isLimitKept: outcome?.limit?.isWithinFall ? outcome.limit.isKept : null,
    outcome: outcome && {
      improvement: outcome.improvement,
      blindImprovement: outcome.blindImprovement,
      marketReturn: outcome.marketReturn,
    },
  }
}

const toInterval = (range: RateInterval | null): [number, number] | null =>
  range === null ? null : [100 * range.low, 100 * range.high]

function writeSentence(summary: TrackRecordSummary): string {
  const { limits } = summary
  const first = writeCount(summary)
  return limits.scored === 0 ? first : `${first} ${limits.successes} of ${limits.scored} that promised a limit kept it.`
}

function writeCount({ made, scored, successes, needed, nextResultOn }: TrackRecordSummary): string {
  if (made === 0) return `No recommendation counts yet. You will see percentages once ${needed} are scored.`
  if (scored >= needed) return `${successes} of ${scored} scored recommendations did better than doing nothing.`
  const noun = made === 1 ? 'recommendation has' : 'recommendations have'
  const first =
    scored === 0 && nextResultOn !== null
      ? ` The first result is due on ${formatFigure(formatIsoDate(nextResultOn), 'date')}.`
      : ''
  return `${scored} of ${made} ${noun} matured; percentages appear from ${needed}.${first}`
}
