import {
  type BacktestRequest,
  type BacktestResult,
  type BacktestScenario,
  backtestResultSchema,
  scenarioSchema,
} from '@ballast/contract'
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

const upload = async (client: TestClient, data: string) =>
  (await client.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name: 'P', data } })).id
const post = (client: TestClient, request: BacktestRequest) =>
  client.fetch('/api/backtest/scenario', { method: 'POST', json: request })
async function run(
  portfolioId: string,
  scenarioId: string,
  more: Partial<BacktestRequest> = {},
): Promise<BacktestResult> {
  const response = await post(anna, { portfolioId, scenarioId, ...more })
  if (!response.ok) throw new Error(await response.text())
  const answer: unknown = await response.json()
  const parsed = backtestResultSchema.parse(answer)
  // Parsing drops what the contract does not name: nothing may have been dropped.
  expect(answer).toEqual(parsed)
  return parsed
}
async function refusalOf(client: TestClient, request: BacktestRequest): Promise<{ status: number; error: string }> {
  const response = await post(client, request)
  return { status: response.status, error: ((await response.json()) as { error: string }).error }
}

describe('the catalogue', () => {
  test('lists every scenario with its window, the default first and the custom range last', async () => {
    const scenarios = scenarioSchema.array().parse(await anna.json<BacktestScenario[]>('/api/backtest/scenarios'))
    expect(scenarios.map(({ id }) => id)).toEqual([
      ...['recent-6m', 'recent-1y', 'recent-3y', 'recent-5y', 'recent-10y', 'ytd', 'dotcom-2000', 'gfc-2007'],
      ...['lehman-2008', 'recovery-2009', 'debt-ceiling-2011', 'china-oil-2015', 'volmageddon-2018', 'q4-2018'],
      ...['covid-2020', 'covid-recovery-2020', 'bear-2022', 'banks-2023', 'carry-2024', 'tariff-2025', 'custom'],
    ])
    for (const { id, spark, start, end, description } of scenarios) {
      expect(description).not.toBe('')
      if (id === 'custom') continue
      expect(spark!.length).toBeGreaterThan(1)
      expect(spark!.length).toBeLessThanOrEqual(40)
      expect(start! < end!).toBe(true)
    }
    expect(scenarios.find(({ id }) => id === 'covid-2020')).toMatchObject({
      kind: 'crisis',
      start: '2020-02-19',
      end: '2020-03-23',
      indexReturnPercent: -33.92,
    })
  })
})

describe('a portfolio of the benchmark alone', () => {
  test('has two identical curves from 100,000, beta 1 and nothing that differs', async () => {
    const result = await run(await upload(anna, 'ticker,shares\nSPY,7\n'), 'gfc-2007')
    expect(result.results[0]).toMatchObject({ date: '2007-10-09', portfolioValue: 100_000, benchmarkValue: 100_000 })
    for (const point of result.results) {
      expect(point.portfolioValue).toBe(point.benchmarkValue)
      expect(point.portfolioDrawdownPercent).toBe(point.benchmarkDrawdownPercent)
    }
    expect(result.metrics).toEqual(result.benchmarkMetrics)
    expect(result.metrics).toMatchObject({ beta: 1, trackingError: 0, informationRatio: null, upCapture: 100 })
    expect(result.metrics.alpha).toBeCloseTo(0, 9)
    expect(result.metrics.flags).toContain('zero-tracking-error')
    // The simulated benchmark is pinned to the index: 676.53 ÷ 1565.15 − 1
    expect(result.metrics.totalReturn).toBeCloseTo(100 * (676.53 / 1565.15 - 1), 0)
    expect(result.coverage).toMatchObject({ ownPercent: 100, proxyPercent: 0, excludedPercent: 0, sentence: null })
    expect(result.analysis).toBe(
      `Over Global financial crisis (2007-10-09 to 2009-03-09) the portfolio lost ${Math.abs(result.metrics.totalReturn).toFixed(2)}%. It outperformed the benchmark (SPY) by 0.00 percentage points.`,
    )
  })
})

describe('what did not trade yet', () => {
  test('PLTR in 2008 discloses that it is stood in for, by what and with which beta', async () => {
    const result = await run(await upload(anna, 'ticker,shares\nPLTR,10\n'), 'gfc-2007')
    expect(result.coverage).toMatchObject({ ownPercent: 0, proxyPercent: 100, excludedPercent: 0 })
    const [detail] = result.coverage.details
    expect(detail).toMatchObject({
      ticker: 'PLTR',
      method: 'sector-fund',
      proxy: 'XLK',
      from: '2007-10-09',
      to: '2009-03-09',
    })
    expect(detail!.beta).toBeGreaterThan(0.8)
    expect(detail!.beta).toBeLessThanOrEqual(3)
    expect(result.analysis).toContain(
      '1 of 1 positions (100.0 % of value) did not trade then; replaced by XLK; stock-specific risk is understated.',
    )
  })

  test('a listing within the window is spliced: the stand-in before it, its own prices after', async () => {
    const id = await upload(anna, 'ticker,shares\nPLTR,10\n')
    const result = await run(id, 'custom', { start: '2020-01-02', end: '2021-12-31' })
    expect(result.coverage.details[0]).toMatchObject({ method: 'sector-fund', from: '2020-01-02', to: '2020-09-30' })
    expect((await run(id, 'custom', { start: '2021-01-04', end: '2021-12-31' })).coverage.ownPercent).toBe(100)
  })

  test('own data only: it is left out, named, and refused when that is more than half', async () => {
    const mixed = await upload(anna, 'ticker,shares\nSPY,100\nPLTR,10\nCASH,1000\n')
    const result = await run(mixed, 'gfc-2007', { ownDataOnly: true })
    expect(result.coverage.excludedPercent).toBeGreaterThan(0)
    expect(result.coverage.sentence).toContain('PLTR (did not trade then, and only own data was asked for)')
    expect(result.coverage.details.map(({ ticker, method }) => [ticker, method])).toEqual([
      ['SPY', 'own'],
      ['PLTR', 'excluded'],
      ['Cash', 'cash'],
    ])
    const { ownPercent, proxyPercent, excludedPercent } = result.coverage
    expect(ownPercent + proxyPercent + excludedPercent).toBeCloseTo(100, 9)

    const alone = await upload(anna, 'ticker,shares\nPLTR,10\nSPY,1\n')
    const refusal = await refusalOf(anna, { portfolioId: alone, scenarioId: 'gfc-2007', ownDataOnly: true })
    expect(refusal.status).toBe(422)
    expect(refusal.error).toContain('More than half of the portfolio’s value would be left out')
  })

  test('a scenario before any holding existed is refused with words', async () => {
    const id = await upload(anna, 'ticker,shares\nIBIT,10\n')
    const refusal = await refusalOf(anna, { portfolioId: id, scenarioId: 'dotcom-2000' })
    expect(refusal.status).toBe(422)
    expect(refusal.error).toContain('lies before any of the holdings existed')
  })
})

describe('bases and rebalancing', () => {
  test('actual shares start with their value of then, and the benchmark with the same', async () => {
    const id = await upload(anna, 'ticker,shares\nAAPL,10\nPLTR,5\n')
    const result = await run(id, 'covid-2020', { basis: 'actual-shares', rebalance: 'monthly' })
    expect(result.rebalance).toBe('none')
    expect(result.initialValue).toBe(result.results[0]!.portfolioValue)
    expect(result.results[0]!.benchmarkValue).toBe(result.initialValue)
    // Ten shares and five: far from 100,000.
    expect(result.initialValue).toBeLessThan(5_000)
  })

  test('shorts and cash keep their sign', async () => {
    const result = await run(await upload(anna, 'ticker,shares\nAAPL,100\nTLT,-50\nCASH,20000\n'), 'covid-2020')
    const details = Object.fromEntries(result.coverage.details.map((one) => [one.ticker, one]))
    expect(details.TLT!.weightPercent).toBeLessThan(0)
    expect(details.Cash!.method).toBe('cash')
    expect(result.assumptions.join(' ')).toContain('risk-free rate of 3 % a year')
  })

  test('20 years are sent as 600 points at most, with figures of all days', async () => {
    const result = await run(await upload(anna, 'ticker,shares\nAAPL,1\nKO,5\n'), 'custom', {
      start: '2005-01-03',
      end: '2025-01-02',
      rebalance: 'annual',
    })
    expect(result.downsampled).toBe(true)
    expect(result.results.length).toBeLessThanOrEqual(600)
    expect(result.metrics.observations).toBeGreaterThan(5_000)
    expect(Math.max(...result.results.map((point) => point.portfolioDrawdownPercent))).toBeCloseTo(
      result.metrics.maxDrawdown,
      9,
    )
    expect(result.results.at(-1)!.date).toBe('2025-01-02')
    expect(result.drawdowns).toHaveLength(5)
    expect(result.drawdowns[0]!.depthPercent).toBeCloseTo(result.metrics.maxDrawdown, 9)
    expect(result.monthlyReturns).toHaveLength(241)
    const product = result.monthlyReturns.reduce((all, month) => all * (1 + month.portfolioPercent / 100), 1)
    expect(100 * (product - 1)).toBeCloseTo(result.metrics.totalReturn, 6)
  })
})

test('30 positions through 20 years are computed in a worker, to the same bytes again', async () => {
  const tickers = [
    'AAPL',
    'MSFT',
    'NVDA',
    'ORCL',
    'ADBE',
    'AMD',
    'INTC',
    'QCOM',
    'TXN',
    'MU',
    'CSCO',
    'IBM',
    'DIS',
    'T',
    'VZ',
    'HD',
    'MCD',
    'NKE',
    'LOW',
    'TGT',
    'F',
    'WMT',
    'COST',
    'PG',
    'KO',
    'PEP',
    'JPM',
    'BAC',
    'XOM',
    'PLTR',
  ]
  const portfolioId = await upload(anna, `ticker,shares\n${tickers.map((ticker) => `${ticker},3`).join('\n')}\n`)
  const request = {
    portfolioId,
    scenarioId: 'custom',
    start: '2005-01-03',
    end: '2025-01-02',
    rebalance: 'quarterly',
  } as const
  const texts = await Promise.all(Array.from({ length: 3 }, async () => (await post(anna, request)).text()))
  expect(new Set(texts).size).toBe(1)
  const result = backtestResultSchema.parse(JSON.parse(texts[0]!))
  expect(result.coverage.details.find(({ ticker }) => ticker === 'PLTR')).toMatchObject({
    proxy: 'XLK',
    to: '2020-09-30',
  })
  expect(result.coverage.details).toHaveLength(30)
})

describe('the series as CSV', () => {
  test('reproduces the metrics to 1e-9', async () => {
    const portfolioId = await upload(anna, 'ticker,shares\nAAPL,10\nXOM,20\nPLTR,5\n')
    const request = { portfolioId, scenarioId: 'bear-2022' }
    const { metrics, results } = await run(portfolioId, 'bear-2022')
    const file = await anna.fetch('/api/backtest/scenario/series', { method: 'POST', json: request })
    expect(file.headers.get('content-disposition')).toContain('backtest-bear-2022.csv')
    const rows = Papa.parse<string[]>(await file.text(), { skipEmptyLines: true }).data.filter(
      ([kind]) => kind === 'day',
    )
    expect(rows).toHaveLength(metrics.observations + 1)
    expect(Number(rows[0]![2])).toBe(results[0]!.portfolioValue)
    const r = rows.slice(1).map((row) => Number(row[4]))
    const b = rows.slice(1).map((row) => Number(row[5]))
    const excess = rows.slice(1).map((row) => Number(row[4]) - Number(row[6]))
    const values = rows.map((row) => Number(row[2]))
    expect(100 * (values.at(-1)! / values[0]! - 1)).toBeCloseTo(metrics.totalReturn, 9)
    expect(100 * Math.sqrt(cov(r, r) * 252)).toBeCloseTo(metrics.volatility!, 9)
    expect((mean(excess) / Math.sqrt(cov(r, r))) * Math.sqrt(252)).toBeCloseTo(metrics.sharpeRatio!, 9)
    const downside = Math.sqrt(mean(excess.map((e) => Math.min(e, 0) ** 2)) * 252)
    expect((mean(excess) * 252) / downside).toBeCloseTo(metrics.sortinoRatio!, 9)
    expect(cov(r, b) / cov(b, b)).toBeCloseTo(metrics.beta!, 9)
    const falls = values.map((value, t) => 1 - value / Math.max(...values.slice(0, t + 1)))
    expect(100 * Math.max(...falls)).toBeCloseTo(metrics.maxDrawdown, 9)
  })
})

const mean = (x: readonly number[]) => x.reduce((a, b) => a + b, 0) / x.length
const cov = (x: readonly number[], y: readonly number[]) =>
  x.reduce((sum, value, t) => sum + (value - mean(x)) * (y[t]! - mean(y)), 0) / (x.length - 1)

describe('a bad request', () => {
  let portfolioId: string
  beforeAll(async () => {
    portfolioId = await upload(anna, 'ticker,shares\nSPY,1\n')
  })

  test.each([
    [{ scenarioId: 'moon-2031' }, 'There is no scenario "moon-2031"'],
    [{ scenarioId: 'custom' }, 'needs both a start and an end date'],
    [{ scenarioId: 'custom', start: '2020-01-02' }, 'needs both a start and an end date'],
    [{ scenarioId: 'custom', start: '1997-06-02', end: '2020-01-02' }, 'price histories begin on 1998-01-02'],
    [{ scenarioId: 'custom', start: '2020-01-02', end: '2020-01-02' }, 'must lie after the start'],
    [{ scenarioId: 'custom', start: '2020-01-02', end: '2099-01-02' }, 'is too late: the last close is of'],
    [{ scenarioId: 'custom', start: '2020-01-02', end: '2020-01-07' }, 'must hold 5 trading days or more'],
    [{ scenarioId: 'gfc-2007', start: '2020-01-02' }, 'has dates of its own'],
  ])('%o is refused with words', async (request, words) => {
    const refusal = await refusalOf(anna, { portfolioId, ...request })
    expect(refusal).toMatchObject({ status: 400, error: expect.stringContaining(words) })
  })

  test.each([{ start: '2020-02-30' }, { basis: 'votes' }, { rebalance: 'hourly' }, { colour: 'red' }])(
    '%o is no request',
    async (more) => {
      const response = await anna.fetch('/api/backtest/scenario', {
        method: 'POST',
        json: { portfolioId, scenarioId: 'custom', ...more },
      })
      expect(response.status).toBe(400)
    },
  )

  test('a portfolio without anything that has a price is refused', async () => {
    const id = await upload(anna, 'ticker,shares\nZZZZ,1\n')
    expect(await refusalOf(anna, { portfolioId: id, scenarioId: 'recent-6m' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('nothing to replay'),
    })
  })
})

describe('on a market of a few days', () => {
  const closes = {
    SPY: [100, 110, 99, 99, 108.9, 108.9],
    AAA: [50, 55, 55, 60.5, 60.5, 66.55],
    'SAP.DE': [1, 1, 1, 1, 1, 1],
    LATE: [5, 6],
  }
  const market = createFixedMarket({
    quotes: { AAA: { price: 60 }, SPY: { price: 110 }, 'SAP.DE': { price: 1, currency: 'EUR' }, LATE: { price: 6 } },
    closes,
    rates: { EUR: 1 },
  })

  async function withMarket(fixed: MarketData, work: (client: TestClient) => Promise<void>) {
    const other = await createTestApp({ overrides: { marketData: fixed }, db: app.db })
    try {
      await work(await other.signIn('carl@example.com'))
    } finally {
      await other.close()
    }
  }
  const range = { scenarioId: 'custom', start: '2026-11-15', end: '2026-11-20' }

  test('the sums can be done by hand', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await upload(client, 'ticker,shares\nAAA,100\nCASH,6000\n')
      const result = backtestResultSchema.parse(await (await post(client, { portfolioId, ...range })).json())
      // Half in AAA: 50,000 × 66.55 ÷ 50 = 66,550; half in cash: 50,000 × (1 + 0.03 ÷ 252)^5
      const end = 66_550 + 50_000 * (1 + 0.03 / 252) ** 5
      expect(result.results.at(-1)!.portfolioValue).toBeCloseTo(end, 6)
      expect(result.results.at(-1)!.benchmarkValue).toBeCloseTo(108_900, 6)
      expect(result.metrics.totalReturn).toBeCloseTo(end / 1_000 - 100, 8)
      // 110 → 99
      expect(result.benchmarkMetrics.maxDrawdown).toBeCloseTo(10, 8)
      expect(result.benchmarkDrawdowns).toEqual([
        {
          peak: '2026-11-16',
          trough: '2026-11-17',
          recovery: null,
          depthPercent: 10,
          daysDown: 1,
          daysToRecover: null,
        },
      ])
      expect(result.benchmarkMetrics.worstDay).toEqual({ date: '2026-11-17', percent: -10 })
      expect(result.metrics).toMatchObject({ annualizedReturn: null, var95: null, observations: 5 })
      expect(result.metrics.flags).toEqual(expect.arrayContaining(['short-window', 'short-tail']))
      expect(result.monthlyReturns).toMatchObject([{ year: 2026, month: 11, isPartial: true }])
      expect(result.analysis).toBe(
        `Over Custom range (2026-11-15 to 2026-11-20) the portfolio gained ${(end / 1_000 - 100).toFixed(2)}%. It outperformed the benchmark (SPY) by ${(end / 1_000 - 108.9).toFixed(2)} percentage points.`,
      )
    })
  })

  test('a listing on the fifth day follows the benchmark until then, and its own closes after', async () => {
    await withMarket(market, async (client) => {
      const alone = await upload(client, 'ticker,shares\nLATE,100\n')
      const weights = (await (await post(client, { portfolioId: alone, ...range })).json()) as BacktestResult
      // One common return makes no beta, so it is the prior of 1: 100,000 × 108.9 ÷ 100, then × 6 ÷ 5
      expect(weights.results.map((point) => Math.round(point.portfolioValue))).toEqual([
        ...[100_000, 110_000, 99_000, 99_000, 108_900, 130_680],
      ])
      expect(weights.coverage.details).toMatchObject([
        {
          ticker: 'LATE',
          method: 'benchmark',
          proxy: 'SPY',
          beta: 1,
          from: '2026-11-15',
          to: '2026-11-19',
          weightPercent: 100,
        },
      ])

      const both = await upload(client, 'ticker,shares\nLATE,100\nAAA,10\n')
      const shares = (await (
        await post(client, { portfolioId: both, ...range, basis: 'actual-shares' })
      ).json()) as BacktestResult
      // Its first close, 5, taken back with the benchmark: 100 × 5 × 100 ÷ 108.9 + 10 × 50
      expect(shares.initialValue).toBeCloseTo(50_000 / 108.9 + 500, 8)
      expect(shares.results.at(-1)!.portfolioValue).toBeCloseTo(100 * 6 + 10 * 66.55, 8)
    })
  })

  test('what trades in another currency is left out with that reason', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await upload(client, 'ticker,shares\nAAA,100\nSAP.DE,100\n')
      const result = (await (await post(client, { portfolioId, ...range })).json()) as BacktestResult
      expect(result.coverage.details[1]).toMatchObject({
        ticker: 'SAP.DE',
        method: 'excluded',
        reason: expect.stringContaining('another currency'),
      })
    })
  })

  test('a portfolio that owes more than it holds has no return', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await upload(client, 'ticker,shares\nAAA,1\nSPY,-10\n')
      expect(await refusalOf(client, { portfolioId, ...range })).toMatchObject({
        status: 422,
        error: expect.stringContaining('owes as much'),
      })
    })
  })

  test('a provider that does not answer is told from a company that did not exist', async () => {
    const down: MarketData = {
      ...market,
      async getDailyHistory({ tickers, from }) {
        const { found, missing } = await market.getDailyHistory({
          tickers: tickers.filter((ticker) => ticker === 'SPY'),
          from,
        })
        return {
          found,
          missing: new Map([
            ...missing,
            ...tickers.filter((ticker) => ticker !== 'SPY').map((ticker) => [ticker, 'provider-down'] as const),
          ]),
        }
      },
    }
    await withMarket(down, async (client) => {
      const portfolioId = await upload(client, 'ticker,shares\nAAA,100\n')
      expect(await refusalOf(client, { portfolioId, ...range })).toMatchObject({
        status: 503,
        error: expect.stringContaining('not stored yet'),
      })
    })
    await withMarket(
      { ...market, getDailyHistory: async () => ({ found: new Map(), missing: new Map([['SPY', 'provider-down']]) }) },
      async (client) => {
        const portfolioId = await upload(client, 'ticker,shares\nAAA,100\n')
        expect(await refusalOf(client, { portfolioId, ...range })).toMatchObject({
          status: 503,
          error: expect.stringContaining('no price history of SPY'),
        })
        const scenarios = await client.json<BacktestScenario[]>('/api/backtest/scenarios')
        expect(scenarios.every(({ spark }) => spark === null)).toBe(true)
        expect(scenarios.find(({ id }) => id === 'gfc-2007')).toMatchObject({ start: '2007-10-09' })
      },
    )
  })
})
