import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseIsoDate } from '../civil-day.ts'
import { alignPrices, computeReturns, findRow, type PriceSeries, sliceColumns } from '../index.ts'
import { analyzeOptionChain } from '../options/chain-analysis.ts'
import { getScenario } from '../scenarios.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import type { HedgeHolding, OptionMarket, OptionMarketRole } from './hedge-market.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { estimateHedgingBeta } from './index-fit.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const REFERENCE = join(SHARED, 'reference/quant')

interface ReferenceQuote {
  readonly contractType: 'call' | 'put'
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
interface Golden {
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

function loadSituation(market: ReferenceMarket, golden: Golden): HedgeSituation {
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
    return { ticker, role, spot, beta, rate: 0.04, style: 'american', multiplier: 100, chain }
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

if (!existsSync(REFERENCE)) {
  console.warn(`\n*** ${SHARED} is absent: the worked example of a hedge was NOT checked. ***\n`)
  test('the shared data is absent, so the worked example was not checked', () => {
    expect(existsSync(REFERENCE)).toBe(false)
  })
} else {
  const market = (await import(pathToFileURL(join(REFERENCE, 'sample-market.mjs')).href)) as ReferenceMarket
  const golden = (JSON.parse(readFileSync(join(REFERENCE, 'golden.json'), 'utf8')) as { endToEnd: Golden }).endToEnd
  const situation = loadSituation(market, golden)
  const analysis = analyzeHedges(situation)
  const { risk } = analysis
  const percent = (fraction: number) => 100 * fraction

  describe('the worked example: seven holdings of the sample market on 2026-11-20', () => {
    test('value, hedging betas and the index shares they amount to', () => {
      expect(risk.value).toBeCloseTo(golden.V, 6)
      for (const [i, holding] of situation.holdings.entries()) expect(holding.beta).toBeCloseTo(golden.betaStar[i]!, 10)
      const index = findRow(situation.returns, 'SPY')!
      for (const [i, { ticker }] of situation.holdings.entries()) {
        const { estimate } = estimateHedgingBeta(findRow(situation.returns, ticker)!, index, golden.priors[ticker]!)
        expect(estimate).toBeCloseTo(golden.betaRaw[i]!, 10)
      }
      expect(risk.greeks.betaWeightedDelta).toBeCloseTo(415.3, 1)
    })

    test('what falls and rises of the index do', () => {
      for (const [marketReturn, expected] of Object.entries(golden.shocksPct)) {
        const row = risk.shocks.find((shock) => shock.marketReturn === Number(marketReturn))!
        expect(percent(row.bookReturn)).toBeCloseTo(expected, 8)
        expect(row.stressedReturn).toBeLessThanOrEqual(row.bookReturn)
      }
    })

    test('score, volatility, fit, concentration and crises', () => {
      expect(risk.diversification!.exactScore).toBeCloseTo(golden.score, 6)
      expect(risk.diversification!.portfolioVolatility).toBeCloseTo(golden.annVol, 10)
      expect(risk.fits[0]!.beta).toBeCloseTo(golden.betaP, 10)
      expect(risk.fits[0]!.rSquared).toBeCloseTo(0.586, 3)
      expect(risk.concentration!.level).toBe('High')
      const crises = new Map(risk.crises.map(({ scenario, bookReturn }) => [scenario, percent(bookReturn)]))
      expect(crises.get('gfc-2007')).toBeCloseTo(-58.8, 1)
      expect(crises.get('covid-2020')).toBeCloseTo(-39.3, 1)
      expect(crises.get('bear-2022')).toBeCloseTo(-26.7, 1)
    })

    test('the cheapest package and the cheapest single put', () => {
      const [best] = analysis.proposals
      expect(best!.id).toBe(analysis.pick)
      expect(best!.legs.map(({ contracts, strike, type, expiry }) => [contracts, strike, type, expiry])).toEqual([
        [4, 730, 'put', '2027-02-19'],
        [-3, 620, 'put', '2027-02-19'],
      ])
      expect(best!.cost.total).toBeCloseTo(golden.hedge.best.c, 6)
      expect(percent(best!.cost.fraction)).toBeCloseTo(golden.hedgeCostPct, 10)
      const single = analysis.proposals.find(({ family }) => family === 'index-put')!
      expect(single.legs.map(({ contracts, strike }) => [contracts, strike])).toEqual([[3, 760]])
      expect(single.cost.total).toBeCloseTo(golden.hedge.one.c, 6)
    })

    test('the ticket costs what the quotes say, to the cent', () => {
      const quotes = market.chain('SPY', golden.asOf)
      for (const { legs, cost } of analysis.proposals.filter((one) => one.legs[0]?.underlying === 'SPY')) {
        const paid = legs.reduce((sum, { contracts, strike, type, expiry }) => {
          const quote = quotes.find(
            ({ contractType, strikePrice, expirationDate }) =>
              contractType === type && strikePrice === strike && expirationDate === expiry,
          )!
          return sum + 100 * contracts * (contracts > 0 ? quote.ask : quote.bid) + 0.65 * Math.abs(contracts)
        }, 0)
        expect(cost.total).toBeCloseTo(paid, 8)
      }
    })

    test('selling 39.2 % instead, at 0.44 % of the book in forgone return for the quarter', () => {
      const comparator = analysis.proposals.find(({ family }) => family === 'reduce-exposure')!
      const apple = situation.holdings[0]!
      expect(-comparator.trades[0]!.amount / apple.value).toBeCloseTo(0.392, 3)
      expect(percent(comparator.cost.fraction)).toBeCloseTo(0.44, 2)
      expect(comparator.lossAtShock).toBeCloseTo(0.15, 12)
    })

    test('the verdict: concentration in NVDA first, the market second', () => {
      expect(analysis.priorities.slice(0, 2).map(({ rule }) => rule)).toEqual(['reduce-concentration', 'hedge-market'])
      expect(analysis.priorities[0]!.parameters.ticker).toBe('NVDA')
      expect(analysis.priorities[0]!.parameters.unexplained).toBeCloseTo(0.41, 2)
      expect(analysis.vulnerabilities[0]).toMatchObject({ rule: 'large-name', parameters: { ticker: 'NVDA' } })
      const families = analysis.proposals.map(({ family }) => family)
      expect(families.slice(2, 4)).toEqual(['trim', 'reduce-exposure'])
    })
  })
}
