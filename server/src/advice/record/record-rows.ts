// Tests: ../../features/track-record/track-record.test.ts, record-arithmetic.test.ts

import type { RecommendationRow } from '@ballast/contract'
import { EVIDENCE_VERSION, type Exclusion, type Outcome, type Recommendation, type Score } from './recommendation.ts'
import type { RecordedRow } from './record-reader.ts'

/** A recommendation and what became of it, in the chain or replayed. */
export interface RecordEntry {
  id: string
  sequence: number
  recommendation: Pick<
    Recommendation,
    'version' | 'madeOn' | 'horizonEnds' | 'kind' | 'confidence' | 'estimatedConfidence' | 'excludedBecause' | 'repeats'
  >
  outcome: Outcome | null
  isUnscorable: boolean
}

export const toEntry = ({ sequence, recommendation, score }: RecordedRow): RecordEntry => ({
  id: recommendation.id,
  sequence,
  recommendation,
  outcome: score?.outcome ?? null,
  isUnscorable: isUnscorable(recommendation, score),
})

const isUnscorable = ({ excludedBecause }: Recommendation, score: Score | null): boolean =>
  excludedBecause === 'unscorable' || (score !== null && score.outcome === null)

export const toPercent = (fraction: number | null): number | null => (fraction === null ? null : 100 * fraction)

/** Returns what may be said of an outcome in a row; nothing before there is one. */
export function toOutcomeFields(outcome: Outcome | null) {
  return {
    unchangedPercent: toPercent(outcome?.unchanged.totalReturn ?? null),
    followedPercent: toPercent(outcome?.followed.totalReturn ?? null),
    improvement: toPercent(outcome?.improvement ?? null),
    marketPercent: toPercent(outcome?.marketReturn ?? null),
    modelledPercent: toPercent(outcome?.modelledShare ?? null),
  }
}

/** Returns what a recommendation of a version stated. */
export const toStates = (version: Recommendation['version']) =>
  version === EVIDENCE_VERSION ? ('evidence' as const) : ('confidence' as const)

export function toRow({ sequence, recommendation, score }: RecordedRow, own: ReadonlySet<string>): RecommendationRow {
  const { id, version, madeAt, kind, engine, engineVersion, confidence, horizonEnds, simulated } = recommendation
  const outcome = score?.outcome ?? null
  const excludedBecause: Exclusion | null = isUnscorable(recommendation, score)
    ? 'unscorable'
    : recommendation.excludedBecause
  return {
    id,
    sequence,
    kind,
    engine,
    engineVersion,
    states: toStates(version),
    horizonEnds,
    simulated,
    excludedBecause,
    createdAt: madeAt,
    recommendation: recommendation.recommendation,
    confidence: toPercent(confidence),
    status: excludedBecause !== null ? 'excluded' : outcome === null ? 'open' : 'scored',
    ...toOutcomeFields(outcome),
    isOwn: own.has(id),
  }
}
