import { expect, test } from 'vitest'
import { computeAmericanPrice } from './american.ts'
import { computeBaroneAdesiWhaley, computeBjerksundStensland } from './american-approximations.ts'
import { computeLeisenReimer } from './binomial-tree.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { EXERCISED_PUT as put } from './test-options.ts'

test('the European tree converges to Black–Scholes with the square of the steps', () => {
  const exact = computeBlackScholes(put)
  const error = (steps: number) => Math.abs(computeLeisenReimer(put, { steps, style: 'european' }).price - exact.price)
  expect(error(101)).toBeLessThan(1e-3)
  expect(error(101) / error(401)).toBeGreaterThan(12)
  expect(computeLeisenReimer(put, { steps: 401, style: 'european' }).delta).toBeCloseTo(exact.delta, 3)
})

test('an even number of steps is raised by one', () => {
  const at = (steps: number) => computeLeisenReimer(put, { steps, style: 'american' }).price
  expect(at(100)).toBe(at(101))
})

test.each([2, 2.5, Number.NaN])('%d steps are refused', (steps) => {
  expect(() => computeLeisenReimer(put, { steps, style: 'american' })).toThrow(/^steps is/)
})

test('a tree needs volatility, time, and a strike within reach', () => {
  const choice = { steps: 51, style: 'american' } as const
  expect(() => computeLeisenReimer({ ...put, volatility: 0 }, choice)).toThrow(/^volatility is/)
  expect(() => computeLeisenReimer({ ...put, years: 0 }, choice)).toThrow(/time left/)
  expect(() => computeLeisenReimer({ ...put, spot: 1e9 }, choice)).toThrow(/^strike is/)
})

test('the closed-form approximations are near the truth, Bjerksund–Stensland from below', () => {
  const exact = computeAmericanPrice(put).price
  expect(Math.abs(computeBaroneAdesiWhaley(put) / exact - 1)).toBeLessThan(0.01)
  expect(computeBjerksundStensland(put)).toBeLessThan(exact)
  expect(computeBjerksundStensland(put)).toBeGreaterThan(0.97 * exact)
})

test('Haug’s examples: BAW 10 % out of the money 0.0206, Bjerksund–Stensland 5.2704', () => {
  const whaley = {
    type: 'call',
    spot: 90,
    strike: 100,
    years: 0.1,
    rate: 0.1,
    dividendYield: 0.1,
    volatility: 0.15,
  } as const
  expect(computeBaroneAdesiWhaley(whaley)).toBeCloseTo(0.0206, 4)
  const bjerksund = {
    type: 'call',
    spot: 42,
    strike: 40,
    years: 0.75,
    rate: 0.04,
    dividendYield: 0.08,
    volatility: 0.35,
  } as const
  expect(computeBjerksundStensland(bjerksund)).toBeCloseTo(5.2704, 4)
})

test('without a reason to exercise early both give the European price, and far in the money the intrinsic value', () => {
  const call = { ...put, type: 'call', dividendYield: 0 } as const
  const european = computeBlackScholes(call).price
  expect([computeBaroneAdesiWhaley(call), computeBjerksundStensland(call)]).toEqual([european, european])
  const deep = { ...put, spot: 40 }
  expect([computeBaroneAdesiWhaley(deep), computeBjerksundStensland(deep)]).toEqual([65, 65])
  const still = { ...put, volatility: 0 }
  expect([computeBaroneAdesiWhaley(still), computeBjerksundStensland(still)]).toEqual([5, 5])
})
