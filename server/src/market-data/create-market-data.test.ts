import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createMarketData, type MarketDataConfig } from './create-market-data.ts'
import type { MarketData } from './market-data.ts'
import { type StubServer, sendJson, startStubServer } from './testing/stub-server.ts'
import { makeChart, makeQuote, startYahooStub, type YahooStub } from './testing/yahoo-stub.ts'

const clock = { now: () => new Date('2026-11-21T20:00:00Z') }
const log = { warn: () => {} }
const opened: MarketData[] = []
let db: TestDatabase
let yahoo: YahooStub

beforeAll(async () => {
  db = await createTestDatabase()
  yahoo = await startYahooStub()
  yahoo.script.quotes.set('SPY', makeQuote('SPY', 666)).set('EURUSD=X', makeQuote('EURUSD=X', 1.16))
  yahoo.script.charts.set(
    'SPY',
    makeChart('SPY', [
      ['2026-11-19', 660],
      ['2026-11-20', 666],
    ]),
  )
})
afterEach(async () => {
  for (const market of opened.splice(0)) await market.close()
  await db.asOwner('truncate price_quotes, missing_tickers, daily_bars, daily_histories, exchange_rates, leases')
})
afterAll(async () => {
  await yahoo.close()
  await db.close()
})

function open(config: MarketDataConfig): MarketData {
  const market = createMarketData({ config, db, clock, log, random: () => 0 })
  opened.push(market)
  return market
}

async function getPrice(market: MarketData): Promise<[number, string] | undefined> {
  const quote = (await market.getQuotes({ tickers: ['SPY'] })).found.get('SPY')
  return quote && [quote.price, quote.source]
}

describe('the configuration decides where prices come from', () => {
  test('sample: the simulated market, which stores nothing', async () => {
    const market = open({ requested: 'sample' })
    expect(await getPrice(market)).toEqual([751.9099, 'sample'])
    expect(await db.asOwner('select * from price_quotes')).toEqual([])
  })

  test('yahoo: quotes, history and rates, from the network into the shared store', async () => {
    const market = open({ requested: 'yahoo', yahooBaseUrl: yahoo.origin })
    expect(await getPrice(market)).toEqual([666, 'yahoo'])
    const { found } = await market.getDailyHistory({ tickers: ['SPY'], from: '2026-11-01' })
    expect([...(found.get('SPY')?.closes ?? [])]).toEqual([660, 666])
    expect((await market.getExchangeRates({ from: ['EUR'], to: 'USD' })).get('EUR')?.rate).toBe(1.16)
    expect(await db.asOwner('select source, ticker from price_quotes')).toEqual([{ source: 'yahoo', ticker: 'SPY' }])
  })

  test('auto: Yahoo when it answers', async () => {
    const market = open({ requested: 'auto', yahooBaseUrl: yahoo.origin })
    expect(await getPrice(market)).toEqual([666, 'yahoo'])
    expect(market.status()).toMatchObject({ requested: 'auto', simulated: false })
  })

  test('auto: the simulated market when Yahoo refuses the connection', async () => {
    const closed = await startYahooStub()
    await closed.close()
    const market = open({ requested: 'auto', yahooBaseUrl: closed.origin })
    expect(await getPrice(market)).toEqual([751.9099, 'sample'])
    expect(market.status()).toMatchObject({ requested: 'auto', simulated: true, source: 'sample' })
  })

  test('polygon: with a key; without one it says what to set', async () => {
    const polygon: StubServer = await startStubServer((_url, _request, response) =>
      sendJson(response, 200, { tickers: [{ ticker: 'SPY', day: { c: 665 }, prevDay: { c: 660 } }] }),
    )
    const market = open({ requested: 'polygon', polygonApiKey: 'key', polygonBaseUrl: polygon.origin })
    expect(await getPrice(market)).toEqual([665, 'polygon'])
    await polygon.close()
    expect(() => open({ requested: 'polygon' })).toThrow('POLYGON_API_KEY')
  })

  test('one source’s prices are not another’s: what Yahoo said does not answer for Polygon', async () => {
    await getPrice(open({ requested: 'yahoo', yahooBaseUrl: yahoo.origin }))
    const silent = await startStubServer((_url, _request, response) => sendJson(response, 403, {}))
    const market = open({ requested: 'polygon', polygonApiKey: 'key', polygonBaseUrl: silent.origin })
    expect((await market.getQuotes({ tickers: ['SPY'] })).missing.get('SPY')).toBe('provider-down')
    await silent.close()
  })
})
