import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeAmericanPrice } from './american.ts'
import { computeAmericanImpliedVolatility } from './american-implied-volatility.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { centralOption } from './test-arbitraries.ts'
import { EXERCISED_PUT as put } from './test-options.ts'

describe('American implied volatility', () => {
  test('volatility → price → volatility comes back, as far as the price carries it', () => {
    fc.assert(
      fc.property(centralOption, (option) => {
        const { price } = computeAmericanPrice(option)
        const intrinsic = option.type === 'put' ? option.strike - option.spot : option.spot - option.strike
        if (price - Math.max(0, intrinsic) < 1e-3) return
        const { volatility } = computeAmericanImpliedVolatility({ ...option, price })
        const at = (volatility: number) => computeAmericanPrice({ ...option, volatility }).price
        const vega = (at(1.001 * option.volatility) - at(0.999 * option.volatility)) / (0.002 * option.volatility)
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
