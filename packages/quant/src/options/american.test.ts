import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { computeAmericanPrice } from './american.ts'
import { computeLeisenReimer } from './binomial-tree.ts'
import type { OptionInputs, OptionType } from './option-contract.ts'
import { centralOption, listedOption, otherType } from './test-arbitraries.ts'

const put = {
  type: 'put',
  spot: 100,
  strike: 110,
  years: 1,
  rate: 0.05,
  dividendYield: 0.02,
  volatility: 0.25,
} as const

describe('against 600 high-precision boundary solutions', () => {
  const { rows } = JSON.parse(
    readFileSync(new URL('../../reference/options-american.json', import.meta.url), 'utf8'),
  ) as { rows: [OptionType, ...number[]][] }
  const cases = rows.map(([type, spot, strike, , years, rate, dividendYield, volatility, price]) => ({
    option: { type, spot, strike, years, rate, dividendYield, volatility } as OptionInputs,
    price: price!,
    exercisable: (type === 'put' ? rate! : dividendYield!) > 0,
  }))

  /** Sorted relative errors where early exercise is possible and the price is worth a millionth of a cent. */
  function errorsOf(accuracy: 'standard' | 'high'): number[] {
    return cases
      .filter(({ price, exercisable }) => exercisable && price > 1e-8)
      .map(({ option, price }) => Math.abs(computeAmericanPrice(option, accuracy).price / price - 1))
      .sort((a, b) => a - b)
  }

  test('standard: median error below 1e−8, 99 % below 2e−6, worst below 2e−5', () => {
    const errors = errorsOf('standard')
    expect(errors.length).toBeGreaterThan(300)
    expect(errors[errors.length >> 1]).toBeLessThan(1e-8)
    expect(errors[Math.floor(0.99 * errors.length)]).toBeLessThan(2e-6)
    expect(errors.at(-1)).toBeLessThan(2e-5)
  })

  test('high: median error below 1e−11, worst below 2e−6, so that the two high-precision methods confirm each other', () => {
    const errors = errorsOf('high')
    expect(errors[errors.length >> 1]).toBeLessThan(1e-11)
    expect(errors.at(-1)).toBeLessThan(2e-6)
  })

  test('where early exercise never pays the price is the European one, to the last bit', () => {
    for (const { option, exercisable } of cases) {
      if (exercisable) continue
      const { price, europeanPrice, earlyExercisePremium } = computeAmericanPrice(option)
      expect([price, earlyExercisePremium]).toEqual([europeanPrice, 0])
    }
  })
})

describe('laws', () => {
  test('an American option is worth at least the European one and at least exercising it', () => {
    fc.assert(
      fc.property(listedOption, (option) => {
        const { price, europeanPrice } = computeAmericanPrice(option)
        const intrinsic = option.type === 'call' ? option.spot - option.strike : option.strike - option.spot
        expect(price).toBeGreaterThanOrEqual(europeanPrice)
        // Where waiting gains nothing the price is the European one, with its rounding.
        expect(price).toBeGreaterThanOrEqual(intrinsic - 1e-15 * (option.spot + option.strike))
        expect(price).toBeLessThanOrEqual(option.type === 'call' ? option.spot : option.strike)
      }),
      propertyRuns(300),
    )
  })

  test('a call is a put with spot and strike, rate and yield exchanged', () => {
    fc.assert(
      fc.property(centralOption, (option) => {
        const { spot, strike, rate, dividendYield } = option
        const mirrored = { ...otherType(option), spot: strike, strike: spot, rate: dividendYield, dividendYield: rate }
        const difference = computeAmericanPrice(option).price - computeAmericanPrice(mirrored).price
        expect(Math.abs(difference)).toBeLessThan(1e-12 * (spot + strike))
      }),
      propertyRuns(100),
    )
  })

  test('S − K ≤ C − P ≤ S − K·e^{−rT} without dividends, the American form of parity', () => {
    fc.assert(
      fc.property(centralOption, (option) => {
        const { spot, strike, years, rate } = option
        const priceOf = (type: OptionType) => computeAmericanPrice({ ...option, type, dividendYield: 0 }).price
        const difference = priceOf('call') - priceOf('put')
        expect(difference).toBeGreaterThanOrEqual(spot - strike - 1e-6 * spot)
        expect(difference).toBeLessThanOrEqual(spot - strike * Math.exp(-rate * years) + 1e-6 * spot)
      }),
      propertyRuns(100),
    )
  })

  test('more time and more volatility never lower the price', () => {
    fc.assert(
      fc.property(centralOption, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (option, more) => {
        const here = computeAmericanPrice(option).price
        const longer = computeAmericanPrice({ ...option, years: option.years + more }).price
        const wilder = computeAmericanPrice({ ...option, volatility: option.volatility + more }).price
        expect(longer).toBeGreaterThanOrEqual(here - 2e-6 * option.spot)
        expect(wilder).toBeGreaterThanOrEqual(here - 2e-6 * option.spot)
      }),
      propertyRuns(100),
    )
  })

  test('standard accuracy is within 1e−5 of high for any listed option', () => {
    fc.assert(
      fc.property(listedOption, (option) => {
        const difference = computeAmericanPrice(option).price - computeAmericanPrice(option, 'high').price
        expect(Math.abs(difference)).toBeLessThan(1e-6 * option.spot)
      }),
      propertyRuns(60),
    )
  })
})

describe('second methods', () => {
  /** The tree's error falls with 1/n, so two trees extrapolate to one with an error of some 1e−6. */
  function extrapolateTree(option: OptionInputs): number {
    const at = (steps: number) => computeLeisenReimer(option, { steps, style: 'american' }).price
    const [coarse, fine] = [at(801), at(1601)]
    return fine + (fine - coarse) * (801 / (1601 - 801))
  }

  test.each([
    put,
    { ...put, spot: 130, volatility: 0.4 },
    { ...put, type: 'call', dividendYield: 0.08, rate: 0.03 } as const,
    { ...put, rate: 0.02, dividendYield: 0.06, years: 2 },
    { ...put, strike: 100, volatility: 0.12, rate: 0.08, dividendYield: 0 },
    { ...put, rate: 0, dividendYield: -0.03 },
  ])('two extrapolated trees agree: %o', (option) => {
    expect(Math.abs(computeAmericanPrice(option).price - extrapolateTree(option))).toBeLessThan(5e-6 * option.spot)
  })

  test('exercising at the boundary in 20,000 simulated lives earns the price, within four standard errors', () => {
    // One boundary per date; dates 1/100 of a year apart lose less than the error bar against continuous exercise.
    const dates = 100
    const boundaries = Array.from(
      { length: dates },
      (_, i) => computeAmericanPrice({ ...put, years: put.years * (1 - i / dates) }).exerciseBoundary!,
    )
    const normal = createNormalSource(createRandomSource(11))
    const count = 20_000
    const step = put.years / dates
    const drift = (put.rate - put.dividendYield - 0.5 * put.volatility ** 2) * step
    let [sum, squares] = [0, 0]
    for (let path = 0; path < count; path++) {
      let spot: number = put.spot
      let date = 0
      while (date < dates && spot > boundaries[date]!) {
        spot *= Math.exp(drift + put.volatility * Math.sqrt(step) * normal())
        date++
      }
      const value = Math.exp(-put.rate * date * step) * Math.max(0, put.strike - spot)
      sum += value
      squares += value * value
    }
    const mean = sum / count
    const standardError = Math.sqrt((squares / count - mean * mean) / count)
    expect(Math.abs(mean - computeAmericanPrice(put).price)).toBeLessThan(4 * standardError)
  })

  test('delta and gamma are differences of the price', () => {
    fc.assert(
      fc.property(centralOption, (option) => {
        const h = 3e-4 * option.spot
        const at = (shift: number) => computeAmericanPrice({ ...option, spot: option.spot + shift }, 'high')
        const { delta, gamma, exerciseBoundary, isExercised } = at(0)
        // Across the boundary the second derivative jumps, and a difference sees both sides.
        if (exerciseBoundary !== null && Math.abs(exerciseBoundary - option.spot) < 15 * h) return
        expect((at(h).price - at(-h).price) / (2 * h)).toBeCloseTo(delta, 5)
        expect((at(h).delta - at(-h).delta) / (2 * h)).toBeCloseTo(gamma, 4)
        if (isExercised) expect(Math.abs(delta)).toBe(1)
      }),
      propertyRuns(30),
    )
  })
})

describe('the exercise boundary', () => {
  test('price and slope run smoothly into exercise there: V = K − B, Δ = −1', () => {
    const { exerciseBoundary } = computeAmericanPrice(put, 'high')
    const above = computeAmericanPrice({ ...put, spot: exerciseBoundary! * 1.0001 }, 'high')
    expect(above.price).toBeCloseTo(put.strike - exerciseBoundary! * 1.0001, 5)
    expect(above.delta).toBeCloseTo(-1, 2)
    expect(above.isExercised).toBe(false)
    expect(computeAmericanPrice({ ...put, spot: exerciseBoundary! * 0.9999 }, 'high').isExercised).toBe(true)
  })

  test('it rises to K·min(1, r/q) as expiry nears', () => {
    const near = (change: object) => computeAmericanPrice({ ...put, ...change, years: 1e-7 }).exerciseBoundary!
    expect(near({})).toBeCloseTo(110, 0)
    expect(near({ rate: 0.02, dividendYield: 0.04 })).toBeCloseTo(55, 0)
  })

  test('for a long put without dividends it falls to the perpetual one, K·γ/(γ + 1), γ = 2r/σ² (Merton 1973)', () => {
    const option = { ...put, dividendYield: 0, years: 200, spot: 200 }
    const gamma = (2 * 0.05) / 0.25 ** 2
    expect(computeAmericanPrice(option, 'high').exerciseBoundary).toBeCloseTo((110 * gamma) / (gamma + 1), 1)
    // (K − B)·(S/B)^{−γ}
    const boundary = (110 * gamma) / (gamma + 1)
    expect(computeAmericanPrice(option, 'high').price).toBeCloseTo((110 - boundary) * (200 / boundary) ** -gamma, 3)
  })

  test('of a call it lies above the strike, and a spot beyond it is exercised', () => {
    const call = { ...put, type: 'call', dividendYield: 0.08, rate: 0.02 } as const
    const { exerciseBoundary } = computeAmericanPrice(call)
    expect(exerciseBoundary).toBeGreaterThan(call.strike)
    const beyond = computeAmericanPrice({ ...call, spot: exerciseBoundary! * 1.01 })
    expect(beyond.isExercised).toBe(true)
    expect(beyond.delta).toBe(1)
    expect(beyond.price).toBeCloseTo(exerciseBoundary! * 1.01 - call.strike, 12)
  })
})

describe('degenerate and impossible inputs', () => {
  test('no time left: the intrinsic value', () => {
    expect(computeAmericanPrice({ ...put, years: 0 })).toMatchObject({ price: 10, isExercised: true, delta: -1 })
    expect(computeAmericanPrice({ ...put, years: 0, spot: 120 })).toMatchObject({
      price: 0,
      isExercised: false,
      delta: 0,
    })
  })

  test('no volatility: the best moment on the certain path', () => {
    // At once: 110 − 100 = 10; the interest on the strike only makes waiting dearer.
    expect(computeAmericanPrice({ ...put, volatility: 0 }).price).toBe(10)
    // r < q: exercising pays most where r·K·e^{−rt} = q·S·e^{−qt}, here at t = ln(0.06·100/(0.02·110))/(0.06 − 0.02).
    const option = { ...put, volatility: 0, rate: 0.02, dividendYield: 0.06, years: 40 }
    const best = Math.log((0.06 * 100) / (0.02 * 110)) / 0.04
    expect(computeAmericanPrice(option).price).toBeCloseTo(
      110 * Math.exp(-0.02 * best) - 100 * Math.exp(-0.06 * best),
      12,
    )
  })

  test('a negative rate with a yield below it has two boundaries and is priced on a tree', () => {
    const option = { ...put, rate: -0.01, dividendYield: -0.04 }
    const { price, europeanPrice, exerciseBoundary } = computeAmericanPrice(option)
    expect(exerciseBoundary).toBeNull()
    expect(price).toBeGreaterThan(europeanPrice)
    // Far from the strike, where a tree's probabilities round to 0 or 1, the certain path answers.
    expect(computeAmericanPrice({ ...option, spot: 1e6 }).price).toBeLessThan(1e-200)
  })

  test('for any option at all every figure is a finite number', () => {
    const anything = fc.record({
      type: fc.constantFrom<OptionType>('call', 'put'),
      spot: fc.double({ min: 1, max: 1000, noNaN: true }),
      strike: fc.double({ min: 1, max: 1000, noNaN: true }),
      years: fc.double({ min: 0, max: 30, noNaN: true }),
      rate: fc.double({ min: 0, max: 0.4, noNaN: true }),
      dividendYield: fc.double({ min: -0.1, max: 0.4, noNaN: true }),
      volatility: fc.double({ min: 0, max: 4, noNaN: true }),
    })
    fc.assert(
      fc.property(anything, (option) => {
        const { exerciseBoundary, isExercised, ...figures } = computeAmericanPrice(option)
        expect(Object.values(figures).every(Number.isFinite)).toBe(true)
        expect(exerciseBoundary === null || exerciseBoundary > 0).toBe(true)
        expect(typeof isExercised).toBe('boolean')
      }),
      propertyRuns(300),
    )
  })

  test.each(['spot', 'strike', 'years', 'rate', 'dividendYield', 'volatility'])(
    'NaN as %s is refused by name',
    (name) => {
      expect(() => computeAmericanPrice({ ...put, [name]: Number.NaN })).toThrow(new RegExp(`^${name} is`))
    },
  )
})
