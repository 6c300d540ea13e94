import { expect, test } from 'vitest'
import { computeShockedVolatility } from '../options/volatility-shock.ts'
import { createFlatSmile } from '../options/volatility-smile.ts'
import type { HedgeUnderlying } from './priced-hedge.ts'
import { computeVolatilityFactor } from './replay-volatility.ts'

const smile = createFlatSmile(0.2, { forward: 100, years: 91 / 365 })
const underlying: HedgeUnderlying = {
  ticker: 'SPY',
  kind: 'price',
  today: '2026-11-20',
  spot: 100,
  beta: 1,
  style: 'european',
  rate: 0,
  volatility30: 0.18,
  response: 0.9,
  volatilityCap: 0.9,
  expiries: [],
}
const index = Float64Array.from({ length: 64 }, (_, t) => 100 - t / 2)
const option = { underlying, smile, remainingDays: 30 }

test('without an index of volatility it is what the rule answers', () => {
  const shock = { marketReturn: -0.2, horizonDays: 40, volatility30: 0.18, response: 0.9, cap: 0.9 }
  expect(0.2 * computeVolatilityFactor({ index }, 40, option)).toBeCloseTo(computeShockedVolatility(0.2, 30, shock), 12)
  expect(computeVolatilityFactor({ index }, 0, option)).toBe(1)
})

// VIX rises from 25 to 50 while it stands at 16 today.
const volatility = { closes: Float64Array.from({ length: 64 }, (_, t) => (t === 0 ? 0.25 : 0.5)), latest: 0.16 }

test('an index of volatility passes from today’s level to that of the day within 21 trading days', () => {
  const factorOn = (t: number) => computeVolatilityFactor({ index, volatility }, t, option)
  expect(factorOn(0)).toBe(1)
  expect(factorOn(1)).toBeCloseTo(0.5 / (0.25 ** (20 / 21) * 0.16 ** (1 / 21)), 12)
  // Volatility of 30 days is what the index says, at today's ratio to it.
  expect(factorOn(21)).toBeCloseTo(0.5 / 0.16, 12)
  expect(factorOn(63)).toBeCloseTo(0.5 / 0.16, 12)
})

test('longer terms and single names answer less, and nothing rises beyond its cap', () => {
  const at = (overrides: Partial<typeof option>) =>
    computeVolatilityFactor({ index, volatility }, 30, { ...option, ...overrides })
  const quarter = at({ remainingDays: 91 })
  expect(quarter).toBeCloseTo((0.5 / 0.16) ** ((30 / 91) ** 0.35), 12)
  expect(at({ underlying: { ...underlying, response: 0.55 } })).toBeCloseTo((0.5 / 0.16) ** (0.55 / 0.9), 12)
  expect(0.2 * at({ underlying: { ...underlying, volatilityCap: 0.3 } })).toBeCloseTo(0.3, 12)
})
