import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { computeDeltaSkew } from './delta-skew.ts'
import { createTestSmile } from './test-smiles.ts'
import {
  computeAtmVolatility,
  computeQuoteFactor,
  computeSmileError,
  computeSmileVolatility,
  createFlatSmile,
  evaluateSmileShape,
  fitVolatilitySmiles,
  type SmilePoint,
  type VolatilitySmile,
} from './volatility-smile.ts'
import { computeTermSummary, interpolateTermVolatility, toTermPoints } from './volatility-term-structure.ts'

const expiry = { forward: 100, years: 0.25 }
const equitySmile = createTestSmile({ ...expiry, atmVolatility: 0.2 })
const strikes = [80, 85, 90, 95, 100, 105, 110, 115, 120]
const quoteAt = (smile: VolatilitySmile, halfSpread = 1e-4): SmilePoint[] =>
  strikes.map((strike) => ({ strike, volatility: computeSmileVolatility(smile, strike), halfSpread }))

describe('fit', () => {
  test('quotes on a smile give the smile back, beyond the strikes as well', () => {
    const [fitted] = fitVolatilitySmiles([{ ...expiry, points: quoteAt(equitySmile) }])
    expect(fitted).toMatchObject({ ...expiry, pointCount: 9 })
    for (const strike of [60, ...strikes, 140]) {
      expect(computeSmileVolatility(fitted!, strike)).toBeCloseTo(computeSmileVolatility(equitySmile, strike), 5)
    }
    expect(computeSmileError(fitted!, quoteAt(equitySmile))!.rms).toBeLessThan(1e-5)
  })

  test('the smiles come in the order of the expiries, whatever it is', () => {
    const later = createTestSmile({ ...expiry, years: 0.5, atmVolatility: 0.2 })
    const quotes = [later, equitySmile].map((smile) => ({ ...expiry, years: smile.years, points: quoteAt(smile) }))
    expect(fitVolatilitySmiles(quotes).map((smile) => smile?.years)).toEqual([0.5, 0.25])
  })

  test('a strike quoted widely says little', () => {
    const points = quoteAt(createFlatSmile(0.2, expiry))
    points[7] = { strike: 115, volatility: 0.4, halfSpread: 10 }
    const [fitted] = fitVolatilitySmiles([{ ...expiry, points }])
    expect(computeSmileVolatility(fitted!, 115)).toBeCloseTo(0.2, 3)
  })

  test('quotes without any spread count alike', () => {
    const [fitted] = fitVolatilitySmiles([{ ...expiry, points: quoteAt(equitySmile, 0) }])
    expect(computeSmileVolatility(fitted!, 90)).toBeCloseTo(computeSmileVolatility(equitySmile, 90), 5)
  })

  test('fewer than five points in all: flat; none: null', () => {
    const points = quoteAt(equitySmile).slice(3, 7)
    const [flat, none] = fitVolatilitySmiles([
      { ...expiry, points },
      { ...expiry, points: [] },
    ])
    expect(flat).toMatchObject({ svi: { b: 0 }, pointCount: 0 })
    expect(none).toBeNull()
  })

  test('strikes that are all far on one side of the forward say nothing of the middle', () => {
    // One deviation is 0.4 · √0.25 = 20 %.
    const at = (...far: number[]) => {
      const points = far.map((strike) => ({ strike, volatility: 0.4, halfSpread: 0.01 }))
      return fitVolatilitySmiles([{ ...expiry, points }])[0]!
    }
    expect(at(55, 80)).toBeNull()
    expect(at(124, 140)).toBeNull()
    expect(at(83)).toMatchObject({ atmVolatility: 0.4, pointCount: 0 })
    expect(at(75, 130).atmVolatility).toBeCloseTo(0.4, 12)
  })

  test('at-the-money volatility: total variance, linear in ln K, and the nearest strike outside', () => {
    const points = [
      { strike: 110, volatility: 0.3, halfSpread: 0.01 },
      { strike: 100, volatility: 0.2, halfSpread: 0.01 },
    ]
    // share = ln(104/100)/ln(110/100) = 0.41151; 0.2²·0.58849 + 0.3²·0.41151
    const share = Math.log(1.04) / Math.log(1.1)
    expect(computeAtmVolatility(points, 104)).toBeCloseTo(Math.sqrt(0.04 * (1 - share) + 0.09 * share), 14)
    expect(computeAtmVolatility(points, 90)).toBe(0.2)
    expect(computeAtmVolatility(points, 130)).toBe(0.3)
    expect(computeAtmVolatility([], 100)).toBeNull()
  })

  test('impossible points are named', () => {
    const points = [{ strike: 100, volatility: Number.NaN, halfSpread: 0.01 }]
    expect(() => fitVolatilitySmiles([{ ...expiry, points }])).toThrow(/^points\[0\].volatility is/)
    expect(() => fitVolatilitySmiles([{ ...expiry, years: 0, points: [] }])).toThrow(/^years is/)
  })
})

describe('error', () => {
  test('is weighted as the fit is: the strike that is quoted twice as widely counts a quarter', () => {
    const flat = createFlatSmile(0.2, expiry)
    const points = [
      { strike: 95, volatility: 0.201, halfSpread: 0.001 },
      { strike: 100, volatility: 0.199, halfSpread: 0.001 },
      { strike: 105, volatility: 0.206, halfSpread: 0.002 },
    ]
    const { rms, halfSpread } = computeSmileError(flat, points)!
    // (0.001² + 0.001² + 0.006²/4)/(1 + 1 + 1/4)
    expect(rms).toBeCloseTo(Math.sqrt((2e-6 + 9e-6) / 2.25), 10)
    expect(halfSpread).toBe(0.001)
    expect(computeSmileError(flat, [])).toBeNull()
  })
})

describe('shape', () => {
  test('is volatility over that at the money, by standard deviations', () => {
    for (const strike of strikes) {
      const z = Math.log(strike / 100) / (0.2 * 0.5)
      expect(0.2 * evaluateSmileShape(equitySmile, z)).toBeCloseTo(computeSmileVolatility(equitySmile, strike), 14)
    }
  })

  test('goes on beyond the strikes: variance becomes a straight line, nothing is cut off', () => {
    const square = (z: number) => evaluateSmileShape(equitySmile, z) ** 2
    expect(square(-8)).toBeGreaterThan(square(-4))
    expect(square(-2000) - square(-1000)).toBeCloseTo(square(-3000) - square(-2000), 2)
  })
})

describe('a contract’s own quote', () => {
  const quote = { strike: 90, volatility: 0.3 }
  const fit = computeSmileVolatility(equitySmile, 90)

  test('counts in full today', () => {
    const factor = computeQuoteFactor(equitySmile, { ...quote, logReturn: 0, years: 0.25 })
    expect(factor * fit).toBeCloseTo(0.3, 14)
  })

  test('fades with the distance from today’s price, in standard deviations to expiry, and with the time left', () => {
    // One deviation is 0.2 · √0.25 = 10 %.
    const left = (logReturn: number, years: number) =>
      Math.log(computeQuoteFactor(equitySmile, { ...quote, logReturn, years })) / Math.log(0.3 / fit)
    expect(left(-0.1, 0.25)).toBeCloseTo(Math.exp(-0.5), 12)
    expect(left(0.1, 0.25)).toBeCloseTo(Math.exp(-0.5), 12)
    expect(left(0, 0.1)).toBeCloseTo(0.4, 12)
    expect(left(-0.3, 0.1)).toBeCloseTo(0.4 * Math.exp(-4.5), 12)
    expect(left(0, 0)).toBe(0)
  })
})

describe('25-delta figures', () => {
  const dividendYield = 0.02
  const quotes = { ...expiry, points: quoteAt(equitySmile) }

  test('are read from the quotes, between the two strikes around a quarter', () => {
    const skew = computeDeltaSkew(quotes, dividendYield)!
    const spot = 100 * Math.exp((dividendYield - 0.04) * 0.25)
    const read = (type: 'call' | 'put', strike: number) => {
      const volatility = computeSmileVolatility(equitySmile, strike)
      const option = { type, spot, strike, years: 0.25, rate: 0.04, dividendYield, volatility }
      return { volatility, delta: Math.abs(computeBlackScholes(option).delta) }
    }
    for (const [type, inner, outer, found] of [
      ['put', 95, 90, skew.putVolatility],
      ['call', 105, 110, skew.callVolatility],
    ] as const) {
      const [near, far] = [read(type, inner), read(type, outer)]
      expect(near.delta).toBeGreaterThan(0.25)
      expect(far.delta).toBeLessThan(0.25)
      const share = (near.delta - 0.25) / (near.delta - far.delta)
      expect(found).toBeCloseTo((1 - share) * near.volatility + share * far.volatility, 12)
    }
    expect(skew.riskReversal).toBeCloseTo(skew.callVolatility - skew.putVolatility, 15)
    expect(skew.riskReversal).toBeLessThan(0)
    expect(skew.putSkew).toBeCloseTo(skew.putVolatility - 0.2, 6)
    expect(skew.butterfly).toBeCloseTo(0.5 * (skew.callVolatility + skew.putVolatility) - 0.2, 6)
  })

  test('follow a quote that the fit does not', () => {
    const points = quotes.points.map((point) => (point.strike === 90 ? { ...point, volatility: 0.35 } : point))
    expect(computeDeltaSkew({ ...quotes, points }, dividendYield)!.putVolatility).toBeGreaterThan(
      computeDeltaSkew(quotes, dividendYield)!.putVolatility + 0.02,
    )
  })

  test('of a flat smile are nothing; strikes that do not reach the delta on both sides have none', () => {
    const flat = quoteAt(createFlatSmile(0.2, expiry))
    const skew = computeDeltaSkew({ ...expiry, points: flat }, 0)!
    for (const name of ['riskReversal', 'putSkew', 'butterfly'] as const) expect(skew[name]).toBeCloseTo(0, 14)
    expect(computeDeltaSkew({ ...expiry, points: flat.slice(2) }, 0)).not.toBeNull()
    expect(computeDeltaSkew({ ...expiry, points: flat.slice(4) }, 0)).toBeNull()
    expect(computeDeltaSkew({ ...expiry, points: flat.slice(0, 5) }, 0)).toBeNull()
    expect(computeDeltaSkew({ ...expiry, points: [] }, 0)).toBeNull()
  })

  test('lie between the volatilities around them, whatever the quotes', () => {
    const volatility = fc.double({ min: 0.1, max: 0.6, noNaN: true })
    fc.assert(
      fc.property(fc.array(volatility, { minLength: 9, maxLength: 9 }), (volatilities) => {
        const points = strikes.map((strike, i) => ({ strike, volatility: volatilities[i]!, halfSpread: 0.01 }))
        const skew = computeDeltaSkew({ ...expiry, points }, 0)
        for (const found of skew === null ? [] : [skew.callVolatility, skew.putVolatility]) {
          expect(found).toBeGreaterThanOrEqual(Math.min(...volatilities))
          expect(found).toBeLessThanOrEqual(Math.max(...volatilities))
        }
      }),
      propertyRuns(200),
    )
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

  test('is told by monthly expiries alone, where one comes within two months', () => {
    const read = (expiry: string, days: number, atmVolatility: number) => ({
      expiry,
      years: days / 365,
      smile: { atmVolatility },
    })
    const [weekly, monthly, later] = [
      read('2026-12-24', 34, 0.5),
      read('2026-12-18', 28, 0.2),
      read('2027-03-19', 119, 0.3),
    ]
    const found = (...all: Parameters<typeof toTermPoints>[0][number][]) =>
      toTermPoints(all).map(({ volatility }) => volatility)
    expect(found(weekly, monthly, later)).toEqual([0.2, 0.3])
    expect(found(weekly, later)).toEqual([0.5, 0.3])
    expect(found({ ...monthly, smile: null }, weekly)).toEqual([0.5])
  })

  test('impossible arguments are named', () => {
    expect(() => interpolateTermVolatility(points, 0)).toThrow(/^years is/)
    expect(() => interpolateTermVolatility([{ years: 1, volatility: -1 }], 1)).toThrow(/^points\[0\].volatility is/)
    expect(() => computeTermSummary(points, -1)).toThrow(/^spot is/)
  })
})
