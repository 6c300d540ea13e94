import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { GICS_SECTORS } from '../sectors.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { createSampleMarketData } from './sample-market-data.ts'

const marketDataAt = (instant: string) => createSampleMarketData({ clock: { now: () => new Date(instant) } })
const saturday = marketDataAt('2026-11-21T20:50:00Z')

describe('quotes', () => {
  test('on Saturday the price is Friday’s close, with Thursday’s beside it', async () => {
    const { found } = await saturday.getQuotes({ tickers: ['SPY'] })
    const thursday = await marketDataAt('2026-11-19T22:00:00Z').getQuotes({ tickers: ['SPY'] })
    expect(found.get('SPY')).toEqual({
      ticker: 'SPY',
      price: 751.9099,
      currency: 'USD',
      previousClose: thursday.found.get('SPY')!.price,
      asOf: '2026-11-20T21:00:00.000Z',
      session: 'closed',
      source: 'sample',
      fetchedAt: '2026-11-21T20:50:00.000Z',
      stale: false,
    })
  })

  test('during Friday’s session Thursday’s close still stands', async () => {
    const { found } = await marketDataAt('2026-11-20T20:59:00Z').getQuotes({ tickers: ['SPY'] })
    expect(found.get('SPY')).toMatchObject({ asOf: '2026-11-19T21:00:00.000Z', session: 'closed' })
  })

  test('prices keep their age until they are older than asked for, or a session has ended since', async () => {
    let now = new Date('2026-11-20T20:58:00Z')
    const market = createSampleMarketData({ clock: { now: () => now } })
    const askAt = async (instant: string, maxAgeSeconds?: number) => {
      now = new Date(instant)
      const request = { tickers: ['SPY'], ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }) }
      return (await market.getQuotes(request)).found.get('SPY')!.fetchedAt
    }
    expect(await askAt('2026-11-20T20:50:00Z')).toBe('2026-11-20T20:50:00.000Z')
    expect(await askAt('2026-11-20T20:55:00Z')).toBe('2026-11-20T20:50:00.000Z')
    expect(await askAt('2026-11-20T20:55:01Z')).toBe('2026-11-20T20:55:01.000Z')
    expect(await askAt('2026-11-20T20:55:17Z', 15)).toBe('2026-11-20T20:55:17.000Z')
    expect(await askAt('2026-11-20T21:00:00Z')).toBe('2026-11-20T21:00:00.000Z')
  })

  test('no company is invented: what only this market lacks says so, options wait for chains, the unlisted have no price yet', async () => {
    const quotes = await saturday.getQuotes({ tickers: ['ZZZZ', 'MMM', 'AAPL261218C00250000'] })
    expect(quotes.found.size).toBe(0)
    expect(Object.fromEntries(quotes.missing)).toEqual({
      ZZZZ: 'not-simulated',
      MMM: 'not-simulated',
      AAPL261218C00250000: 'no-price',
    })
    const in2010 = await marketDataAt('2010-01-05T22:00:00Z').getQuotes({ tickers: ['PLTR'] })
    expect(in2010.missing.get('PLTR')).toBe('no-price')
  })

  test('BRK.B is priced under its canonical name', async () => {
    expect((await saturday.getQuotes({ tickers: ['BRK.B'] })).found.get('BRK.B')?.price).toBeGreaterThan(100)
  })
})

describe('history', () => {
  test('reaches from the day asked for to the last finished session', async () => {
    const { found } = await saturday.getDailyHistory({ tickers: ['SPY'], from: '2026-11-14' })
    const history = found.get('SPY')!
    expect(history.dates).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
    expect(history.closes.at(-1)).toBe(751.9099)
    expect(history.adjustedCloses).toEqual(history.closes)
    expect(history.splits).toEqual([])
  })

  test('all instruments and two thousand strangers are looked up without holding other work back', {
    tags: ['full'],
  }, async () => {
    const cold = marketDataAt('2026-11-21T20:50:00Z')
    const strangers = Array.from({ length: 2000 }, (_, index) => `X${index}`)
    let done = false
    const histories = cold
      .getDailyHistory({ tickers: [...SIMULATED_INSTRUMENTS.keys(), ...strangers], from: '1998-01-02' })
      .finally(() => {
        done = true
      })
    let turns = 0
    while (!done) {
      await setImmediate()
      turns += 1
    }
    const { found, missing } = await histories
    expect(found.size).toBe(SIMULATED_INSTRUMENTS.size)
    expect(missing.size).toBe(2000)
    // A quarter of a second of work in slices of about 10 ms; the turns between them are what a waiting request gets.
    expect(turns).toBeGreaterThan(5)
  })
})

describe('option chains', () => {
  test('are those of the last close, whatever was asked for before', async () => {
    let now = new Date('2026-11-19T22:00:00Z')
    const market = createSampleMarketData({ clock: { now: () => now } })
    const slices = ['near-term', 'hedging', { expiry: '2026-12-18' }] as const
    const ask = (data: typeof market) =>
      Promise.all(['SPY', 'AAPL'].flatMap((ticker) => slices.map((slice) => data.getOptionChain({ ticker, slice }))))
    for (const instant of ['2026-11-19T22:00:00Z', '2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z']) {
      now = new Date(instant)
      expect(await ask(market)).toEqual(await ask(marketDataAt(instant)))
    }
  })
})

describe('instruments', () => {
  const KNOWN_SECTORS = [
    ...GICS_SECTORS,
    'Diversified Fund',
    'Fixed Income',
    'Commodities',
    'Currencies',
    'Crypto',
    'Volatility',
  ]

  test('every simulated instrument has a class and one of the known sectors', async () => {
    const instruments = await saturday.getInstruments([...SIMULATED_INSTRUMENTS.keys()])
    expect(instruments.size).toBe(SIMULATED_INSTRUMENTS.size)
    for (const { ticker, sector } of instruments.values()) expect(KNOWN_SECTORS, ticker).toContain(sector)
  })

  test.each([
    ['AAPL', 'Apple Inc.', 'equity', 'Technology', false, 1],
    ['SPY', 'SPDR S&P 500 ETF Trust', 'fund', 'Diversified Fund', true, 1.75],
    ['XLF', 'Financial Select Sector SPDR Fund', 'fund', 'Financials', true, 1.35],
    ['SOXX', 'iShares Semiconductor ETF', 'fund', 'Technology', true, 1.3],
    ['TLT', 'iShares 20+ Year Treasury Bond ETF', 'bond-fund', 'Fixed Income', true, 1],
    ['GLD', 'SPDR Gold Shares', 'commodity-fund', 'Commodities', true, 1],
    ['GDX', 'VanEck Gold Miners ETF', 'fund', 'Materials', true, 1.2],
    ['MMM', '3M', 'equity', 'Industrials', false, 1],
  ])('%s', async (ticker, name, assetClass, sector, isFund, internalDiversification) => {
    const instruments = await saturday.getInstruments([ticker])
    expect(instruments.get(ticker)).toMatchObject({
      ticker,
      name,
      assetClass,
      sector,
      currency: 'USD',
      isFund,
      internalDiversification,
    })
  })

  test('broad funds hold sectors that make at most a whole, simulated as of the day of the simulation', async () => {
    const instruments = await saturday.getInstruments([...SIMULATED_INSTRUMENTS.keys()])
    const told = [...instruments.values()].filter(({ fundSectors }) => fundSectors !== null)
    expect(told.map(({ ticker }) => ticker)).toEqual(
      expect.arrayContaining(['SPY', 'VOO', 'VTI', 'QQQ', 'IWM', 'DIA', 'USMV', 'ARKK', 'EFA', 'EEM']),
    )
    for (const { sector, fundSectors } of told) {
      expect(sector).toBe('Diversified Fund')
      expect(fundSectors?.asOf).toBe('2025-09-30')
      const weights = Object.values(fundSectors?.weights ?? {})
      expect(weights.every((weight) => weight > 0)).toBe(true)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(1 + 1e-12)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeGreaterThan(0.9)
    }
    expect(instruments.get('SH')?.fundSectors).toBeNull()
  })

  test('an option is described by its symbol and takes its underlying’s sector; strangers are absent', async () => {
    const instruments = await saturday.getInstruments(['AAPL261218C00250000', 'ZZZZ'])
    expect([...instruments.keys()]).toEqual(['AAPL261218C00250000'])
    expect(instruments.get('AAPL261218C00250000')).toMatchObject({
      name: 'AAPL 2026-12-18 250 call',
      assetClass: 'option',
      sector: 'Technology',
    })
  })
})

test('only dollars convert into dollars: a simulated market has no exchange rates', async () => {
  const rates = await saturday.getExchangeRates({ from: ['USD', 'EUR'], to: 'USD' })
  expect([...rates.values()].map(({ from, rate }) => ({ from, rate }))).toEqual([{ from: 'USD', rate: 1 }])
})
