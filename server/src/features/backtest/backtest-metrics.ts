// Tests: backtest.test.ts, backtest-edges.test.ts, backtest.shared.test.ts

import type { BacktestMetrics, BacktestResult, MetricFlag } from '@ballast/contract'
import {
  type BacktestCurves,
  computePerformance,
  computeRelativePerformance,
  computeSimpleReturns,
  type Drawdown,
  formatIsoDate,
  listDrawdowns,
  type PerformanceFlag,
  toCivilDate,
  toDayNumber,
  toTradingDayOnOrBefore,
} from '@ballast/quant'
import { findCovered } from '../../risk/benchmark-series.ts'

/** A curve of a backtest: day numbers and the value on each. */
export interface Curve {
  dates: Int32Array
  values: Float64Array
}

/** Two curves on the days on which the benchmark has a close. */
export interface ComparedCurves {
  dates: Int32Array
  portfolioValues: Float64Array
  benchmarkValues: Float64Array
}

/** The stretch of a backtest that the benchmark covers; null when it makes no return. */
export function toCompared({ dates, portfolioValues, benchmarkValues }: BacktestCurves): ComparedCurves | null {
  const { from, to } = findCovered(benchmarkValues)
  if (to - from < 2) return null
  return {
    dates: dates.subarray(from, to),
    portfolioValues: portfolioValues.subarray(from, to),
    benchmarkValues: benchmarkValues.subarray(from, to),
  }
}

/**
 * All figures of a curve, and of its stretch that the benchmark covers against the benchmark; percents where the contract
 * says so. Figures against a benchmark are null where nothing is compared.
 */
export function toMetrics({ dates, values }: Curve, compared: ComparedCurves | null): BacktestMetrics {
  const own = computePerformance(values)
  // The window was chosen by a person, who knows how short it is; 60 days are not asked for.
  const relative =
    compared === null
      ? NOTHING_COMPARED
      : computeRelativePerformance(compared.portfolioValues, compared.benchmarkValues, { minimumReturns: 2 })
  const returns = computeSimpleReturns(values)
  return {
    totalReturn: round(100 * own.totalReturn),
    maxDrawdown: round(100 * own.maxDrawdown.depth),
    sharpeRatio: orNull(own.sharpeRatio),
    volatility: toPercent(own.volatility),
    annualizedReturn: toPercent(own.annualizedReturn),
    sortinoRatio: orNull(own.sortinoRatio),
    calmarRatio: orNull(own.calmarRatio),
    winRate: toPercent(own.winRate),
    var95: toPercent(own.var95),
    cvar95: toPercent(own.cvar95),
    beta: orNull(relative.beta),
    alpha: toPercent(relative.alpha),
    trackingError: toPercent(relative.trackingError),
    informationRatio: orNull(relative.informationRatio),
    upCapture: toPercent(relative.upCapture),
    downCapture: toPercent(relative.downCapture),
    drawdownDays: own.drawdownDuration.days,
    recovered: own.drawdownDuration.recovered,
    bestDay: toDay(own.bestDay, returns, dates),
    worstDay: toDay(own.worstDay, returns, dates),
    observations: own.observations,
    flags: listFlags([...own.flags, ...relative.flags]),
  }
}

const NOTHING_COMPARED = {
  beta: null,
  alpha: null,
  trackingError: null,
  informationRatio: null,
  upCapture: null,
  downCapture: null,
  flags: [],
}

function toDay(value: number | null, returns: Float64Array, dates: Int32Array): BacktestMetrics['bestDay'] {
  const day = value === null ? undefined : dates[returns.indexOf(value) + 1]
  return value === null || day === undefined ? null : { date: formatIsoDate(day), percent: round(100 * value) }
}

/** The Cornish–Fisher figures are not shown, nor is why they would be missing. */
function listFlags(flags: readonly PerformanceFlag[]): MetricFlag[] {
  return [...new Set(flags)].filter((flag) => flag !== 'cf-invalid')
}

/** The five deepest falls with their dates, deepest first. */
export function toDrawdowns({ dates, values }: Curve): BacktestResult['drawdowns'] {
  const toDate = (index: number) => formatIsoDate(dates[index] ?? 0)
  return listDrawdowns(values).map(({ depth, peak, trough, recovery }: Drawdown) => ({
    peak: toDate(peak),
    trough: toDate(trough),
    recovery: recovery === null ? null : toDate(recovery),
    depthPercent: round(100 * depth),
    daysDown: trough - peak,
    daysToRecover: recovery === null ? null : recovery - trough,
  }))
}

/**
 * Returns of each calendar month, from the last close of the month before (or the window's first close) to its own
 * last close; null for the benchmark where it lacks one of the two.
 */
export function toMonthlyReturns({ dates, values }: Curve, benchmark: Float64Array): BacktestResult['monthlyReturns'] {
  const months: BacktestResult['monthlyReturns'] = []
  let from = 0
  for (let t = 1; t < dates.length; t++) {
    const day = dates[t] ?? 0
    const next = dates[t + 1]
    if (next !== undefined && toMonth(next) === toMonth(day)) continue
    const { year, month } = toCivilDate(day)
    const change = (series: Float64Array) => round(100 * ((series[t] ?? 0) / (series[from] ?? 1) - 1))
    const benchmarkChange = change(benchmark)
    const beginsWithin = from === 0 && toMonth(dates[0] ?? 0) === toMonth(day)
    months.push({
      year,
      month,
      portfolioPercent: change(values),
      benchmarkPercent: Number.isNaN(benchmarkChange) ? null : benchmarkChange,
      isPartial: beginsWithin || (next === undefined && day < toLastTradingDay(year, month)),
    })
    from = t
  }
  return months
}

function toMonth(day: number): number {
  const { year, month } = toCivilDate(day)
  return 12 * year + month
}

function toLastTradingDay(year: number, month: number): number {
  const nextMonth = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
  return toTradingDayOnOrBefore(toDayNumber(nextMonth) - 1)
}

/** Ten decimals: one more than a spreadsheet has to reproduce. */
export function round(value: number): number {
  return Math.round(value * 1e10) / 1e10
}
const orNull = (value: number | null) => (value === null ? null : round(value))
const toPercent = (fraction: number | null) => (fraction === null ? null : round(100 * fraction))
