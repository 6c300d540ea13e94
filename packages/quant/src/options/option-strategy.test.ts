import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import {
  computeNetCost,
  computeProfitAtExpiry,
  computeProfitBeforeExpiry,
  computeStrategyGreeks,
  computeStrategyOutcome,
  type OptionStrategy,
  type StrategyLeg,
} from './option-strategy.ts'

const put = (strike: number, contracts: number, premium: number): StrategyLeg => ({
  type: 'put',
  strike,
  contracts,
  premium,
})
const call = (strike: number, contracts: number, premium: number): StrategyLeg => ({
  type: 'call',
  strike,
  contracts,
  premium,
})

describe('outcomes at expiry, by hand', () => {
  test('protective put: 100 shares at 100, put 95 for 2.75', () => {
    // Worst: 100·(95 − 100) − 275 = −775 at or below 95; even where 100·(S − 100) = 275
    const strategy = { shares: 100, spot: 100, legs: [put(95, 1, 2.75)] }
    expect(computeStrategyOutcome(strategy)).toEqual({
      netCost: 275,
      maxLoss: -775,
      maxGain: null,
      breakEvens: [102.75],
    })
  })

  test('collar: both ends are closed', () => {
    const strategy = { shares: 100, spot: 100, legs: [put(92, 1, 1.9), call(108, -1, 2.2)] }
    const outcome = computeStrategyOutcome(strategy)
    // credit 30; −800 + 30 and +800 + 30
    expect(outcome.netCost).toBeCloseTo(-30, 12)
    expect(outcome.maxLoss).toBeCloseTo(-770, 10)
    expect(outcome.maxGain).toBeCloseTo(830, 10)
    expect(outcome.breakEvens).toEqual([expect.closeTo(99.7, 12)])
  })

  test('long straddle: loses most at the strike, unlimited above, two break-evens', () => {
    const outcome = computeStrategyOutcome({ shares: 0, spot: 55, legs: [call(55, 1, 7), put(55, 1, 6)] })
    expect(outcome).toEqual({ netCost: 1300, maxLoss: -1300, maxGain: null, breakEvens: [42, 68] })
  })

  test('a naked call can lose without limit; its gain is the premium', () => {
    const outcome = computeStrategyOutcome({ shares: 0, spot: 100, legs: [call(110, -1, 2)] })
    expect(outcome).toEqual({ netCost: -200, maxLoss: null, maxGain: 200, breakEvens: [112] })
  })

  test('a covered call of 1.5 contracts on 150 shares is flat above the strike, not unlimited', () => {
    expect(computeStrategyOutcome({ shares: 150, spot: 100, legs: [call(105, -1.5, 3)] }).maxGain).toBeCloseTo(1200, 10)
  })

  test('zero over a range: the ends of the range', () => {
    // Costs nothing and pays nothing between 90 and 110.
    const strategy = { shares: 0, spot: 100, legs: [put(90, 1, 1), call(110, -1, 1)] }
    expect(computeStrategyOutcome(strategy).breakEvens).toEqual([90, 110])
  })

  test('no legs: the shares alone; nothing at all: nothing', () => {
    expect(computeStrategyOutcome({ shares: 10, spot: 50, legs: [] })).toEqual({
      netCost: 0,
      maxLoss: -500,
      maxGain: null,
      breakEvens: [50],
    })
    expect(computeStrategyOutcome({ shares: 0, spot: 50, legs: [] })).toMatchObject({ maxLoss: 0, maxGain: 0 })
  })

  test('a multiplier other than 100 counts', () => {
    expect(computeNetCost({ shares: 0, spot: 50, legs: [{ ...put(50, 2, 1), multiplier: 10 }] })).toBe(20)
  })
})

const leg = fc.record({
  type: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.integer({ min: 50, max: 150 }),
  contracts: fc.integer({ min: -3, max: 3 }),
  premium: fc.integer({ min: 0, max: 2000 }).map((cents) => cents / 100),
})
const strategies: fc.Arbitrary<OptionStrategy> = fc.record({
  shares: fc.integer({ min: -300, max: 300 }),
  spot: fc.integer({ min: 60, max: 140 }),
  legs: fc.array(leg, { maxLength: 4 }),
})

describe('laws', () => {
  test('a fine grid of prices finds no greater gain or loss, and break-evens are zeros', () => {
    fc.assert(
      fc.property(strategies, (strategy) => {
        const { maxLoss, maxGain, breakEvens } = computeStrategyOutcome(strategy)
        for (let price = 0; price <= 400; price += 5) {
          const profit = computeProfitAtExpiry(strategy, price)
          if (maxLoss !== null) expect(profit).toBeGreaterThanOrEqual(maxLoss - 1e-8)
          if (maxGain !== null) expect(profit).toBeLessThanOrEqual(maxGain + 1e-8)
        }
        for (const price of breakEvens) expect(Math.abs(computeProfitAtExpiry(strategy, price))).toBeLessThan(1e-6)
        // Between neighbouring break-evens the sign does not change, so none was missed.
        const far = computeProfitAtExpiry(strategy, 1e6)
        if (maxGain === null) expect(far).toBeGreaterThan(0)
        if (maxLoss === null) expect(far).toBeLessThan(0)
      }),
      propertyRuns(300),
    )
  })

  test('with no time left the revalued profit is the profit at expiry', () => {
    fc.assert(
      fc.property(strategies, fc.integer({ min: 1, max: 300 }), (strategy, price) => {
        const volatilities = strategy.legs.map(() => 0.3)
        const market = { years: 0, rate: 0.04, dividendYield: 0.01, volatilities }
        const atOnce = computeProfitBeforeExpiry(strategy, price, market)
        expect(atOnce).toBeCloseTo(computeProfitAtExpiry(strategy, price), 8)
      }),
      propertyRuns(100),
    )
  })

  test('delta and gamma of the whole are differences of its profit; theta is the loss of a day', () => {
    const market = { years: 0.5, rate: 0.04, dividendYield: 0.01, volatilities: [0.3, 0.25, 0.28, 0.2] }
    fc.assert(
      fc.property(strategies, (strategy) => {
        const greeks = computeStrategyGreeks(strategy, market)
        const at = (shift: number, years = 0.5) =>
          computeProfitBeforeExpiry(strategy, strategy.spot + shift, { ...market, years })
        expect((at(0.01) - at(-0.01)) / 0.02).toBeCloseTo(greeks.deltaShares, 3)
        expect((at(0.1) - 2 * at(0) + at(-0.1)) / 0.01).toBeCloseTo(greeks.gammaShares, 2)
        const day = 1e-3 / 365
        expect((at(0, 0.5 - day) - at(0)) / 1e-3).toBeCloseTo(greeks.thetaPerDay, 2)
      }),
      propertyRuns(100),
    )
  })
})

test('impossible arguments are named', () => {
  const good = { shares: 0, spot: 100, legs: [put(90, 1, 1)] }
  expect(() => computeNetCost({ ...good, spot: 0 })).toThrow(/^spot is/)
  expect(() => computeNetCost({ ...good, shares: Number.NaN })).toThrow(/^shares is/)
  expect(() => computeNetCost({ ...good, legs: [put(90, Number.NaN, 1)] })).toThrow(/^legs\[0\].contracts is/)
  expect(() => computeNetCost({ ...good, legs: [put(-1, 1, 1)] })).toThrow(/^legs\[0\].strike is/)
  expect(() => computeNetCost({ ...good, legs: [put(90, 1, -1)] })).toThrow(/^legs\[0\].premium is/)
  expect(() => computeProfitAtExpiry(good, -1)).toThrow(/^price is/)
  const market = { years: 1, rate: 0, dividendYield: 0, volatilities: [] }
  expect(() => computeStrategyGreeks(good, market)).toThrow(/volatilities has 0/)
})
