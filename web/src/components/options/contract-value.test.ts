import { describe, expect, test } from 'vitest'
import { computeOddsBeyond, toContractView } from './contract-value.ts'
import { makeChain } from './test-chain.ts'

const chain = makeChain()
const expiry = chain.expiries.find(({ days }) => days === 27)!
const contractAt = (strike: number, type: 'call' | 'put') =>
  chain.options.find(
    (other) => other.strikePrice === strike && other.contractType === type && other.expirationDate === expiry.expiry,
  )!
const put = contractAt(140, 'put')
const viewOf = (contract = put) => toContractView(contract, expiry, chain.rates.annual)!

describe('a contract by the model', () => {
  test('has the very Greeks that the ladder shows', () => {
    const { valuation, inTheMoneyPercent } = viewOf()
    expect(valuation.delta).toBeCloseTo(put.delta!, 9)
    expect(valuation.theta / 365).toBeCloseTo(put.theta!, 9)
    expect(valuation.vega / 100).toBeCloseTo(put.vega!, 9)
    expect(inTheMoneyPercent).toBeCloseTo(put.probabilityInTheMoneyPercent!, 6)
  })

  test('early exercise adds to an American put and nothing to a European one', () => {
    const deep = contractAt(180, 'put')
    expect(viewOf(deep).earlyExercise).toBeGreaterThan(0)
    expect(viewOf({ ...deep, style: 'european' }).earlyExercise).toBe(0)
  })

  test('is nothing without a volatility', () => {
    expect(toContractView({ ...put, impliedVolatility: null }, expiry, 0.04)).toBeNull()
  })

  test('the odds of ending beyond a lower price are smaller for a put', () => {
    const { inputs, inTheMoneyPercent } = viewOf()
    expect(computeOddsBeyond(inputs, 130)).toBeLessThan(inTheMoneyPercent)
  })
})

describe('the heat table', () => {
  const { heat, inputs } = viewOf()

  test('stands at nine prices around today’s and runs from now to expiry', () => {
    expect(heat.prices).toHaveLength(9)
    expect(heat.prices[4]).toBeCloseTo(inputs.spot, 9)
    expect(heat.days).toEqual([27, 20, 14, 7, 0])
  })

  test('ends at the intrinsic value and never lies below it, since it can be exercised', () => {
    for (const [row, price] of heat.prices.entries()) {
      const intrinsic = Math.max(0, 140 - price)
      expect(heat.values[row]!.at(-1)).toBeCloseTo(intrinsic, 9)
      for (const value of heat.values[row]!) expect(value).toBeGreaterThanOrEqual(intrinsic - 1e-9)
    }
  })

  test('a put is worth more at a lower price and less with less time', () => {
    for (let row = 1; row < heat.prices.length; row++) {
      expect(heat.values[row]![0]!).toBeGreaterThan(heat.values[row - 1]![0]!)
    }
    for (const values of heat.values) {
      for (let column = 1; column < values.length; column++) {
        expect(values[column]!).toBeLessThanOrEqual(values[column - 1]! + 1e-9)
      }
    }
  })

  test('on the last day there is one column', () => {
    expect(toContractView(put, { ...expiry, days: 0, years: 1 / 8760 }, 0.04)!.heat.days).toEqual([0])
  })
})
