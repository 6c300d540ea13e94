import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import type { BacktestInput } from '../../holdings/replay/backtest-input.ts'
import type { ReplayHolding, ReplayInput } from '../../holdings/replay/replay-portfolio.ts'
import { cutDays, readPriceTable } from '../../market-data/testing/price-table.ts'
import { findSharedFolder } from '../../market-data/testing/recorded-data.ts'
import { computeBacktest } from './compute-backtest.ts'

interface ReferenceCase {
  id: string
  prices: string
  weights?: Record<string, number>
  shares?: Record<string, number>
  rebalance: 'hold' | 'daily' | 'monthly'
  start: string
  end: string
  benchmark: { prices: string; column: string }
  checkpoints: { date: string; portfolioValue: number; benchmarkValue: number }[]
  metrics: { rf3: Figures }
  benchmarkMetrics: { rf3: Figures }
}

type Figures = Record<string, number | null>

/** Our field, the reference's, and what turns the one into the other. */
const FIELDS = [
  ['totalReturn', 'totalReturn', 100],
  ['annualizedReturn', 'cagr252', 100],
  ['volatility', 'volatility', 100],
  ['maxDrawdown', 'maxDrawdown', -100],
  ['sharpeRatio', 'sharpe', 1],
  ['sortinoRatio', 'sortino', 1],
  ['calmarRatio', 'calmar', 1],
  ['winRate', 'winRate', 100],
  ['var95', 'var95', -100],
  ['beta', 'beta', 1],
  ['alpha', 'alphaJensenArithmetic', 100],
  ['trackingError', 'trackingError', 100],
  ['informationRatio', 'informationRatio', 1],
] as const

const shared = findSharedFolder()

if (shared === undefined) {
  console.warn('THE SHARED REFERENCE DATA ARE ABSENT: backtests are not compared with the reference.')
  test('backtests against the reference: the shared data are absent', () => expect(shared).toBeUndefined())
} else {
  const { cases } = JSON.parse(readFileSync(join(shared, 'reference', 'backtests.json'), 'utf8')) as {
    cases: ReferenceCase[]
  }

  describe('backtests of the service’s core against the reference', () => {
    test.each(cases.map((one) => [one.id, one] as const))('%s', (_id, one) => {
      const outcome = computeBacktest(toInput(one, shared))
      if (outcome.status !== 'ok') throw new Error(outcome.message)
      const { curves, result } = outcome
      for (const { date, portfolioValue, benchmarkValue } of one.checkpoints) {
        const t = curves.dates.indexOf(parseIsoDate(date))
        expectClose(curves.portfolioValues[t], portfolioValue)
        expectClose(curves.benchmarkValues[t], benchmarkValue)
      }
      expect(result.coverage.ownPercent).toBe(100)
      for (const [ours, theirs, factor] of FIELDS) {
        const expected = one.metrics.rf3[theirs]
        const actual = result.metrics[ours]
        // What is not worth annualising has no figure here.
        if (actual === null && one.checkpoints.length <= 4) continue
        if (expected !== null && expected !== undefined) expectClose(actual, expected * factor)
      }
      expectClose(result.benchmarkMetrics?.totalReturn, 100 * (one.benchmarkMetrics.rf3.totalReturn ?? Number.NaN))
    })
  })
}

function expectClose(actual: number | null | undefined, expected: number): void {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)))
}

function toInput(one: ReferenceCase, folder: string): BacktestInput {
  const [first, last] = [parseIsoDate(one.start), parseIsoDate(one.end)]
  const table = readPriceTable(folder, one.prices)
  const benchmark = cutDays(readPriceTable(folder, one.benchmark.prices).get(one.benchmark.column)!, first, last)
  const series = Object.keys(one.weights ?? one.shares ?? {}).map((ticker) => cutDays(table.get(ticker)!, first, last))
  const holdings = series.map(({ ticker, closes }): ReplayHolding => {
    const units = one.shares?.[ticker] ?? 1
    return { ticker, units, value: one.weights?.[ticker] ?? units * closes.at(-1)!, proxies: [] }
  })
  const replay: ReplayInput = {
    holdings,
    cash: 0,
    series,
    days: benchmark.days,
    benchmark: benchmark.closes,
    windowDays: benchmark.days.length,
    recentDays: benchmark.days.slice(-505),
    basis: one.shares ? 'actual-shares' : 'weights-today',
    rebalance: one.rebalance === 'hold' ? 'none' : one.rebalance,
  }
  const { basis, rebalance } = replay
  return {
    replay,
    reasons: new Map(),
    held: { positions: [], unpriced: {}, withoutCost: [], withoutDelta: [] },
    options: [],
    frame: {
      basis,
      rebalance,
      ownDataOnly: false,
      unpriced: {},
      source: 'sample',
      simulated: false,
      stale: false,
      asOf: '2026-11-20T21:00:00.000Z',
      scenario: { id: 'custom', name: one.id, description: '' },
      benchmark: one.benchmark.column,
      benchmarkCover: null,
    },
    benchmarkTickers: [one.benchmark.column],
  }
}
