import { describe, expect, test } from 'vitest'
import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import { createTestSmile } from '../options/test-smiles.ts'
import { computeSmileVolatility, createFlatSmile } from '../options/volatility-smile.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { computeBadPayoff, simulateBadPaths } from './bad-paths.ts'
import { computeExpectedReturn, computeFairValue, type PricedContract } from './fair-value.ts'
import { chooseVolatilityPremium, USUAL_PREMIUMS } from './volatility-premium.ts'

const years = 0.25
const smile = createTestSmile({ forward: 101, years, atmVolatility: 0.24 })
const option = { type: 'put', spot: 100, strike: 92, years, rate: 0.04, dividendYield: 0 } as const
/** A quote at which implied volatility is forecast × premium × shape. */
const contract: PricedContract = {
  ...option,
  smile,
  forecastVolatility: 0.2,
  premiumRatio: 1.12,
  volatilityUncertainty: 0.25,
  mid: computeBlackScholesPrice({
    ...option,
    volatility: 0.2 * 1.12 * (computeSmileVolatility(smile, option.strike) / smile.atmVolatility),
  }),
}

describe('fair value', () => {
  test('of an option priced as usual is its price', () => {
    const { value, mispricing, insideNoise } = computeFairValue(contract)
    expect(value).toBeCloseTo(contract.mid, 12)
    expect(mispricing).toBeCloseTo(0, 12)
    expect(insideNoise).toBe(true)
  })

  test('lies in a band of one forecast error, which decides what is noise', () => {
    const { low, value, high } = computeFairValue(contract)
    expect(low).toBeLessThan(value)
    expect(high).toBeGreaterThan(value)
    const at = (mid: number) => computeFairValue({ ...contract, mid })
    expect(at(low * 1.0001).insideNoise).toBe(true)
    expect(at(low * 0.9999)).toMatchObject({ insideNoise: false })
    expect(at(low * 0.9999).mispricing).toBeGreaterThan(0)
    expect(at(high * 1.0001)).toMatchObject({ insideNoise: false })
    expect(at(high * 1.0001).mispricing).toBeLessThan(0)
  })

  test('does not call skew a mispricing', () => {
    const flat = computeFairValue({ ...contract, smile: createFlatSmile(0.24, smile) })
    expect(flat.mispricing).toBeLessThan(-0.1)
  })

  test('of a certain forecast has no band; what cannot be is refused', () => {
    const { low, high } = computeFairValue({ ...contract, volatilityUncertainty: 0 })
    expect(low).toBe(high)
    expect(() => computeFairValue({ ...contract, mid: 0 })).toThrow(/mid is 0/)
    expect(() => computeFairValue({ ...contract, premiumRatio: Number.NaN })).toThrow(/premiumRatio is NaN/)
  })
})

describe('expected return', () => {
  const fair = { ...option, rate: 0, volatility: 0.2, volatilityUncertainty: 0 }

  test('of a fair European option without interest, premium or error is nothing', () => {
    expect(computeExpectedReturn(fair, computeBlackScholesPrice(fair))).toBeCloseTo(0, 12)
  })

  test('rises with the uncertainty of volatility, and falls with the price', () => {
    const price = computeBlackScholesPrice(fair)
    expect(computeExpectedReturn({ ...fair, volatilityUncertainty: 0.3 }, price)).toBeGreaterThan(0.02)
    expect(computeExpectedReturn(fair, 2 * price)).toBeCloseTo(-0.5, 12)
    expect(() => computeExpectedReturn(fair, 0)).toThrow(/cost is 0/)
  })
})

describe('the usual premium', () => {
  test('is that of the class until enough was seen, then the median', () => {
    const ratios = Float64Array.from({ length: 61 }, (_, i) => 1 + i / 100)
    expect(chooseVolatilityPremium('index', ratios.slice(0, 59))).toEqual({ ratio: 1.12, measured: 0 })
    expect(chooseVolatilityPremium('other', new Float64Array())).toEqual({ ratio: USUAL_PREMIUMS.other, measured: 0 })
    expect(chooseVolatilityPremium('index', ratios).ratio).toBeCloseTo(1.3, 12)
    expect(
      chooseVolatilityPremium(
        'index',
        ratios.map(() => 9),
      ),
    ).toEqual({ ratio: 1.8, measured: 61 })
    expect(() => chooseVolatilityPremium('index', Float64Array.of(1, 0))).toThrow(/ratios\[1\] is 0/)
  })
})

describe('a book’s bad paths', () => {
  const normal = createNormalSource(createRandomSource(4))
  const book = Float64Array.from({ length: 1500 }, () => 0.0004 + 0.01 * normal())
  const alone = Float64Array.from(book, () => 0.01 * normal())
  const settings = { book, tradingDays: 42, volatility: 0.16, forwardRatio: 1.006, seed: 3 }
  const meanGrowth = (asset: Float64Array) => {
    const { growth } = simulateBadPaths({ ...settings, asset })!
    return growth.reduce((sum, ratio) => sum + ratio, 0) / growth.length
  }

  test('are bad for what moves with it, good for what moves against it, and nothing to what moves alone', () => {
    expect(meanGrowth(book)).toBeLessThan(0.92)
    expect(meanGrowth(book.map((value) => -value))).toBeGreaterThan(1.08)
    expect(meanGrowth(alone)).toBeCloseTo(1.006, 1.7)
    const { growth, bookReturn } = simulateBadPaths({ ...settings, asset: book })!
    expect(growth).toHaveLength(200)
    expect(bookReturn).toBeLessThan(-0.05)
  })

  test('are rescaled to the forecast and repeat to the bit', () => {
    const calm = simulateBadPaths({ ...settings, asset: book, volatility: 0.1 })!
    const usual = simulateBadPaths({ ...settings, asset: book })!
    expect(Math.log(calm.growth[100]!) / Math.log(usual.growth[100]!)).toBeCloseTo(0.1 / 0.16, 1)
    expect(simulateBadPaths({ ...settings, asset: book })).toEqual(usual)
  })

  test('do not exist without common history', () => {
    expect(simulateBadPaths({ ...settings, asset: new Float64Array(1500) })).toBeNull()
    expect(simulateBadPaths({ ...settings, asset: alone.slice(0, 59), book: book.slice(0, 59) })).toBeNull()
  })

  test('pay options their intrinsic value', () => {
    const paths = { growth: Float64Array.of(0.8, 1.1), bookReturn: -0.1 }
    expect(computeBadPayoff(paths, { type: 'put', spot: 50, strike: 45 })).toBeCloseTo(2.5, 12)
    expect(computeBadPayoff(paths, { type: 'call', spot: 50, strike: 45 })).toBeCloseTo(5, 12)
  })
})
