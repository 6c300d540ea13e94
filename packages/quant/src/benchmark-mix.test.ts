import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeMixLevels, findCompleteRun } from './benchmark-mix.ts'
import { formatIsoDate, parseIsoDate } from './civil-day.ts'
import type { PriceMatrix } from './price-matrix.ts'
import { propertyRuns } from './property-runs.ts'

function toPrices(rows: readonly (readonly number[])[], days?: readonly string[]): PriceMatrix {
  const columns = rows[0]?.length ?? 0
  return {
    dates: Int32Array.from({ length: columns }, (_, t) => (days ? parseIsoDate(days[t]!) : 20_000 + t)),
    tickers: rows.map((_, row) => `T${row}`),
    values: Float64Array.from(rows.flat()),
    rows: rows.length,
    columns,
  }
}
const of = (...values: number[]) => Float64Array.from(values)

test('a mix is set back to its weights at the last close of a month, and nowhere else', () => {
  // 2024-10-30 to 2024-11-04. Oct 31: 0.6 × 1.10 + 0.4 × 1.00 = 1.06, the month’s last close.
  // Nov 1, from 60/40 again: 1.06 × (0.6 × 1.00 + 0.4 × 0.95) = 1.0388
  // Nov 4, held since Oct 31: 1.06 × (0.6 × 66 ÷ 55 + 0.4 × 0.95) = 1.166
  const prices = toPrices(
    [
      [50, 55, 55, 66],
      [20, 20, 19, 19],
    ],
    ['2024-10-30', '2024-10-31', '2024-11-01', '2024-11-04'],
  )
  const levels = computeMixLevels(prices, of(0.6, 0.4))
  expect(levels[0]).toBe(1)
  expect(levels[1]).toBeCloseTo(1.06, 14)
  expect(levels[2]).toBeCloseTo(1.0388, 14)
  expect(levels[3]).toBeCloseTo(1.166, 14)
})

test('a single instrument is its own closes, to the last bit', () => {
  expect(computeMixLevels(toPrices([[50.1, 55.3, 54.7]]), of(1))).toEqual(of(50.1, 55.3, 54.7))
  expect(computeMixLevels(toPrices([[]]), of(1))).toEqual(of())
})

test('equals units that are bought anew at each end of a month', () => {
  const close = fc.double({ min: 1, max: 1_000, noNaN: true })
  const percents = fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(percents, fc.integer({ min: 2, max: 80 }), fc.infiniteStream(close), (raw, days, closes) => {
      const total = raw.reduce((sum, percent) => sum + percent, 0)
      const weights = raw.map((percent) => percent / total)
      const rows = weights.map(() => Array.from({ length: days }, () => closes.next().value))
      const prices = toPrices(rows)
      const months = Array.from(prices.dates, (day) => formatIsoDate(day).slice(0, 7))
      let worth = 1
      let units = weights.map((weight, row) => weight / rows[row]![0]!)
      for (const [t, level] of computeMixLevels(prices, Float64Array.from(weights)).entries()) {
        worth = units.reduce((sum, held, row) => sum + held * rows[row]![t]!, 0)
        expect(Math.abs(level / worth - 1)).toBeLessThan(1e-9)
        if (months[t + 1] !== months[t]) units = weights.map((weight, row) => (worth * weight) / rows[row]![t]!)
      }
    }),
    propertyRuns(200),
  )
})

test('what is covered is the longest stretch without a gap in any row', () => {
  const gap = Number.NaN
  expect(
    findCompleteRun(
      toPrices([
        [1, 2, 3],
        [gap, 5, 6],
      ]),
    ),
  ).toEqual({ from: 1, to: 3 })
  expect(findCompleteRun(toPrices([[1, gap, 3, 4, 5, gap]]))).toEqual({ from: 2, to: 5 })
  expect(
    findCompleteRun(
      toPrices([
        [1, gap],
        [gap, 2],
      ]),
    ),
  ).toEqual({ from: 0, to: 0 })
  expect(findCompleteRun(toPrices([]))).toEqual({ from: 0, to: 0 })
})
