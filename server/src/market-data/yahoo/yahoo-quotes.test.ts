import { describe, expect, test } from 'vitest'
import { toRateTicker } from '../currencies.ts'
import { sendJson } from '../testing/stub-server.ts'
import { failureOf, useYahoo } from '../testing/use-yahoo.ts'
import { makeChart, makeQuote } from '../testing/yahoo-stub.ts'

const bed = useYahoo()

describe('quotes', () => {
  test('one request asks for all tickers, in Yahoo’s spelling; those it does not know are unknown', async () => {
    bed.stub.script.quotes
      .set('BRK-B', makeQuote('BRK-B', 503))
      .set('VOD.L', makeQuote('VOD.L', 91.5, { currency: 'GBp' }))
    const { found, missing } = await bed.yahoo.fetchQuotes(['BRK.B', 'VOD.L', 'ZZZZ'])
    expect(bed.stub.apiRequests()).toHaveLength(1)
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
    for (const ticker of tickers) bed.stub.script.quotes.set(ticker, makeQuote(ticker, 10))
    expect((await bed.yahoo.fetchQuotes(tickers)).found.size).toBe(230)
    expect(bed.stub.apiRequests()).toHaveLength(3)
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
    bed.stub.script.quotes.set('ACME', makeQuote('ACME', 10, fields))
    expect((await bed.yahoo.fetchQuotes(['ACME'])).missing).toEqual(new Map([['ACME', reason]]))
  })

  test('another ticker’s data in place of the one asked for is refused', async () => {
    bed.stub.script.quotes.set('AAPL', makeQuote('MSFT', 518))
    expect(await failureOf(bed.yahoo.fetchQuotes(['AAPL']))).toMatchObject({ code: 'bad-reply' })
  })

  test('a session that Yahoo has forgotten is made anew, once', async () => {
    bed.stub.script.quotes.set('AAPL', makeQuote('AAPL', 255))
    await bed.yahoo.fetchQuotes(['AAPL'])
    bed.stub.script.crumb = 'crumb-2'
    expect((await bed.yahoo.fetchQuotes(['AAPL'])).found.size).toBe(1)
    const crumbs = bed.stub.requests.flatMap(({ searchParams }) => searchParams.get('crumb') ?? [])
    expect(crumbs).toEqual(['crumb-1', 'crumb-1', 'crumb-2'])
  })

  const refuseQuotes = (status: number) => {
    bed.stub.script.intercept = (url, response) => {
      if (url.pathname !== '/v7/finance/quote') return false
      const error = { code: 'Unauthorized', description: 'Invalid Crumb' }
      sendJson(response, status, { finance: { result: null, error } })
      return true
    }
  }

  test('a session that stays invalid is given up after the second try, and prices come from charts', async () => {
    bed.stub.script.charts.set(
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
    const { found, missing } = await bed.yahoo.fetchQuotes(['BRK.B', 'ZZZZ'])
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
    const paths = bed.stub.apiRequests().map(({ pathname }) => pathname)
    expect(paths.filter((path) => path === '/v7/finance/quote')).toHaveLength(2)

    // For more than forty tickers that would be too many requests.
    const many = Array.from({ length: 41 }, (_, index) => `T${index}`)
    expect(await failureOf(bed.yahoo.fetchQuotes(many))).toMatchObject({ code: 'session-expired' })
  })

  test.each([
    ['Yahoo hands out no crumb', (url: URL) => url.pathname === '/v1/test/getcrumb', 403],
    ['quotes are closed to us', (url: URL) => url.pathname === '/v7/finance/quote', 403],
  ])('prices come from charts when %s', async (_case, isRefused, status) => {
    bed.stub.script.charts.set(
      'ACME',
      makeChart('ACME', [['2026-11-20', 9]], { meta: { regularMarketPrice: 9, regularMarketTime: 1_795_208_400 } }),
    )
    bed.stub.script.intercept = (url, response) => {
      if (!isRefused(url)) return false
      sendJson(response, status, '{}', { 'content-type': 'text/plain' })
      return true
    }
    expect((await bed.yahoo.fetchQuotes(['ACME'])).found.get('ACME')).toMatchObject({ price: 9, previousClose: null })
  })
})

describe('instruments and rates', () => {
  test('a company’s sector comes from its profile, a fund’s from its name; a missing profile leaves it open', async () => {
    bed.stub.script.quotes
      .set('ACME', makeQuote('ACME', 10))
      .set('BARE', makeQuote('BARE', 10))
      .set('GOVT', makeQuote('GOVT', 23, { quoteType: 'ETF', longName: 'iShares U.S. Treasury Bond ETF' }))
    bed.stub.script.sectors.set('ACME', 'Consumer Cyclical')
    const instruments = await bed.yahoo.fetchInstruments(['ACME', 'BARE', 'GOVT', 'ZZZZ'])
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

  test.each([
    [
      'parts of the shares it holds, scaled by the part that is shares',
      { sectorWeightings: [{ realestate: 0.1 }, { consumer_cyclical: 0.3 }, { technology: 0.6 }], stockPosition: 0.5 },
      { 'Real Estate': 0.05, 'Consumer Discretionary': 0.15, Technology: 0.3 },
    ],
    [
      'numbers beside their text, sectors it does not hold, and a rounded sum',
      {
        sectorWeightings: [{ healthcare: { raw: 0.505, fmt: '50.50%' } }, { energy: 0 }, { utilities: { raw: 0.505 } }],
      },
      { 'Health Care': 0.5, Utilities: 0.5 },
    ],
    ['nothing, for a fund without shares', { sectorWeightings: [{ energy: 0 }] }, null],
    ['nothing, for a sector that nobody knows', { sectorWeightings: [{ energy: 0.5 }, { magic: 0.5 }] }, null],
    ['nothing, for more than a whole', { sectorWeightings: [{ energy: 0.9 }, { utilities: 0.9 }] }, null],
    ['nothing, for another shape than known', { sectorWeightings: [{ energy: 'much' }] }, null],
    ['nothing, when there is no list', undefined, null],
  ])('what a broad fund holds is %s', async (_case, holdings, weights) => {
    bed.stub.script.quotes.set('ACWX', makeQuote('ACWX', 60, { quoteType: 'ETF', longName: 'World Fund' }))
    if (holdings) bed.stub.script.holdings.set('ACWX', holdings)
    const fund = (await bed.yahoo.fetchInstruments(['ACWX'])).get('ACWX')
    expect(fund).toMatchObject({ sector: 'Diversified Fund', internalDiversification: 1.9 })
    expect(fund?.fundSectors).toEqual(weights && { weights, asOf: '2026-11-21' })
  })

  test('what a fund of one sector, or a bond fund holds is not asked for', async () => {
    bed.stub.script.quotes
      .set('TECH', makeQuote('TECH', 60, { quoteType: 'ETF', longName: 'Technology Fund' }))
      .set('GOVT', makeQuote('GOVT', 23, { quoteType: 'ETF', longName: 'iShares U.S. Treasury Bond ETF' }))
    const instruments = await bed.yahoo.fetchInstruments(['TECH', 'GOVT'])
    expect([...instruments.values()].map(({ fundSectors }) => fundSectors)).toEqual([null, null])
    expect(bed.stub.apiRequests().filter(({ pathname }) => pathname.includes('quoteSummary'))).toEqual([])
  })

  test('the daily history of a rate is a chart like any other', async () => {
    bed.stub.script.charts.set(
      'EURUSD=X',
      makeChart('EURUSD=X', [
        ['2026-11-19', 1.15],
        ['2026-11-20', 1.16],
      ]),
    )
    const history = await bed.yahoo.fetchDailyHistory(toRateTicker('EUR', 'USD'), '2026-11-01')
    expect(history).toMatchObject({ currency: 'USD', dates: ['2026-11-19', '2026-11-20'] })
    expect([...history.closes]).toEqual([1.15, 1.16])
  })

  test('rates are units of the target for one of the source, with the time they were made', async () => {
    bed.stub.script.quotes.set('EURUSD=X', makeQuote('EURUSD=X', 1.16, { quoteType: 'CURRENCY' }))
    expect(await bed.yahoo.fetchExchangeRates(['EUR', 'XXX'], 'USD')).toEqual([
      { from: 'EUR', to: 'USD', rate: 1.16, asOf: '2026-11-20T21:00:00.000Z', source: 'yahoo' },
    ])
  })
})
