import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { computeBlackScholesPrice } from './black-scholes.ts'
import { computeExerciseProbability, computeExpectedPayoff } from './exercise-odds.ts'
import { computeHedgeCarry, computeHedgeEfficiency, computeScenarioHedgeSize } from './hedge-sizing.ts'
import { centralOption, otherType } from './test-arbitraries.ts'

describe('contracts for a scenario', () => {
  const hedge = { loss: 113_150, limit: 75_000, shockedValue: 57.2, ask: 6.32, fee: 0.65 }

  test('by hand: 38,150 missing at 5,087.35 a contract is 7.5, so eight', () => {
    // 100·(57.2 − 6.32) − 0.65
    expect(computeScenarioHedgeSize(hedge)).toBe(8)
  })

  test('enough, and one fewer would not do', () => {
    const drawn = fc.record({
      loss: fc.double({ min: 1, max: 1e6, noNaN: true }),
      limit: fc.double({ min: 0, max: 1e6, noNaN: true }),
      shockedValue: fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
      ask: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
    })
    fc.assert(
      fc.property(drawn, (one) => {
        const contracts = computeScenarioHedgeSize(one)
        const gain = 100 * (one.shockedValue - one.ask)
        if (contracts === null) expect(gain).toBeLessThanOrEqual(0)
        else {
          const left = (n: number) => one.loss - n * gain - one.limit
          expect(left(contracts)).toBeLessThanOrEqual(1e-6 * one.loss)
          if (contracts > 0) expect(left(contracts - 1)).toBeGreaterThan(-1e-6 * one.loss)
        }
      }),
      propertyRuns(300),
    )
  })

  test('an exact multiple buys no contract too many', () => {
    expect(computeScenarioHedgeSize({ loss: 3.3, limit: 0, shockedValue: 0.011, ask: 0 })).toBe(3)
  })

  test('none when the loss is within the limit, null when the option gains nothing', () => {
    expect(computeScenarioHedgeSize({ ...hedge, limit: 200_000 })).toBe(0)
    expect(computeScenarioHedgeSize({ ...hedge, shockedValue: 6 })).toBeNull()
    expect(computeScenarioHedgeSize({ loss: 1, limit: 0, shockedValue: 5e-324, ask: 0 })).toBeNull()
    expect(() => computeScenarioHedgeSize({ ...hedge, ask: Number.NaN })).toThrow(/^ask is/)
  })
})

test('carry: renewed four times a year, or rolled with a third of the days left', () => {
  const hedge = { cost: 5000, proceedsAtRoll: 2450, daysToRoll: 48, daysToExpiry: 73 }
  // 5000/500000·5; (5000 − 2450)/500000·365/48: it is sold on a whole day
  const carry = computeHedgeCarry(hedge, 500_000)
  expect(carry.heldToExpiry).toBeCloseTo(0.05, 14)
  expect(carry.rolled).toBeCloseTo((0.0051 * 365) / 48, 14)
  expect(() => computeHedgeCarry({ ...hedge, daysToExpiry: 0 }, 1)).toThrow(/^daysToExpiry is/)
  expect(() => computeHedgeCarry({ ...hedge, daysToRoll: 0 }, 1)).toThrow(/^daysToRoll is/)
})

test('efficiency is payoff over cost; a credit has none', () => {
  expect(computeHedgeEfficiency(20_000, 5000)).toBe(4)
  expect(computeHedgeEfficiency(20_000, 0)).toBeNull()
  expect(computeHedgeEfficiency(20_000, -100)).toBeNull()
  expect(() => computeHedgeEfficiency(Number.NaN, 1)).toThrow(/^grossPayoff is/)
})

describe('odds', () => {
  const put = {
    type: 'put',
    spot: 100,
    strike: 85,
    years: 0.5,
    rate: 0.04,
    dividendYield: 0.01,
    volatility: 0.2,
  } as const

  test('call and put share the certainty of ending on one side', () => {
    fc.assert(
      fc.property(centralOption, (option) => {
        const sum = computeExerciseProbability(option) + computeExerciseProbability(otherType(option))
        expect(sum).toBeCloseTo(1, 14)
      }),
      propertyRuns(100),
    )
  })

  test('it is what a strike’s price says: −e^{rT}·∂C/∂K, and ±e^{rT}·∂P/∂K for a put', () => {
    const at = (strike: number) => computeBlackScholesPrice({ ...put, strike })
    const slope = (Math.exp(0.02) * (at(85.01) - at(84.99))) / 0.02
    expect(computeExerciseProbability(put)).toBeCloseTo(slope, 7)
  })

  test('without volatility or time it is certain', () => {
    expect(computeExerciseProbability({ ...put, volatility: 0 })).toBe(0)
    expect(computeExerciseProbability({ ...put, years: 0, spot: 80 })).toBe(1)
    expect(computeExerciseProbability({ ...put, years: 0, spot: 85 })).toBe(0)
    expect(() => computeExerciseProbability({ ...put, spot: 0 })).toThrow(/^spot is/)
  })

  test('a certain forecast gives e^{rT} times the price; uncertainty makes a far put worth more', () => {
    const certain = computeExpectedPayoff({ ...put, volatilityUncertainty: 0 })
    expect(certain).toBeCloseTo(Math.exp(0.02) * computeBlackScholesPrice(put), 14)
    expect(computeExpectedPayoff({ ...put, volatilityUncertainty: 0.3 })).toBeGreaterThan(1.1 * certain)
    expect(() => computeExpectedPayoff({ ...put, volatilityUncertainty: -1 })).toThrow(/^volatilityUncertainty is/)
  })

  test('the three points agree with 20,000 drawn volatilities within four standard errors and one per cent', () => {
    const normal = createNormalSource(createRandomSource(3))
    const count = 20_000
    let [sum, squares] = [0, 0]
    for (let i = 0; i < count; i++) {
      const payoff = Math.exp(0.02) * computeBlackScholesPrice({ ...put, volatility: 0.2 * Math.exp(0.3 * normal()) })
      sum += payoff
      squares += payoff * payoff
    }
    const mean = sum / count
    const standardError = Math.sqrt((squares / count - mean * mean) / count)
    const found = computeExpectedPayoff({ ...put, volatilityUncertainty: 0.3 })
    expect(Math.abs(found - mean)).toBeLessThan(4 * standardError + 0.01 * mean)
  })
})
