import { expect, test } from 'vitest'
import { comparePutCallRatio } from './put-call-history.ts'

const INDEX = [1.2, 1.3, 1.4, 1.5, 1.6]

test('a ratio above 1 can be few puts for an index', () => {
  // None of five was lower; the third of five is the median.
  expect(comparePutCallRatio(1.1, INDEX)).toEqual({ usualRatio: 1.4, percentile: 0, reading: 'fewer-puts' })
})

test('what equals earlier days counts half below them', () => {
  // Two are lower, one is equal: 2.5 of 5.
  expect(comparePutCallRatio(1.4, INDEX)).toEqual({ usualRatio: 1.4, percentile: 50, reading: 'usual' })
})

test('more than on 80 % of the days is more than usual, exactly 80 % is not', () => {
  expect(comparePutCallRatio(1.55, INDEX)).toMatchObject({ percentile: 80, reading: 'usual' })
  expect(comparePutCallRatio(1.7, INDEX)).toMatchObject({ percentile: 100, reading: 'more-puts' })
})

test('without an earlier day there is nothing to compare with', () => {
  expect(comparePutCallRatio(1.4, [])).toBeNull()
})

test.each([-0.1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no ratio', (bad) => {
  expect(() => comparePutCallRatio(bad, INDEX)).toThrow('ratio')
  expect(() => comparePutCallRatio(1, [1, bad])).toThrow('history[1]')
})
