import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseIsoDate } from '../civil-day.ts'
import { analyzeOptionChain } from '../options/chain-analysis.ts'
import type { OptionType } from '../options/option-contract.ts'
import { alignPrices, type PriceSeries } from '../price-matrix.ts'
import { computeReturns } from '../returns.ts'
import { type AssetOptions, discoverIdeas } from './discover-ideas.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const REFERENCE = join(SHARED, 'reference/quant/sample-market.mjs')
const AS_OF = '2026-11-20'

interface ReferenceQuote {
  readonly contractType: OptionType
  readonly strikePrice: number
  readonly expirationDate: string
  readonly bid: number
  readonly ask: number
  readonly openInterest: number
  readonly volume: number
}
interface ReferenceMarket {
  closes(ticker: string, from: string, to: string): [string, number][]
  chain(ticker: string, asOf: string): ReferenceQuote[]
  surface(ticker: string, asOf: string): { spot: number }
}

const UNIVERSE = [
  'SPY QQQ IWM DIA USMV ARKK EFA EEM FXI EWJ INDA EWZ VGK XLK SMH SOXX XLC XLF KRE XLE XOP XLV XBI XLI XLY XHB XRT',
  'XLP XLU XLB XLRE VNQ TLT IEF SHY TIP AGG LQD HYG GLD SLV GDX USO UNG DBC UUP FXE FXY IBIT VXX',
].flatMap((line) => line.split(' '))
const TAIL_HEDGES = ['FXY', 'IEF', 'TLT', 'UUP', 'VXX']

function openOptions(market: ReferenceMarket, ticker: string): AssetOptions {
  const { spot } = market.surface(ticker, AS_OF)
  const quotes = market.chain(ticker, AS_OF).map((quote) => ({
    type: quote.contractType,
    strike: quote.strikePrice,
    expiry: quote.expirationDate,
    years: (parseIsoDate(quote.expirationDate) - parseIsoDate(AS_OF)) / 365,
    bid: quote.bid,
    ask: quote.ask,
    volume: quote.volume,
    openInterest: quote.openInterest,
  }))
  const chain = analyzeOptionChain(quotes, { spot, rate: 0.04, style: 'american' })
  return {
    premiumClass: 'other',
    market: {
      ticker,
      role: 'other-index',
      today: AS_OF,
      spot,
      beta: 1,
      rate: 0.04,
      style: 'american',
      multiplier: 100,
      chain,
    },
  }
}

function discover(market: ReferenceMarket, shares: Record<string, number>) {
  const series = [...new Set([...Object.keys(shares), ...UNIVERSE])].map((ticker): PriceSeries => {
    const closes = market.closes(ticker, '2016-01-04', AS_OF)
    return {
      ticker,
      days: Int32Array.from(closes, ([day]) => parseIsoDate(day)),
      closes: Float64Array.from(closes, ([, close]) => close),
    }
  })
  const returns = computeReturns(alignPrices(series, series.find(({ ticker }) => ticker === 'SPY')!.days))
  const holdings = Object.entries(shares).map(([ticker, count]) => ({
    ticker,
    value: count * market.surface(ticker, AS_OF).spot,
  }))
  return discoverIdeas({
    returns,
    holdings,
    index: 'SPY',
    assets: UNIVERSE.map((ticker) => ({ ticker, group: ticker })),
    value: holdings.reduce((sum, { value }) => sum + value, 0),
    options: UNIVERSE.map((ticker) => openOptions(market, ticker)),
  })
}

if (!existsSync(REFERENCE)) {
  console.warn(`\n*** The shared reference data is absent (${REFERENCE}): the golden discovery is NOT compared. ***\n`)
  test('the shared reference data is absent, so nothing was compared', () => expect(existsSync(REFERENCE)).toBe(false))
} else {
  describe('the sample market on 2026-11-20', async () => {
    const market = (await import(pathToFileURL(REFERENCE).href)) as ReferenceMarket
    const worked = discover(market, { AAPL: 100, MSFT: 50, NVDA: 300, JPM: 80, XOM: 100, KO: 100, TLT: 100 })
    const defensive = discover(market, {
      KO: 100,
      PEP: 60,
      PG: 60,
      JNJ: 60,
      WMT: 90,
      MCD: 30,
      DUK: 80,
      VZ: 200,
      MRK: 100,
      XOM: 80,
    })
    const tailHedges = ({ scan }: typeof worked) =>
      scan.relations.filter(({ tail }) => tail?.isGain).map(({ ticker }) => ticker)

    test('gives the worked portfolio one partial correlation, XLK at 0.39, and five tail hedges', () => {
      const significant = worked.scan.relations.filter(({ partial }) => partial?.isSignificant)
      expect(significant.map(({ ticker }) => ticker)).toEqual(['XLK'])
      expect(significant[0]!.partial!.correlation).toBeCloseTo(0.39, 2)
      expect(worked.scan.families).toMatchObject({ partial: { tests: 49 }, tailGain: { tests: 50, significant: 5 } })
      expect(tailHedges(worked).sort()).toEqual(TAIL_HEDGES)
    })

    test('gives a defensive portfolio more partial correlations and the same tail hedges', () => {
      expect(defensive.scan.families.partial.significant).toBeGreaterThan(1)
      expect(tailHedges(defensive).sort()).toEqual(TAIL_HEDGES)
    })

    test('is not empty, and every idea gains in the bad paths', () => {
      for (const { ideas } of [worked, defensive]) {
        expect(ideas.length).toBeGreaterThanOrEqual(5)
        for (const idea of ideas) expect([idea.kind, idea.conditionalReturn > 0]).toEqual(['hedge', true])
      }
      const puts = worked.ideas.filter(({ side }) => side.type === 'put')
      expect(puts.map(({ side }) => side.ticker)).toEqual(['XLK'])
    })
  })
}
