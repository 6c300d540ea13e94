import { addTradingDays, computeWilsonInterval } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRows, EMPTY_CHAIN, extendChain } from './hash-chain.ts'
import { toHorizonEnd } from './horizon.ts'
import type { Outcome } from './recommendation.ts'
import type { RecordEntry } from './record-rows.ts'
import { countAlike, summariseRecord } from './summarise-record.ts'

const RUNS = process.env.BALLAST_LONG ? 2_000 : 100
const CLASS = { simulated: false, ownersGone: 0 }

function toOutcome(improvement: number, marketReturn = 0.01, blindImprovement = -0.01): Outcome {
  const flat = { totalReturn: 0, maxDrawdown: 0, utility: 0 }
  const rest = { blindImprovement, marketReturn, modelledShare: 0, carriedCount: 0 }
  return { unchanged: flat, followed: { ...flat, utility: improvement }, improvement, ...rest }
}

type Overrides = Partial<RecordEntry['recommendation']> & Partial<Pick<RecordEntry, 'outcome' | 'isUnscorable'>>

function toEntry(
  sequence: number,
  { outcome = null, isUnscorable = false, ...recommendation }: Overrides,
): RecordEntry {
  return {
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    sequence,
    outcome,
    isUnscorable,
    recommendation: {
      version: 2,
      madeOn: '2026-06-01',
      horizonEnds: '2026-08-31',
      kind: 'hedge',
      repeats: null,
      excludedBecause: null,
      confidence: null,
      estimatedConfidence: null,
      ...recommendation,
    },
  }
}
const scored = (count: number, improvement: (place: number) => number) =>
  Array.from({ length: count }, (_, place) => toEntry(place + 1, { outcome: toOutcome(improvement(place)) }))

describe('the record in percent', () => {
  test('states none below 30 scored, whatever came out', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 29 }), (improvements) => {
        const open = toEntry(1000, {})
        const record = summariseRecord([...scored(improvements.length, (k) => improvements[k] ?? 0), open], CLASS)
        expect(record.scored).toBe(improvements.length)
        const { successRatePercent, successRateInterval, baseRatePercent, averageImprovement } = record
        expect([successRatePercent, successRateInterval, baseRatePercent, averageImprovement]).toEqual([
          ...[null, null, null, null],
        ])
        expect(record.sentence).toContain('percentages appear from 30')
      }),
      { numRuns: RUNS },
    )
  })

  test('18 of 30 are 60 % with a Wilson interval of 42 to 75 %', () => {
    const record = summariseRecord(
      scored(30, (k) => (k < 18 ? 0.02 : -0.01)),
      CLASS,
    )
    expect(record.successRatePercent).toBe(60)
    expect(record.successRateInterval?.map(Math.round)).toEqual([42, 75])
    const interval = computeWilsonInterval(18, 30)
    expect(record.successRateInterval).toEqual([100 * (interval?.low ?? 0), 100 * (interval?.high ?? 0)])
    expect(record.baseRatePercent).toBe(0)
    // (18 × 2 − 12 × 1) / 30
    expect(record.averageImprovement).toBeCloseTo(0.8, 12)
    expect(record.averageImprovementInterval?.[0]).toBeLessThan(0.8)
    expect(record.sentence).toBe('18 of 30 scored recommendations did better than doing nothing.')
  })

  test('counts every loser, and says what it leaves out', () => {
    const one = toEntry(1, { outcome: toOutcome(-0.3) })
    const repeated = toEntry(2, { excludedBecause: 'repeated', repeats: one.id, madeOn: '2026-06-05' })
    const held = toEntry(3, { excludedBecause: 'no-operations' })
    const unscorable = toEntry(4, { isUnscorable: true })
    const late = toEntry(5, { horizonEnds: '2026-07-10' })
    const record = summariseRecord([one, repeated, held, unscorable, late], { simulated: true, ownersGone: 2 })
    expect(record).toMatchObject({
      made: 2,
      scored: 1,
      firstResultOn: '2026-07-10',
      simulated: true,
      ownersGone: 2,
      leftOut: { withoutOperations: 1, repeated: 1, unscorable: 1 },
      sentence: '1 of 2 recommendations have matured; percentages appear from 30.',
      byMarket: { up: { scored: 1, successes: 0 }, down: { scored: 0, successes: 0 } },
    })
  })

  test('counts promised limits, but not those of a deeper fall than was promised for', () => {
    const promised = (isWithinFall: boolean, isKept: boolean) => ({
      ...toOutcome(0.1),
      limit: { marketFall: 0.1, isWithinFall, unchangedLoss: 0.2, followedLoss: 0.12, isKept },
    })
    const outcomes = [promised(true, true), promised(true, false), promised(false, false), toOutcome(0.1)]
    const record = summariseRecord(
      outcomes.map((outcome, place) => toEntry(place + 1, { outcome })),
      CLASS,
    )
    expect(record.limits).toEqual({ scored: 2, successes: 1 })
    expect(record.sentence).toMatch(/ 1 of 2 that promised a limit kept it\.$/)
  })

  test('splits by rising and falling markets and by stated confidence', () => {
    const entries = [0.35, 0.3, 0.9].map((confidence, place) =>
      toEntry(place + 1, { confidence, outcome: toOutcome(place === 1 ? -1 : 1, place === 2 ? -0.1 : 0.1) }),
    )
    const { byMarket, calibration } = summariseRecord(entries, CLASS)
    expect(byMarket).toEqual({ up: { scored: 2, successes: 1 }, down: { scored: 1, successes: 1 } })
    expect(calibration).toHaveLength(10)
    expect(calibration[3]).toEqual({ fromPercent: 30, toPercent: 40, scored: 2, successes: 1 })
    expect(calibration[9]).toEqual({ fromPercent: 90, toPercent: 100, scored: 1, successes: 1 })
  })
})

test('confidence is corrected by estimates of the same kind that were about as sure, and by nothing else', () => {
  const entries = [
    toEntry(1, { kind: 'comprehensive', estimatedConfidence: 0.62, confidence: 0.4, outcome: toOutcome(1) }),
    toEntry(2, { kind: 'comprehensive', estimatedConfidence: 0.69, outcome: toOutcome(-1) }),
    toEntry(3, { kind: 'hedge', estimatedConfidence: 0.65, outcome: toOutcome(1) }),
    toEntry(4, { kind: 'comprehensive', estimatedConfidence: 0.7, outcome: toOutcome(1) }),
    toEntry(5, { kind: 'comprehensive', estimatedConfidence: 0.65 }),
    toEntry(6, {
      kind: 'comprehensive',
      estimatedConfidence: 0.65,
      outcome: toOutcome(1),
      excludedBecause: 'repeated',
    }),
  ]
  const earlier = entries.map((one) => ({ ...one, recommendation: { ...one.recommendation, version: 1 as const } }))
  expect(countAlike(earlier, { kind: 'comprehensive', confidence: 0.6 })).toEqual({ scored: 0, successes: 0 })
  expect(countAlike(entries, { kind: 'comprehensive', confidence: 0.6 })).toEqual({ scored: 2, successes: 1 })
})

describe('a hash chain', () => {
  const contents = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 12 })

  test('that nobody touched has nothing wrong with it, in one piece or in several', () => {
    fc.assert(
      fc.property(contents, fc.nat(12), (texts, cut) => {
        const rows = extendChain(EMPTY_CHAIN, texts)
        const whole = checkRows(EMPTY_CHAIN, rows)
        const first = checkRows(EMPTY_CHAIN, rows.slice(0, cut))
        const second = checkRows(first.head, rows.slice(cut))
        expect([whole.problems, first.problems, second.problems]).toEqual([[], [], []])
        expect(second.head).toEqual(whole.head)
        expect(extendChain(first.head, texts.slice(cut))).toEqual(rows.slice(cut))
      }),
      { numRuns: RUNS },
    )
  })

  test('tells any row that was changed, taken out, put in or moved', () => {
    fc.assert(
      fc.property(contents, fc.nat(), fc.constantFrom('change', 'drop', 'insert', 'swap'), (texts, at, kind) => {
        const rows = extendChain(EMPTY_CHAIN, [...texts, 'last'])
        const place = at % texts.length
        const [row, next] = [rows[place], rows[place + 1]]
        if (row === undefined || next === undefined) throw new Error('there is always a row after it')
        const damaged = {
          change: rows.with(place, { ...row, content: `${row.content} ` }),
          drop: rows.toSpliced(place, 1),
          insert: rows.toSpliced(place, 0, row),
          swap: rows.with(place, next).with(place + 1, row),
        }[kind]
        expect(checkRows(EMPTY_CHAIN, damaged).problems).not.toEqual([])
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a horizon', () => {
  test('is 63 sessions, or the first expiry if that is sooner', () => {
    // From Monday 1 June 2026; the 19th is Juneteenth, so that what is dated on it ends on the 18th.
    expect(toHorizonEnd(20_605, [])).toBe(addTradingDays(20_605, 63))
    expect(toHorizonEnd(20_605, ['2026-06-19', '2026-07-17'])).toBe(20_622)
    expect(addTradingDays(20_605, 0)).toBe(20_605)
  })
})
