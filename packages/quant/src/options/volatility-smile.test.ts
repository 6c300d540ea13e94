import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeBlackScholes } from './black-scholes.ts'
import {
  computeAtmVolatility,
  computeDeltaSkew,
  computeSmileShape,
  computeSmileVolatility,
  fitVolatilitySmile,
  type VolatilitySmile,
} from './volatility-smile.ts'
import { computeTermSummary, interpolateTermVolatility } from './volatility-term-structure.ts'

const expiry = { forward: 100, years: 0.25 }
const equitySmile: VolatilitySmile = { ...expiry, atmVolatility: 0.2, slope: -0.12, curvature: 0.03, pointCount: 9 }
const strikes = [80, 85, 90, 95, 100, 105, 110, 115, 120]

describe('fit', () => {
  test('points on a smile give the smile back', () => {
    const shape = fc.record({
      atmVolatility: fc.double({ min: 0.1, max: 0.8, noNaN: true }),
      // A steeper one meets the floor of the shape, 1 − 0.16 · 2.5 = 0.6, and with the floor it is no parabola.
      slope: fc.double({ min: -0.15, max: 0.15, noNaN: true }),
      curvature: fc.double({ min: 0, max: 0.05, noNaN: true }),
    })
    fc.assert(
      fc.property(shape, (drawn) => {
        const smile = { ...expiry, ...drawn, pointCount: 9 }
        const points = strikes.map((strike) => ({
          strike,
          volatility: computeSmileVolatility(smile, strike),
          weight: 1,
        }))
        const fitted = fitVolatilitySmile(points, expiry)!
        expect(fitted.atmVolatility).toBeCloseTo(drawn.atmVolatility, 12)
        const inside = points.filter(({ strike }) => Math.abs(Math.log(strike / 100)) < 2 * drawn.atmVolatility * 0.5)
        if (inside.length < 5) return
        for (const { strike, volatility } of inside) {
          expect(computeSmileVolatility(fitted, strike)).toBeCloseTo(volatility, 8)
        }
      }),
      propertyRuns(100),
    )
  })

  test('weights decide whom the curve follows', () => {
    const points = strikes.map((strike) => ({ strike, volatility: 0.2, weight: 1 }))
    points[7] = { strike: 115, volatility: 0.4, weight: 1e-9 }
    expect(computeSmileVolatility(fitVolatilitySmile(points, expiry)!, 115)).toBeCloseTo(0.2, 6)
  })

  test('fewer than five points: flat at the money volatility; none: null', () => {
    const points = strikes.slice(3, 7).map((strike, i) => ({ strike, volatility: 0.2 + 0.01 * i, weight: 1 }))
    expect(fitVolatilitySmile(points, expiry)).toMatchObject({ slope: 0, curvature: 0, pointCount: 0 })
    expect(fitVolatilitySmile([], expiry)).toBeNull()
  })

  test('strikes that are all far on one side of the forward say nothing of the middle', () => {
    // One deviation is 0.4 · √0.25 = 20 %.
    const at = (...far: number[]) => far.map((strike) => ({ strike, volatility: 0.4, weight: 1 }))
    expect(fitVolatilitySmile(at(55, 80), expiry)).toBeNull()
    expect(fitVolatilitySmile(at(124, 140), expiry)).toBeNull()
    expect(fitVolatilitySmile(at(83), expiry)).toMatchObject({ atmVolatility: 0.4, pointCount: 0 })
    expect(fitVolatilitySmile(at(75, 130), expiry)!.atmVolatility).toBeCloseTo(0.4, 12)
  })

  test('at-the-money volatility: total variance, linear in ln K, and the nearest strike outside', () => {
    const points = [
      { strike: 110, volatility: 0.3, weight: 1 },
      { strike: 100, volatility: 0.2, weight: 1 },
    ]
    // share = ln(104/100)/ln(110/100) = 0.41151; 0.2²·0.58849 + 0.3²·0.41151
    const share = Math.log(1.04) / Math.log(1.1)
    expect(computeAtmVolatility(points, 104)).toBeCloseTo(Math.sqrt(0.04 * (1 - share) + 0.09 * share), 14)
    expect(computeAtmVolatility(points, 90)).toBe(0.2)
    expect(computeAtmVolatility(points, 130)).toBe(0.3)
    expect(computeAtmVolatility([], 100)).toBeNull()
  })

  test('the shape is held between 0.6 and 2.2 and is constant beyond 2.5 deviations', () => {
    const wild = { slope: -1, curvature: 0.5 }
    expect(computeSmileShape(wild, 1)).toBe(0.6)
    expect(computeSmileShape(wild, -2)).toBe(2.2)
    expect(computeSmileShape(equitySmile, 4)).toBe(computeSmileShape(equitySmile, 2.5))
  })

  test('impossible points are named', () => {
    const bad = [{ strike: 100, volatility: Number.NaN, weight: 1 }]
    expect(() => fitVolatilitySmile(bad, expiry)).toThrow(/^points\[0\].volatility is/)
    expect(() => fitVolatilitySmile([], { ...expiry, years: 0 })).toThrow(/^years is/)
  })
})

describe('25-delta figures', () => {
  test('the volatilities are those of strikes whose delta is a quarter', () => {
    const dividendYield = 0.02
    const skew = computeDeltaSkew(equitySmile, dividendYield)
    for (const [type, volatility] of [
      ['call', skew.callVolatility],
      ['put', skew.putVolatility],
    ] as const) {
      const sign = type === 'call' ? 1 : -1
      // Walk the strikes until the delta passes a quarter; the smile there must have the volatility found.
      let strike = 100
      let delta = 1
      while (delta > 0.25) {
        strike += sign * 0.01
        const spot = 100 * Math.exp((dividendYield - 0.04) * 0.25)
        const inputs = { type, spot, strike, years: 0.25, rate: 0.04, dividendYield }
        delta = Math.abs(
          computeBlackScholes({ ...inputs, volatility: computeSmileVolatility(equitySmile, strike) }).delta,
        )
      }
      expect(computeSmileVolatility(equitySmile, strike)).toBeCloseTo(volatility, 4)
    }
    expect(skew.riskReversal).toBeCloseTo(skew.callVolatility - skew.putVolatility, 15)
    expect(skew.riskReversal).toBeLessThan(0)
    expect(skew.putSkew).toBeGreaterThan(0)
  })

  test('a flat smile has none', () => {
    const skew = computeDeltaSkew({ ...equitySmile, slope: 0, curvature: 0 }, 0)
    expect(skew).toMatchObject({ riskReversal: 0, putSkew: 0, butterfly: 0, callVolatility: 0.2 })
  })
})

describe('term structure', () => {
  const points = [
    { years: 20 / 365, volatility: 0.3 },
    { years: 60 / 365, volatility: 0.25 },
    { years: 120 / 365, volatility: 0.22 },
  ]

  test('total variance is linear between expiries', () => {
    // 30 days lie a quarter of the way from 20 to 60: (0.75·0.09·20 + 0.25·0.0625·60)/30
    const expected = Math.sqrt((0.75 * 0.09 * 20 + 0.25 * 0.0625 * 60) / 30)
    expect(interpolateTermVolatility(points, 30 / 365)).toBeCloseTo(expected, 14)
    const summary = computeTermSummary(points, 400)!
    expect(summary.volatility30).toBeCloseTo(expected, 14)
    expect(summary.slope).toBeCloseTo(summary.volatility90 - expected, 14)
    expect(summary.expectedMove).toBeCloseTo(400 * expected * Math.sqrt(30 / 365), 12)
  })

  test('outside the expiries the nearest counts; without any there is none', () => {
    expect(interpolateTermVolatility(points, 5 / 365)).toBe(0.3)
    expect(interpolateTermVolatility(points, 2)).toBe(0.22)
    expect(interpolateTermVolatility([{ years: 0, volatility: 0.5 }], 0.1)).toBeNull()
    expect(computeTermSummary([], 100)).toBeNull()
  })

  test('impossible arguments are named', () => {
    expect(() => interpolateTermVolatility(points, 0)).toThrow(/^years is/)
    expect(() => interpolateTermVolatility([{ years: 1, volatility: -1 }], 1)).toThrow(/^points\[0\].volatility is/)
    expect(() => computeTermSummary(points, -1)).toThrow(/^spot is/)
  })
})
