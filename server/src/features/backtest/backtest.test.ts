import {
  type BacktestRequest,
  type BacktestResult,
  type BacktestScenario,
  backtestResultSchema,
  scenarioSchema,
} from '@ballast/contract'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

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
    const portfolioId = await anna.upload('P', 'ticker,shares\nSPY,7\n')
    const result = await run(portfolioId, 'gfc-2007')
    expect(result.results[0]).toMatchObject({ date: '2007-10-09', portfolioValue: 100_000, benchmarkValue: 100_000 })
    for (const point of result.results) {
      expect(point.portfolioValue).toBe(point.benchmarkValue)
      expect(point.portfolioDrawdownPercent).toBe(point.benchmarkDrawdownPercent)
    }
    const { marketValue } = await anna.json<{ marketValue: number }>(`/api/portfolios/${portfolioId}/overview`)
    expect(result.replayedValue).toBe(marketValue)
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
    const result = await run(await anna.upload('P', 'ticker,shares\nPLTR,10\n'), 'gfc-2007')
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
      '1 of 1 positions (100.0% of value) did not trade then; replaced by XLK; stock-specific risk is understated.',
    )
  })

  test('an inverse fund that did not trade yet gains in a fall, as its own prices say of it today', async () => {
    const result = await run(await anna.upload('P', 'ticker,shares\nSH,100\n'), 'dotcom-2000')
    expect(result.coverage).toMatchObject({ ownPercent: 0, proxyPercent: 100, excludedPercent: 0 })
    expect(result.coverage.details[0]!.beta).toBeCloseTo(-1, 1)
    expect(result.metrics.totalReturn).toBeGreaterThan(0)
  })

  test('a listing within the window is spliced: the stand-in before it, its own prices after', async () => {
    const id = await anna.upload('P', 'ticker,shares\nPLTR,10\n')
    const result = await run(id, 'custom', { start: '2020-01-02', end: '2021-12-31' })
    expect(result.coverage.details[0]).toMatchObject({ method: 'sector-fund', from: '2020-01-02', to: '2020-09-30' })
    expect((await run(id, 'custom', { start: '2021-01-04', end: '2021-12-31' })).coverage.ownPercent).toBe(100)
  })

  test('own data only: it is left out, named, and refused when that is more than half', async () => {
    const mixed = await anna.upload('P', 'ticker,shares\nSPY,100\nPLTR,10\nCASH,1000\n')
    const result = await run(mixed, 'gfc-2007', { ownDataOnly: true })
    expect(result.coverage.excludedPercent).toBeGreaterThan(0)
    expect(result.coverage.sentence).toContain('PLTR (did not trade then, and only own data was asked for)')
    expect(result.coverage.details.map(({ ticker, method }) => [ticker, method])).toEqual([
      ['PLTR', 'excluded'],
      ['SPY', 'own'],
      ['Cash', 'cash'],
    ])
    const { ownPercent, proxyPercent, excludedPercent } = result.coverage
    expect(ownPercent + proxyPercent + excludedPercent).toBeCloseTo(100, 9)

    const alone = await anna.upload('P', 'ticker,shares\nPLTR,10\nSPY,1\n')
    const refusal = await refusalOf(anna, { portfolioId: alone, scenarioId: 'gfc-2007', ownDataOnly: true })
    expect(refusal.status).toBe(422)
    expect(refusal.error).toContain('More than half of the portfolio’s value would be left out')
  })

  test('a scenario before any holding existed is refused with words', async () => {
    const id = await anna.upload('P', 'ticker,shares\nIBIT,10\n')
    const refusal = await refusalOf(anna, { portfolioId: id, scenarioId: 'dotcom-2000' })
    expect(refusal.status).toBe(422)
    expect(refusal.error).toContain('No position has a usable history for')
  })
})

describe('bases and rebalancing', () => {
  test('actual shares start with their value of then, and the benchmark with the same', async () => {
    const id = await anna.upload('P', 'ticker,shares\nAAPL,10\nPLTR,5\n')
    const result = await run(id, 'covid-2020', { basis: 'actual-shares', rebalance: 'monthly' })
    expect(result.rebalance).toBe('none')
    expect(result.initialValue).toBe(result.results[0]!.portfolioValue)
    expect(result.results[0]!.benchmarkValue).toBe(result.initialValue)
    // Ten shares and five: far from 100,000.
    expect(result.initialValue).toBeLessThan(5_000)
  })

  test('shorts and cash keep their sign', async () => {
    const result = await run(await anna.upload('P', 'ticker,shares\nAAPL,100\nTLT,-50\nCASH,20000\n'), 'covid-2020')
    const details = Object.fromEntries(result.coverage.details.map((one) => [one.ticker, one]))
    expect(details.TLT!.weightPercent).toBeLessThan(0)
    expect(details.Cash!.method).toBe('cash')
    expect(result.assumptions.join(' ')).toContain('risk-free rate of 3 % a year')
  })

  test('what has no price is named as long as somebody may read it, and counted after that', async () => {
    const unknown = Array.from({ length: 30 }, (_, index) => `ZZUNKNOWN${index},1`)
    const result = await run(await anna.upload('P', `ticker,shares\nAAPL,1\n${unknown.join('\n')}\n`), 'covid-2020')
    const said = result.assumptions.find((one) => one.startsWith('Left out of every weight: '))
    expect(said).toMatch(/: ZZUNKNOWN0, ZZUNKNOWN1, (\w+, ){17}\w+ and 10 more\.$/)
  })

  test('20 years are sent as 600 points at most, with figures of all days', async () => {
    const result = await run(await anna.upload('P', 'ticker,shares\nAAPL,1\nKO,5\n'), 'custom', {
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

test('30 positions through 20 years are computed in a worker, to the same bytes again', { tags: 'full' }, async () => {
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
  const portfolioId = await anna.upload('P', `ticker,shares\n${tickers.map((ticker) => `${ticker},3`).join('\n')}\n`)
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
    const portfolioId = await anna.upload('P', 'ticker,shares\nAAPL,10\nXOM,20\nPLTR,5\n')
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
