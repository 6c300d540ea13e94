import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createDataFiles } from '../conformance/data-files.ts'
import {
  alignPrices,
  computeBeta,
  computeConcentration,
  computeDiversification,
  computePortfolioReturns,
  computeReturns,
  computeVolatility,
  computeWeights,
  findScenarioWindow,
  findSuspectPrices,
  fitRegression,
  formatIsoDate,
  getRow,
  type PriceSeries,
  parseIsoDate,
  SCENARIOS,
  shrinkBeta,
  sliceColumns,
} from './index.ts'

const SHARED = resolve(import.meta.dirname, '../../..', process.env.BALLAST_SHARED ?? '../shared')
const PRICES = join(SHARED, 'data/prices')
const GOLDEN = join(SHARED, 'reference/quant')

if (!(existsSync(PRICES) && existsSync(GOLDEN))) {
  console.warn(`\n*** ${SHARED} is absent: nothing was checked on recorded prices. ***\n`)
  test('the recorded data is absent, so nothing was checked on it', () => {
    expect(existsSync(PRICES) && existsSync(GOLDEN)).toBe(false)
  })
} else {
  const data = createDataFiles([PRICES])
  const read = (file: string, ticker: string): PriceSeries => data.readPrices(file)!.get(ticker)!

  describe('scenario windows on the real index', () => {
    const early = read('sp500-index-1990-2022.csv', 'SP500')
    const late = read('sp500-index-2016-2026.csv', 'SP500')
    const historical = SCENARIOS.filter((scenario) => scenario.kind === 'historical')

    test.each(historical)('$id returned what it is known for, within 0.3 points', (scenario) => {
      const series = scenario.end < '2022-12-28' ? early : late
      const window = findScenarioWindow(scenario, series.days)
      expect(window.status).toBe('ok')
      if (window.status !== 'ok') return
      expect(formatIsoDate(series.days[window.first]!)).toBe(scenario.start)
      const indexReturn = series.closes[window.last]! / series.closes[window.first]! - 1
      // The regional banks' window is known by "about +2 %" only.
      const tolerance = scenario.id === 'banks-2023' ? 0.02 : 0.003
      expect(Math.abs(indexReturn - scenario.indexReturn)).toBeLessThan(tolerance)
    })
  })

  test('a coin that trades all week is sampled on the exchange days: from Friday to Monday in one return', () => {
    const file = 'megacaps-btc-2018-2025.csv'
    const apple = read(file, 'AAPL')
    const coin = read(file, 'BTC-USD')
    const matrix = alignPrices([apple, coin], apple.days)
    const returns = computeReturns(matrix)
    expect(getRow(returns, 1).every((value) => !Number.isNaN(value))).toBe(true)
    const monday = returns.dates.findIndex((day, t) => t > 0 && day - returns.dates[t - 1]! === 3)
    const on = (day: number) => coin.closes[coin.days.indexOf(day)]!
    const expected = on(returns.dates[monday]!) / on(returns.dates[monday - 1]!) - 1
    expect(getRow(returns, 1)[monday]).toBeCloseTo(expected, 12)
  })

  describe('defective deliveries', () => {
    const readCloses = (file: string): PriceSeries => {
      const [header = '', ...lines] = readFileSync(join(PRICES, 'defects', file), 'utf8')
        .trim()
        .split('\n')
      const column = header.split(',').indexOf('Close')
      const rows = lines.map((line) => line.split(',')).sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
      return {
        ticker: file,
        days: Int32Array.from(rows, (row) => parseIsoDate(row[0]!.slice(0, 10))),
        closes: Float64Array.from(rows, (row) => Number(row[column])),
      }
    }

    test('pence for pounds over two weeks: its beginning and its end are flagged, the repaired series is not', () => {
      const found = findSuspectPrices(readCloses('AET-L-1d-100x-error.csv'))
      expect(found.map(({ day }) => formatIsoDate(day))).toEqual(['2022-05-09', '2022-05-20'])
      expect(findSuspectPrices(readCloses('AET-L-1d-100x-error-fixed.csv'))).toEqual([])
    })

    test('a false dividend does not make a close suspect', () => {
      expect(findSuspectPrices(readCloses('KEN-TA-1d-bad-div.csv'))).toEqual([])
    })
  })

  test('the worked portfolio of the simulated market: score, volatility, betas and concentration', async () => {
    const market = (await import(pathToFileURL(join(GOLDEN, 'sample-market.mjs')).href)) as {
      closes: (ticker: string, from: string, to: string) => [string, number][]
      U: Map<string, { sector: string }>
    }
    const { endToEnd } = JSON.parse(readFileSync(join(GOLDEN, 'golden.json'), 'utf8')) as {
      endToEnd: {
        positions: Record<string, number>
        V: number
        score: number
        annVol: number
        betaP: number
        betaRaw: number[]
        betaStar: number[]
        priors: Record<string, number>
      }
    }
    const tickers = Object.keys(endToEnd.positions)
    const series = [...tickers, 'SPY'].map((ticker) => {
      const closes = market.closes(ticker, '2024-01-02', '2026-11-20')
      return {
        ticker,
        days: Int32Array.from(closes, ([date]) => parseIsoDate(date)),
        closes: Float64Array.from(closes, ([, close]) => close),
      }
    })
    const prices = alignPrices(series, series.at(-1)!.days)
    const all = computeReturns(prices)
    const returns = sliceColumns(all, all.columns - 252, all.columns - 1)
    const values = [...tickers.map((ticker, i) => getRow(prices, i).at(-1)! * endToEnd.positions[ticker]!), 0]
    expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(endToEnd.V, 3)
    const weights = computeWeights(Float64Array.from(values))!
    const spy = getRow(returns, tickers.length)

    expect(computeDiversification({ returns, weights }).exactScore).toBeCloseTo(endToEnd.score, 9)
    const portfolio = computePortfolioReturns(returns, weights).returns
    expect(computeVolatility(portfolio)).toBeCloseTo(endToEnd.annVol, 12)
    expect(computeBeta(portfolio, spy)).toBeCloseTo(endToEnd.betaP, 12)
    tickers.forEach((ticker, i) => {
      const line = fitRegression(getRow(returns, i), spy)!
      expect(line.slope).toBeCloseTo(endToEnd.betaRaw[i]!, 12)
      const estimate = { beta: line.slope, standardError: line.slopeStandardError! }
      expect(shrinkBeta(estimate, endToEnd.priors[ticker]!).beta).toBeCloseTo(endToEnd.betaStar[i]!, 12)
    })
    const concentration = computeConcentration(
      tickers.map((ticker, i) => ({
        ticker,
        marketValue: values[i]!,
        instrumentClass: ticker === 'TLT' ? 'government-bond-fund' : 'company',
        sector: market.U.get(ticker)!.sector,
      })),
    )!
    expect(concentration).toMatchObject({
      level: 'High',
      detail: { rule: 'largest-name', maxName: { ticker: 'NVDA' } },
    })
    expect(concentration.detail.maxSector!.weight).toBeCloseTo(0.752, 3)
  })
}
