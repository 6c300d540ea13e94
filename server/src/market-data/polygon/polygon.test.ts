import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MarketDataProvider } from '../provider.ts'
import { type StubServer, sendJson, startStubServer } from '../testing/stub-server.ts'
import { createPolygonProvider } from './adapter.ts'
import { adjustForDividends } from './transform.ts'

const KEY = 'a-key-that-must-not-show'
let replies: Map<string, { status?: number; body: unknown }>
let now: Date
let stub: StubServer
let polygon: MarketDataProvider

/** Milliseconds since 1970 of midnight in New York, in winter. */
const midnight = (date: string) => Date.parse(`${date}T05:00:00Z`)

beforeEach(async () => {
  replies = new Map()
  now = new Date('2026-11-20T22:00:00Z')
  stub = await startStubServer((url, _request, response) => {
    const reply = replies.get(url.searchParams.has('cursor') ? `${url.pathname}#2` : url.pathname)
    sendJson(response, reply?.status ?? (reply ? 200 : 404), reply?.body ?? { status: 'NOT_FOUND' })
  })
  const clock = { now: () => now }
  polygon = createPolygonProvider({ apiKey: KEY, clock, random: () => 0, baseUrl: stub.origin })
})
afterEach(async () => {
  await polygon.close()
  await stub.close()
})

const SNAPSHOTS = '/v2/snapshot/locale/us/markets/stocks/tickers'
const setSnapshot = (...tickers: unknown[]) => replies.set(SNAPSHOTS, { body: { status: 'OK', tickers } })

describe('quotes', () => {
  const snapshot = {
    ticker: 'AAPL',
    day: { c: 255 },
    prevDay: { c: 250 },
    lastTrade: { p: 254.5, t: 1_795_200_000_000_000_000 },
  }

  test('after the close, the day’s close; the key travels in a header only', async () => {
    setSnapshot(snapshot)
    const { found, missing } = await polygon.fetchQuotes(['AAPL', 'ZZZZ', 'VOD.LON'])
    expect(found.get('AAPL')).toEqual({
      ticker: 'AAPL',
      price: 255,
      currency: 'USD',
      previousClose: 250,
      asOf: '2026-11-20T21:00:00.000Z',
      session: 'closed',
      source: 'polygon',
    })
    expect(Object.fromEntries(missing)).toEqual({ ZZZZ: 'unknown-ticker', 'VOD.LON': 'unknown-ticker' })
    expect(stub.requests[0]?.searchParams.get('tickers')).toBe('AAPL,ZZZZ')
    expect(stub.requests[0]?.href).not.toContain(KEY)
    expect(stub.headers[0]?.authorization).toBe(`Bearer ${KEY}`)
  })

  test('during the session, the last trade and its time', async () => {
    now = new Date('2026-11-20T18:00:00Z')
    setSnapshot(snapshot)
    expect((await polygon.fetchQuotes(['AAPL'])).found.get('AAPL')).toMatchObject({
      price: 254.5,
      session: 'open',
      asOf: '2026-11-20T18:40:00.000Z',
    })
  })

  test('before the opening, when the day is still empty, the close of the day before', async () => {
    now = new Date('2026-11-20T12:00:00Z')
    setSnapshot({ ...snapshot, day: { c: 0 } })
    expect((await polygon.fetchQuotes(['AAPL'])).found.get('AAPL')).toMatchObject({
      price: 250,
      previousClose: null,
      asOf: '2026-11-19T21:00:00.000Z',
    })
  })

  test.each([
    ['no price at all', { ticker: 'AAPL' }, 'no-price'],
    ['a price 20 times the day before', { ticker: 'AAPL', day: { c: 5000 }, prevDay: { c: 250 } }, 'suspect-price'],
    ['a price of text', { ticker: 'AAPL', day: { c: 'x' } }, 'suspect-price'],
  ])('%s is not passed on', async (_case, ticker, reason) => {
    setSnapshot(ticker)
    expect((await polygon.fetchQuotes(['AAPL'])).missing.get('AAPL')).toBe(reason)
  })

  test.each([
    [403, 'not-authorised', 'next'],
    [401, 'not-authorised', 'next'],
    [429, 'rate-limited', 'penalise'],
    [500, 'server-error', 'penalise'],
  ])('status %i is the failure %s', async (status, code, consequence) => {
    replies.set(SNAPSHOTS, { status, body: { status: 'NOT_AUTHORIZED' } })
    const error = await polygon.fetchQuotes(['AAPL']).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code, consequence, source: 'polygon' })
    expect(String(error)).not.toContain(KEY)
  })
})

describe('history', () => {
  const path = '/v2/aggs/ticker/AAPL/range/1/day/2026-11-16/2026-11-20'
  const setEvents = (splits: unknown[] = [], dividends: unknown[] = []) => {
    replies.set('/v3/reference/splits', { body: { results: splits } })
    replies.set('/v3/reference/dividends', { body: { results: dividends } })
  }

  test('all pages are read; dividends come off the closes before them, in shares of today', async () => {
    replies.set(path, {
      body: {
        ticker: 'AAPL',
        results: [
          { c: 100, t: midnight('2026-11-16') },
          { c: 102, t: midnight('2026-11-17') },
        ],
        next_url: `https://api.massive.com${path}?cursor=next`,
      },
    })
    replies.set(`${path}#2`, { body: { ticker: 'AAPL', results: [{ c: 101, t: midnight('2026-11-20') }] } })
    setEvents(
      [{ ticker: 'AAPL', execution_date: '2026-11-19', split_from: 1, split_to: 2 }],
      [{ ticker: 'AAPL', ex_dividend_date: '2026-11-17', cash_amount: 4 }],
    )
    // 4 dollars before a 2:1 split are 2 dollars a share of today: 100 × (1 − 2/100) = 98.
    expect(await polygon.fetchDailyHistory('AAPL', '2026-11-16')).toEqual({
      ticker: 'AAPL',
      currency: 'USD',
      source: 'polygon',
      dates: ['2026-11-16', '2026-11-17', '2026-11-20'],
      closes: Float64Array.of(100, 102, 101),
      adjustedCloses: Float64Array.of(98, 102, 101),
      splits: [{ date: '2026-11-19', ratio: 2 }],
    })
  })

  test('another ticker’s bars are refused, and no bars are no data', async () => {
    setEvents()
    replies.set(path, { body: { ticker: 'MSFT', results: [] } })
    await expect(polygon.fetchDailyHistory('AAPL', '2026-11-16')).rejects.toMatchObject({ code: 'bad-reply' })
    replies.set(path, { body: { ticker: 'AAPL', resultsCount: 0 } })
    await expect(polygon.fetchDailyHistory('AAPL', '2026-11-16')).rejects.toMatchObject({ code: 'no-data' })
  })

  test('what is no US ticker is not asked for', async () => {
    await expect(polygon.fetchDailyHistory('^GSPC', '2026-11-16')).rejects.toMatchObject({ code: 'unknown-ticker' })
    expect(stub.requests).toHaveLength(0)
  })
})

test('instruments have a name and a class; those it does not know are absent', async () => {
  replies.set('/v3/reference/tickers/GOVT', {
    body: { results: { ticker: 'GOVT', name: 'iShares U.S. Treasury Bond ETF', type: 'ETF', currency_name: 'usd' } },
  })
  const instruments = await polygon.fetchInstruments(['GOVT', 'ZZZZ'])
  expect([...instruments.values()]).toEqual([
    {
      ticker: 'GOVT',
      name: 'iShares U.S. Treasury Bond ETF',
      currency: 'USD',
      isFund: true,
      assetClass: 'bond-fund',
      sector: 'Fixed Income',
      internalDiversification: 1.05,
      fundSectors: null,
    },
  ])
})

test('exchange rates are left out, so that foreign positions are left out and named', async () => {
  expect(await polygon.fetchExchangeRates(['EUR'], 'USD')).toEqual([])
})

describe('adjusting for dividends', () => {
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18']
  const closes = Float64Array.of(100, 98, 99)

  test('the return over the ex-date is the total return', () => {
    // (98 + 2) / 100 − 1 = 0: the price fell by exactly what was paid out.
    const adjusted = adjustForDividends(dates, closes, [{ exDate: '2026-11-17', amount: 2 }])
    expect(adjusted[1]! / adjusted[0]! - 1).toBeCloseTo(0, 12)
    expect([...adjusted.slice(1)]).toEqual([98, 99])
  })

  test('several dividends multiply, also on a day without a bar', () => {
    const adjusted = adjustForDividends(['2026-11-16', '2026-11-18'], Float64Array.of(100, 99), [
      { exDate: '2026-11-17', amount: 1 },
      { exDate: '2026-11-18', amount: 2 },
    ])
    // Both come off the close of the 16th: 100 × 0.99 × 0.98.
    expect(adjusted[0]).toBeCloseTo(97.02, 10)
  })

  test.each([
    ['before the first bar', '2026-11-16', 1],
    ['after the last bar', '2026-11-19', 1],
    ['larger than the price', '2026-11-17', 200],
  ])('a dividend %s changes nothing', (_case, exDate, amount) => {
    expect(adjustForDividends(dates, closes, [{ exDate, amount }])).toEqual(closes)
  })
})
