import { expect, test } from 'vitest'
import { findSuspectPrices } from './price-quality.ts'

const series = (...closes: number[]) => ({
  ticker: 'X',
  days: Int32Array.from(closes, (_, i) => 100 + i),
  closes: Float64Array.from(closes),
})
const reasons = (...closes: number[]) =>
  findSuspectPrices(series(...closes)).map(({ index, reason }) => [index, reason])

test('pence for pounds: a jump that is undone the next day is one suspect, not two', () => {
  expect(reasons(100, 101, 1.02, 102, 103)).toEqual([[2, 'reversing-jump']])
  expect(reasons(100, 101, 10_200, 10_300, 102, 103)).toEqual([[2, 'reversing-jump']])
})

test('a raw 2:1 split is flagged; with the split known, or adjusted closes, it is not', () => {
  expect(reasons(100, 102, 51.5, 52)).toEqual([[2, 'unreported-split']])
  expect(findSuspectPrices(series(100, 102, 51.5, 52), { splitDays: new Set([102]) })).toEqual([])
  expect(reasons(50, 51, 51.5, 52)).toEqual([])
})

test('a joining of shares is a split, too', () => {
  expect(reasons(1, 1.01, 10.1, 10.2)).toEqual([[2, 'unreported-split']])
})

test('a crash that stays is no error of the data', () => {
  expect(reasons(100, 30, 29, 31)).toEqual([])
  expect(reasons(100, 80, 100)).toEqual([])
  // undone, but only after three closes: that is a recovery
  expect(reasons(100, 30, 31, 30, 100, 101)).toEqual([])
  expect(reasons(100, 30, 31, 100, 101)).toEqual([[1, 'reversing-jump']])
})

test('the suspect says what was seen', () => {
  expect(findSuspectPrices(series(100, 50, 49))).toEqual([
    { index: 1, day: 101, reason: 'unreported-split', dailyReturn: -0.5 },
  ])
  expect(findSuspectPrices(series(100, 0, Number.NaN, 101))).toEqual([])
  expect(findSuspectPrices(series())).toEqual([])
})
