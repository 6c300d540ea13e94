import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeMean, computeMoments, computeStandardDeviation } from './moments.ts'
import { propertyRuns } from './property-runs.ts'
import { computeEwmaVolatility, computePopulationVolatility, computeVolatility } from './volatility.ts'

const of = (...values: number[]) => Float64Array.from(values)
const returns = fc.float64Array({ min: -0.2, max: 0.2, noNaN: true, minLength: 2, maxLength: 60 })

test('the sample deviation of daily returns times the root of 252', () => {
  // deviations from the mean 0.01 are 0.01, −0.01: sd = √(0.0002/1)
  expect(computeVolatility(of(0.02, 0))).toBeCloseTo(Math.sqrt(0.0002 * 252), 15)
  expect(computePopulationVolatility(of(0.02, 0))).toBeCloseTo(Math.sqrt(0.0001 * 252), 15)
})

test('degenerate series', () => {
  expect(computeVolatility(of())).toBeNull()
  expect(computeVolatility(of(0.1))).toBeNull()
  expect(computeVolatility(of(0.1, Number.NaN))).toBeNull()
  expect(computeVolatility(of(0, 0, 0))).toBe(0)
  expect(computePopulationVolatility(of())).toBeNull()
  expect(computePopulationVolatility(of(0.1))).toBe(0)
  expect(computeMean(of(Number.NaN))).toBeNull()
  expect(computeStandardDeviation(of(1))).toBeNull()
  expect(() => computeVolatility(of(0.1, Number.NEGATIVE_INFINITY))).toThrow('values[1] is -Infinity')
})

test('a missing day is left out, not counted as zero', () => {
  expect(computeVolatility(of(0.02, Number.NaN, 0))).toBe(computeVolatility(of(0.02, 0)))
})

test('adding a constant changes nothing; scaling scales', () => {
  fc.assert(
    fc.property(returns, (r) => {
      const volatility = computeVolatility(r)!
      expect(computeVolatility(r.map((x) => x + 0.05))).toBeCloseTo(volatility, 12)
      expect(computeVolatility(r.map((x) => -2 * x))).toBeCloseTo(2 * volatility, 12)
    }),
    propertyRuns(50),
  )
})

test('the spread survives a mean a thousand million times larger', () => {
  // Σx² − n·mean² would lose every digit here
  expect(computeMoments(of(1e9 + 1, 1e9 - 1, 1e9)).squares).toBeCloseTo(2, 6)
})

describe('exponentially weighted volatility', () => {
  test('by hand', () => {
    // λ = 0.5: weights 1, ½, ¼ from the last: (0.01² + ½·0.02² + ¼·0.04²) / 1.75
    const expected = Math.sqrt(((0.0001 + 0.0002 + 0.0004) / 1.75) * 252)
    expect(computeEwmaVolatility(of(0.04, -0.02, 0.01), { decay: 0.5 })).toBeCloseTo(expected, 14)
    // a missing day takes its weight with it, and the days before it do not come nearer
    expect(computeEwmaVolatility(of(0.04, Number.NaN, 0.01), { decay: 0.5 })).toBeCloseTo(
      Math.sqrt(((0.0001 + 0.0004) / 1.25) * 252),
      14,
    )
  })

  test('moves of one size give that size, whatever the memory', () => {
    expect(computeEwmaVolatility(of(0.01, -0.01, 0.01, -0.01))).toBeCloseTo(0.01 * Math.sqrt(252), 14)
  })

  test('degenerate input', () => {
    expect(computeEwmaVolatility(of())).toBeNull()
    expect(computeEwmaVolatility(of(Number.NaN))).toBeNull()
    expect(computeEwmaVolatility(of(0))).toBe(0)
    expect(() => computeEwmaVolatility(of(Number.POSITIVE_INFINITY))).toThrow('returns[0] is Infinity')
    expect(() => computeEwmaVolatility(of(1), { decay: 1 })).toThrow('decay is 1')
  })
})
