/** @module-tag postgres */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { yahooFailures } from './failures.ts'
import { createLiveMarketData } from './live-market-data.ts'
import type { MarketData } from './market-data.ts'
import { createStubProvider, makeStubHistory, makeStubQuote, type StubProvider } from './testing/stub-provider.ts'

let db: TestDatabase
let provider: StubProvider
let now: Date
let warnings: string[]
let market: MarketData

const clock = { now: () => now }
const log = {
  warn: (_fields: object, message: string) => {
    warnings.push(message)
  },
}
const open = (patienceMs = 15_000) => createLiveMarketData({ provider, db, clock, log, patienceMs })
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => {
  provider = createStubProvider()
  now = new Date('2026-11-20T22:00:00Z')
  warnings = []
  market = open()
})
afterEach(async () => {
  await market.close()
  await db.asOwner(
    'truncate price_quotes, missing_tickers, daily_bars, daily_histories, instruments, exchange_rates, leases',
  )
})

describe('quotes', () => {
  test('are fetched once in five minutes, whoever asks', async () => {
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    await market.getQuotes({ tickers: ['AAPL'] })
    wait(300)
    expect((await market.getQuotes({ tickers: ['AAPL'] })).found.get('AAPL')).toEqual({
      ...makeStubQuote('AAPL', 255),
      fetchedAt: '2026-11-20T22:00:00.000Z',
      stale: false,
    })
    expect(provider.calls).toEqual(['quotes AAPL'])
    wait(1)
    await market.getQuotes({ tickers: ['AAPL'] })
    expect(provider.calls).toHaveLength(2)
  })

  test('a refresh fetches only what is older than it allows', async () => {
    for (const ticker of ['AAPL', 'MSFT']) provider.quotes.set(ticker, makeStubQuote(ticker, 100))
    await market.getQuotes({ tickers: ['AAPL'] })
    wait(10)
    await market.getQuotes({ tickers: ['MSFT'] })
    wait(10)
    await market.getQuotes({ tickers: ['AAPL', 'MSFT'], maxAgeSeconds: 15 })
    expect(provider.calls).toEqual(['quotes AAPL', 'quotes MSFT', 'quotes AAPL'])
  })

  test('a hundred callers at once are one call to the provider, however late the database answers one of them', async () => {
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255)).set('MSFT', makeStubQuote('MSFT', 518))
    let reads = 0
    const uneven: TestDatabase = {
      ...db,
      async asSystem(work) {
        if (reads++ === 0) await sleep(1_000)
        return db.asSystem(work)
      },
    }
    market = createLiveMarketData({ provider, db: uneven, clock, log })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        market.getQuotes({ tickers: index === 0 ? ['AAPL', 'MSFT'] : ['AAPL'] }),
      ),
    )
    expect(provider.calls).toEqual(['quotes AAPL,MSFT'])
    expect(answers.every(({ found }) => found.get('AAPL')?.price === 255)).toBe(true)
  })

  test('two processes on one database are one call: the second waits for the first', async () => {
    let openGate = () => {}
    provider.gate = new Promise((resolve) => {
      openGate = resolve
    })
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    const other = open()
    const both = [market, other].map((each) => each.getQuotes({ tickers: ['AAPL'] }))
    setTimeout(openGate, 150)
    const [first, second] = await Promise.all(both)
    expect(provider.calls).toEqual(['quotes AAPL'])
    expect(second).toEqual(first)
    expect(second?.found.get('AAPL')).toMatchObject({ price: 255, stale: false })
  })

  test('an unknown ticker is not asked for again within the hour, a known one beside it is', async () => {
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    expect((await market.getQuotes({ tickers: ['AAPL', 'ZZZZ'] })).missing).toEqual(
      new Map([['ZZZZ', 'unknown-ticker']]),
    )
    wait(3600)
    await market.getQuotes({ tickers: ['AAPL', 'ZZZZ'] })
    wait(1)
    await market.getQuotes({ tickers: ['ZZZZ'] })
    expect(provider.calls).toEqual(['quotes AAPL,ZZZZ', 'quotes AAPL', 'quotes ZZZZ'])
  })

  test('when the provider fails, the last good price stands in with its age, and strangers are not called unknown', async () => {
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    await market.getQuotes({ tickers: ['AAPL'] })
    wait(600)
    provider.failure = yahooFailures.serverError(502)
    const { found, missing } = await market.getQuotes({ tickers: ['AAPL', 'MSFT'] })
    expect(found.get('AAPL')).toMatchObject({ price: 255, stale: true, fetchedAt: '2026-11-20T22:00:00.000Z' })
    expect(missing).toEqual(new Map([['MSFT', 'provider-down']]))
    expect(warnings).toEqual(['Yahoo Finance failed'])
  })

  test('five failures open the breaker: nobody is asked for 30 s, then one call tries', async () => {
    provider.failure = yahooFailures.serverError(502)
    for (let count = 0; count < 8; count++) await market.getQuotes({ tickers: ['AAPL'] })
    expect(provider.calls).toHaveLength(5)
    expect(market.status()).toMatchObject({ state: 'degraded', notice: expect.stringContaining('not answering') })
    wait(30)
    provider.failure = undefined
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    expect((await market.getQuotes({ tickers: ['AAPL'] })).found.size).toBe(1)
    expect(market.status()).toMatchObject({ state: 'ready', notice: null })
  })

  test('a Retry-After is heeded by every process until it is over', async () => {
    provider.failure = yahooFailures.rateLimited(40)
    await market.getQuotes({ tickers: ['AAPL'] })
    provider.failure = undefined
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    const other = open()
    expect((await other.getQuotes({ tickers: ['AAPL'] })).missing.get('AAPL')).toBe('provider-down')
    wait(39)
    await market.getQuotes({ tickers: ['AAPL'] })
    expect(provider.calls).toHaveLength(1)
    wait(1)
    expect((await other.getQuotes({ tickers: ['AAPL'] })).found.size).toBe(1)
  })

  test('a price 20 times the last one is not believed until a day has passed', async () => {
    provider.quotes.set('ACME', makeStubQuote('ACME', 2))
    await market.getQuotes({ tickers: ['ACME'] })
    provider.quotes.set('ACME', makeStubQuote('ACME', 40))
    wait(301)
    expect((await market.getQuotes({ tickers: ['ACME'] })).found.get('ACME')).toMatchObject({ price: 2, stale: true })
    expect(warnings).toEqual(['price not believed'])
    wait(86_400)
    expect((await market.getQuotes({ tickers: ['ACME'] })).found.get('ACME')).toMatchObject({ price: 40, stale: false })
  })

  test('option symbols are not sent to the provider', async () => {
    expect((await market.getQuotes({ tickers: ['AAPL261218C00250000'] })).missing).toEqual(
      new Map([['AAPL261218C00250000', 'no-price']]),
    )
    expect(provider.calls).toEqual([])
  })

  test('two thousand tickers are kept and found again', async () => {
    const tickers = Array.from({ length: 2000 }, (_, index) => `T${index}`)
    for (const [index, ticker] of tickers.entries()) provider.quotes.set(ticker, makeStubQuote(ticker, 1 + index))
    await market.getQuotes({ tickers })
    const calls = provider.calls.length
    const { found } = await market.getQuotes({ tickers })
    expect([found.size, found.get('T1999')?.price]).toEqual([2000, 2000])
    expect(provider.calls).toHaveLength(calls)
  })
})

describe('history', () => {
  const BARS = [
    ['2025-12-30', 90],
    ['2025-12-31', 95],
    ['2026-11-18', 100],
    ['2026-11-19', 101],
    ['2026-11-20', 102],
  ] as const

  test('is fetched once after each close, and only its tail the second time', async () => {
    provider.histories.set('ACME', makeStubHistory('ACME', BARS))
    const first = await market.getDailyHistory({ tickers: ['ACME'], from: '2025-12-31' })
    expect(first.found.get('ACME')).toEqual({
      ticker: 'ACME',
      currency: 'USD',
      source: 'yahoo',
      dates: ['2025-12-31', '2026-11-18', '2026-11-19', '2026-11-20'],
      closes: Float64Array.of(95, 100, 101, 102),
      adjustedCloses: Float64Array.of(95, 100, 101, 102),
      splits: [],
      fetchedAt: '2026-11-20T22:00:00.000Z',
      stale: false,
    })
    wait(2 * 86_400)
    await market.getDailyHistory({ tickers: ['ACME'], from: '2026-01-01' })
    expect(provider.calls).toEqual(['history ACME 2024-01-01'])

    now = new Date('2026-11-23T21:00:00Z')
    provider.histories.set('ACME', makeStubHistory('ACME', [...BARS, ['2026-11-23', 103]]))
    const later = await market.getDailyHistory({ tickers: ['ACME'], from: '2025-12-31' })
    expect(provider.calls.slice(1)).toEqual(['history ACME 2026-11-06'])
    expect([...(later.found.get('ACME')?.closes ?? [])]).toEqual([95, 100, 101, 102, 103])
  })

  test('the tail crosses the turn of the year', async () => {
    now = new Date('2025-12-31T22:00:00Z')
    provider.histories.set(
      'ACME',
      makeStubHistory('ACME', [
        ['2025-12-30', 90],
        ['2025-12-31', 95],
      ]),
    )
    await market.getDailyHistory({ tickers: ['ACME'], from: '2025-12-01' })
    now = new Date('2026-01-02T22:00:00Z')
    provider.histories.set(
      'ACME',
      makeStubHistory('ACME', [
        ['2025-12-30', 90],
        ['2025-12-31', 95],
        ['2026-01-02', 96],
      ]),
    )
    const { found } = await market.getDailyHistory({ tickers: ['ACME'], from: '2025-12-01' })
    expect(found.get('ACME')?.dates).toEqual(['2025-12-30', '2025-12-31', '2026-01-02'])
  })

  test.each([
    ['a dividend', {}, BARS.map(([date, close]) => [date, close, close * 0.98] as const)],
    [
      'a split',
      { splits: [{ date: '2026-11-23', ratio: 2 }] },
      BARS.map(([date, close]) => [date, close / 2] as const),
    ],
  ])('%s makes the whole be fetched again', async (_case, events, bars) => {
    provider.histories.set('ACME', makeStubHistory('ACME', BARS))
    await market.getDailyHistory({ tickers: ['ACME'], from: '2025-12-30' })
    now = new Date('2026-11-23T21:00:00Z')
    const whole = makeStubHistory('ACME', [...bars, ['2026-11-23', 52]], events)
    provider.histories.set('ACME', whole)
    const { found } = await market.getDailyHistory({ tickers: ['ACME'], from: '2025-12-30' })
    expect(provider.calls.slice(1)).toEqual(['history ACME 2026-11-06', 'history ACME 2024-01-01'])
    expect(found.get('ACME')?.adjustedCloses).toEqual(whole.adjustedCloses)
    expect(found.get('ACME')?.splits).toEqual(whole.splits)
  })

  test('more than what is stored is fetched whole; a company’s late listing does not count as a gap', async () => {
    provider.histories.set('ACME', makeStubHistory('ACME', BARS))
    await market.getDailyHistory({ tickers: ['ACME'], from: '2026-01-01' })
    await market.getDailyHistory({ tickers: ['ACME'], from: '2000-01-03' })
    await market.getDailyHistory({ tickers: ['ACME'], from: '1999-06-01' })
    expect(provider.calls).toEqual(['history ACME 2024-01-01', 'history ACME 1998-01-01'])
  })

  test('when the provider fails, the old tail is served and says so', async () => {
    provider.histories.set('ACME', makeStubHistory('ACME', BARS))
    await market.getDailyHistory({ tickers: ['ACME'], from: '2026-01-01' })
    now = new Date('2026-11-23T21:00:00Z')
    provider.failure = yahooFailures.timedOut(10)
    const { found, missing } = await market.getDailyHistory({ tickers: ['ACME', 'NEW'], from: '2026-01-01' })
    expect(found.get('ACME')).toMatchObject({ stale: true, fetchedAt: '2026-11-20T22:00:00.000Z' })
    expect(missing).toEqual(new Map([['NEW', 'provider-down']]))
  })

  test('a ticker without history is remembered as such until the next close', async () => {
    const ask = () => market.getDailyHistory({ tickers: ['ZZZZ'], from: '2026-01-01' })
    expect((await ask()).missing.get('ZZZZ')).toBe('no-price')
    await ask()
    expect(provider.calls).toHaveLength(1)
    now = new Date('2026-11-23T21:00:00Z')
    await ask()
    expect(provider.calls).toHaveLength(2)
  })

  test('many callers and two processes ask once for each ticker', async () => {
    const tickers = Array.from({ length: 20 }, (_, index) => `T${index}`)
    for (const ticker of tickers) provider.histories.set(ticker, makeStubHistory(ticker, BARS))
    const other = open()
    const answers = await Promise.all(
      [market, market, other, other].map((each) => each.getDailyHistory({ tickers, from: '2026-01-01' })),
    )
    expect(answers.map(({ found }) => found.size)).toEqual([20, 20, 20, 20])
    expect(provider.calls.toSorted()).toEqual(tickers.map((ticker) => `history ${ticker} 2024-01-01`).toSorted())
  })

  test('a caller is not kept waiting for ever; what comes later is there for the next', async () => {
    let openGate = () => {}
    provider.gate = new Promise((resolve) => {
      openGate = resolve
    })
    provider.histories.set('ACME', makeStubHistory('ACME', BARS))
    const hasty = open(50)
    expect((await hasty.getDailyHistory({ tickers: ['ACME'], from: '2026-01-01' })).missing.get('ACME')).toBe(
      'provider-down',
    )
    openGate()
    expect((await market.getDailyHistory({ tickers: ['ACME'], from: '2026-01-01' })).found.size).toBe(1)
    expect(provider.calls).toHaveLength(1)
  })
})

describe('instruments', () => {
  const ACME = {
    ticker: 'ACME',
    name: 'Acme Corporation',
    assetClass: 'equity',
    sector: 'Industrials',
    currency: 'USD',
    isFund: false,
    internalDiversification: 1,
    fundSectors: null,
  } as const

  test('widely held ones are known without asking; others are asked for once a month', async () => {
    provider.instruments.set('ACME', ACME)
    const ask = () => market.getInstruments(['AAPL', 'MMM', 'ACME', 'ZZZZ', 'AAPL261218C00250000'])
    const instruments = await ask()
    expect([...instruments.keys()]).toEqual(['AAPL', 'MMM', 'ACME', 'AAPL261218C00250000'])
    expect(instruments.get('ACME')).toEqual(ACME)
    expect(instruments.get('AAPL261218C00250000')).toMatchObject({ assetClass: 'option', sector: 'Technology' })
    await ask()
    expect(provider.calls).toEqual(['instruments ACME,ZZZZ'])
    wait(31 * 86_400)
    provider.failure = yahooFailures.serverError(500)
    expect((await ask()).get('ACME')).toEqual(ACME)
  })
})

describe('what broad funds hold', () => {
  const SPY_SECTORS = { weights: { Technology: 0.3, Energy: 0.05 }, asOf: '2026-11-20' }
  const SPY = {
    ticker: 'SPY',
    name: 'Some other name',
    assetClass: 'fund',
    sector: 'Diversified Fund',
    currency: 'USD',
    isFund: true,
    internalDiversification: 1.75,
    fundSectors: SPY_SECTORS,
  } as const

  test('is asked of the provider once a month even for funds that are known, whose names stand', async () => {
    provider.instruments.set('SPY', SPY)
    const ask = async () => (await market.getInstruments(['SPY', 'XLK', 'TLT'])).get('SPY')
    expect(await ask()).toMatchObject({ name: 'SPDR S&P 500 ETF Trust', fundSectors: SPY_SECTORS })
    expect(await ask()).toMatchObject({ fundSectors: SPY_SECTORS })
    expect(provider.calls).toEqual(['instruments SPY'])
  })

  test('is unknown, and the fund itself known, when the provider fails or never tells', async () => {
    provider.failure = yahooFailures.serverError(500)
    expect((await market.getInstruments(['SPY'])).get('SPY')).toMatchObject({ isFund: true, fundSectors: null })
    provider.tellsFundSectors = false
    const asked = provider.calls.length
    expect((await market.getInstruments(['SPY'])).get('SPY')).toMatchObject({ isFund: true, fundSectors: null })
    expect(provider.calls).toHaveLength(asked)
  })
})

describe('exchange rates', () => {
  test('are kept a quarter of an hour, and stand in with their date when the provider fails', async () => {
    const rate = { from: 'EUR', to: 'USD', rate: 1.16, asOf: '2026-11-20T21:55:00.000Z', source: 'yahoo' } as const
    provider.rates.set('EUR', rate)
    const ask = () => market.getExchangeRates({ from: ['EUR', 'USD', 'XXX', 'not one'], to: 'USD' })
    const rates = await ask()
    expect([...rates.keys()].toSorted()).toEqual(['EUR', 'USD'])
    expect(rates.get('EUR')).toEqual(rate)
    expect(rates.get('USD')).toMatchObject({ rate: 1 })
    await ask()
    expect(provider.calls).toEqual(['rates EUR,XXX>USD'])
    wait(901)
    provider.failure = yahooFailures.serverError(500)
    expect((await ask()).get('EUR')).toEqual(rate)
    expect(provider.calls).toHaveLength(2)
  })
})
