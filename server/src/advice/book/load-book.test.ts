import { toOptionTerms } from '@ballast/contract'
import { expect, test } from 'vitest'
import type { LotPrice, LotPrices } from '../../holdings/load-prices.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { listForeign, toPricedBook } from './load-book.ts'

const AS_OF = '2026-11-20T21:00:00.000Z'

function makeLot(ticker: string, shares: number, overrides: Partial<StoredLot> = {}): StoredLot {
  return {
    id: ticker,
    importId: null,
    kind: 'security',
    ticker,
    shares: String(shares),
    avgCost: '1',
    currency: 'USD',
    multiplier: 1,
    sector: null,
    account: null,
    ordinal: 0,
    ...overrides,
  } as StoredLot
}

function makePrice(price: number, overrides: Partial<LotPrice> = {}): LotPrice {
  const common = { previousClose: null, asOf: AS_OF, session: 'closed', source: 'sample', stale: false } as const
  return { price, fetchedAt: AS_OF, ...common, ...overrides }
}

function makePrices(prices: Record<string, LotPrice>): LotPrices {
  return { prices: new Map(Object.entries(prices)), missing: new Map([['GONE', 'unknown-ticker']]), rates: new Map() }
}

const inEuros = (price: number) => {
  const rate = { from: 'EUR', to: 'USD', rate: 1.1, asOf: AS_OF, source: 'sample' } as const
  return makePrice(price * 1.1, { local: { price, rate } })
}

function makeOption(symbol: string, price: number): LotPrice {
  const option = { terms: toOptionTerms(symbol), price } as LotPrice['option']
  return makePrice(price, option ? { option } : {})
}

test('lots of one ticker are one holding, cash counts, and what is left out is named with its reason', () => {
  const lots = [
    makeLot('AAPL', 10),
    makeLot('AAPL', 5),
    makeLot('GONE', 3),
    makeLot('SAP.DE', 2),
    makeLot('CASH', 1_000, { kind: 'cash' }),
  ]
  const book = toPricedBook(lots, makePrices({ AAPL: makePrice(200), 'SAP.DE': inEuros(100) }))
  expect(book.securities).toMatchObject([{ ticker: 'AAPL', value: 3_000, shares: 15, isForeign: false }])
  // 15 × 200 + 1,000: the listing in euros is not in it.
  expect(book.value).toBe(4_000)
  expect(book.leftOut).toEqual([
    { ticker: 'GONE', reason: 'unknown-ticker' },
    {
      ticker: 'SAP.DE',
      reason: 'It trades in another currency, and there are no exchange rates of its days to compare it with the index',
    },
  ])
})

test('a foreign listing whose history is in dollars counts at the rate of today', () => {
  const lots = [makeLot('SAP.DE', 2), makeLot('SAP.DE', 1), makeLot('VOD.L', 1)]
  const prices = makePrices({ 'SAP.DE': inEuros(100), 'VOD.L': inEuros(1) })
  expect(listForeign(lots, prices)).toEqual(['SAP.DE', 'VOD.L'])
  const book = toPricedBook(lots, prices, new Set(['SAP.DE']))
  expect(book.securities).toMatchObject([{ ticker: 'SAP.DE', shares: 3, isForeign: true }])
  expect(book.value).toBeCloseTo(330, 10)
  expect(book.leftOut.map(({ ticker }) => ticker)).toEqual(['VOD.L'])
})

test('options keep sign, multiplier and price; adjusted ones are named', () => {
  const [plain, adjusted] = ['SPY270219P00700000', 'SPY1270219P00700000']
  const option = { kind: 'option', multiplier: 100 } as const
  const lots = [
    makeLot('SPY', 100),
    makeLot(plain, -2, option),
    makeLot(plain, -1, option),
    makeLot(adjusted, 1, option),
  ]
  const prices = makePrices({
    SPY: makePrice(800),
    [plain]: makeOption(plain, 12),
    [adjusted]: makeOption(adjusted, 12),
  })
  const book = toPricedBook(lots, prices)
  expect(book.contracts).toMatchObject([{ symbol: plain, underlying: 'SPY', strike: 700, contracts: -3, price: 12 }])
  // 100 × 800 − 3 × 100 × 12
  expect(book.value).toBe(76_400)
  expect(book.leftOut.map(({ ticker }) => ticker)).toEqual([adjusted])
})

test('what cancels out is not held', () => {
  const book = toPricedBook([makeLot('AAPL', 10), makeLot('AAPL', -10)], makePrices({ AAPL: makePrice(200) }))
  expect(book).toMatchObject({ securities: [], value: 0, leftOut: [] })
})

test('what each lot cost stands with its security, and a lot without a cost is left out', () => {
  const lots = [
    makeLot('AAPL', 10, { avgCost: '150' }),
    makeLot('MSFT', 2, { avgCost: '300' }),
    makeLot('AAPL', 5, { avgCost: '160' }),
    makeLot('AAPL', 1, { avgCost: null }),
    makeLot('AAPL', -1, { avgCost: '170' }),
  ]
  const { securities } = toPricedBook(lots, makePrices({ AAPL: makePrice(200), MSFT: makePrice(400) }))
  expect(securities.map(({ ticker, lots: paid }) => [ticker, paid])).toEqual([
    [
      'AAPL',
      [
        { shares: 10, cost: 150 },
        { shares: 5, cost: 160 },
      ],
    ],
    ['MSFT', [{ shares: 2, cost: 300 }]],
  ])
})

/** How often the tickers of so many lots are read, each of another security or of another adjusted option. */
function countReads(count: number): number {
  let reads = 0
  const tickers = Array.from({ length: count }, (_, place) => `T${place}`)
  const symbols = Array.from(
    { length: count },
    (_, place) => `SPY1270219P${String((place + 1) * 1_000).padStart(8, '0')}`,
  )
  const lots = [
    ...tickers.map((ticker) => makeLot(ticker, 1)),
    ...symbols.map((symbol) => makeLot(symbol, 1, { kind: 'option' })),
  ].map((lot) => {
    const { ticker } = lot
    return Object.defineProperty(lot, 'ticker', {
      get() {
        reads += 1
        return ticker
      },
    })
  })
  const prices = Object.fromEntries([
    ...tickers.map((ticker) => [ticker, makePrice(10)] as const),
    ...symbols.map((symbol) => [symbol, makeOption(symbol, 1)] as const),
  ])
  expect(toPricedBook(lots, makePrices(prices)).leftOut).toHaveLength(count)
  return reads
}

test('twice the securities are twice the work: nobody else is answered meanwhile', () => {
  expect(countReads(400)).toBe(2 * countReads(200))
})
