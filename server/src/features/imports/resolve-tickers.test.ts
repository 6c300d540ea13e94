import { expect, test } from 'vitest'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { resolveTickers } from './resolve-tickers.ts'

const market = createFixedMarket({
  instruments: { XQZA: { name: 'Named by the provider', sector: 'Energy' } },
  quotes: { XQZB: { price: 1 } },
  missing: { XQZC: 'unknown-ticker', XQZD: 'provider-down', XQZE: 'no-price' },
})

test('a silent provider makes no ticker unknown', async () => {
  const { known, unknown, unchecked } = await resolveTickers({ marketData: market }, [
    ...['AAPL', 'XQZA', 'XQZB', 'XQZC', 'XQZD', 'XQZE'],
  ])
  expect(new Map(known)).toEqual(
    new Map([
      ['AAPL', { name: 'Apple Inc.', sector: 'Technology' }],
      ['XQZA', { name: 'Named by the provider', sector: 'Energy' }],
      ['XQZB', { name: null, sector: null }],
    ]),
  )
  expect(unknown).toEqual(['XQZC'])
  expect(unchecked).toEqual(['XQZD', 'XQZE'])
})

test('a list of thousands is not laid before the provider', async () => {
  const tickers = Array.from({ length: 3_000 }, (_, index) => `Q${index}X`)
  const { known, unknown, unchecked } = await resolveTickers({ marketData: market }, tickers)
  expect(known).toEqual([])
  expect(unknown).toHaveLength(500)
  expect(unchecked).toHaveLength(2_500)
})

test('what is on our own list asks nobody', async () => {
  const before = market.asked.maxAges.length
  await resolveTickers({ marketData: market }, ['AAPL', 'MSFT', 'SPY'])
  expect(market.asked.maxAges.length).toBe(before)
})

test('what only the simulated market lacks is told from what nobody knows', async () => {
  const demo = createFixedMarket({ missing: { XQZC: 'not-simulated', VWRL: 'not-simulated' } })
  const { known, unknown, notSimulated } = await resolveTickers({ marketData: demo }, ['XQZC', 'VWRL'])
  expect(unknown).toEqual(['XQZC'])
  expect(notSimulated).toEqual(['XQZC', 'VWRL'])
  expect(known).toEqual([['VWRL', { name: 'Vanguard FTSE All-World UCITS ETF', sector: null }]])
})
