import { expect, test } from 'vitest'
import { computeVolatilityRank } from './volatility-rank.ts'

test('the rank is the place between lowest and highest, the percentile the share below', () => {
  // (0.3 − 0.2) / (0.6 − 0.2) = 25 %; 2 of 4 are lower.
  expect(computeVolatilityRank(0.3, [0.25, 0.2, 0.6, 0.4])).toEqual({ rank: expect.closeTo(25, 10), percentile: 50 })
})

test('one day of panic moves the rank, not the percentile', () => {
  const calm = Array.from({ length: 99 }, (_, i) => 0.1 + i / 1000)
  expect(computeVolatilityRank(0.19, calm)!.rank).toBeGreaterThan(90)
  const withPanic = computeVolatilityRank(0.19, [...calm, 1.1])!
  expect(withPanic.rank).toBeLessThan(10)
  expect(withPanic.percentile).toBeGreaterThan(88)
})

test('beyond the year’s range it is 0 or 100', () => {
  expect(computeVolatilityRank(0.1, [0.2, 0.3])).toEqual({ rank: 0, percentile: 0 })
  expect(computeVolatilityRank(0.5, [0.2, 0.3])).toEqual({ rank: 100, percentile: 100 })
})

test('a volatility that never moved has no rank, and one that is always equal lies in the middle', () => {
  expect(computeVolatilityRank(0.2, [0.2, 0.2])).toEqual({ rank: null, percentile: 50 })
  expect(computeVolatilityRank(0.2, [])).toBeNull()
})

test.each([0, -0.1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no volatility', (bad) => {
  expect(() => computeVolatilityRank(bad, [0.2])).toThrow('volatility')
  expect(() => computeVolatilityRank(0.2, [0.2, bad])).toThrow('history[1]')
})
