import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ProviderFailure } from '../failures.ts'
import type { MarketDataProvider } from '../provider.ts'
import { sendJson } from '../testing/stub-server.ts'
import { makeChart, makeQuote, startYahooStub, type YahooStub } from '../testing/yahoo-stub.ts'
import { createYahooProvider } from './adapter.ts'

const clock = { now: () => new Date('2026-11-21T20:00:00Z') }
let stub: YahooStub
let yahoo: MarketDataProvider

beforeEach(async () => {
  stub = await startYahooStub()
  yahoo = createYahooProvider({ clock, random: () => 0, baseUrl: stub.origin })
})
afterEach(async () => {
  await yahoo.close()
  await stub.close()
})

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderFailure)) throw new Error(`expected a ProviderFailure, got ${String(error)}`)
  return error
}

describe('quotes', () => {
  test('one request asks for all tickers, in Yahoo’s spelling; those it does not know are unknown', async () => {
    stub.script.quotes.set('BRK-B', makeQuote('BRK-B', 503)).set('VOD.L', makeQuote('VOD.L', 91.5, { currency: 'GBp' }))
    const { found, missing } = await yahoo.fetchQuotes(['BRK.B', 'VOD.L', 'ZZZZ'])
    expect(stub.apiRequests()).toHaveLength(1)
    expect(found.get('BRK.B')).toEqual({
      ticker: 'BRK.B',
      price: 503,
      currency: 'USD',
      previousClose: 503 * 0.99,
      asOf: '2026-11-20T21:00:00.000Z',
      session: 'closed',
      source: 'yahoo',
    })
    // 91.5 pence are 0.915 pounds.
    expect(found.get('VOD.L')).toMatchObject({ price: 0.915, currency: 'GBP' })
    expect(missing).toEqual(new Map([['ZZZZ', 'unknown-ticker']]))
  })

  test('more than a hundred tickers are asked for in several requests', async () => {
    const tickers = Array.from({ length: 230 }, (_, index) => `T${index}`)
    for (const ticker of tickers) stub.script.quotes.set(ticker, makeQuote(ticker, 10))
    expect((await yahoo.fetchQuotes(tickers)).found.size).toBe(230)
    expect(stub.apiRequests()).toHaveLength(3)
  })

  test.each([
    ['a negative price', { regularMarketPrice: -3 }, 'suspect-price'],
    ['a price of text', { regularMarketPrice: 'abc' }, 'suspect-price'],
    [
      'a price 20 times yesterday’s close',
      { regularMarketPrice: 200, regularMarketPreviousClose: 10 },
      'suspect-price',
    ],
    ['no price', { regularMarketPrice: undefined }, 'no-price'],
    ['no currency', { currency: undefined }, 'no-price'],
    ['a symbol that Yahoo has dropped', { quoteType: 'NONE' }, 'unknown-ticker'],
  ])('%s is not passed on', async (_case, fields, reason) => {
    stub.script.quotes.set('ACME', makeQuote('ACME', 10, fields))
    expect((await yahoo.fetchQuotes(['ACME'])).missing).toEqual(new Map([['ACME', reason]]))
  })

  test('another ticker’s data in place of the one asked for is refused', async () => {
    stub.script.quotes.set('AAPL', makeQuote('MSFT', 518))
    expect(await failureOf(yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'bad-reply' })
  })

  test('a session that Yahoo has forgotten is made anew, once', async () => {
    stub.script.quotes.set('AAPL', makeQuote('AAPL', 255))
    await yahoo.fetchQuotes(['AAPL'])
    stub.script.crumb = 'crumb-2'
    expect((await yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
    const crumbs = stub.requests.flatMap(({ searchParams }) => searchParams.get('crumb') ?? [])
    expect(crumbs).toEqual(['crumb-1', 'crumb-1', 'crumb-2'])
  })

  const refuseQuotes = (status: number) => {
    stub.script.intercept = (url, response) => {
      if (url.pathname !== '/v7/finance/quote') return false
      const error = { code: 'Unauthorized', description: 'Invalid Crumb' }
      sendJson(response, status, { finance: { result: null, error } })
      return true
    }
  }

  test('a session that stays invalid is given up after the second try, and prices come from charts', async () => {
    stub.script.charts.set(
      'BRK-B',
      makeChart(
        'BRK-B',
        [
          ['2026-11-18', 500],
          ['2026-11-19', 501],
          ['2026-11-20', 503],
        ],
        {
          meta: { regularMarketPrice: 503, regularMarketTime: Date.parse('2026-11-20T21:00:02Z') / 1000 },
        },
      ),
    )
    refuseQuotes(401)
    const { found, missing } = await yahoo.fetchQuotes(['BRK.B', 'ZZZZ'])
    expect(found.get('BRK.B')).toEqual({
      ticker: 'BRK.B',
      price: 503,
      currency: 'USD',
      previousClose: 501,
      asOf: '2026-11-20T21:00:02.000Z',
      session: 'closed',
      source: 'yahoo',
    })
    expect(missing).toEqual(new Map([['ZZZZ', 'unknown-ticker']]))
    const paths = stub.apiRequests().map(({ pathname }) => pathname)
    expect(paths.filter((path) => path === '/v7/finance/quote')).toHaveLength(2)

    // For more than forty tickers that would be too many requests.
    const many = Array.from({ length: 41 }, (_, index) => `T${index}`)
    expect(await failureOf(yahoo.fetchQuotes(many))).toMatchObject({ code: 'session-expired' })
  })

  test.each([
    ['Yahoo hands out no crumb', (url: URL) => url.pathname === '/v1/test/getcrumb', 403],
    ['quotes are closed to us', (url: URL) => url.pathname === '/v7/finance/quote', 403],
  ])('prices come from charts when %s', async (_case, isRefused, status) => {
    stub.script.charts.set(
      'ACME',
      makeChart('ACME', [['2026-11-20', 9]], { meta: { regularMarketPrice: 9, regularMarketTime: 1_795_208_400 } }),
    )
    stub.script.intercept = (url, response) => {
      if (!isRefused(url)) return false
      sendJson(response, status, '{}', { 'content-type': 'text/plain' })
      return true
    }
    expect((await yahoo.fetchQuotes(['ACME'])).found.get('ACME')).toMatchObject({ price: 9, previousClose: null })
  })
})

describe('history', () => {
  test('bars and splits; holes are left out and the bar of today’s session as well', async () => {
    stub.script.charts.set(
      'ACME',
      makeChart(
        'ACME',
        [
          ['2026-11-17', 100, 98],
          ['2026-11-18', null],
          ['2026-11-19', 51, 50],
          ['2026-11-20', 52, 52],
        ],
        {
          events: {
            splits: {
              a: { date: Date.parse('2026-11-19T14:30:00Z') / 1000, numerator: 2, denominator: 1, splitRatio: '2:1' },
            },
          },
          meta: {
            currentTradingPeriod: {
              regular: {
                start: Date.parse('2026-11-23T14:30:00Z') / 1000,
                end: Date.parse('2026-11-23T21:00:00Z') / 1000,
              },
            },
          },
        },
      ),
    )
    expect(await yahoo.fetchDailyHistory('ACME', '2026-11-17')).toEqual({
      ticker: 'ACME',
      currency: 'USD',
      source: 'yahoo',
      dates: ['2026-11-17', '2026-11-19', '2026-11-20'],
      closes: Float64Array.of(100, 51, 52),
      adjustedCloses: Float64Array.of(98, 50, 52),
      splits: [{ date: '2026-11-19', ratio: 2 }],
    })
    expect(stub.apiRequests().at(-1)?.searchParams.get('period1')).toBe(
      String(Date.parse('2026-11-17T00:00:00Z') / 1000),
    )
  })

  test('a session that is not over at the present instant has no close yet', async () => {
    const regular = { start: Date.parse('2026-11-20T14:30:00Z') / 1000, end: Date.parse('2026-11-20T21:00:00Z') / 1000 }
    stub.script.charts.set(
      'ACME',
      makeChart(
        'ACME',
        [
          ['2026-11-19', 10],
          ['2026-11-20', 11],
        ],
        { meta: { currentTradingPeriod: { regular } } },
      ),
    )
    const during = createYahooProvider({
      clock: { now: () => new Date('2026-11-20T20:00:00Z') },
      random: () => 0,
      baseUrl: stub.origin,
    })
    expect((await during.fetchDailyHistory('ACME', '2026-11-01')).dates).toEqual(['2026-11-19'])
    await during.close()
  })

  test('a spike of one day is dropped; a lasting new level is kept', async () => {
    const days = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13'].map((day) => `2026-11-${day}`)
    stub.script.charts.set(
      'SPIKE',
      makeChart(
        'SPIKE',
        days.map((date, index) => [date, index === 4 ? 2000 : 10]),
      ),
    )
    expect((await yahoo.fetchDailyHistory('SPIKE', '2026-11-01')).dates).not.toContain('2026-11-06')
    stub.script.charts.set(
      'LEVEL',
      makeChart(
        'LEVEL',
        days.map((date, index) => [date, index >= 3 ? 250 : 10]),
      ),
    )
    expect((await yahoo.fetchDailyHistory('LEVEL', '2026-11-01')).dates).toEqual(days)
  })

  test.each([
    ['another symbol’s chart', makeChart('MSFT', [['2026-11-20', 1]]), 'bad-reply'],
    [
      'fewer closes than days',
      {
        ...(makeChart('ACME', [
          ['2026-11-19', 1],
          ['2026-11-20', 1],
        ]) as object),
        indicators: { quote: [{ close: [1] }] },
      },
      'bad-reply',
    ],
    [
      'no days at all',
      { meta: { symbol: 'ACME', currency: 'USD', gmtoffset: 0 }, indicators: { quote: [{}] } },
      'no-data',
    ],
    ['only holes', makeChart('ACME', [['2026-11-20', null]]), 'no-data'],
    ['another shape', { meta: 'none' }, 'bad-reply'],
  ])('%s is a failure', async (_case, chart, code) => {
    stub.script.charts.set('ACME', chart)
    expect(await failureOf(yahoo.fetchDailyHistory('ACME', '2026-11-01'))).toMatchObject({ code })
  })

  test('a symbol that Yahoo does not know is an unknown ticker, and that is final', async () => {
    expect(await failureOf(yahoo.fetchDailyHistory('ZZZZ', '2026-11-01'))).toMatchObject({
      code: 'unknown-ticker',
      consequence: 'never',
    })
  })

  test('what a ticker holds stays inside its path segment', async () => {
    await failureOf(yahoo.fetchDailyHistory('^GSPC', '2026-11-01'))
    expect(stub.apiRequests().at(-1)?.pathname).toBe('/v8/finance/chart/%5EGSPC')
  })
})

describe('instruments and rates', () => {
  test('a company’s sector comes from its profile, a fund’s from its name; a missing profile leaves it open', async () => {
    stub.script.quotes
      .set('ACME', makeQuote('ACME', 10))
      .set('BARE', makeQuote('BARE', 10))
      .set('GOVT', makeQuote('GOVT', 23, { quoteType: 'ETF', longName: 'iShares U.S. Treasury Bond ETF' }))
    stub.script.sectors.set('ACME', 'Consumer Cyclical')
    const instruments = await yahoo.fetchInstruments(['ACME', 'BARE', 'GOVT', 'ZZZZ'])
    expect(instruments.get('ACME')).toMatchObject({
      name: 'ACME Corporation',
      assetClass: 'equity',
      sector: 'Consumer Discretionary',
      isFund: false,
    })
    expect(instruments.get('BARE')).toMatchObject({ sector: null })
    expect(instruments.get('GOVT')).toMatchObject({
      assetClass: 'bond-fund',
      sector: 'Fixed Income',
      isFund: true,
      internalDiversification: 1.05,
    })
    expect(instruments.has('ZZZZ')).toBe(false)
  })

  test('rates are units of the target for one of the source, with the time they were made', async () => {
    stub.script.quotes.set('EURUSD=X', makeQuote('EURUSD=X', 1.16, { quoteType: 'CURRENCY' }))
    expect(await yahoo.fetchExchangeRates(['EUR', 'XXX'], 'USD')).toEqual([
      { from: 'EUR', to: 'USD', rate: 1.16, asOf: '2026-11-20T21:00:00.000Z', source: 'yahoo' },
    ])
  })
})

describe('trouble on the way', () => {
  const useHasty = async () => {
    await yahoo.close()
    yahoo = createYahooProvider({ clock, random: () => 0, baseUrl: stub.origin, deadlineMs: 600, silenceMs: 150 })
  }

  const interceptApi = (answer: (count: number, response: Parameters<typeof sendJson>[0]) => void) => {
    let count = 0
    stub.script.intercept = (url, response) => {
      if (!url.pathname.includes('/finance/')) return false
      count += 1
      answer(count, response)
      return true
    }
  }

  test('a 500 is tried again, twice at most', async () => {
    interceptApi((count, response) => {
      if (count < 3) sendJson(response, 500, '{}')
      else sendJson(response, 200, { quoteResponse: { result: [makeQuote('AAPL', 255)], error: null } })
    })
    expect((await yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
    interceptApi((_count, response) => sendJson(response, 502, '{}'))
    expect(await failureOf(yahoo.fetchQuotes(['AAPL']))).toMatchObject({
      code: 'server-error',
      consequence: 'penalise',
    })
    expect(stub.apiRequests()).toHaveLength(6)
  })

  test('a connection cut off before the answer is tried again on a new one', async () => {
    interceptApi((count, response) => {
      if (count === 1) response.socket?.destroy()
      else sendJson(response, 200, { quoteResponse: { result: [makeQuote('AAPL', 255)], error: null } })
    })
    expect((await yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
  })

  test('429 is not tried again, and its Retry-After is passed on', async () => {
    interceptApi((_count, response) => sendJson(response, 429, '{}', { 'retry-after': '17' }))
    expect(await failureOf(yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 17 })
    expect(stub.apiRequests()).toHaveLength(1)
  })

  test('an answer that drips is cut off at the deadline', async () => {
    await useHasty()
    let drip: ReturnType<typeof setInterval> | undefined
    interceptApi((_count, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      drip = setInterval(() => response.write(' '), 40)
    })
    const start = performance.now()
    expect(await failureOf(yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'timed-out' })
    expect(performance.now() - start).toBeLessThan(5_000)
    clearInterval(drip)
  })

  test('silence is a failure within the deadline', async () => {
    await useHasty()
    interceptApi(() => {})
    expect((await failureOf(yahoo.fetchQuotes(['AAPL']))).consequence).toBe('penalise')
  })

  test.each([
    ['an HTML page', 'text/html', '<html>consent</html>'],
    ['cut JSON', 'application/json', '{"quoteResponse":{"result":[{"sym'],
    ['JSON of another kind', 'application/json', '[1,2,3]'],
    ['an endless answer', 'application/json', `"${'x'.repeat(6 * 1024 * 1024)}"`],
  ])('%s is refused', async (_case, contentType, body) => {
    interceptApi((_count, response) => sendJson(response, 200, body, { 'content-type': contentType }))
    expect(await failureOf(yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'bad-reply' })
  })

  test('a redirect of a price request is refused, not followed', async () => {
    interceptApi((_count, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' })
      response.end()
    })
    expect(await failureOf(yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'bad-reply' })
    expect(stub.apiRequests()).toHaveLength(1)
  })

  test('nothing is printed, whatever goes wrong', async () => {
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) => vi.spyOn(console, method))
    interceptApi((count, response) => sendJson(response, [401, 404, 500, 400][count % 4] ?? 500, '{}'))
    for (let call = 0; call < 4; call++) await failureOf(yahoo.fetchQuotes(['AAPL']))
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('a proxy without cookie page and crumb serves all the same', async () => {
    stub.script.quotes.set('AAPL', makeQuote('AAPL', 255))
    stub.script.crumb = 'by-proxy'
    stub.script.intercept = (url, response) => {
      if (url.pathname.includes('/finance/')) return false
      sendJson(response, 404, '{}')
      return true
    }
    expect((await yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
  })
})
