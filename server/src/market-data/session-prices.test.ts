import { expect, test } from 'vitest'
import type { CachedQuote, MarketData } from './market-data.ts'
import { getSessionPrices } from './session-prices.ts'

const quote = (ticker: string, terms: Pick<CachedQuote, 'session' | 'stale'>): [string, CachedQuote] => [
  ticker,
  {
    ticker,
    price: 100,
    currency: 'USD',
    previousClose: null,
    asOf: '2026-11-23T15:00:00.000Z',
    fetchedAt: '2026-11-23T15:00:00.000Z',
    source: 'sample',
    ...terms,
  },
]

test('a price of a session is one of today that is not old, and each ticker is asked for once', async () => {
  const asked: string[][] = []
  const getQuotes: MarketData['getQuotes'] = async ({ tickers }) => {
    asked.push([...tickers])
    const found = new Map([
      quote('SPY', { session: 'open', stale: false }),
      quote('QQQ', { session: 'closed', stale: false }),
      quote('IWM', { session: 'open', stale: true }),
    ])
    return { found, missing: new Map([['NONE', 'unknown-ticker']]) }
  }
  expect(await getSessionPrices({ getQuotes }, ['SPY', 'QQQ', 'IWM', 'NONE', 'SPY'])).toEqual(new Map([['SPY', 100]]))
  expect(asked).toEqual([['SPY', 'QQQ', 'IWM', 'NONE']])
})
