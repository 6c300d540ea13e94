import { expect, test } from 'vitest'
import { findNextDividend, listDividends, sumYear } from './dividends.ts'

test('the next dividend is what the last one was, as long after it as is usual', () => {
  // Dividends of 1.00 and 1.20 go off on Feb 9 and May 11; adjusted closes are lower before them.
  const dates = ['2026-02-06', '2026-02-09', '2026-05-08', '2026-05-11', '2026-06-01']
  const closes = Float64Array.of(100, 100, 120, 119, 125)
  const [first, second] = [1 - 1 / 100, 1 - 1.2 / 120]
  const adjustedCloses = closes.map((close, t) => close * (t < 3 ? second : 1) * (t < 1 ? first : 1))
  const found = findNextDividend({ dates, closes, adjustedCloses }, '2026-06-01')
  expect(found?.amount).toBeCloseTo(1.2, 9)
  expect(found?.exDate).toBe('2026-08-10')
  expect(findNextDividend({ dates, closes, adjustedCloses }, '2026-09-01')?.exDate).toBe('2026-09-01')
  expect(findNextDividend({ dates, closes, adjustedCloses: closes }, '2026-06-01')).toBeNull()
  expect(listDividends({ dates, closes, adjustedCloses }).map(({ exDate }) => exDate)).toEqual([dates[1], dates[3]])
})

test('a year’s dividends are those after the same day a year ago, up to today', () => {
  const paid = ['2025-11-20', '2025-11-21', '2026-11-20', '2026-11-21'].map((exDate) => ({ exDate, amount: 1 }))
  expect(sumYear(paid, '2026-11-20')).toBe(2)
})
