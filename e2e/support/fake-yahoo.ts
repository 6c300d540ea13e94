import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A fake of Yahoo's quote service that counts what it is asked. */
export interface FakeYahoo {
  url: string
  /** Requests for quotes so far, and how often each symbol was in one. */
  quoteRequests: () => number
  timesAsked: (symbol: string) => number
  close: () => Promise<void>
}

/** Long enough for a second caller to arrive while the first is still waiting. */
const ANSWER_AFTER_MS = 300
const PRICE = 123.45

/** Every symbol has a price; charts and profiles are unknown. */
export async function startFakeYahoo(): Promise<FakeYahoo> {
  const timesAsked = new Map<string, number>()
  let quoteRequests = 0
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake-yahoo')
    response.setHeader('content-type', 'application/json')
    if (url.pathname !== '/v7/finance/quote') {
      response.writeHead(url.pathname.startsWith('/v') ? 404 : 200).end('{}')
      return
    }
    const symbols = (url.searchParams.get('symbols') ?? '').split(',')
    quoteRequests += 1
    for (const symbol of symbols) timesAsked.set(symbol, (timesAsked.get(symbol) ?? 0) + 1)
    await sleep(ANSWER_AFTER_MS)
    response.end(JSON.stringify({ quoteResponse: { result: symbols.map(toQuote), error: null } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    quoteRequests: () => quoteRequests,
    timesAsked: (symbol) => timesAsked.get(symbol) ?? 0,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function toQuote(symbol: string) {
  return {
    symbol,
    quoteType: 'EQUITY',
    regularMarketPrice: PRICE,
    regularMarketPreviousClose: PRICE - 1,
    regularMarketTime: Math.floor(Date.now() / 1000) - 30,
    currency: 'USD',
    marketState: 'REGULAR',
    longName: `${symbol} Incorporated`,
  }
}
