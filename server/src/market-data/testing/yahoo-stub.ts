import type { ServerResponse } from 'node:http'
import { type StubServer, sendJson, startStubServer } from './stub-server.ts'

/** Answers in Yahoo's shapes, made up for the tests. */
export interface YahooScript {
  quotes: Map<string, Record<string, unknown>>
  charts: Map<string, unknown>
  sectors: Map<string, string>
  /** Answers of `topHoldings`, by symbol. */
  holdings: Map<string, unknown>
  crumb: string
  /** Answers a request in another way; return true when it did. */
  intercept?: ((url: URL, response: ServerResponse) => boolean) | undefined
}

export interface YahooStub extends StubServer {
  script: YahooScript
  /** Requests for prices and profiles, without those for the session. */
  apiRequests(): URL[]
}

/** Yahoo's hosts in one: cookie page, crumb, quotes (with the crumb only), charts and profiles. */
export async function startYahooStub(): Promise<YahooStub> {
  const script: YahooScript = {
    quotes: new Map(),
    charts: new Map(),
    sectors: new Map(),
    holdings: new Map(),
    crumb: 'crumb-1',
  }
  const stub = await startStubServer((url, _request, response) => {
    if (script.intercept?.(url, response)) return
    if (url.pathname === '/quote/AAPL') {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'A1=cookie; Path=/' })
      response.end('<html></html>')
    } else if (url.pathname === '/v1/test/getcrumb') {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(script.crumb)
    } else if (url.pathname === '/v7/finance/quote') {
      answerQuotes(script, url, response)
    } else if (url.pathname.startsWith('/v8/finance/chart/')) {
      answerChart(script, toSubject(url), response)
    } else if (url.pathname.startsWith('/v10/finance/quoteSummary/')) {
      answerProfile(script, toSubject(url), response)
    } else {
      sendJson(response, 404, { finance: { result: null, error: { code: 'Not Found', description: 'no such path' } } })
    }
  })
  return { ...stub, script, apiRequests: () => stub.requests.filter(({ pathname }) => pathname.includes('/finance/')) }
}

/** A quote of a US share, at Friday's close. */
export function makeQuote(
  symbol: string,
  price: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    symbol,
    quoteType: 'EQUITY',
    currency: 'USD',
    marketState: 'CLOSED',
    regularMarketPrice: price,
    regularMarketPreviousClose: price * 0.99,
    regularMarketTime: Date.parse('2026-11-20T21:00:00Z') / 1000,
    longName: `${symbol} Corporation`,
    ...fields,
  }
}

/** A daily chart of a US share: one bar at each day's opening in New York (winter time). */
export function makeChart(
  symbol: string,
  bars: readonly (readonly [date: string, close: number | null, adjusted?: number | null])[],
  extra: { events?: unknown; meta?: Record<string, unknown> } = {},
): unknown {
  return {
    meta: { symbol, currency: 'USD', exchangeTimezoneName: 'America/New_York', gmtoffset: -18000, ...extra.meta },
    timestamp: bars.map(([date]) => Date.parse(`${date}T14:30:00Z`) / 1000),
    indicators: {
      quote: [{ close: bars.map(([, close]) => close) }],
      adjclose: [{ adjclose: bars.map(([, close, adjusted = close]) => adjusted) }],
    },
    ...(extra.events ? { events: extra.events } : {}),
  }
}

function toSubject(url: URL): string {
  return decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
}

function answerQuotes(script: YahooScript, url: URL, response: ServerResponse): void {
  if (url.searchParams.get('crumb') !== script.crumb) {
    sendJson(response, 401, {
      finance: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } },
    })
    return
  }
  const symbols = (url.searchParams.get('symbols') ?? '').split(',')
  const result = symbols.flatMap((symbol) => script.quotes.get(symbol) ?? [])
  sendJson(response, 200, { quoteResponse: { result, error: null } })
}

function answerChart(script: YahooScript, symbol: string, response: ServerResponse): void {
  const chart = script.charts.get(symbol)
  if (chart !== undefined) {
    sendJson(response, 200, { chart: { result: [chart], error: null } })
    return
  }
  const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' }
  sendJson(response, 404, { chart: { result: null, error } })
}

function answerProfile(script: YahooScript, symbol: string, response: ServerResponse): void {
  const topHoldings = script.holdings.get(symbol)
  if (topHoldings !== undefined) {
    sendJson(response, 200, { quoteSummary: { result: [{ topHoldings }], error: null } })
    return
  }
  const sector = script.sectors.get(symbol)
  if (sector !== undefined) {
    sendJson(response, 200, { quoteSummary: { result: [{ assetProfile: { sector } }], error: null } })
    return
  }
  const error = { code: 'Not Found', description: 'No fundamentals data found' }
  sendJson(response, 404, { quoteSummary: { result: null, error } })
}
