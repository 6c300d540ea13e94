import { parseIsoDate } from '@ballast/quant'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPolygonProvider } from '../polygon/adapter.ts'
import type { MarketDataProvider } from '../provider.ts'
import { type StubServer, sendJson, startStubServer } from '../testing/stub-server.ts'
import { failureOf, useYahoo } from '../testing/use-yahoo.ts'
import { makeQuote } from '../testing/yahoo-stub.ts'
import type { ChainSlice } from './option-chain.ts'

const TODAY = parseIsoDate('2026-11-20')
const toSeconds = (expiry: string) => parseIsoDate(expiry) * 86_400
const toSymbol = (expiry: string, right: string, strike: number, root = 'AAPL') =>
  `${root}${expiry.slice(2).replaceAll('-', '')}${right}${String(strike * 1000).padStart(8, '0')}`

describe('Yahoo', () => {
  const bed = useYahoo()
  const EXPIRIES = ['2026-11-27', '2026-12-18', '2027-01-15', '2027-02-19', '2027-06-17']
  const asked = () => bed.stub.apiRequests().map((url) => url.searchParams.get('date'))

  function serve(change: (body: Record<string, unknown>, expiry: string) => unknown = (body) => body) {
    bed.stub.script.intercept = (url, response) => {
      if (!url.pathname.startsWith('/v7/finance/options/')) return false
      const date = url.searchParams.get('date')
      const expiry = EXPIRIES.find((one) => String(toSeconds(one)) === date) ?? EXPIRIES[0]!
      const body = {
        underlyingSymbol: decodeURIComponent(url.pathname.split('/').at(-1)!),
        expirationDates: EXPIRIES.map(toSeconds),
        quote: makeQuote('AAPL', 250),
        options: [{ expirationDate: toSeconds(expiry), calls: [contract(expiry, 'C')], puts: [contract(expiry, 'P')] }],
      }
      const result = change(body, expiry)
      if (result === 404) sendJson(response, 404, {})
      else sendJson(response, 200, { optionChain: { result: result === null ? [] : [result], error: null } })
      return true
    }
  }

  const contract = (expiry: string, right: string) => ({
    contractSymbol: toSymbol(expiry, right, 250),
    strike: 250,
    expiration: toSeconds(expiry),
    bid: 5,
    ask: 5.2,
    lastPrice: 5.1,
    change: 0.6,
    volume: 12,
    openInterest: 345,
    impliedVolatility: 0.31,
    lastTradeDate: Date.parse('2026-11-20T20:30:00Z') / 1000,
  })

  test('the first answer names the expiries, the others are asked for one by one', async () => {
    serve()
    const chain = await bed.yahoo.fetchOptionChain('AAPL', 'near-term')
    if (typeof chain === 'string') throw new Error(chain)
    expect(chain.expiries).toEqual(EXPIRIES)
    // Two are near; the expiries around 90 days are 15 January and 19 February.
    expect(new Set(chain.contracts.map(({ expiry }) => expiry))).toEqual(new Set(EXPIRIES.slice(0, 4)))
    expect(asked()[0]).toBeNull()
    expect(asked().slice(1).toSorted()).toEqual(EXPIRIES.slice(1, 4).map((one) => String(toSeconds(one))))
    expect(chain).toMatchObject({
      underlyingPrice: 250,
      asOf: '2026-11-20T21:00:00.000Z',
      session: 'closed',
      damaged: 0,
    })
    expect(chain.contracts[0]).toEqual({
      symbol: 'AAPL261127C00250000',
      type: 'call',
      strike: 250,
      expiry: '2026-11-27',
      bid: 5,
      ask: 5.2,
      last: 5.1,
      previousClose: 4.5,
      volume: 12,
      openInterest: 345,
      providerVolatility: 0.31,
      quotedAt: null,
      tradedAt: Date.parse('2026-11-20T20:30:00Z'),
      multiplier: 100,
      isAdjusted: false,
    })
  })

  test('a single expiry costs a single question', async () => {
    serve()
    const chain = await bed.yahoo.fetchOptionChain('AAPL', { expiry: '2027-01-15' })
    expect(chain).toMatchObject({ contracts: [{ expiry: '2027-01-15' }, { expiry: '2027-01-15' }] })
    expect(asked()).toEqual([String(toSeconds('2027-01-15'))])
  })

  test('an expiry that is gone costs its own contracts, not the chain', async () => {
    serve((body, expiry) => (expiry === '2027-02-19' ? 404 : body))
    const chain = await bed.yahoo.fetchOptionChain('AAPL', 'near-term')
    if (typeof chain === 'string') throw new Error(chain)
    expect(new Set(chain.contracts.map(({ expiry }) => expiry))).toEqual(new Set(EXPIRIES.slice(0, 3)))
  })

  test('nothing at all is an unknown ticker; no expiries are no options; pence are no dollars', async () => {
    serve(() => null)
    expect((await failureOf(bed.yahoo.fetchOptionChain('ZZZZ', 'near-term'))).code).toBe('unknown-ticker')
    serve((body) => ({ ...body, expirationDates: [], options: [] }))
    expect(await bed.yahoo.fetchOptionChain('AAPL', 'near-term')).toBe('no-options')
    serve((body) => ({ ...body, quote: makeQuote('AAPL', 250, { currency: 'GBp' }) }))
    expect(await bed.yahoo.fetchOptionChain('AAPL', 'near-term')).toBe('no-options')
  })

  test('a class of shares is asked for in Yahoo’s spelling, and its root is known', async () => {
    serve((body, expiry) => ({
      ...body,
      options: [
        { calls: [{ ...contract(expiry, 'C'), contractSymbol: toSymbol(expiry, 'C', 250, 'BRKB') }], puts: [] },
      ],
    }))
    const chain = await bed.yahoo.fetchOptionChain('BRK.B', { expiry: '2026-12-18' })
    expect(chain).toMatchObject({ ticker: 'BRK.B', contracts: [{ symbol: 'BRKB261218C00250000' }] })
    expect(bed.stub.apiRequests()[0]!.pathname).toBe('/v7/finance/options/BRK-B')
  })

  test.each([
    ['of decades before its options', '1984-01-01T21:00:00Z'],
    ['that is still to come', '2027-01-01T21:00:00Z'],
  ])('a price with a time %s is as of the last close', async (_case, time) => {
    const regularMarketTime = Date.parse(time) / 1000
    serve((body) => ({ ...body, quote: { ...(body.quote as object), regularMarketTime } }))
    expect(await bed.yahoo.fetchOptionChain('AAPL', 'near-term')).toMatchObject({ asOf: '2026-11-20T21:00:00.000Z' })
  })

  test('an answer about another company is refused', async () => {
    serve((body) => ({ ...body, underlyingSymbol: 'MSFT' }))
    expect((await failureOf(bed.yahoo.fetchOptionChain('AAPL', 'near-term'))).code).toBe('bad-reply')
    serve((body, expiry) => ({
      ...body,
      options: [{ calls: [{ ...contract(expiry, 'C'), contractSymbol: 'MSFT261127C00250000' }], puts: [] }],
    }))
    expect((await failureOf(bed.yahoo.fetchOptionChain('AAPL', 'near-term'))).code).toBe('bad-reply')
  })

  test('suggestions have our spelling of tickers and no single options', async () => {
    bed.stub.script.intercept = (url, response) => {
      if (url.pathname !== '/v1/finance/search') return false
      const quotes = [
        { symbol: 'BRK-B', quoteType: 'EQUITY', longname: 'Berkshire Hathaway Inc.', sector: 'Financial Services' },
        { symbol: 'BRKB261218C00480000', quoteType: 'OPTION', shortname: 'an option' },
        { symbol: 'a very long thing indeed', quoteType: 'EQUITY', shortname: 'x' },
        { symbol: 'NAMELESS', quoteType: 'EQUITY' },
        null,
      ]
      sendJson(response, 200, { quotes })
      return true
    }
    expect(await bed.yahoo.fetchSuggestions('berk')).toEqual([
      { ticker: 'BRK.B', name: 'Berkshire Hathaway Inc.', assetClass: 'equity', sector: 'Financials' },
    ])
  })
})

describe('Polygon', () => {
  let stub: StubServer
  let polygon: MarketDataProvider
  let rows: (url: URL) => { results: unknown[]; next_url?: string }

  beforeEach(async () => {
    stub = await startStubServer((url, _request, response) => sendJson(response, 200, { status: 'OK', ...rows(url) }))
    const clock = { now: () => new Date('2026-11-20T22:00:00Z') }
    polygon = createPolygonProvider({ apiKey: 'secret-key', clock, random: () => 0, baseUrl: stub.origin })
  })
  afterEach(async () => {
    await polygon.close()
    await stub.close()
  })

  const snapshot = (expiry: string, strike: number, root = 'AAPL') => ({
    details: {
      contract_type: 'call',
      expiration_date: expiry,
      strike_price: strike,
      shares_per_contract: 100,
      ticker: `O:${toSymbol(expiry, 'C', strike, root)}`,
    },
    day: { close: 5, previous_close: 4.5, volume: 7 },
    last_quote: { bid: 5, ask: 5.2, last_updated: Date.parse('2026-11-20T20:59:59Z') * 1e6 },
    implied_volatility: 0.3,
    open_interest: 9,
    underlying_asset: { price: 250, ticker: root },
  })
  const inDays = (days: number) => new Date((TODAY + days) * 86_400_000).toISOString().slice(0, 10)
  const expiriesOf = async (ticker: string, slice: ChainSlice) => {
    const chain = await polygon.fetchOptionChain(ticker, slice)
    return typeof chain === 'string' ? chain : [...new Set(chain.contracts.map(({ expiry }) => expiry))]
  }

  test('all pages of the next months are read in order, and those expiries kept that matter', async () => {
    const all = [7, 14, 28, 56, 91, 119].map((days) => snapshot(inDays(days), 250))
    rows = (url) =>
      url.searchParams.has('cursor')
        ? { results: all.slice(3) }
        : { results: all.slice(0, 3), next_url: 'https://api.massive.com/v3/snapshot/options/AAPL?cursor=2' }
    const chain = await polygon.fetchOptionChain('AAPL', 'near-term')
    expect(chain).toMatchObject({
      underlyingPrice: 250,
      asOf: '2026-11-20T20:59:59.000Z',
      source: 'polygon',
      damaged: 0,
    })
    expect(await expiriesOf('AAPL', 'near-term')).toEqual([7, 14, 28, 56, 91, 56 + 35].slice(0, 5).map(inDays))
    const [first] = stub.requests
    expect(Object.fromEntries(first!.searchParams)).toEqual({
      'expiration_date.gte': '2026-11-20',
      'expiration_date.lte': inDays(130),
      limit: '250',
      sort: 'expiration_date',
      order: 'asc',
    })
    expect(stub.headers[0]!.authorization).toBe('Bearer secret-key')
    expect(first!.href).not.toContain('secret-key')
  })

  test('where there is an expiry every day and pages run out, monthly ones are asked for by date', async () => {
    let page = 0
    rows = (url) => {
      const date = url.searchParams.get('expiration_date')
      if (date) return { results: [snapshot(date, 250)] }
      page++
      return {
        results: [snapshot(inDays(page), 250)],
        next_url: 'https://api.massive.com/v3/snapshot/options/AAPL?cursor=x',
      }
    }
    // Twenty pages; what the twentieth began may not be whole.
    expect(await expiriesOf('AAPL', 'near-term')).toEqual([
      ...[1, 2, 3, 4, 5, 6].map(inDays),
      ...['2026-12-18', '2027-01-15', '2027-02-19'],
    ])
  })

  const endless = 'https://api.massive.com/v3/snapshot/options/AAPL?cursor=x'

  test('pages of one expiry that never end are no chain', async () => {
    rows = () => ({ results: [snapshot('2026-12-18', 250)], next_url: endless })
    const failure = await failureOf(polygon.fetchOptionChain('AAPL', { expiry: '2026-12-18' }))
    expect([failure.code, stub.requests.length]).toEqual(['bad-reply', 20])
  })

  test.each(['near-term', 'hedging'] as const)(
    'large pages without an end are given up, %s',
    { tags: ['full'] },
    async (slice) => {
      const ballast = 'x'.repeat(3 * 1024 * 1024)
      rows = () => ({ results: [snapshot('2026-12-18', 250), { ballast }], next_url: endless })
      expect((await failureOf(polygon.fetchOptionChain('AAPL', slice))).code).toBe('bad-reply')
      // 16 MiB in all, and what was under way.
      expect(stub.requests.length).toBeLessThanOrEqual(14)
    },
  )

  test('what expired at the close of the day is gone after it', async () => {
    rows = () => ({ results: [0, 7, 14].map((days) => snapshot(inDays(days), 250)) })
    // The quotes are of a second before the close.
    expect(await expiriesOf('AAPL', 'near-term')).toEqual([0, 7, 14].map(inDays))
    const closed = Date.parse('2026-11-20T21:00:01Z') * 1e6
    rows = () => ({
      results: [0, 7, 14].map((days) => {
        const row = snapshot(inDays(days), 250)
        return { ...row, last_quote: { ...row.last_quote, last_updated: closed } }
      }),
    })
    expect(await expiriesOf('AAPL', 'near-term')).toEqual([7, 14].map(inDays))
  })

  test('hedging asks for the monthly expiries of seven months', async () => {
    rows = (url) => ({ results: [snapshot(url.searchParams.get('expiration_date')!, 250)] })
    expect(await expiriesOf('AAPL', 'hedging')).toEqual([
      ...['2026-12-18', '2027-01-15', '2027-02-19', '2027-03-19', '2027-04-16', '2027-05-21', '2027-06-17'],
    ])
  })

  test('an index is asked for as one', async () => {
    rows = () => ({ results: [snapshot('2026-12-18', 6800, 'SPXW')] })
    expect(await expiriesOf('^SPX', { expiry: '2026-12-18' })).toEqual(['2026-12-18'])
    expect(stub.requests[0]!.pathname).toBe('/v3/snapshot/options/I%3ASPX')
  })

  test('what is no US ticker is not asked for; no rows are no options; rows of others are a bad reply', async () => {
    rows = () => ({ results: [] })
    expect(await expiriesOf('VOD.LON', 'near-term')).toBe('no-options')
    expect(stub.requests).toHaveLength(0)
    expect(await expiriesOf('AAPL', 'near-term')).toBe('no-options')
    rows = () => ({ results: [snapshot('2026-12-18', 250, 'MSFT')] })
    expect((await failureOf(polygon.fetchOptionChain('AAPL', 'near-term'))).code).toBe('bad-reply')
  })
})
