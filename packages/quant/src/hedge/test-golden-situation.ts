import { parseIsoDate } from '../civil-day.ts'
import { analyzeOptionChain } from '../options/chain-analysis.ts'
import { alignPrices, findRow, type PriceSeries, sliceColumns } from '../price-matrix.ts'
import { computeReturns } from '../returns.ts'
import { getScenario } from '../scenarios.ts'
import type { HedgeHolding, OptionMarket, OptionMarketRole } from './hedge-market.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { estimateHedgingBeta } from './index-fit.ts'

/*
 * The worked example: seven holdings of the sample market on 2026-11-20, from the shared reference data. Used by tests.
 */

interface ReferenceQuote {
  readonly contractType: 'call' | 'put'
  readonly strikePrice: number
  readonly expirationDate: string
  readonly bid: number
  readonly ask: number
  readonly openInterest: number
  readonly volume: number
}
/** Sample market as the reference implementation exports it. */
export interface ReferenceMarket {
  closes(ticker: string, from: string, to: string): [string, number][]
  chain(ticker: string, asOf: string): ReferenceQuote[]
  surface(ticker: string, asOf: string): { spot: number }
}
/** Figures that the reference states for it. */
export interface Golden {
  readonly asOf: string
  readonly positions: Record<string, number>
  readonly V: number
  readonly betaRaw: number[]
  readonly betaStar: number[]
  readonly priors: Record<string, number>
  readonly score: number
  readonly hhi: number
  readonly annVol: number
  readonly betaP: number
  readonly hedgeCostPct: number
  readonly shocksPct: Record<string, number>
  readonly hedge: { readonly one: { readonly c: number }; readonly best: { readonly c: number } }
}

const SECTORS: Record<string, string> = {
  AAPL: 'Technology',
  MSFT: 'Technology',
  NVDA: 'Technology',
  JPM: 'Financials',
  XOM: 'Energy',
  KO: 'Consumer Staples',
}
const FUNDS = ['QQQ', 'IWM', 'XLK', 'TLT', 'IEF', 'SHY', 'GLD']
const INDEX_SECTORS = { Technology: 0.34, Financials: 0.135, Energy: 0.03, 'Consumer Staples': 0.05 }
const CRISES = ['dotcom-2000', 'gfc-2007', 'covid-2020', 'bear-2022']

/** Holdings, histories, chains and crises of the worked example. */
export function loadSituation(market: ReferenceMarket, golden: Golden): HedgeSituation {
  const { asOf, positions, priors } = golden
  const tickers = [...new Set([...Object.keys(positions), 'SPY', ...FUNDS])]
  const series = tickers.map((ticker): PriceSeries => {
    const closes = market.closes(ticker, '1998-01-02', asOf)
    return {
      ticker,
      days: Int32Array.from(closes, ([day]) => parseIsoDate(day)),
      closes: Float64Array.from(closes, ([, close]) => close),
    }
  })
  const prices = alignPrices(series, series.find(({ ticker }) => ticker === 'SPY')!.days)
  const returns = computeReturns(sliceColumns(prices, prices.columns - 2521, prices.columns - 1))
  const index = findRow(returns, 'SPY')!
  const holdings = Object.entries(positions).map(([ticker, shares]): HedgeHolding => {
    const { beta, downside } = estimateHedgingBeta(findRow(returns, ticker)!, index, priors[ticker]!)
    const value = shares * market.surface(ticker, asOf).spot
    const sector = SECTORS[ticker] ?? null
    const instrumentClass = ticker === 'TLT' ? 'government-bond-fund' : 'company'
    return { ticker, value, shares, beta, downsideBeta: downside, sector, instrumentClass, internalDiversification: 1 }
  })
  const open = (ticker: string, role: OptionMarketRole, beta: number): OptionMarket => {
    const { spot } = market.surface(ticker, asOf)
    const quotes = market.chain(ticker, asOf).map((quote) => ({
      type: quote.contractType,
      strike: quote.strikePrice,
      expiry: quote.expirationDate,
      years: (parseIsoDate(quote.expirationDate) - parseIsoDate(asOf)) / 365,
      bid: quote.bid,
      ask: quote.ask,
      volume: quote.volume,
      openInterest: quote.openInterest,
    }))
    const chain = analyzeOptionChain(quotes, { spot, rate: 0.04, style: 'american' })
    return { ticker, role, today: asOf, spot, beta, rate: 0.04, style: 'american', multiplier: 100, chain }
  }
  const betaOf = (ticker: string) => holdings.find((holding) => holding.ticker === ticker)!.beta
  const crises = CRISES.map((scenario) => {
    const { start, end } = getScenario(scenario) as unknown as { start: string; end: string }
    const first = prices.dates.indexOf(parseIsoDate(start))
    const last = prices.dates.indexOf(parseIsoDate(end))
    const window = sliceColumns(prices, first, last)
    const complete = window.tickers.filter((ticker) => !findRow(window, ticker)!.includes(Number.NaN))
    const values = Float64Array.from(complete.flatMap((ticker) => [...findRow(window, ticker)!]))
    return {
      scenario,
      index: findRow(window, 'SPY')!,
      prices: { ...window, tickers: complete, rows: complete.length, values },
    }
  })
  return {
    today: asOf,
    holdings,
    cash: 0,
    options: [],
    index: { ticker: 'SPY', price: market.surface('SPY', asOf).spot },
    markets: [
      open('SPY', 'index', 1),
      open('XLK', 'sector-fund', 1.2),
      ...['AAPL', 'MSFT', 'NVDA', 'JPM', 'XOM'].map((ticker) => open(ticker, 'single-name', betaOf(ticker))),
    ],
    returns,
    crises,
    indexSectors: INDEX_SECTORS,
    sectorFunds: [{ sector: 'Technology', ticker: 'XLK' }],
    otherIndexes: ['QQQ', 'IWM'],
    diversifiers: [
      { ticker: 'TLT', beta: -0.2 },
      { ticker: 'IEF', beta: -0.1 },
      { ticker: 'SHY', beta: 0 },
      { ticker: 'GLD', beta: 0.05 },
    ],
  }
}
