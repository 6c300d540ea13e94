/** @module-tag postgres */

import {
  type BacktestRequest,
  type BacktestResult,
  type BenchmarkPart,
  type CorrelationAnalysis,
  type Overview,
  type Portfolio,
  type Prices,
  type savedPortfolioSchema,
  toWhatIfId,
} from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient
let bo: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com', 'Anna Berg')
  bo = await app.signIn('bo@example.com', 'Bo Lind')
})
afterAll(() => app?.close())

const upload = async (data: string, name = 'Core') =>
  (
    await anna.json<z.infer<typeof savedPortfolioSchema>>('/api/portfolios/upload', {
      method: 'POST',
      json: { name, data },
    })
  ).id
const mix = (...parts: [ticker: string, percent: number][]): BenchmarkPart[] =>
  parts.map(([ticker, percent]) => ({ ticker, percent }))
const put = (client: TestClient, id: string, parts: readonly BenchmarkPart[]) =>
  client.fetch(`/api/portfolios/${encodeURIComponent(id)}/benchmark`, { method: 'PUT', json: { parts } })
async function choose(id: string, ...parts: [ticker: string, percent: number][]): Promise<void> {
  const response = await put(anna, id, mix(...parts))
  if (!response.ok) throw new Error(await response.text())
}
const read = <Answer>(id: string, path: string) =>
  anna.json<Answer>(`/api/portfolios/${encodeURIComponent(id)}/${path}`)
const replay = (portfolioId: string, scenarioId = 'covid-2020', more: Partial<BacktestRequest> = {}) =>
  anna.json<BacktestResult>('/api/backtest/scenario', { method: 'POST', json: { portfolioId, scenarioId, ...more } })
const readAll = async (id: string) => ({
  overview: await read<Overview>(id, 'overview'),
  analysis: await read<CorrelationAnalysis>(id, 'correlation-analysis'),
  replay: await replay(id),
})
const refusalOf = async (response: Response) => ({
  status: response.status,
  error: ((await response.json()) as { error: string }).error,
})

const CSV = 'ticker,shares\nAAPL,100\nKO,200\nTLT,50\n'

describe('what a portfolio is compared with', () => {
  test('is the index until something else is chosen, and every figure follows the choice and its undoing', async () => {
    const id = await upload(CSV)
    const before = await readAll(id)
    expect(before.overview).toMatchObject({ benchmark: 'SPY', benchmarkCover: null })
    expect(await anna.json<Portfolio[]>('/api/portfolios')).toMatchObject([
      { benchmark: { label: 'SPY', parts: [{ ticker: 'SPY', percent: 100 }] } },
    ])

    await choose(id, ['SPY', 60], ['TLT', 40])
    const label = '60% SPY / 40% TLT'
    const after = await readAll(id)
    for (const answer of Object.values(after)) expect(answer.benchmark).toBe(label)
    expect(after.overview.risk.beta).not.toBe(before.overview.risk.beta)
    expect(after.overview.risk.volatilityPercent).toBe(before.overview.risk.volatilityPercent)
    expect(after.overview.series.map(({ portfolio }) => portfolio)).toEqual(
      before.overview.series.map(({ portfolio }) => portfolio),
    )
    expect(after.analysis.portfolioBeta).toBeCloseTo(after.overview.risk.beta!, 6)
    expect(after.replay.analysis).toContain(`the benchmark (${label})`)
    expect(after.replay.assumptions.join(' ')).toContain(
      `${label} is set back to these percents at the last close of each month`,
    )
    expect(after.replay.metrics.totalReturn).toBe(before.replay.metrics.totalReturn)
    const csv = await (await anna.fetch(`/api/portfolios/${id}/correlation-analysis/inputs`)).text()
    expect(csv.split('\r\n')[0]).toBe(`row,date,${label},(cash),AAPL,KO,TLT`)

    await choose(id, ['SPY', 100])
    expect(await readAll(id)).toEqual(before)
  })

  test('a holding compared with itself has beta 1, and a portfolio of it never differs', async () => {
    const id = await upload('ticker,shares\nQQQ,7\n', 'Nasdaq')
    await choose(id, ['QQQ', 100])
    const { overview, analysis, replay: result } = await readAll(id)
    expect(overview.risk.beta).toBeCloseTo(1, 9)
    expect(analysis.marketCorrelations[0]).toMatchObject({ marketBeta: 1, marketCorrelation: 1 })
    expect(result.metrics).toMatchObject({ beta: 1, trackingError: 0, informationRatio: null })
    expect(result.metrics.flags).toContain('zero-tracking-error')
    expect(result.relativeReturnPercent).toBe(0)
  })

  test('a portfolio compared with its own mix has beta 1 and no tracking error, rebalanced as the mix is', async () => {
    const asked = await upload('ticker,shares\nAAPL,1\nKO,1\nTLT,1\n', 'Prices')
    const { prices } = await read<Prices>(asked, 'prices')
    const shares = (ticker: string, percent: number) => ((percent * 1_000) / prices[ticker]!.price).toFixed(10)
    const rows = [`AAPL,${shares('AAPL', 50)}`, `KO,${shares('KO', 30)}`, `TLT,${shares('TLT', 20)}`]
    const id = await upload(`ticker,shares\n${rows.join('\n')}\n`, 'Own mix')
    await choose(id, ['AAPL', 50], ['KO', 30], ['TLT', 20])
    for (const scenario of ['covid-2020', 'bear-2022', 'recent-3y']) {
      const { metrics, relativeReturnPercent } = await replay(id, scenario, { rebalance: 'monthly' })
      expect(metrics.beta).toBeCloseTo(1, 9)
      expect(metrics.trackingError).toBeLessThan(1e-9)
      expect(Math.abs(relativeReturnPercent!)).toBeLessThan(1e-9)
    }
    const drifting = await replay(id, 'bear-2022')
    expect(drifting.metrics.trackingError).toBeGreaterThan(0.1)
  })

  test('that began within the window is compared from then on, and says so', async () => {
    const id = await upload('ticker,shares\nSPY,10\n', 'Old')
    await choose(id, ['SPY', 60], ['TLT', 40])
    // TLT has closes from July 30, 2002 on; the window begins in March 2000.
    const result = await replay(id, 'dotcom-2000')
    const { benchmarkCover, results, metrics, benchmarkMetrics, monthlyReturns } = result
    expect(benchmarkCover).toBe(
      'TLT has no closes before Jul 30, 2002. The comparison with 60% SPY / 40% TLT covers Jul 30, 2002 to Oct 9, 2002.',
    )
    expect(result.analysis).toContain(benchmarkCover!)
    expect(metrics.observations).toBeGreaterThan(500)
    expect(benchmarkMetrics!.observations).toBe(50)
    const covered = results.filter(({ benchmarkValue }) => benchmarkValue !== null)
    expect(covered[0]!.date >= '2002-07-30').toBe(true)
    expect(results[0]).toMatchObject({ benchmarkValue: null, benchmarkDrawdownPercent: null })
    expect(monthlyReturns[0]!.benchmarkPercent).toBeNull()
    expect(monthlyReturns.at(-1)!.benchmarkPercent).not.toBeNull()
    // Of the same days as a replay that begins where the benchmark does.
    const short = await replay(id, 'custom', { start: '2002-07-30', end: '2002-10-09' })
    expect(short.benchmarkCover).toBeNull()
    for (const figure of ['beta', 'alpha', 'trackingError', 'upCapture'] as const) {
      expect(metrics[figure]).toBeCloseTo(short.metrics[figure]!, 9)
    }
    expect(benchmarkMetrics!.totalReturn).toBeCloseTo(short.benchmarkMetrics!.totalReturn, 9)
    const csv = await anna.fetch('/api/backtest/scenario/series', {
      method: 'POST',
      json: { portfolioId: id, scenarioId: 'dotcom-2000' },
    })
    expect(await csv.text()).toMatch(/day,2000-03-24,100000,,,,\r\n/)
  })

  test('that did not exist at all then leaves the portfolio alone on the screen', async () => {
    const id = await upload('ticker,shares\nSPY,10\n', 'Older')
    await choose(id, ['ACWI', 100])
    const { benchmarkMetrics, relativeReturnPercent, metrics, analysis } = await replay(id, 'dotcom-2000')
    expect([benchmarkMetrics, relativeReturnPercent, metrics.beta, metrics.trackingError]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(metrics.totalReturn).toBeLessThan(-40)
    expect(analysis).toMatch(
      /lost [\d.]+%\. No closes of ACWI are known in this period\. So nothing is compared with ACWI here\.$/,
    )
  })

  test('is that of the portfolio in a what-if, and of a portfolio that is made of it', async () => {
    const id = await upload(CSV, 'Base')
    await choose(id, ['IWM', 100])
    const whatIf = toWhatIfId({
      portfolioId: id,
      changes: [{ ticker: 'KO', isCash: false, shares: 10, price: null }],
    })
    expect((await read<Overview>(whatIf, 'overview')).benchmark).toBe('IWM')
    const saved = await anna.json<{ id: string }>('/api/portfolios/what-if', {
      method: 'POST',
      json: { whatIf, name: 'Made' },
    })
    expect((await read<Overview>(saved.id, 'overview')).benchmark).toBe('IWM')
    const everything = await (await anna.fetch('/api/account/export')).text()
    expect(everything).toContain('"benchmark":[{"ticker":"IWM","percent":100}]')
  })

  test('all portfolios as one have their own', async () => {
    const listed = await anna.json<Portfolio[]>('/api/portfolios?book=true')
    const book = listed.find(({ isBook }) => isBook)!
    expect(book.benchmark.label).toBe('SPY')
    await choose(book.id, ['ACWI', 70], ['AGG', 30])
    expect((await read<Overview>(book.id, 'overview')).benchmark).toBe('70% ACWI / 30% AGG')
    const again = await anna.json<Portfolio[]>('/api/portfolios?book=true')
    expect(again.filter(({ isBook }) => !isBook)).toEqual(listed.filter(({ isBook }) => !isBook))
  })

  test('changes no hedge, no fall of the market and no Greek', async () => {
    const id = await upload(`${CSV}AAPL270115C00250000,1\n`, 'Hedged')
    const ask = async () => ({
      options: await read<{ book: unknown }>(id, 'options'),
      lower: await read<unknown>(id, 'lower-risk'),
    })
    const before = await ask()
    await choose(id, ['TLT', 100])
    expect(await ask()).toEqual(before)
  })
})

describe('a choice that cannot be', () => {
  test.each([
    [mix(['SPY', 60], ['TLT', 30]), 400, 'The percents sum to 90. They must sum to 100.'],
    [mix(['SPY', 60], ['spy', 40]), 400, 'SPY is there twice'],
    [mix(['SPY', 99.5], ['TLT', 0.5]), 400, 'whole percent'],
    [mix(['A', 20], ['B', 20], ['C', 20], ['D', 20], ['E', 10], ['F', 10]), 400, 'at most 5 parts'],
    [mix(), 400, 'at least one ticker'],
    [mix(['AAPL270115C00250000', 100]), 400, 'cannot hold an option'],
    [mix(['SPY', 50], ['ZZZZQ', 50]), 422, 'There is no price history of ZZZZQ'],
  ])('is refused in words: %j', async (parts, status, words) => {
    const id = await upload('ticker,shares\nSPY,1\n', 'Refused')
    const refusal = await refusalOf(await put(anna, id, parts))
    expect(refusal.status).toBe(status)
    expect(refusal.error).toContain(words)
    expect((await read<Overview>(id, 'overview')).benchmark).toBe('SPY')
    await anna.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })

  test('is of nobody else’s portfolio', async () => {
    const id = await upload('ticker,shares\nSPY,1\n', 'Mine')
    expect((await put(bo, id, mix(['TLT', 100]))).status).toBe(404)
    expect((await read<Overview>(id, 'overview')).benchmark).toBe('SPY')
  })
})
