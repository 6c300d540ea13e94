import { expect, test } from 'vitest'
import { computeBlackScholesPrice } from './black-scholes.ts'
import { analyzeOptionChain, type ChainQuote } from './chain-analysis.ts'
import { findSmile } from './last-week-smile.ts'

/** A chain with strikes five dollars apart, a day before its end: the nearest is more than a deviation from the price. */
function readChain(days: number) {
  const [spot, years] = [122.4, days / 365]
  const quotes = [115, 120, 125, 130].flatMap((strike) =>
    (['call', 'put'] as const).map((type): ChainQuote => {
      const terms = { type, strike, years }
      const price = computeBlackScholesPrice({ ...terms, spot, rate: 0.03, dividendYield: 0, volatility: 0.2 })
      const quote = { bid: Math.max(0, price - 0.02), ask: price + 0.02, last: price }
      return { ...terms, ...quote, expiry: '2011-06-17', volume: 10, openInterest: 100 }
    }),
  )
  return analyzeOptionChain(quotes, { spot, rate: 0.03, style: 'european' })
}

test('an expiry in its last week whose strikes give no smile is valued at the volatility of the nearest strike', () => {
  const { expiries, contracts } = readChain(1)
  const [expiry] = expiries
  expect(expiry?.smile).toBeNull()
  const smile = findSmile(expiry!, contracts)
  expect(smile).toMatchObject({ forward: expiry?.forward.forward, years: 1 / 365, pointCount: 0 })
  expect(smile?.atmVolatility).toBeCloseTo(0.2, 2)
})

test('without a quoted strike, of its own expiry and in its last week, there is none', () => {
  const { expiries, contracts } = readChain(1)
  const expiry = expiries[0]!
  expect(findSmile(expiry, [])).toBeNull()
  const other = contracts.map((one) => ({ ...one, expiry: '2011-06-24' }))
  expect(findSmile(expiry, other)).toBeNull()
  expect(findSmile({ ...expiry, years: 9 / 365 }, contracts)).toBeNull()
})

test('a fitted smile is taken as it is', () => {
  const { expiries, contracts } = readChain(60)
  expect(expiries[0]?.smile).not.toBeNull()
  expect(findSmile(expiries[0]!, contracts)).toBe(expiries[0]?.smile)
})
