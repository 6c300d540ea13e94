import * as quant from '../src/index.ts'
import type { DataFiles } from './data-files.ts'
import type { Recorder } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'
import { compareFigures, computeFigures, type Figures } from './risk-figures.ts'
import { cutToCommonDates, findSeries, type PriceColumn } from './windows.ts'

interface BacktestCase {
  readonly id: string
  readonly prices: string
  readonly weights?: Record<string, number>
  readonly shares?: Record<string, number>
  readonly rebalance: 'hold' | 'daily' | 'monthly' | 'quarterly' | 'annual' | 'none'
  readonly start: string
  readonly end: string
  readonly initialValue: number
  readonly benchmark: PriceColumn
  readonly checkpoints: readonly {
    readonly date: string
    readonly portfolioValue: number
    readonly benchmarkValue: number
  }[]
  readonly metrics?: Record<string, Figures>
  readonly benchmarkMetrics?: Record<string, Figures>
}

/** Portfolios held or rebalanced through a window: values at checkpoints, and the metrics of both curves. */
export const backtests: Schema = {
  name: 'backtest/1',
  recognises: statesSchema('backtest/1'),
  check: (content, recorder, data) => {
    for (const one of (content as { cases: BacktestCase[] }).cases) checkCase(one, recorder, data)
  },
}

function checkCase(one: BacktestCase, recorder: Recorder, data: DataFiles): void {
  const sizes = one.weights ?? one.shares ?? {}
  const tickers = Object.keys(sizes)
  const columns = [...tickers.map((column) => ({ prices: one.prices, column })), one.benchmark]
  const series = columns.map((column) => findSeries(data, column)).filter((found) => found !== undefined)
  if (series.length < columns.length) {
    recorder.skip(one.id, `needs ${one.prices} and ${one.benchmark.prices}; name their folder by --prices`)
    return
  }
  recorder.attempt(one.id, () => {
    const { dates, closes } = cutToCommonDates(series, one.start, one.end)
    const prices: quant.PriceMatrix = {
      dates,
      tickers,
      values: Float64Array.from(closes.slice(0, -1).flatMap((row) => Array.from(row))),
      rows: tickers.length,
      columns: dates.length,
    }
    const benchmark = closes[closes.length - 1] ?? new Float64Array()
    const amounts = Float64Array.from(Object.values(sizes))
    const curves = one.shares
      ? quant.runSharesBacktest({ prices, shares: amounts, benchmark })
      : quant.runWeightsBacktest({
          prices,
          weights: amounts,
          benchmark,
          rebalance: one.rebalance === 'hold' ? 'none' : one.rebalance,
          initialValue: one.initialValue,
        })
    compareCurves(one, curves, recorder)
  })
}

function compareCurves(one: BacktestCase, curves: quant.BacktestCurves, recorder: Recorder): void {
  const { dates, portfolioValues, benchmarkValues } = curves
  for (const { date, portfolioValue, benchmarkValue } of one.checkpoints) {
    const t = dates.indexOf(quant.parseIsoDate(date))
    const tolerance = { relative: 1e-9 }
    recorder.compareNumber(one.id, `portfolioValue ${date}`, portfolioValues[t], portfolioValue, tolerance)
    recorder.compareNumber(one.id, `benchmarkValue ${date}`, benchmarkValues[t], benchmarkValue, tolerance)
  }
  // Metrics are named by their risk-free rate in percent: rf0, rf3, rf4.
  const toRate = (name: string) => Number(name.replace(/^rf/, '')) / 100
  for (const [name, expected] of Object.entries(one.metrics ?? {})) {
    const window = { dates, values: portfolioValues, benchmark: benchmarkValues }
    compareFigures(recorder, `${one.id} ${name}`, computeFigures(window, toRate(name)), expected)
  }
  for (const [name, expected] of Object.entries(one.benchmarkMetrics ?? {})) {
    const window = { dates, values: benchmarkValues, benchmark: null }
    compareFigures(recorder, `${one.id} benchmark ${name}`, computeFigures(window, toRate(name)), expected)
  }
}
