import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeAmericanPrice } from './american.ts'
import { computeBlackScholesPrice } from './black-scholes.ts'
import type { OptionType } from './option-contract.ts'
import {
  assessTradability,
  classifyQuotes,
  computeMark,
  computePriceBounds,
  type OptionQuote,
} from './quote-hygiene.ts'

const market = { spot: 100, years: 0.25, rate: 0.04, dividendYield: 0.01, style: 'american' } as const
const fairQuote = (type: OptionType, strike: number, halfSpread = 0.02): OptionQuote => {
  const mid = computeAmericanPrice({ type, strike, ...market, volatility: 0.3 }).price
  return { type, strike, bid: mid - halfSpread, ask: mid + halfSpread }
}
const stateOf = (quote: OptionQuote, change: object = {}) => classifyQuotes([quote], { ...market, ...change })[0]

describe('one quote by itself', () => {
  const good = fairQuote('put', 95)

  test.each([
    ['ok', {}, {}],
    ['adjusted', { isAdjusted: true }, {}],
    ['crossed', { bid: 3.1, ask: 3.0 }, {}],
    ['crossed', { bid: 3.1, ask: null }, {}],
    ['no-bid', { bid: 0, ask: 3 }, {}],
    ['no-bid', { bid: null, ask: 3 }, {}],
    ['no-quote', { bid: 0, ask: 0 }, {}],
    ['no-quote', { bid: null, ask: null }, {}],
    ['no-quote', { bid: 1, ask: Number.NaN }, {}],
    ['stale', { quotedAt: 99 }, { lastSession: 100 }],
    ['ok', { quotedAt: 100 }, { lastSession: 100 }],
    ['ok', { quotedAt: null }, { lastSession: 100 }],
  ] as const)('%s: %o', (state, change, context) => {
    expect(stateOf({ ...good, ...change }, context)).toBe(state)
  })

  test('wide begins above 5 cents and above a quarter of the mid', () => {
    expect(stateOf({ type: 'put', strike: 80, bid: 0.1, ask: 0.15 })).toBe('ok') // 5 cents
    expect(stateOf({ type: 'put', strike: 80, bid: 0.1, ask: 0.16 })).toBe('wide') // 6 cents on 13
    expect(stateOf({ type: 'put', strike: 95, bid: 2.0, ask: 2.5 })).toBe('ok') // 0.50 on 2.25 is 22 %
    expect(stateOf({ type: 'put', strike: 95, bid: 2.0, ask: 2.7 })).toBe('wide') // 0.70 on 2.35 is 30 %
  })

  test('a mid below intrinsic value, or above the strike, by more than half the spread', () => {
    // A European put K 120 on S 100 is worth at least 120·e^{−0.01} − 100·e^{−0.0025} = 19.06. Exercising an American one
    // pays 20, and quotes in between, short by the interest on the strike, are how such options are quoted.
    for (const style of ['american', 'european']) {
      expect(stateOf({ type: 'put', strike: 120, bid: 18.8, ask: 18.9 }, { style })).toBe('arbitrage-violation')
      expect(stateOf({ type: 'put', strike: 120, bid: 19.5, ask: 19.7 }, { style })).toBe('ok')
    }
    expect(stateOf({ type: 'put', strike: 50, bid: 50.5, ask: 50.6 })).toBe('arbitrage-violation')
    expect(stateOf({ type: 'put', strike: 50, bid: 49.8, ask: 49.9 })).not.toBe('arbitrage-violation')
    expect(stateOf({ type: 'put', strike: 50, bid: 49.8, ask: 49.9 }, { style: 'european' })).toBe(
      'arbitrage-violation',
    )
  })
})

describe('quotes against their neighbours', () => {
  const strikes = [80, 85, 90, 95, 100, 105, 110, 115, 120]

  test('a fair chain is clean', () => {
    const chain = (['call', 'put'] as const).flatMap((type) => strikes.map((strike) => fairQuote(type, strike)))
    expect(new Set(classifyQuotes(chain, market))).toEqual(new Set(['ok']))
  })

  test.each([
    ['too dear', 1.5],
    ['too cheap', -1.5],
  ])('a single quote %s is found, and its neighbours are not blamed', (_, shift) => {
    for (const type of ['call', 'put'] as const) {
      const chain = strikes.map((strike) => fairQuote(type, strike))
      const { bid, ask } = chain[4]!
      chain[4] = { type, strike: 100, bid: bid! + shift, ask: ask! + shift }
      const states = classifyQuotes(chain, market)
      expect(states.map((state, i) => (state === 'ok' ? null : i)).filter((i) => i !== null)).toEqual([4])
    }
  })

  test('wide quotes are left out of the comparison instead of accusing good ones', () => {
    const chain = strikes.map((strike) => fairQuote('put', strike))
    chain[4] = { type: 'put', strike: 100, bid: 9, ask: 14 }
    const states = classifyQuotes(chain, market)
    expect(states[4]).toBe('wide')
    expect(states.filter((state) => state !== 'ok')).toHaveLength(1)
  })

  test('the order of the quotes does not matter', () => {
    const chain = strikes.map((strike) => fairQuote('call', strike))
    chain[2] = { type: 'call', strike: 90, bid: 3, ask: 3.1 }
    const forward = classifyQuotes(chain, market)
    expect(classifyQuotes([...chain].reverse(), market)).toEqual([...forward].reverse())
  })
})

test('any volatility keeps an option inside its bounds', () => {
  const anyOption = fc.record({
    type: fc.constantFrom<OptionType>('call', 'put'),
    strike: fc.double({ min: 20, max: 400, noNaN: true }),
    volatility: fc.double({ min: 0, max: 3, noNaN: true }),
  })
  fc.assert(
    fc.property(anyOption, ({ type, strike, volatility }) => {
      const european = computePriceBounds(type, strike, { ...market, style: 'european' })
      const price = computeBlackScholesPrice({ type, strike, volatility, ...market })
      expect(price).toBeGreaterThanOrEqual(european.lowest - 1e-12)
      expect(price).toBeLessThanOrEqual(european.highest + 1e-12)
      const american = computePriceBounds(type, strike, market)
      const value = computeAmericanPrice({ type, strike, volatility, ...market }).price
      expect(value).toBeGreaterThanOrEqual(american.lowest - 1e-9)
      expect(value).toBeLessThanOrEqual(american.highest + 1e-9)
    }),
    propertyRuns(200),
  )
})

test('a mark is the mid, half the ask without a bid, and nothing when broken', () => {
  expect(computeMark({ bid: 1, ask: 2 }, 'ok')).toBe(1.5)
  expect(computeMark({ bid: 0, ask: 2 }, 'no-bid')).toBe(1)
  expect(computeMark({ bid: 3, ask: 2 }, 'crossed')).toBeNull()
  expect(computeMark({ bid: 0, ask: 0 }, 'no-quote')).toBeNull()
})

test('what may be traded, and how much of it', () => {
  const liquid = { openInterest: 1200, volume: 0, daysToExpiry: 30 }
  expect(assessTradability('ok', liquid)).toEqual({ canBuy: true, canSell: true, maximumContracts: 120 })
  expect(assessTradability('no-bid', liquid)).toEqual({ canBuy: true, canSell: false, maximumContracts: 120 })
  expect(assessTradability('ok', { ...liquid, openInterest: 90_000 }).maximumContracts).toBe(500)
  // Busy today though hardly anything is open: one contract.
  expect(assessTradability('ok', { openInterest: null, volume: 20, daysToExpiry: 30 }).maximumContracts).toBe(1)
  for (const [state, change] of [
    ['wide', {}],
    ['ok', { daysToExpiry: 6 }],
    ['ok', { openInterest: 99, volume: 19 }],
  ] as const) {
    expect(assessTradability(state, { ...liquid, ...change }).canBuy).toBe(false)
  }
})

test('impossible arguments are named', () => {
  expect(() => classifyQuotes([], { ...market, spot: 0 })).toThrow(/^spot is/)
  expect(() => classifyQuotes([{ type: 'put', strike: -1, bid: 1, ask: 2 }], market)).toThrow(/^quotes\[0\].strike is/)
})
