import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeAmericanPrice } from './american.ts'
import { computeBlackScholesPrice } from './black-scholes.ts'
import { createTestSmile } from './test-smiles.ts'
import { computeShockedVixForward, computeShockedVolatility, repriceUnderShock } from './volatility-shock.ts'
import { computeSmileVolatility } from './volatility-smile.ts'

describe('volatility after a fall', () => {
  test.each([
    // From σ₃₀ = 16 %, c = 0.9. The first by hand: x = −ln 0.8 = 0.2231, f = √(0.2231/0.2) = 1.0563,
    // exp(0.9·1.0563) = 2.587, and 0.16·2.587 = 0.414.
    [-0.2, 21, 30, 0.414],
    [-0.2, 21, 91, 0.305],
    [-0.1, 21, 30, 0.307],
    [-0.01, 5, 30, 0.18],
  ])('R = %d over %d days, %d days left: %d', (marketReturn, horizonDays, days, expected) => {
    const shocked = computeShockedVolatility(0.16, days, { marketReturn, horizonDays, volatility30: 0.16 })
    expect(Math.abs(shocked - expected)).toBeLessThan(0.0006)
  })

  const fall = { marketReturn: -0.2, horizonDays: 21, volatility30: 0.16 }

  test('speed counts up to a factor of 1.3: in one day (21/1)^0.2 would be 1.84', () => {
    const size = Math.sqrt(-Math.log(0.9) / 0.2)
    const expected = 0.16 * Math.exp(0.9 * size * 1.3)
    expect(computeShockedVolatility(0.16, 30, { ...fall, marketReturn: -0.1, horizonDays: 1 })).toBeCloseTo(
      expected,
      14,
    )
  })

  test('a deeper fall, a higher response and a shorter option raise it more; without response it stays', () => {
    const drawn = fc.tuple(
      fc.double({ min: -0.6, max: -0.001, noNaN: true }),
      fc.double({ min: 0, max: 1.1, noNaN: true }),
      fc.double({ min: 1, max: 400, noNaN: true }),
    )
    fc.assert(
      fc.property(drawn, ([marketReturn, response, days]) => {
        const at = (change: object, left = days) =>
          computeShockedVolatility(0.16, left, { ...fall, response, marketReturn, ...change })
        expect(at({ marketReturn: marketReturn - 0.1 })).toBeGreaterThanOrEqual(at({}))
        expect(at({ response: response + 0.1 })).toBeGreaterThanOrEqual(at({}))
        expect(at({}, days + 30)).toBeLessThanOrEqual(at({}))
        expect(at({ response: 0 })).toBe(0.16)
        expect(at({})).toBeLessThanOrEqual(0.9)
      }),
      propertyRuns(200),
    )
  })

  test('a rise lowers it, by a quarter at most', () => {
    expect(computeShockedVolatility(0.2, 30, { ...fall, marketReturn: 0.1 })).toBeCloseTo(0.2 * 1.1 ** -1.5, 15)
    expect(computeShockedVolatility(0.2, 30, { ...fall, marketReturn: 0.5 })).toBeCloseTo(0.15, 15)
    expect(computeShockedVolatility(0.2, 30, { ...fall, marketReturn: 0 })).toBe(0.2)
  })

  test('a move at once raises volatility as fast moves do: the speed of the answer is bounded', () => {
    const atOnce = computeShockedVolatility(0.16, 30, { ...fall, horizonDays: 0 })
    expect(atOnce).toBe(computeShockedVolatility(0.16, 30, { ...fall, horizonDays: 1 }))
  })

  test('the cap holds the response, and never pulls a volatility below what it was', () => {
    expect(computeShockedVolatility(0.5, 30, { ...fall, marketReturn: -0.5 })).toBe(0.9)
    expect(computeShockedVolatility(1.2, 30, fall)).toBe(1.2)
    expect(computeShockedVolatility(1.2, 30, { ...fall, cap: 2 })).toBeGreaterThan(1.2)
  })

  test.each([
    ['marketReturn', -1],
    ['marketReturn', Number.NaN],
    ['horizonDays', -1],
    ['volatility30', -0.1],
    ['response', -1],
    ['cap', 0],
  ])('%s = %d is refused by name', (name, value) => {
    expect(() => computeShockedVolatility(0.2, 30, { ...fall, [name]: value })).toThrow(new RegExp(`^${name} is`))
  })
})

const smile = createTestSmile({ forward: 100, years: 0.5, atmVolatility: 0.2 })
const option = {
  type: 'put',
  strike: 95,
  style: 'american',
  spot: 100,
  rate: 0.04,
  dividendYield: 0.04,
  smile,
} as const
const shock = { marketReturn: -0.2, horizonDays: 63, volatility30: 0.2 }

describe('an option after a move', () => {
  test('no move and next to no time: today’s price at today’s smile', () => {
    const { value } = repriceUnderShock(
      { ...option, style: 'european' },
      { ...shock, marketReturn: 0, horizonDays: 1e-9 },
    )
    const today = { type: 'put', spot: 100, strike: 95, years: 0.5, rate: 0.04, dividendYield: 0.04 } as const
    expect(value).toBeCloseTo(computeBlackScholesPrice({ ...today, volatility: computeSmileVolatility(smile, 95) }), 8)
  })

  test('with a quote of its own: today its mid, and in time and distance what the smile says', () => {
    const quoted = { ...option, style: 'european', quotedVolatility: 0.3 } as const
    const today = { type: 'put', spot: 100, strike: 95, years: 0.5, rate: 0.04, dividendYield: 0.04 } as const
    const now = repriceUnderShock(quoted, { ...shock, marketReturn: 0, horizonDays: 0 })
    expect(now.value).toBeCloseTo(computeBlackScholesPrice({ ...today, volatility: 0.3 }), 12)
    const gap = (marketReturn: number, horizonDays: number) => {
      const moved = { ...shock, marketReturn, horizonDays }
      return repriceUnderShock(quoted, moved).volatility! / repriceUnderShock(option, moved).volatility! - 1
    }
    expect(gap(-0.1, 0)).toBeLessThan(gap(-0.05, 0))
    expect(gap(0, 63)).toBeLessThan(gap(0, 21))
    // A fall of 40 % is 3.6 standard deviations of half a year at 20 %.
    expect(Math.abs(gap(-0.4, 21))).toBeLessThan(0.001)
  })

  test('a put gains from the fall, and more when volatility answers it', () => {
    const steady = repriceUnderShock(option, { ...shock, response: 0 }).value
    const answering = repriceUnderShock(option, shock).value
    expect(steady).toBeGreaterThanOrEqual(15)
    expect(answering).toBeGreaterThan(steady)
  })

  test('expired before the horizon: its intrinsic value at the shocked spot', () => {
    // 0.5 years are 126 trading days
    const late = repriceUnderShock(option, { ...shock, horizonDays: 127 })
    expect(late).toEqual({ value: 15, spot: 80, years: 0, volatility: null })
  })

  test('an American option is floored at intrinsic value, or priced by its boundary; a European one is neither', () => {
    const deep = { ...option, strike: 140, dividendYield: 0 }
    const spot = 80
    const european = repriceUnderShock({ ...deep, style: 'european' }, shock)
    expect(european.value).toBeLessThan(140 - spot)
    expect(repriceUnderShock(deep, shock).value).toBeCloseTo(60, 12)
    const boundary = repriceUnderShock(option, shock, { method: 'boundary' })
    const { years, volatility } = boundary
    const inputs = { type: 'put', spot: 80, strike: 95, years, rate: 0.04, dividendYield: 0.04 } as const
    expect(boundary.value).toBe(computeAmericanPrice({ ...inputs, volatility: volatility! }).price)
  })

  test('beta moves the spot log-linearly: 1.8 on −20 % is −33.1 %', () => {
    expect(repriceUnderShock(option, shock, { beta: 1.8 }).spot).toBeCloseTo(66.92, 2)
  })

  test('a total loss of the market is refused', () => {
    expect(() => repriceUnderShock(option, { ...shock, marketReturn: -1 })).toThrow(/^marketReturn is/)
  })
})

test('a VIX forward feels what is left of the shock at its expiry: all of it at once, e^{−4T} later', () => {
  expect(computeShockedVixForward(20, { before: 18, after: 36 }, 0)).toBeCloseTo(40, 12)
  // 2^{e^{−1}} = 1.2905 after a quarter
  expect(computeShockedVixForward(20, { before: 18, after: 36 }, 0.25)).toBeCloseTo(20 * 2 ** Math.exp(-1), 12)
  expect(() => computeShockedVixForward(20, { before: 0, after: 36 }, 1)).toThrow(/^move.before is/)
})
