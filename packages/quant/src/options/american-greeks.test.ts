import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeAmericanPrice } from './american.ts'
import { computeAmericanGreeks } from './american-greeks.ts'
import { computeAmericanImpliedVolatility } from './american-implied-volatility.ts'
import { computeLeisenReimer } from './binomial-tree.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { centralOption } from './option-arbitraries.ts'
import { EXERCISED_PUT as put } from './test-options.ts'

test('each Greek is a difference of high-precision prices', () => {
  const shifts = { volatility: ['vega', 1e-3], rate: ['rho', 1e-4], dividendYield: ['dividendRho', 1e-4] } as const
  const greeks = computeAmericanGreeks(put)
  for (const [input, [greek, h]] of Object.entries(shifts)) {
    const at = (shift: number) =>
      computeAmericanPrice({ ...put, [input]: put[input as keyof typeof shifts] + shift }, 'high').price
    expect(Math.abs((at(h) - at(-h)) / (2 * h) / greeks[greek] - 1)).toBeLessThan(1e-5)
  }
  const later = (h: number) => computeAmericanPrice({ ...put, years: put.years + h }, 'high').price
  expect((later(-1e-4) - later(1e-4)) / 2e-4).toBeCloseTo(greeks.theta, 4)
})

test('a tree, which knows no boundary, gives the same delta and gamma', () => {
  const greeks = computeAmericanGreeks(put)
  const tree = computeLeisenReimer(put, { steps: 1001, style: 'american' })
  expect(tree.delta).toBeCloseTo(greeks.delta, 3)
  expect(tree.gamma).toBeCloseTo(greeks.gamma, 4)
})

test('a call without dividends has the European Greeks', () => {
  const call = { ...put, type: 'call', dividendYield: 0 } as const
  expect(computeAmericanGreeks(call)).toEqual(computeBlackScholes(call))
})

test('rates near zero are differentiated on their own side of it', () => {
  // With a yield below zero a rate below zero would bring a second boundary, and a tree with its noise.
  const option = { ...put, rate: 0.00005, dividendYield: -0.02 }
  const near = computeAmericanGreeks(option)
  const further = computeAmericanGreeks({ ...option, rate: 0.0001 })
  expect(Math.abs(near.rho / further.rho - 1)).toBeLessThan(0.0005)
  expect(Number.isFinite(computeAmericanGreeks({ ...option, rate: 0 }).rho)).toBe(true)
})

test('once exercised, nothing but delta is left', () => {
  expect(computeAmericanGreeks({ ...put, spot: 50 })).toEqual({
    price: 55,
    delta: -1,
    gamma: 0,
    vega: 0,
    theta: 0,
    rho: 0,
    dividendRho: 0,
  })
})

describe('American implied volatility', () => {
  test('volatility → price → volatility comes back, as far as the price carries it', () => {
    fc.assert(
      fc.property(centralOption, (option) => {
        const { price } = computeAmericanPrice(option)
        const intrinsic = option.type === 'put' ? option.strike - option.spot : option.spot - option.strike
        if (price - Math.max(0, intrinsic) < 1e-3) return
        const { volatility } = computeAmericanImpliedVolatility({ ...option, price })
        const { vega } = computeAmericanGreeks(option)
        // 1e−12 of the spot is what the price resolves; where vega is small that is much volatility.
        expect(Math.abs(volatility! - option.volatility)).toBeLessThan(1e-9 + (1e-12 * option.spot) / vega)
      }),
      propertyRuns(60),
    )
  })

  test('it lies below the European one, whose option lacks a right that the price contains', () => {
    const { volatility } = computeAmericanImpliedVolatility({ ...put, price: 11 })
    expect(computeBlackScholes({ ...put, volatility: volatility! }).price).toBeLessThan(11)
    expect(computeAmericanPrice({ ...put, volatility: volatility! }).price).toBeCloseTo(11, 9)
  })

  test('an in-the-money put above what any European one can cost still has a volatility', () => {
    // K·e^{−rT} = 105·e^{−0.05} = 99.88 is the most that a European put can cost.
    const quote = { ...put, spot: 1, price: 104.001 }
    const { volatility } = computeAmericanImpliedVolatility(quote)
    expect(computeAmericanPrice({ ...quote, volatility: volatility! }).price).toBeCloseTo(104.001, 9)
  })

  test.each([
    ['below-intrinsic', { price: 5 }],
    ['below-intrinsic', { price: 4 }],
    ['above-maximum', { price: 105 }],
    ['above-maximum', { type: 'call', price: 100.5 } as const],
    ['not-a-price', { price: 0 }],
    ['not-a-price', { price: Number.NaN }],
    ['expired', { price: 6, years: 0 }],
  ])('%s: %o', (reason, change) => {
    expect(computeAmericanImpliedVolatility({ ...put, ...change })).toEqual({ volatility: null, reason })
  })

  test('an impossible contract is an error', () => {
    expect(() => computeAmericanImpliedVolatility({ ...put, strike: -5, price: 1 })).toThrow(/^strike is/)
  })
})
