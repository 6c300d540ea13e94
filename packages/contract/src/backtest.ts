import { z } from 'zod'
import { benchmarkCoverSchema } from './benchmark.ts'
import { defineCall, defineObject } from './call.ts'
import { coversSchema } from './covers.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { missingPriceReasonSchema } from './portfolios.ts'

export const DEFAULT_SCENARIO = 'recent-6m'
export const CUSTOM_SCENARIO = 'custom'
/** Earliest start of a custom range, and the fewest trading days that it must hold. */
export const EARLIEST_BACKTEST_DATE = '1998-01-02'
export const MINIMUM_BACKTEST_DAYS = 5
export const MAX_COMPARED_SCENARIOS = 4

export const scenarioSchema = defineObject('BacktestScenario', {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(['recent', 'crisis', 'recovery', 'custom']),
  /** First and last close of the window as it stands today; null for the custom range. */
  start: z.iso.date().nullable(),
  end: z.iso.date().nullable(),
  /** Return of the S&P 500 index between the two dates, in percent without dividends; null for rolling windows. */
  indexReturnPercent: z.number().nullable(),
  /** Closes of the market's index over the window, at most 40 points from first to last, for a spark line; null when it has no data. */
  spark: z.array(z.number()).nullable(),
})
export type BacktestScenario = z.infer<typeof scenarioSchema>

export const listScenarios = defineCall('Backtest', {
  method: 'GET',
  path: '/api/backtest/scenarios',
  summary: 'The scenarios that a portfolio can be replayed through.',
  response: z.array(scenarioSchema),
})

/**
 * Why figures are null: `insufficient-data` fewer than 2 returns; `short-window` fewer than 60, not annualised;
 * `short-tail` fewer than 20, no VaR or CVaR; `zero-volatility` the value never moved, no ratio over its spread;
 * `zero-tracking-error` the portfolio never differed from the benchmark, no information ratio.
 */
export const metricFlagSchema = z.enum([
  'insufficient-data',
  'short-window',
  'short-tail',
  'zero-volatility',
  'zero-tracking-error',
])
export type MetricFlag = z.infer<typeof metricFlagSchema>

/**
 * Percent fields are percents, drawdowns and losses positive magnitudes, ratios and betas plain numbers; null where the
 * sample is too small. Percents: returns, drawdown, volatility, win rate, VaR, CVaR, alpha, tracking error, captures.
 */
export const backtestMetricsSchema = defineObject('BacktestMetrics', {
  totalReturn: z.number(),
  maxDrawdown: z.number(),
  sharpeRatio: z.number().nullable(),
  volatility: z.number().nullable(),
  annualizedReturn: z.number().nullable(),
  sortinoRatio: z.number().nullable(),
  calmarRatio: z.number().nullable(),
  winRate: z.number().nullable(),
  var95: z.number().nullable(),
  cvar95: z.number().nullable(),
  beta: z.number().nullable(),
  alpha: z.number().nullable(),
  trackingError: z.number().nullable(),
  informationRatio: z.number().nullable(),
  upCapture: z.number().nullable(),
  downCapture: z.number().nullable(),
  /** Trading days of the longest stay below a peak; `recovered` false when it lasts to the end. */
  drawdownDays: z.number().int(),
  recovered: z.boolean(),
  bestDay: z.object({ date: z.iso.date(), percent: z.number() }).nullable(),
  worstDay: z.object({ date: z.iso.date(), percent: z.number() }).nullable(),
  observations: z.number().int(),
  flags: z.array(metricFlagSchema),
})
export type BacktestMetrics = z.infer<typeof backtestMetricsSchema>

const drawdownSchema = z.object({
  peak: z.iso.date(),
  trough: z.iso.date(),
  /** Null while not recovered at the window's end. */
  recovery: z.iso.date().nullable(),
  depthPercent: z.number(),
  /** Trading days. */
  daysDown: z.number().int(),
  daysToRecover: z.number().int().nullable(),
})

export const backtestCoverageSchema = z.object({
  /** Shares of the portfolio's value, percents that sum to 100. */
  ownPercent: z.number(),
  proxyPercent: z.number(),
  excludedPercent: z.number(),
  details: z.array(
    z.object({
      ticker: z.string(),
      weightPercent: z.number(),
      method: z.enum(['own', 'twin', 'sector-fund', 'benchmark', 'asset-class', 'cash', 'excluded']),
      /** Ticker of the proxy, and its beta; null for own history. */
      proxy: z.string().nullable(),
      beta: z.number().nullable(),
      /** Dates on which the proxy stood in; null for own history. */
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      /** Why it is left out, in words; null for what is in. */
      reason: z.string().nullable(),
    }),
  ),
  /**
   * "N of M positions (w % of value) did not trade then; …", histories that end early, and closes that look like errors of
   * the data; null when every holding has its own history, whole and without doubt.
   */
  sentence: z.string().nullable(),
})

export const backtestResultSchema = defineObject('BacktestResult', {
  /** At most 600 points, with the extremes, the first and the last day among them. Drawdowns are those of all days. */
  results: z.array(
    z.object({
      date: z.iso.date(),
      portfolioValue: z.number(),
      benchmarkValue: z.number().nullable(),
      portfolioDrawdownPercent: z.number(),
      benchmarkDrawdownPercent: z.number().nullable(),
    }),
  ),
  metrics: backtestMetricsSchema,
  /** Over the days that the benchmark covers; null when it covers none of the window. */
  benchmarkMetrics: backtestMetricsSchema.nullable(),
  /** Total return less the benchmark's over the days that it covers, in percentage points. */
  relativeReturnPercent: z.number().nullable(),
  scenario: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    first: z.iso.date(),
    last: z.iso.date(),
  }),
  /** Value with which both curves start. */
  initialValue: z.number(),
  /** Value today of the replayed positions and cash, in US dollars; percents of the replay are percents of this. */
  replayedValue: z.number(),
  /** `SPY`, or `60% SPY / 40% TLT`. */
  benchmark: z.string(),
  benchmarkCover: benchmarkCoverSchema,
  basis: z.enum(['weights-today', 'actual-shares']),
  rebalance: z.enum(['none', 'daily', 'monthly', 'quarterly', 'annual']),
  ownDataOnly: z.boolean(),
  /** The verdict, followed by the coverage sentence when something stood in or was left out. */
  analysis: z.string(),
  coverage: backtestCoverageSchema,
  /** The five deepest falls that do not overlap, deepest first. */
  drawdowns: z.array(drawdownSchema),
  benchmarkDrawdowns: z.array(drawdownSchema),
  monthlyReturns: z.array(
    z.object({
      year: z.number().int(),
      month: z.number().int(),
      portfolioPercent: z.number(),
      benchmarkPercent: z.number().nullable(),
      /** True when the window begins or ends within the month. */
      isPartial: z.boolean(),
    }),
  ),
  assumptions: z.array(z.string()),
  /** True when fewer points are sent than days were computed; figures come from all days. */
  downsampled: z.boolean(),
  /** Positions left out because they have no price, and so no weight. */
  unpriced: z.record(z.string(), missingPriceReasonSchema),
  /** How many of the positions are replayed, and which are not. */
  covers: coversSchema,
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** True when a provider failure made us compute from history fetched earlier. */
  stale: z.boolean(),
  /** The last close that was known when this was computed. */
  asOf: z.iso.datetime(),
})
export type BacktestResult = z.infer<typeof backtestResultSchema>

export const backtestRequestSchema = z.strictObject({
  portfolioId: z.string(),
  scenarioId: z.string().max(40),
  /** Both are needed when `scenarioId` is `custom`, and refused otherwise. */
  start: z.iso.date().optional(),
  end: z.iso.date().optional(),
  basis: z.enum(['weights-today', 'actual-shares']).optional(),
  rebalance: z.enum(['none', 'daily', 'monthly', 'quarterly', 'annual']).optional(),
  /** Leave out what did not trade then instead of letting a proxy stand in. */
  ownDataOnly: z.boolean().optional(),
})
export type BacktestRequest = z.input<typeof backtestRequestSchema>

const UNREPLAYABLE = {
  404: 'There is no such portfolio, or it belongs to somebody else.',
  422: 'The scenario says too little about this portfolio. Most of its value did not trade then and has no proxy.',
} as const

export const runBacktestScenario = defineCall('Backtest', {
  method: 'POST',
  path: '/api/backtest/scenario',
  rateLimit: 'compute',
  summary: 'Replays a portfolio through a scenario and compares it with the benchmark, both from the same start.',
  body: backtestRequestSchema,
  response: backtestResultSchema,
  failures: UNREPLAYABLE,
})

export const getBacktestSeries = defineCall('Backtest', {
  method: 'POST',
  path: '/api/backtest/scenario/series',
  rateLimit: 'compute',
  kind: 'file',
  summary: 'Every day of a replay as CSV. A spreadsheet can compute each metric from it.',
  body: backtestRequestSchema,
  failures: UNREPLAYABLE,
})
