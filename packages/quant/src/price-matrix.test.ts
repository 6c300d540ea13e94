import { expect, test } from 'vitest'
import { alignPrices, findRow, getRow, sliceColumns } from './price-matrix.ts'
import { computeReturns } from './returns.ts'

const days = (...numbers: number[]) => Int32Array.from(numbers)
const closes = (...numbers: number[]) => Float64Array.from(numbers)

test('a 24/7 instrument gives the return from Friday to Monday', () => {
  // days 1 (Friday) and 4 (Monday) are trading days; the coin also closed on the weekend
  const matrix = alignPrices([{ ticker: 'BTC', days: days(1, 2, 3, 4), closes: closes(100, 90, 80, 110) }], days(1, 4))
  expect([...matrix.values]).toEqual([100, 110])
  expect(computeReturns(matrix).values[0]).toBeCloseTo(0.1, 15)
})

test('a holiday abroad is a missing return, not a return of zero', () => {
  const matrix = alignPrices([{ ticker: 'X.L', days: days(1, 3), closes: closes(100, 121) }], days(1, 2, 3))
  expect([...matrix.values]).toEqual([100, 100, 121])
  expect(computeReturns(matrix).values[0]).toBeNaN()
  expect(computeReturns(matrix).values[1]).toBeCloseTo(0.21, 15)
})

test('a close more than five calendar days old is missing', () => {
  const matrix = alignPrices([{ ticker: 'HALT', days: days(1, 9), closes: closes(100, 50) }], days(1, 6, 7, 9))
  // day 6 is 5 days after the close of day 1, day 7 is 6 days after it
  expect([...matrix.values]).toEqual([100, 100, Number.NaN, 50])
  expect([...computeReturns(matrix).values]).toEqual([Number.NaN, Number.NaN, Number.NaN])
})

test('a window that begins after a close has it as long as it is not too old', () => {
  const series = [{ ticker: 'HALT', days: days(1, 2, 12), closes: closes(90, 100, 50) }]
  expect([...alignPrices(series, days(7, 8, 12)).values]).toEqual([100, Number.NaN, 50])
  const bad = [{ ticker: 'X', days: days(1, 2), closes: closes(90, 0) }]
  expect([...alignPrices(bad, days(6, 7)).values]).toEqual([90, Number.NaN])
})

test.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])('a close of %s is no close', (bad) => {
  const matrix = alignPrices([{ ticker: 'X', days: days(1, 2), closes: closes(100, bad) }], days(1, 2))
  expect([...matrix.values]).toEqual([100, 100])
  expect(computeReturns(matrix).values[0]).toBeNaN()
})

test('a listing has no price before its first close', () => {
  const matrix = alignPrices([{ ticker: 'IPO', days: days(3), closes: closes(10) }], days(1, 2, 3))
  expect([...matrix.values]).toEqual([Number.NaN, Number.NaN, 10])
})

test('a series without a close is a row of missing cells', () => {
  const matrix = alignPrices([{ ticker: 'NONE', days: days(), closes: closes() }], days(1, 2))
  expect([...matrix.values]).toEqual([Number.NaN, Number.NaN])
})

test('bad input is named', () => {
  const good = { ticker: 'A', days: days(1), closes: closes(1) }
  expect(() => alignPrices([good], days(2, 2))).toThrow('masterDays[1] is not later')
  expect(() => alignPrices([{ ...good, closes: closes(1, 2) }], days(1))).toThrow(
    'days of A has 1 entries and closes of A has 2',
  )
  expect(() => alignPrices([good, good], days(1))).toThrow('repeats the ticker A')
})

test('rows are views, and windows are copies that keep the day of each close', () => {
  const matrix = alignPrices(
    [
      { ticker: 'A', days: days(1, 2, 3), closes: closes(1, 2, 3) },
      { ticker: 'B', days: days(1, 3), closes: closes(4, 6) },
    ],
    days(1, 2, 3),
  )
  expect([...getRow(matrix, 1)]).toEqual([4, 4, 6])
  expect(findRow(matrix, 'C')).toBeUndefined()
  expect(() => getRow(matrix, 2)).toThrow('row is 2')
  const window = sliceColumns(matrix, 1, 2)
  expect([...window.values]).toEqual([2, 3, 4, 6])
  expect([...window.closeDays]).toEqual([2, 3, 1, 3])
  expect([...window.dates]).toEqual([2, 3])
  expect(() => sliceColumns(matrix, 1, 3)).toThrow(/column/)
})
