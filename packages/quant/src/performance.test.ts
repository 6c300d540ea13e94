import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeCaptureRatios,
  computeCompoundJensenAlpha,
  computeInformationRatio,
  computeJensenAlpha,
  computeTrackingError,
} from './benchmark-relative.ts'
import { computeCalmarRatio, computePerformance, computeRelativePerformance } from './performance.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { compoundReturns, computeSimpleReturns } from './returns.ts'
import { computeWinRate, computeWinRateOfMovingDays, countDays } from './win-rate.ts'

const of = (...values: number[]) => Float64Array.from(values)
const normal = createNormalSource(createRandomSource(11))
const market = compoundReturns(
  Float64Array.from({ length: 300 }, () => 0.0003 + 0.01 * normal()),
  50,
)
const fund = compoundReturns(
  computeSimpleReturns(market).map((r) => 0.0001 + 1.2 * r + 0.003 * normal()),
  100,
)

/** Ten days whose figures were computed independently (numpy), nine or ten digits. */
const P = of(100, 102, 99, 101, 104, 98, 97, 103, 105, 104)
const B = of(50, 50.5, 49.5, 50, 51, 49, 48.5, 50.5, 51, 51.2)

describe('ten days with known figures', () => {
  const r = computeSimpleReturns(P)
  const b = computeSimpleReturns(B)

  test('against the benchmark', () => {
    expect(computeJensenAlpha(r, b)).toBeCloseTo(0.1733043162, 9)
    expect(computeTrackingError(r, b)).toBeCloseTo(0.2091530967, 9)
    expect(computeInformationRatio(r, b)).toBeCloseTo(2.4642364387, 9)
    const capture = computeCaptureRatios(r, b)
    expect(capture.up).toBeCloseTo(1.4819685404, 9)
    expect(capture.down).toBeCloseTo(1.4097247072, 9)
    expect([capture.upDays, capture.downDays]).toEqual([6, 3])
  })

  test('the summary hides what ten days cannot say', () => {
    expect(computePerformance(P)).toMatchObject({
      observations: 9,
      totalReturn: expect.closeTo(0.04, 12),
      annualizedReturn: null,
      calmarRatio: null,
      var95: null,
      cvar95: null,
      flags: ['short-window', 'short-tail'],
    })
    expect(computeRelativePerformance(P, B)).toMatchObject({
      beta: null,
      alpha: null,
      upCapture: null,
      flags: ['short-window'],
    })
    expect(computeRelativePerformance(P, B, { minimumReturns: 2 }).beta).toBeCloseTo(1.4913158162, 9)
  })
})

test('a portfolio that is its benchmark has beta 1, alpha 0, no tracking error and captures 1', () => {
  const same = computeRelativePerformance(market, market)
  expect(same).toMatchObject({ trackingError: 0, informationRatio: null, flags: ['zero-tracking-error'] })
  expect(same.beta).toBeCloseTo(1, 12)
  expect(same.alpha).toBeCloseTo(0, 12)
  expect(same.upCapture).toBeCloseTo(1, 12)
  expect(same.downCapture).toBeCloseTo(1, 12)
})

test('scaling all prices changes nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e4, noNaN: true }), (scale) => {
      const one = computePerformance(fund)
      const other = computePerformance(fund.map((value) => value * scale))
      expect(other.sharpeRatio).toBeCloseTo(one.sharpeRatio!, 9)
      expect(other.maxDrawdown.depth).toBeCloseTo(one.maxDrawdown.depth, 12)
      expect(other.cvar95).toBeCloseTo(one.cvar95!, 12)
      expect(other.calmarRatio).toBeCloseTo(one.calmarRatio!, 9)
      const relative = computeRelativePerformance(
        fund.map((value) => value * scale),
        market,
      )
      expect(relative.beta).toBeCloseTo(computeRelativePerformance(fund, market).beta!, 9)
    }),
    propertyRuns(10),
  )
})

test('a long window shows everything, without a flag', () => {
  const performance = computePerformance(fund)
  expect(performance.flags).toEqual([])
  for (const value of Object.values(performance)) expect(value).not.toBeNull()
  const relative = computeRelativePerformance(fund, market)
  expect(relative.flags).toEqual([])
  for (const value of Object.values(relative)) expect(value).not.toBeNull()
  expect(performance.cvar95!).toBeGreaterThanOrEqual(performance.var95!)
})

describe('degenerate windows', () => {
  test('a single value', () => {
    expect(computePerformance(of(100))).toMatchObject({
      observations: 0,
      totalReturn: 0,
      volatility: null,
      winRate: null,
      bestDay: null,
      flags: ['insufficient-data', 'short-window', 'short-tail'],
    })
  })

  test('cash that never moves', () => {
    expect(computePerformance(new Float64Array(100).fill(1))).toMatchObject({
      volatility: 0,
      sharpeRatio: null,
      calmarRatio: null,
      winRate: 0,
      flags: ['zero-volatility'],
    })
  })

  test('returns too wild for the Cornish–Fisher expansion', () => {
    const wild = new Float64Array(100).fill(0.001)
    wild[50] = -0.3
    const performance = computePerformance(compoundReturns(wild))
    expect(performance).toMatchObject({ cornishFisherVar95: null, cornishFisherCvar95: null, flags: ['cf-invalid'] })
    expect(performance.skewness).toBeLessThan(-2)
  })

  test('bad input is named', () => {
    expect(() => computePerformance(of())).toThrow('values has 0 entries')
    expect(() => computePerformance(of(1, -1))).toThrow('values[1] is -1')
    expect(() => computeRelativePerformance(of(1, 2), of(1))).toThrow('benchmarkValues has 1')
    expect(() => computeCaptureRatios(of(-1), of(0.1))).toThrow('returns[0] is -1')
    expect(computeCalmarRatio(null, 0.1)).toBeNull()
    // What never moved falls by the rounding of its weights.
    expect(computeCalmarRatio(-2e-16, 2.2e-16)).toBeNull()
    expect(computeCaptureRatios(of(0.1, Number.NaN), of(0, 0.1))).toEqual({
      up: null,
      down: null,
      upDays: 0,
      downDays: 0,
    })
  })
})

test('the compounded alpha', () => {
  const r = computeSimpleReturns(fund)
  const b = computeSimpleReturns(market)
  const alpha = computeJensenAlpha(r, b)!
  expect(computeCompoundJensenAlpha(r, b)).toBeCloseTo((1 + alpha / 252) ** 252 - 1, 12)
  expect(computeCompoundJensenAlpha(of(1), of(1))).toBeNull()
})

test('days that did not move are neither won nor counted among the movers', () => {
  const r = of(0.1, 0, -0.1, 0.2, Number.NaN)
  expect(computeWinRate(r)).toBe(0.5)
  expect(computeWinRateOfMovingDays(r)).toBeCloseTo(2 / 3, 15)
  expect(countDays(r)).toEqual({ days: 4, upDays: 2, downDays: 1, zeroDays: 1, bestDay: 0.2, worstDay: -0.1 })
  expect([computeWinRate(of()), computeWinRateOfMovingDays(of()), computeWinRateOfMovingDays(of(0))]).toEqual([
    null,
    null,
    0,
  ])
})
