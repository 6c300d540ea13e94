import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { calibrateConfidence, computeEvidence } from './advice-confidence.ts'
import { findConfidenceBucket, type RecordedRecommendation, summarizeTrackRecord } from './track-record.ts'
import { computeWilsonInterval } from './wilson-interval.ts'

function record(number: number, overrides: Partial<RecordedRecommendation> = {}): RecordedRecommendation {
  return {
    id: String(number).padStart(4, '0'),
    madeOn: 20_000 + number,
    endsOn: 20_090 + number,
    portfolio: `portfolio ${number}`,
    operations: 'sell a third of X',
    confidence: 0.55,
    outcome: null,
    ...overrides,
  }
}
const scored = (number: number, improvement: number, marketReturn = 0.01) =>
  record(number, { outcome: { improvement, blindImprovement: -0.01, marketReturn } })

describe('Wilson’s interval', () => {
  test('is 42 to 75 % for 18 of 30 and 71 to 84 % for 122 of 156', () => {
    const percents = (successes: number, trials: number) => {
      const { low, high } = computeWilsonInterval(successes, trials)!
      return [Math.round(100 * low), Math.round(100 * high)]
    }
    expect(percents(18, 30)).toEqual([42, 75])
    expect(percents(122, 156)).toEqual([71, 84])
  })

  test('holds exactly the rates that a score test does not reject', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, share) => {
        const successes = Math.round(share * trials)
        const { low, high } = computeWilsonInterval(successes, trials)!
        for (const end of [low, high].filter((rate) => rate > 1e-9 && rate < 1 - 1e-9)) {
          const z = (successes / trials - end) / Math.sqrt((end * (1 - end)) / trials)
          expect(Math.abs(z)).toBeCloseTo(1.959964, 5)
        }
        expect(low).toBeLessThanOrEqual(successes / trials + 1e-12)
        expect(high).toBeGreaterThanOrEqual(successes / trials - 1e-12)
      }),
      propertyRuns(200),
    )
  })

  test('does not exist without trials, and refuses what cannot be', () => {
    expect(computeWilsonInterval(0, 0)).toBeNull()
    expect(computeWilsonInterval(0, 5)!.low).toBe(0)
    expect(() => computeWilsonInterval(6, 5)).toThrow(/successes is 6/)
    expect(() => computeWilsonInterval(1, 2.5)).toThrow(/trials is 2.5/)
  })
})

describe('a track record', () => {
  test('of nothing holds no percentage', () => {
    const summary = summarizeTrackRecord([])
    expect(summary).toMatchObject({ made: 0, scored: 0, nextResultOn: null, successRate: null, blindRate: null })
    expect(summary).toMatchObject({ averageImprovement: null, successInterval: null, improvementInterval: null })
  })

  test('of 29 holds none either, of 30 it does', () => {
    const rows = Array.from({ length: 30 }, (_, i) => scored(i, i < 18 ? 0.02 : -0.01))
    const few = summarizeTrackRecord(rows.slice(0, 29))
    expect([few.scored, few.successRate, few.averageImprovement]).toEqual([29, null, null])
    const enough = summarizeTrackRecord(rows)
    expect(enough).toMatchObject({ scored: 30, successes: 18, successRate: 0.6, blindRate: 0 })
    expect(enough.averageImprovement).toBeCloseTo((18 * 0.02 - 12 * 0.01) / 30, 14)
    // t(29) at 97.5 % is 2.0452; the deviation of 18 and 12 of two values is 0.03·√(0.24·30/29)
    const half = 2.04523 * ((0.03 * Math.sqrt((0.24 * 30) / 29)) / Math.sqrt(30))
    expect(enough.improvementInterval!.high - enough.averageImprovement!).toBeCloseTo(half, 7)
  })

  test('says when the next result is due', () => {
    const rows = [record(3), record(1), scored(0, 0.01)]
    expect(summarizeTrackRecord(rows)).toMatchObject({ made: 3, scored: 1, needed: 30, nextResultOn: 20_091 })
  })

  test('leaves out what has no operations, and repetitions within a week of one that counts', () => {
    const same = { portfolio: 'one' }
    const rows = [0, 3, 7, 8, 9, 15, 16].map((day) => record(day, same))
    const others = [record(1, { ...same, operations: null }), record(2, { ...same, operations: 'buy puts' })]
    // Day 0 counts, 3 and 7 repeat it; 8 counts, 9 and 15 repeat it; 16 counts.
    expect(summarizeTrackRecord([...rows, ...others])).toMatchObject({
      made: 4,
      leftOut: { withoutOperations: 1, repeated: 4 },
    })
    expect(summarizeTrackRecord(rows.map((row) => ({ ...row, portfolio: null }))).made).toBe(7)
    expect(summarizeTrackRecord([record(0, same), record(7, same)])).toMatchObject({ made: 1 })
  })

  test('is split by market and by confidence, every scored one in one place', () => {
    const rows = [scored(0, 0.1), scored(1, -0.1, -0.2), { ...scored(2, 0.1, -0.2), confidence: 0.3 }]
    const { byMarket, calibration } = summarizeTrackRecord(rows)
    expect(byMarket).toEqual({ up: { scored: 1, successes: 1 }, down: { scored: 2, successes: 1 } })
    expect(calibration[5]).toEqual({ from: 0.5, to: 0.6, scored: 2, successes: 1 })
    expect(calibration[3]).toMatchObject({ scored: 1, successes: 1 })
    expect([0, 0.1 * 3, 0.9, 1].map(findConfidenceBucket)).toEqual([0, 3, 9, 9])
  })

  test('is the same in any order, and refuses what is no number', () => {
    const rows = Array.from({ length: 12 }, (_, i) => scored(i, Math.sin(i)))
    expect(summarizeTrackRecord(rows.toReversed())).toEqual(summarizeTrackRecord(rows))
    expect(() => summarizeTrackRecord([scored(7, Number.NaN)])).toThrow(/improvement of 0007 is NaN/)
  })
})

describe('confidence', () => {
  test('is how much more often the plan ends within the limit than what costs less, and no surer than the data', () => {
    expect(computeEvidence({ data: 1, within: 0.92, alternative: 0.16 })).toBeCloseTo(0.76, 14)
    expect(computeEvidence({ data: 1, within: 0.4, alternative: 0.9 })).toBe(0)
    expect(computeEvidence({ data: 0.3, within: 0.92, alternative: 0 })).toBe(0.3)
    expect(() => computeEvidence({ data: 1, within: 0, alternative: 1.1 })).toThrow(/alternative is 1.1/)
  })

  test('moves towards the record as that grows', () => {
    expect(calibrateConfidence(0.7, { scored: 0, successes: 0 })).toBe(0.7)
    expect(calibrateConfidence(0.7, { scored: 20, successes: 10 })).toBeCloseTo(0.6, 14)
    expect(calibrateConfidence(0.7, { scored: 2000, successes: 1000 })).toBeCloseTo(0.502, 3)
    expect(() => calibrateConfidence(0.7, { scored: 1, successes: 2 })).toThrow(/successes is 2/)
  })
})
