import { type CorrelationAnalysis, correlationAnalysisSchema, type Overview } from '@ballast/contract'
import { compoundReturns } from '@ballast/quant'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MarketData } from '../../market-data/market-data.ts'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

async function analysisOf(client: TestClient, id: string): Promise<CorrelationAnalysis> {
  const answer = await client.json(`/api/portfolios/${id}/correlation-analysis`)
  const parsed = correlationAnalysisSchema.parse(answer)
  // Parsing drops what the contract does not name: nothing may have been dropped.
  expect(answer).toEqual(parsed)
  return parsed
}

async function withMarket(
  market: MarketData,
  data: string,
  work: (client: TestClient, id: string) => Promise<void>,
): Promise<void> {
  const other = await createTestApp({ overrides: { marketData: market }, db: app.db })
  try {
    const client = await other.signIn('carl@example.com')
    await work(client, await client.upload('P', data))
  } finally {
    await other.close()
  }
}

const PAIR = 'ticker,shares\nAAPL,1\nMSFT,1\n'
const MIXED = 'ticker,shares\nAAPL,50\nMSFT,20\nTLT,100\nGLD,30\nJPM,25\nSPY,10\nCASH,5000\n'

describe('on the simulated market', () => {
  test('answers what the contract says, every pair once, marked as simulated', async () => {
    const analysis = await analysisOf(anna, await anna.upload('P', MIXED))
    expect(analysis).toMatchObject({
      simulated: true,
      source: 'sample',
      stale: false,
      truncated: false,
      benchmark: 'SPY',
    })
    expect(analysis.tickers).toHaveLength(6)
    expect(analysis.correlationMatrix).toHaveLength(15)
    for (const { ticker1, ticker2, correlation } of analysis.correlationMatrix) {
      expect(ticker1 < ticker2).toBe(true)
      expect(Math.abs(correlation)).toBeLessThanOrEqual(1)
    }
    const values = analysis.tickers.map(({ value }) => value)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(analysis.sectorExposure.reduce((sum, { percentage }) => sum + percentage, 0)).toBeCloseTo(100, 10)
    const spy = analysis.marketCorrelations.find(({ ticker }) => ticker === 'SPY')
    expect(spy).toMatchObject({ marketBeta: 1, marketCorrelation: 1 })
    expect(analysis.window.observations).toBe(252)
    expect(analysis.lookThrough).toMatchObject({
      funds: [{ ticker: 'SPY', asOf: '2025-09-30' }],
      fundsWithoutSectors: [],
    })
    expect(analysis.lookThrough!.remainingPercent).toBe(0)
    expect(analysis.sectorExposure.map(({ sector }) => sector)).not.toContain('Energy')
    expect(analysis.sectorExposureLookThrough.map(({ sector }) => sector)).toContain('Energy')
  })

  test('shows the figures of the overview', async () => {
    const id = await anna.upload('P', MIXED)
    const [analysis, overview] = await Promise.all([
      analysisOf(anna, id),
      anna.json<Overview>(`/api/portfolios/${id}/overview`),
    ])
    expect(analysis.portfolioBeta).toBeCloseTo(overview.risk.beta!, 6)
    expect(analysis.diversificationScore).toBe(overview.risk.diversification!.score)
    expect(analysis.diversification!.label).toBe(overview.risk.diversification!.label)
    expect(analysis.diversification!.spreadPercent).toBeCloseTo(overview.risk.diversification!.spreadPercent, 5)
    expect(analysis.concentrationRisk).toBe(overview.risk.concentration)
    expect(analysis.marketValue).toBeCloseTo(overview.marketValue!, 5)
  })

  test('unchanged data keep their tag; another position changes the answer', async () => {
    const id = await anna.upload('P', 'ticker,shares\nAAPL,50\nKO,20\n')
    const path = `/api/portfolios/${id}/correlation-analysis`
    const first = await anna.fetch(path)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await anna.fetch(path, { headers })).status).toBe(304)
    await anna.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'XOM', shares: 5 } })
    const changed = await anna.fetch(path, { headers })
    expect(changed.status).toBe(200)
    expect(((await changed.json()) as CorrelationAnalysis).correlationMatrix).toHaveLength(3)
  })

  test('an empty portfolio, one position and a ticker that does not exist', async () => {
    const id = await anna.upload('P', 'ticker,shares\nAAPL,3\nZZZZ,5\n')
    const one = await analysisOf(anna, id)
    expect(one).toMatchObject({ correlationMatrix: [], diversificationScore: 0, unpriced: { ZZZZ: 'not-simulated' } })
    for (const { id: positionId } of await anna.json<{ id: string }[]>(`/api/portfolios/${id}/positions`)) {
      await anna.json(`/api/portfolios/${id}/positions/${positionId}`, { method: 'DELETE' })
    }
    expect(await analysisOf(anna, id)).toMatchObject({ tickers: [], diversificationScore: null, marketValue: null })
  })
})

test('150 tickers are computed in a worker, and eight who ask at once get the same bytes', async () => {
  const tickers = Array.from({ length: 150 }, (_, i) => `T${i}`)
  const returns = (i: number) => Float64Array.from({ length: 260 }, (_, t) => 0.01 * Math.sin(t * (1 + i / 7)))
  const market = createFixedMarket({
    quotes: Object.fromEntries(tickers.map((ticker, i) => [ticker, { price: 100 + i }])),
    closes: Object.fromEntries(
      [...tickers, 'SPY'].map((ticker, i) => [ticker, Array.from(compoundReturns(returns(i), 100))]),
    ),
  })
  await withMarket(
    market,
    `ticker,shares\n${tickers.map((ticker) => `${ticker},1`).join('\n')}\n`,
    async (client, id) => {
      const path = `/api/portfolios/${id}/correlation-analysis`
      const texts = await Promise.all(Array.from({ length: 8 }, async () => (await client.fetch(path)).text()))
      expect(new Set(texts).size).toBe(1)
      expect((await analysisOf(client, id)).correlationMatrix).toHaveLength((150 * 149) / 2)
    },
  )
})

describe('the inputs as CSV', () => {
  test('reproduce beta, correlation, volatility and the diversification score to 1e-9', async () => {
    const id = await anna.upload('P', MIXED)
    const analysis = await analysisOf(anna, id)
    const file = await anna.fetch(`/api/portfolios/${id}/correlation-analysis/inputs`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const rows = Papa.parse<string[]>(await file.text(), { skipEmptyLines: true }).data
    const [header = []] = rows
    const rowOf = (kind: string) => rows.find(([name]) => name === kind) ?? []
    const columnOf = (ticker: string) =>
      rows.filter(([kind]) => kind === 'return').map((row) => Number(row[header.indexOf(ticker, 4)]))
    const benchmark = rows.filter(([kind]) => kind === 'return').map((row) => Number(row[2]))
    expect(benchmark).toHaveLength(252)

    const tickers = analysis.marketCorrelations.map(({ ticker }) => ticker)
    for (const { ticker, marketBeta, marketCorrelation, volatilityPercent } of analysis.marketCorrelations) {
      const own = columnOf(ticker)
      expect(cov(own, benchmark) / cov(benchmark, benchmark)).toBeCloseTo(marketBeta!, 9)
      expect(correl(own, benchmark)).toBeCloseTo(marketCorrelation!, 9)
      expect(100 * Math.sqrt(cov(own, own) * 252)).toBeCloseTo(volatilityPercent!, 9)
    }
    for (const pair of analysis.correlationMatrix) {
      expect(correl(columnOf(pair.ticker1), columnOf(pair.ticker2))).toBeCloseTo(pair.correlation, 9)
    }
    const weight = (ticker: string) => Number(rowOf('weight')[header.indexOf(ticker, 4)])
    // The cash column is the fourth; sizes of all weights sum to one.
    const weights = rowOf('weight').slice(3).map(Number)
    expect(weights.reduce((sum, size) => sum + Math.abs(size), 0)).toBeCloseTo(1, 12)
    for (const { ticker, weightPercent } of analysis.marketCorrelations) {
      expect(100 * weight(ticker)).toBeCloseTo(weightPercent, 9)
    }
    const ratio = (ticker: string) => Number(rowOf('internal-diversification')[header.indexOf(ticker, 4)])
    const total = benchmark.map((_, t) =>
      tickers.reduce((sum, ticker) => sum + weight(ticker) * columnOf(ticker)[t]!, 0),
    )
    const alone = tickers.reduce(
      (sum, ticker) =>
        sum + Math.abs(weight(ticker)) * Math.sqrt(cov(columnOf(ticker), columnOf(ticker))) * ratio(ticker),
      0,
    )
    expect(100 * (1 - cov(total, total) / alone ** 2)).toBeCloseTo(analysis.diversification!.exactScore, 9)

    const holds = rows.filter(([kind]) => kind === 'holds')
    const inTechnology = tickers.reduce((sum, ticker) => {
      const place = header.indexOf(ticker, 4)
      const part = holds.find(([, sector]) => sector === 'Technology')?.[place]
      const share = part || (rowOf('sector')[place] === 'Technology' ? 1 : 0)
      return sum + Number(rowOf('value')[place]) * Number(share)
    }, 0)
    const shown = analysis.sectorExposureLookThrough.find(({ sector }) => sector === 'Technology')
    expect(inTechnology).toBeCloseTo(shown!.value, 6)

    const units = (ticker: string) => Number(rowOf('units')[header.indexOf(ticker, 4)])
    const path = rows
      .filter(([kind]) => kind === 'close')
      .map(
        (row) =>
          Number(rowOf('value')[3]) +
          tickers.reduce((sum, ticker) => sum + units(ticker) * Number(row[header.indexOf(ticker, 4)]), 0),
      )
    const returns = path.slice(1).map((value, t) => value / path[t]! - 1)
    expect(cov(returns, benchmark) / cov(benchmark, benchmark)).toBeCloseTo(analysis.portfolioBeta!, 9)
  })
})

test('a listing in euros is compared in dollars of each day, and one without rates is left out by name', async () => {
  const wave = (f: (t: number) => number) =>
    Array.from(
      compoundReturns(
        Float64Array.from({ length: 260 }, (_, t) => f(t)),
        100,
      ),
    )
  const market = createFixedMarket({
    quotes: {
      OLD: { price: 10 },
      'SAP.DE': { price: 20, currency: 'EUR' },
      'VOD.L': { price: 1, currency: 'GBP' },
    },
    rates: { EUR: 1.1, GBP: 1.3 },
    closes: {
      SPY: wave((t) => 0.01 * Math.sin(t * t)),
      OLD: wave((t) => 0.01 * Math.sin(t * t)),
      // A share that never moves in euros moves in dollars as the euro does.
      'SAP.DE': wave(() => 0),
      'EURUSD=X': wave((t) => 0.02 * Math.sin(t * t)),
      'VOD.L': wave(() => 0),
    },
  })
  await withMarket(market, 'ticker,shares\nOLD,10\nSAP.DE,5\nVOD.L,50\n', async (client, id) => {
    const { marketCorrelations, insufficientHistory } = await analysisOf(client, id)
    const sap = marketCorrelations.find(({ ticker }) => ticker === 'SAP.DE')
    expect(sap?.flags).toEqual(['async-market'])
    expect(sap?.marketBeta).toBeCloseTo(2, 6)
    expect(sap?.marketCorrelation).toBeCloseTo(1, 6)
    expect(insufficientHistory).toEqual([{ ticker: 'VOD.L', days: 0, reason: 'other-currency' }])
  })
})

test('with a young holding, the score is reproduced from the returns that stood in for it', async () => {
  const wave = (i: number, days: number) =>
    Float64Array.from(
      { length: days },
      (_, t) => 0.01 * Math.sin((t + 260 - days) * (1 + i / 7)) + 0.003 * Math.cos(t * i),
    )
  const closesOf = (i: number, days = 260) => Array.from(compoundReturns(wave(i, days), 100))
  const market = createFixedMarket({
    quotes: { OLD: { price: 10 }, NEW: { price: 20 }, FRESH: { price: 5 } },
    closes: { SPY: closesOf(1), XLK: closesOf(2), OLD: closesOf(3), NEW: closesOf(4, 40) },
    instruments: { NEW: { sector: 'Technology' }, FRESH: { sector: 'Energy' } },
  })
  await withMarket(market, 'ticker,shares\nOLD,100\nNEW,20\nFRESH,20\n', async (client, id) => {
    const analysis = await analysisOf(client, id)
    const used = analysis.diversification!.proxies
    // No history of an energy fund: the benchmark stands in for a company of that sector.
    expect(used.map(({ ticker, proxy }) => [ticker, proxy])).toEqual([
      ['NEW', 'XLK'],
      ['FRESH', 'SPY'],
    ])
    expect(used[1]?.beta).toBe(1)
    const text = await (await client.fetch(`/api/portfolios/${id}/correlation-analysis/inputs`)).text()
    const rows = Papa.parse<string[]>(text, { skipEmptyLines: true }).data
    const rowOf = (kind: string) => (rows.find(([name]) => name === kind) ?? []).slice(4).map(Number)
    const returns = rows.filter(([kind]) => kind === 'score-return').map((row) => row.slice(4).map(Number))
    const weights = rowOf('weight')
    const total = returns.map((day) => day.reduce((sum, value, i) => sum + value * weights[i]!, 0))
    const alone = weights.reduce((sum, weight, i) => {
      const own = returns.map((day) => day[i]!)
      return sum + Math.abs(weight) * Math.sqrt(cov(own, own))
    }, 0)
    expect(100 * (1 - cov(total, total) / alone ** 2)).toBeCloseTo(analysis.diversification!.exactScore, 9)
    const place = analysis.marketCorrelations.findIndex(({ ticker }) => ticker === 'NEW')
    expect(rowOf('proxy-beta')[place]).toBeCloseTo(used[0]!.beta, 9)
  })
})

const mean = (x: readonly number[]) => x.reduce((a, b) => a + b, 0) / x.length
const cov = (x: readonly number[], y: readonly number[]) =>
  x.reduce((sum, value, t) => sum + (value - mean(x)) * (y[t]! - mean(y)), 0) / (x.length - 1)
const correl = (x: readonly number[], y: readonly number[]) => cov(x, y) / Math.sqrt(cov(x, x) * cov(y, y))

describe('when the provider fails', () => {
  const closes = Array.from(
    compoundReturns(
      Float64Array.from({ length: 260 }, (_, t) => (t % 2 === 0 ? 0.01 : -0.01)),
      100,
    ),
  )
  const quotes = { AAPL: { price: 200 }, MSFT: { price: 100 } }

  test('without any stored history: 503 with words', async () => {
    const market = createFixedMarket({ quotes })
    const down: MarketData = {
      ...market,
      getDailyHistory: async ({ tickers }) => ({
        found: new Map(),
        missing: new Map(tickers.map((ticker) => [ticker, 'provider-down'])),
      }),
    }
    await withMarket(down, PAIR, async (client, id) => {
      const response = await client.fetch(`/api/portfolios/${id}/correlation-analysis`)
      expect(response.status).toBe(503)
      expect(((await response.json()) as { error: string }).error).toContain('no history of SPY')
    })
  })

  test('with stored history: computed from it, and marked with its date', async () => {
    const market = createFixedMarket({ quotes, closes: { SPY: closes, AAPL: closes, MSFT: closes } })
    const stale: MarketData = {
      ...market,
      async getDailyHistory(request) {
        const { found, missing } = await market.getDailyHistory(request)
        return { found: new Map([...found].map(([ticker, history]) => [ticker, { ...history, stale: true }])), missing }
      },
    }
    await withMarket(stale, PAIR, async (client, id) => {
      expect(await analysisOf(client, id)).toMatchObject({ stale: true, window: { to: '2026-11-20' }, pairs: 1 })
    })
  })

  test('an answer without a history that is on its way is neither kept nor taken for the full one', async () => {
    const full = createFixedMarket({ quotes, closes: { SPY: closes, AAPL: closes, MSFT: closes } })
    let isSlow = true
    const slow: MarketData = {
      ...full,
      async getDailyHistory(request) {
        const answer = await full.getDailyHistory(request)
        if (!isSlow) return answer
        const found = new Map(answer.found)
        found.delete('MSFT')
        return { found, missing: new Map([['MSFT', 'provider-down']]) }
      },
    }
    await withMarket(slow, PAIR, async (client, id) => {
      const path = `/api/portfolios/${id}/correlation-analysis`
      const first = await client.fetch(path)
      expect(((await first.json()) as CorrelationAnalysis).insufficientHistory).toEqual([
        { ticker: 'MSFT', days: 0, reason: 'provider-down' },
      ])
      isSlow = false
      const second = await client.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      expect(((await second.json()) as CorrelationAnalysis).pairs).toBe(1)
    })
  })
})
