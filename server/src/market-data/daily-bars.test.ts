import { parseIsoDate } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DailyBar, toCleanBars } from './daily-bars.ts'

const MONDAY = parseIsoDate('2026-11-02')
const bars = (...closes: (number | null)[]): DailyBar[] =>
  closes.map((close, index) => ({ day: MONDAY + index, close, adjustedClose: null }))

test('days without a positive close are left out, never filled', () => {
  expect(toCleanBars(bars(10, null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 11))).toEqual({
    dates: ['2026-11-02', '2026-11-08'],
    closes: Float64Array.of(10, 11),
    adjustedCloses: Float64Array.of(10, 11),
  })
})

test('of two bars of one day the later stands, and order is restored', () => {
  const [first, second] = bars(10, 11) as [DailyBar, DailyBar]
  expect([...toCleanBars([second, { ...first, close: 9 }, first]).closes]).toEqual([10, 11])
})

describe('a close 20 times another', () => {
  test.each([
    ['in the middle', [10, 11, 220, 12, 13], [10, 11, 12, 13]],
    ['a twentieth', [10, 11, 0.5, 12, 13], [10, 11, 12, 13]],
    ['on the last day, when nothing confirms it yet', [10, 11, 220], [10, 11]],
    ['on the first day', [220, 10, 11, 12, 13, 14, 15], [10, 11, 12, 13, 14, 15]],
    [
      'confirmed by five closes after it',
      [10, 11, 220, 221, 222, 223, 224, 225],
      [10, 11, 220, 221, 222, 223, 224, 225],
    ],
    ['19 times is news', [10, 190, 10], [10, 190, 10]],
  ])('%s', (_case, closes, kept) => {
    expect([...toCleanBars(bars(...closes)).closes]).toEqual(kept)
  })
})

test('whatever comes in, dates ascend without doubles and every close is a price', () => {
  const bar = fc.record({
    day: fc.integer({ min: MONDAY, max: MONDAY + 30 }),
    close: fc.option(fc.double({ min: -10, max: 1e6 })),
    adjustedClose: fc.option(fc.double()),
  })
  fc.assert(
    fc.property(fc.array(bar), (input) => {
      const { dates, closes, adjustedCloses } = toCleanBars(input)
      expect(dates).toEqual([...new Set(dates)].toSorted())
      for (const price of [...closes, ...adjustedCloses]) expect(price).toBeGreaterThan(0)
      expect([closes.length, adjustedCloses.length]).toEqual([dates.length, dates.length])
    }),
  )
})
