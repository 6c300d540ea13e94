import type { RecommendationRow, TrackRecord } from '@ballast/contract'

/** A record with enough scored for percentages: 36 of 60 helped. */
export function makeRecord(changes: Partial<TrackRecord> = {}): TrackRecord {
  return {
    simulated: true,
    made: 72,
    scored: 60,
    needed: 30,
    firstResultOn: '2026-12-04',
    successRatePercent: 60,
    successRateInterval: [47.4, 71.4],
    baseRatePercent: 41.7,
    averageImprovement: 1.24,
    averageImprovementInterval: [-0.31, 2.79],
    limits: { scored: 0, successes: 0 },
    byMarket: { up: { scored: 40, successes: 19 }, down: { scored: 20, successes: 17 } },
    calibration: Array.from({ length: 10 }, (_, k) => ({
      fromPercent: 10 * k,
      toPercent: 10 * (k + 1),
      scored: k === 5 ? 20 : k === 7 ? 40 : 0,
      successes: k === 5 ? 9 : k === 7 ? 27 : 0,
    })),
    leftOut: { withoutOperations: 4, repeated: 1, unscorable: 0 },
    ownersGone: 2,
    sentence: '60 of 72 recommendations have matured.',
    ...changes,
  }
}

/** A record of which too few have matured. */
export function makeYoungRecord(changes: Partial<TrackRecord> = {}): TrackRecord {
  return makeRecord({
    made: 20,
    scored: 3,
    successRatePercent: null,
    successRateInterval: null,
    baseRatePercent: null,
    averageImprovement: null,
    averageImprovementInterval: null,
    limits: { scored: 0, successes: 0 },
    byMarket: { up: { scored: 3, successes: 2 }, down: { scored: 0, successes: 0 } },
    sentence: '3 of 20 recommendations have matured; percentages appear from 30.',
    ...changes,
  })
}

export function makeRow(changes: Partial<RecommendationRow> = {}): RecommendationRow {
  return {
    id: '0f9f4b80-5c1f-4a51-8d39-8f6f1c8b8f01',
    sequence: 1,
    createdAt: '2026-08-03T15:00:00.000Z',
    kind: 'comprehensive',
    engine: 'Built-in quantitative engine',
    engineVersion: '1.0.0',
    states: 'evidence',
    recommendation: 'Reduce concentration in NVDA',
    confidence: 72,
    horizonEnds: '2026-11-02',
    status: 'scored',
    excludedBecause: null,
    unchangedPercent: -8.1,
    followedPercent: -5.2,
    improvement: 4.4,
    marketPercent: -3.3,
    modelledPercent: 0,
    isOwn: false,
    simulated: true,
    ...changes,
  }
}

export const LOSER = makeRow({
  id: '1f9f4b80-5c1f-4a51-8d39-8f6f1c8b8f02',
  sequence: 2,
  createdAt: '2026-08-05T15:00:00.000Z',
  kind: 'hedge',
  recommendation: 'Buy a put spread on SPY',
  improvement: -1.9,
  followedPercent: 3.1,
  unchangedPercent: 5,
  isOwn: true,
  marketPercent: 4.2,
})
export const OPEN = makeRow({
  id: '2f9f4b80-5c1f-4a51-8d39-8f6f1c8b8f03',
  sequence: 3,
  createdAt: '2026-11-20T15:00:00.000Z',
  kind: 'discovery',
  recommendation: 'Buy calls on TLT',
  status: 'open',
  confidence: null,
  horizonEnds: '2027-02-19',
  improvement: null,
  followedPercent: null,
  unchangedPercent: null,
  marketPercent: null,
  modelledPercent: null,
})
export const REPEATED = makeRow({
  id: '3f9f4b80-5c1f-4a51-8d39-8f6f1c8b8f04',
  sequence: 4,
  status: 'excluded',
  excludedBecause: 'repeated',
  recommendation: 'Reduce concentration in NVDA, again',
  improvement: null,
})

export const CHAINS = {
  recommendations: { length: 4, hash: 'a'.repeat(64) },
  scores: { length: 2, hash: 'b'.repeat(64) },
}

/** Where prices come from, for the class that is shown first. */
export const SAMPLE_SOURCE = {
  source: 'sample',
  simulated: true,
  requested: 'sample',
  state: 'ready',
  notice: null,
  isDemo: false,
}
