import type { Position, Prices } from '@ballast/contract'

let count = 0

/** A position of a security in USD with 10 shares at 100 unless told otherwise. */
export function makePosition(fields: Partial<Position> & { ticker: string }): Position {
  count += 1
  return {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    name: null,
    kind: 'security',
    shares: 10,
    avgCost: 100,
    currency: 'USD',
    multiplier: 1,
    sector: null,
    sectorIsOwn: false,
    account: null,
    importId: null,
    ...fields,
  }
}

type Quote = Prices['prices'][string]

/** Prices by ticker, open session, fetched just now. */
export function makePrices(quotes: Record<string, number | Partial<Quote>>, missing: Prices['missing'] = {}): Prices {
  const prices = Object.entries(quotes).map(([ticker, quote]): [string, Quote] => [
    ticker,
    {
      price: 0,
      currency: 'USD',
      previousClose: null,
      asOf: '2026-11-20T20:59:00.000Z',
      session: 'open',
      source: 'sample',
      stale: false,
      ...(typeof quote === 'number' ? { price: quote } : quote),
    },
  ])
  return { prices: Object.fromEntries(prices), missing, cacheStatus: { cacheAge: 0, isValid: true }, simulated: true }
}
