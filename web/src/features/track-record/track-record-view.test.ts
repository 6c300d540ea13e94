import { describe, expect, test } from 'vitest'
import { LOSER, makeRecord, makeRow, makeYoungRecord, OPEN, REPEATED } from './test-record.ts'
import {
  describeInterval,
  describeLeftOut,
  describeMaturity,
  describePoints,
  filterRows,
  hasPercentages,
  judge,
  NO_FILTER,
  toCalibration,
  toCalibrationChart,
  toOutcomeRow,
  toReplayCsv,
} from './track-record-view.ts'

describe('percentages', () => {
  test('appear from as many as are needed, and never before, whatever the answer holds', () => {
    expect(hasPercentages(makeRecord())).toBe(true)
    expect(hasPercentages(makeRecord({ scored: 29 }))).toBe(false)
    expect(hasPercentages(makeYoungRecord())).toBe(false)
  })

  test('stand with their ranges', () => {
    expect(describeInterval([47.4, 71.4])).toBe('47% to 71%')
    expect(describePoints([-0.31, 2.79])).toBe('−0.31 to +2.79 pp')
    expect(describeInterval(null)).toBeNull()
  })
})

test.each([
  [{ made: 0, scored: 0, firstResultOn: null }, 'None counts yet'],
  [{ made: 2, scored: 0 }, '0 matured. First result on Dec 4, 2026'],
  [{ made: 20, scored: 3 }, '3 matured. Next result on Dec 4, 2026'],
  [{ made: 4, scored: 3, firstResultOn: null }, '3 matured'],
  [{ made: 3, scored: 3, firstResultOn: null }, 'All have matured'],
])('what has matured: %j', (changes, words) => {
  expect(describeMaturity(makeRecord(changes))).toBe(words)
})

test('what is not counted is disclosed, and what does not occur is not mentioned', () => {
  expect(describeLeftOut(makeRecord())).toEqual([
    '4 recommendations to hold, to watch or to fix data',
    '1 repetition of the same advice within a week, or of one account on one day',
    'of those that count, 2 from portfolios that are gone, kept without a name',
  ])
  const none = { withoutOperations: 0, repeated: 0, unscorable: 0 }
  expect(describeLeftOut(makeRecord({ leftOut: none, ownersGone: 0 }))).toEqual([])
})

describe('calibration', () => {
  const points = toCalibration(makeRecord())

  test('only buckets in which something matured, each with its Wilson range', () => {
    expect(points.map(({ fromPercent }) => fromPercent)).toEqual([50, 70])
    // 27 of 40: 67.5 %, by Wilson 52.0 % to 79.9 %.
    expect(points[1]!.rate!.percent).toBeCloseTo(67.5, 9)
    expect(points[1]!.rate!.low).toBeCloseTo(52.02, 1)
    expect(points[1]!.rate!.high).toBeCloseTo(79.92, 1)
  })

  test('no bucket with fewer than thirty of its own has a percentage, however many there are in all', () => {
    for (const [scored, isRated] of [
      [1, false],
      [29, false],
      [30, true],
    ] as const) {
      const bucket = { fromPercent: 80, toPercent: 90, scored, successes: 1 }
      const [point] = toCalibration({ needed: 30, calibration: [bucket] })
      expect(point!.rate !== null).toBe(isRated)
      const { finding, rows } = toCalibrationChart([point!], true)
      if (isRated) continue
      expect(finding).toBe(`Stated at 80% to 90%: 1 of ${scored} helped.`)
      expect(rows).toEqual([[80, 90, scored, 1, null, null, null]])
    }
  })

  test('the finding is of the largest bucket', () => {
    expect(toCalibrationChart(points, true).finding).toBe(
      '40 recommendations stated a confidence of 70% to 80%. 68% of them helped (95% range 52% to 80%).',
    )
  })
})

describe('rows', () => {
  const rows = [makeRow(), LOSER, OPEN, REPEATED].map(toOutcomeRow)

  test('nothing gained is no success', () => {
    expect(rows.map(judge)).toEqual(['helped', 'hurt', 'open', 'excluded'])
    expect(judge({ status: 'scored', improvement: 0 })).toBe('hurt')
  })

  test('are filtered by kind, by outcome and by whose they are', () => {
    const sequences = (filter: Partial<typeof NO_FILTER>) =>
      filterRows(rows, { ...NO_FILTER, ...filter }).map(({ made }) => made?.sequence)
    expect(sequences({})).toEqual([1, 2, 3, 4])
    expect(sequences({ kind: 'hedge' })).toEqual([2])
    expect(sequences({ outcome: 'excluded' })).toEqual([4])
    expect(sequences({ ownOnly: true })).toEqual([2])
    expect(sequences({ kind: 'hedge', outcome: 'helped' })).toEqual([])
  })

  test('of a replay say in every line that they are none of the record', () => {
    const [first] = rows
    const lines = toReplayCsv([{ ...first!, made: null }])
      .trim()
      .split('\r\n')
    expect(lines[0]).toContain('improvementPoints')
    expect(lines[1]).toMatch(
      /^"?replayed, not live"?,2026-08-03,2026-11-02,Reduce concentration in NVDA,evidence,72,scored,/,
    )
  })
})
