import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { computeBlack76 } from './black-76.ts'
import { computeBlackScholes, computeBlackScholesPrice, computeEuropeanLowerBound } from './black-scholes.ts'
import type { OptionInputs, OptionType } from './option-contract.ts'
import { centralOption, listedOption, otherType } from './test-arbitraries.ts'

const REFERENCE_GREEKS = ['price', 'delta', 'gamma', 'vega', 'theta', 'rho', 'dividendRho'] as const

test('2,400 options to 50 digits: every figure keeps twelve digits, the ones worth 1e−240 too', () => {
  const { rows } = JSON.parse(
    readFileSync(new URL('../../reference/options-european.json', import.meta.url), 'utf8'),
  ) as { rows: [OptionType, ...number[]][] }
  let compared = 0
  for (const [type, spot, strike, , years, rate, dividendYield, volatility, ...expected] of rows) {
    const option = { type, spot, strike, years, rate, dividendYield, volatility } as OptionInputs
    const found = computeBlackScholes(option)
    for (const [i, name] of REFERENCE_GREEKS.entries()) {
      const value = expected[i]!
      // Below 1e−290 the intermediate products leave the range of normal doubles.
      if (Math.abs(value) < 1e-290) expect(Math.abs(found[name])).toBeLessThan(1e-280)
      else expect(Math.abs(found[name] / value - 1)).toBeLessThan(1e-12)
      compared++
    }
  }
  expect(compared).toBe(2400 * 7)
})

test('a hair from the money, minutes before expiry, delta and gamma keep twelve digits', () => {
  // 60-digit values; the quotient of spot and strike alone is rounded by 1e−16, and its logarithm is 1e−8.
  const rows: readonly [OptionType, ...number[]][] = [
    ['put', 100.000001, 1.9025875190258749e-6, 0, 0, 1e-6, -0.9999999999997914, 1.1168090732475792e-5],
    ['call', 99.999999, 2.73972602739726e-9, 0.05, 0.2, 1e-3, 0.572678824640832, 74949.48919388921],
    ['put', 100.000001, 0.00011415525114155251, 0, 0, 1e-6, -0.8253502004619327, 240957.8840756156],
  ]
  for (const [type, strike, years, rate, dividendYield, volatility, ...expected] of rows) {
    const found = computeBlackScholes({
      type,
      spot: 100,
      strike,
      years,
      rate,
      dividendYield,
      volatility,
    } as OptionInputs)
    for (const [i, name] of (['delta', 'gamma'] as const).entries()) {
      expect(Math.abs(found[name] / expected[i]! - 1)).toBeLessThan(1e-12)
    }
  }
})

test('Hull, example 15.6: call 4.76 and put 0.81', () => {
  // S 42, K 40, six months, r 10 %, σ 20 %: d₁ = 0.7693, d₂ = 0.6278
  const option = {
    type: 'call',
    spot: 42,
    strike: 40,
    years: 0.5,
    rate: 0.1,
    dividendYield: 0,
    volatility: 0.2,
  } as const
  expect(computeBlackScholesPrice(option)).toBeCloseTo(4.76, 2)
  expect(computeBlackScholesPrice(otherType<OptionInputs>(option))).toBeCloseTo(0.81, 2)
})

describe('laws that hold for every option', () => {
  test('put/call parity: C − P = S·e^{−qT} − K·e^{−rT}', () => {
    fc.assert(
      fc.property(listedOption, (option) => {
        const { spot, strike, years, rate, dividendYield } = option
        const call = computeBlackScholesPrice({ ...option, type: 'call' })
        const put = computeBlackScholesPrice({ ...option, type: 'put' })
        const forward = spot * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years)
        expect(Math.abs(call - put - forward)).toBeLessThan(1e-12 * spot)
      }),
      propertyRuns(500),
    )
  })

  test('a price lies between its discounted intrinsic value and the stock (call) or the strike (put)', () => {
    fc.assert(
      fc.property(listedOption, (option) => {
        const price = computeBlackScholesPrice(option)
        const { spot, strike, years, rate, dividendYield } = option
        expect(price).toBeGreaterThanOrEqual(computeEuropeanLowerBound(option))
        const highest =
          option.type === 'call' ? spot * Math.exp(-dividendYield * years) : strike * Math.exp(-rate * years)
        expect(price).toBeLessThanOrEqual(highest * (1 + 1e-15))
      }),
      propertyRuns(500),
    )
  })

  test('more volatility never lowers a price', () => {
    fc.assert(
      fc.property(listedOption, fc.double({ min: 1e-6, max: 1, noNaN: true }), (option, more) => {
        const raised = computeBlackScholesPrice({ ...option, volatility: option.volatility + more })
        expect(raised).toBeGreaterThanOrEqual(computeBlackScholesPrice(option) * (1 - 1e-12))
      }),
      propertyRuns(300),
    )
  })

  test('a call falls and a put rises with the strike', () => {
    fc.assert(
      fc.property(listedOption, fc.double({ min: 1e-3, max: 0.5, noNaN: true }), (option, step) => {
        const here = computeBlackScholesPrice(option)
        const higher = computeBlackScholesPrice({ ...option, strike: option.strike * (1 + step) })
        const change = option.type === 'call' ? here - higher : higher - here
        expect(change).toBeGreaterThanOrEqual(-1e-12 * option.spot)
      }),
      propertyRuns(300),
    )
  })

  test('prices scale with the currency: V(cS, cK) = c·V(S, K)', () => {
    fc.assert(
      fc.property(listedOption, fc.double({ min: 0.01, max: 100, noNaN: true }), (option, c) => {
        const scaled = computeBlackScholesPrice({ ...option, spot: c * option.spot, strike: c * option.strike })
        expect(Math.abs(scaled - c * computeBlackScholesPrice(option))).toBeLessThan(1e-12 * c * option.spot)
      }),
      propertyRuns(300),
    )
  })

  test('a call is a put with spot and strike, rate and yield exchanged', () => {
    fc.assert(
      fc.property(listedOption, (option) => {
        const { spot, strike, rate, dividendYield } = option
        const mirrored = { ...otherType(option), spot: strike, strike: spot, rate: dividendYield, dividendYield: rate }
        const difference = computeBlackScholesPrice(mirrored) - computeBlackScholesPrice(option)
        expect(Math.abs(difference)).toBeLessThan(1e-12 * Math.max(spot, strike))
      }),
      propertyRuns(300),
    )
  })

  test('the price obeys the Black–Scholes equation: Θ + (r−q)SΔ + ½σ²S²Γ = rV', () => {
    fc.assert(
      fc.property(listedOption, (option) => {
        const { spot, rate, dividendYield, volatility } = option
        const { price, delta, gamma, theta } = computeBlackScholes(option)
        const left = theta + (rate - dividendYield) * spot * delta + 0.5 * volatility ** 2 * spot ** 2 * gamma
        expect(Math.abs(left - rate * price)).toBeLessThan(1e-10 * spot)
      }),
      propertyRuns(300),
    )
  })
})

describe('second methods', () => {
  test('each Greek is the finite difference of the price', () => {
    const shifts = {
      spot: ['delta', 1e-4],
      volatility: ['vega', 1e-5],
      rate: ['rho', 1e-5],
      dividendYield: ['dividendRho', 1e-5],
    } as const
    fc.assert(
      fc.property(centralOption, (option) => {
        const greeks = computeBlackScholes(option)
        for (const [input, [greek, step]] of Object.entries(shifts)) {
          const h = input === 'spot' ? step * option.spot : step
          const name = input as keyof typeof shifts
          const at = (shift: number) => computeBlackScholesPrice({ ...option, [name]: option[name] + shift })
          expect(Math.abs((at(h) - at(-h)) / (2 * h) - greeks[greek])).toBeLessThan(1e-6 * option.spot)
        }
        const later = (h: number) => computeBlackScholesPrice({ ...option, years: option.years - h })
        expect(Math.abs((later(1e-5) - later(-1e-5)) / 2e-5 - greeks.theta)).toBeLessThan(1e-5 * option.spot)
      }),
      propertyRuns(100),
    )
  })

  test('the price is the discounted mean of the payoff over the lognormal density (trapezoid, 20,000 steps)', () => {
    const option = {
      type: 'put',
      spot: 100,
      strike: 105,
      years: 0.7,
      rate: 0.03,
      dividendYield: 0.01,
      volatility: 0.35,
    } as const
    const deviation = option.volatility * Math.sqrt(option.years)
    const drift = (option.rate - option.dividendYield - 0.5 * option.volatility ** 2) * option.years
    const steps = 20_000
    const width = 20 / steps
    let mean = 0
    for (let i = 0; i <= steps; i++) {
      const z = -10 + i * width
      const payoff = Math.max(0, option.strike - option.spot * Math.exp(drift + deviation * z))
      mean += payoff * Math.exp(-0.5 * z * z) * (width / Math.sqrt(2 * Math.PI))
    }
    expect(computeBlackScholesPrice(option)).toBeCloseTo(Math.exp(-option.rate * option.years) * mean, 5)
  })

  test('the price lies within four standard errors of 200,000 simulated payoffs', () => {
    const option = {
      type: 'call',
      spot: 100,
      strike: 110,
      years: 1,
      rate: 0.04,
      dividendYield: 0.02,
      volatility: 0.3,
    } as const
    const normal = createNormalSource(createRandomSource(7))
    const count = 200_000
    let [sum, squares] = [0, 0]
    for (let i = 0; i < count; i++) {
      const spot = option.spot * Math.exp(0.04 - 0.02 - 0.5 * 0.09 + 0.3 * normal())
      const payoff = Math.exp(-0.04) * Math.max(0, spot - option.strike)
      sum += payoff
      squares += payoff * payoff
    }
    const mean = sum / count
    const standardError = Math.sqrt((squares / count - mean * mean) / count)
    expect(Math.abs(mean - computeBlackScholesPrice(option))).toBeLessThan(4 * standardError)
  })
})

describe('degenerate and impossible inputs', () => {
  const base = { spot: 100, strike: 90, years: 0.5, rate: 0.04, dividendYield: 0.01, volatility: 0.2 }

  test.each([
    ['no volatility', { volatility: 0 }],
    ['no time', { years: 0 }],
  ])('%s: the discounted intrinsic value of the forward, with its own derivatives', (_, change) => {
    const call = computeBlackScholes({ type: 'call', ...base, ...change })
    const years = 'years' in change ? 0 : 0.5
    // 100·e^{−0.01·T} − 90·e^{−0.04·T}
    expect(call.price).toBeCloseTo(100 * Math.exp(-0.01 * years) - 90 * Math.exp(-0.04 * years), 13)
    expect(call.delta).toBeCloseTo(Math.exp(-0.01 * years), 15)
    expect([call.gamma, call.vega]).toEqual([0, 0])
    const put = computeBlackScholes({ type: 'put', ...base, ...change })
    expect(Object.values(put).every((value) => value === 0)).toBe(true)
  })

  test.each([
    ['spot', 0],
    ['spot', -1],
    ['strike', Number.NaN],
    ['strike', Infinity],
    ['years', -0.1],
    ['rate', Number.NaN],
    ['dividendYield', Infinity],
    ['volatility', -0.2],
  ])('%s = %d is refused by name', (name, value) => {
    expect(() => computeBlackScholes({ type: 'call', ...base, [name]: value })).toThrow(new RegExp(`^${name} is`))
  })

  test('a type that is neither call nor put is refused', () => {
    expect(() => computeBlackScholes({ type: 'straddle' as OptionType, ...base })).toThrow(/^type "straddle"/)
  })

  test('no listed or absurd option gives a number that is not one', () => {
    const anything = fc.record({
      type: fc.constantFrom<OptionType>('call', 'put'),
      spot: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      strike: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      years: fc.double({ min: 0, max: 50, noNaN: true }),
      rate: fc.double({ min: -0.2, max: 0.5, noNaN: true }),
      dividendYield: fc.double({ min: -0.2, max: 0.5, noNaN: true }),
      volatility: fc.double({ min: 0, max: 20, noNaN: true }),
    })
    fc.assert(
      fc.property(anything, (option) => {
        expect(Object.values(computeBlackScholes(option)).every(Number.isFinite)).toBe(true)
      }),
      propertyRuns(1000),
    )
  })
})

describe('Black-76', () => {
  test('Haug, section 1.1.4: 1.7011', () => {
    const option = { type: 'call', forward: 19, strike: 19, years: 0.75, rate: 0.1, volatility: 0.28 } as const
    expect(computeBlack76(option).price).toBeCloseTo(1.7011, 4)
  })

  test('rho is −T·V, because the rate only discounts; delta and theta are differences of the price', () => {
    const option = { type: 'put', forward: 20, strike: 22, years: 0.4, rate: 0.05, volatility: 0.9 } as const
    const value = computeBlack76(option)
    expect(value.rho).toBeCloseTo(-0.4 * value.price, 14)
    const at = (change: object) => computeBlack76({ ...option, ...change }).price
    expect((at({ rate: 0.05001 }) - at({ rate: 0.04999 })) / 2e-5).toBeCloseTo(value.rho, 7)
    expect((at({ forward: 20.001 }) - at({ forward: 19.999 })) / 2e-3).toBeCloseTo(value.delta, 8)
    expect((at({ years: 0.39999 }) - at({ years: 0.40001 })) / 2e-5).toBeCloseTo(value.theta, 6)
  })
})
