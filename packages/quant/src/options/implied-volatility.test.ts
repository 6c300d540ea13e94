import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeBlack76 } from './black-76.ts'
import { computeBlackScholes, computeEuropeanLowerBound } from './black-scholes.ts'
import { computeImpliedVolatility, solveTotalVolatility } from './implied-volatility.ts'
import { normalisedBlack, normalisedBlackComplement, normalisedVega } from './normalised-black.ts'
import type { OptionType } from './option-contract.ts'
import { listedOption } from './test-arbitraries.ts'

describe('normalised Black price', () => {
  /** 60-digit values at the centre and the edges of each region: small s, deep wing, middle, large s. */
  const exact = [
    { x: -0.001, s: 0.0001, b: 7.474560245421083e-29 },
    { x: -0.105, s: 0.01, b: 4.0418460217494484e-29 },
    { x: -2.2, s: 0.2, b: 3.4019593469568954e-30 },
    { x: -0.5, s: 0.02, b: 2.4374726016356547e-141 },
    { x: -0.1, s: 0.1, b: 0.008324939376702142 },
    { x: -1, s: 0.5, b: 0.004142358750678575 },
    { x: -5, s: 2, b: 0.0026498666737864492 },
    { x: -0.2, s: 5, b: 0.8924261012657605 },
    { x: 0, s: 0.3, b: 0.11923538474048503 },
  ]

  test.each(exact)('b($x, $s)', ({ x, s, b }) => {
    // Rounding of x/s alone moves the price by (x/s)² units in the last place.
    expect(Math.abs(normalisedBlack(x, s) / b - 1)).toBeLessThan(2e-16 * (4 + (x / s) ** 2))
  })

  const point = fc.record({
    s: fc.double({ min: -4, max: 1, noNaN: true }).map((exponent) => 10 ** exponent),
    h: fc.double({ min: -30, max: 0, noNaN: true }),
  })

  test('price and distance to the largest price add up to e^{x/2}', () => {
    fc.assert(
      fc.property(point, ({ s, h }) => {
        const x = h * s
        const sum = normalisedBlack(x, s) + normalisedBlackComplement(x, s)
        expect(Math.abs(sum / Math.exp(0.5 * x) - 1)).toBeLessThan(1e-14)
      }),
      propertyRuns(300),
    )
  })

  test('its slope in s is the vega, across the borders between the regions', () => {
    fc.assert(
      fc.property(point, ({ s, h }) => {
        const x = h * s
        const step = 1e-5 * s
        const vega = normalisedVega(x, s)
        if (vega < 1e-250) return
        const slope = (normalisedBlack(x, s + step) - normalisedBlack(x, s - step)) / (2 * step)
        // The difference errs by step²·b‴/6, some h⁴ of it relative to the vega.
        const rounding = (4e-16 * normalisedBlack(x, s)) / (step * vega)
        expect(Math.abs(slope / vega - 1)).toBeLessThan(1e-9 * (2 + h ** 4) + rounding)
      }),
      propertyRuns(300),
    )
  })
})

test('a price below the smallest normal number still tells its volatility', () => {
  // 60-digit price of a put at half the spot, five days before expiry, at a volatility of 15 %: eleven digits are left.
  const quote = {
    type: 'put',
    spot: 431.07,
    strike: 222.3184,
    years: 5 / 365,
    rate: 0.08,
    dividendYield: 0.012,
  } as const
  expect(computeImpliedVolatility({ ...quote, price: 2.5651494741e-313 }).volatility).toBeCloseTo(0.15, 10)
})

describe('against reference prices', () => {
  const { rows } = JSON.parse(
    readFileSync(new URL('../../reference/options-implied-vol.json', import.meta.url), 'utf8'),
  ) as { rows: [OptionType, number, number, number, number, number, number, number, number | null, string][] }

  test('426 exact, rounded and impossible prices: the volatility to 1e−11, or null', () => {
    for (const [type, spot, strike, , years, rate, dividendYield, price, sigma] of rows) {
      const { volatility } = computeImpliedVolatility({ type, spot, strike, years, rate, dividendYield, price })
      if (sigma === null) expect(volatility).toBeNull()
      else expect(Math.abs(volatility! - sigma)).toBeLessThan(1e-11)
    }
  })
})

test('volatility → price → volatility is exact wherever the price carries the volatility', () => {
  fc.assert(
    fc.property(listedOption, (option) => {
      const { price, vega } = computeBlackScholes(option)
      const timeValue = price - computeEuropeanLowerBound(option)
      // In the money the time value is what a large price leaves after rounding.
      if (timeValue < 1e-11 * option.spot) return
      const { volatility } = computeImpliedVolatility({ ...option, price })
      const uncertainty = (4e-16 * (option.spot + option.strike)) / vega
      expect(Math.abs(volatility! - option.volatility)).toBeLessThan(1e-14 * option.volatility + 4 * uncertainty)
    }),
    propertyRuns(2000),
  )
})

test('every corner of the plane: 1e−4 ≤ s ≤ 10, up to 37 deviations out, to 1e−14', () => {
  const corner = fc.record({
    s: fc.double({ min: -4, max: 1, noNaN: true }).map((exponent) => 10 ** exponent),
    h: fc.double({ min: -37, max: 0, noNaN: true }),
  })
  let solved = 0
  fc.assert(
    fc.property(corner, ({ s, h }) => {
      const x = h * s
      const b = normalisedBlack(x, s)
      if (!(b > 1e-300 && b < Math.exp(0.5 * x))) return
      // How much s moves when b moves by one unit in its last place.
      const conditioning = Math.max(1, b / (normalisedVega(x, s) * s))
      expect(Math.abs(solveTotalVolatility(x, b) / s - 1)).toBeLessThan(1e-14 * conditioning)
      solved++
    }),
    propertyRuns(5000),
  )
  expect(solved).toBeGreaterThan(4000)
})

test('a higher price never has a lower volatility', () => {
  fc.assert(
    fc.property(listedOption, fc.double({ min: 1e-6, max: 0.5, noNaN: true }), (option, more) => {
      const { price } = computeBlackScholes(option)
      const here = computeImpliedVolatility({ ...option, price }).volatility
      const higher = computeImpliedVolatility({ ...option, price: price * (1 + more) }).volatility
      if (here !== null && higher !== null) expect(higher).toBeGreaterThanOrEqual(here)
    }),
    propertyRuns(500),
  )
})

test('Black-76: an option on a forward gives its volatility back', () => {
  const option = { type: 'put', forward: 19, strike: 24, years: 0.1, rate: 0.05, volatility: 1.2 } as const
  const { price } = computeBlack76(option)
  const quote = { ...option, spot: option.forward, dividendYield: option.rate, price }
  expect(computeImpliedVolatility(quote).volatility).toBeCloseTo(1.2, 13)
})

describe('no solution is an answer with a reason', () => {
  const base = { type: 'call', spot: 100, strike: 70, years: 0.25, rate: 0.04, dividendYield: 0 } as const

  test.each([
    ['below-intrinsic', { price: 30 }], // 100 − 70·e^{−0.01} = 30.697
    ['below-intrinsic', { price: 100 - 70 * Math.exp(-0.01) }],
    ['above-maximum', { price: 100 }],
    ['above-maximum', { price: 250 }],
    ['above-maximum', { type: 'put', price: 70 } as const],
    ['not-a-price', { price: 0 }],
    ['not-a-price', { price: -1 }],
    ['not-a-price', { price: Number.NaN }],
    ['not-a-price', { price: Infinity }],
    ['expired', { price: 31, years: 0 }],
  ])('%s: %o', (reason, change) => {
    expect(computeImpliedVolatility({ ...base, ...change })).toEqual({ volatility: null, reason })
  })

  test.each([
    ['spot', -1],
    ['strike', 0],
    ['years', Number.NaN],
    ['rate', Infinity],
  ])('but %s = %d is an error', (name, value) => {
    expect(() => computeImpliedVolatility({ ...base, price: 31, [name]: value })).toThrow(new RegExp(`^${name} is`))
  })

  test('a positive number or a reason, never NaN, for any price at all', () => {
    const price = fc.oneof(fc.double(), fc.double({ min: 0, max: 200, noNaN: true }))
    fc.assert(
      fc.property(listedOption, price, (option, quoted) => {
        const { volatility, reason } = computeImpliedVolatility({ ...option, price: quoted })
        if (reason === null) expect(volatility).toBeGreaterThan(0)
        else expect(volatility).toBeNull()
      }),
      propertyRuns(3000),
    )
  })
})
