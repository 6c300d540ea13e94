// Tests: backtest.test.ts, backtest-edges.test.ts, backtest.shared.test.ts

import { ANNUAL_RISK_FREE_RATE_PERCENT, type BacktestResult } from '@ballast/contract'
import {
  type BacktestCurves,
  computeDrawdownSeries,
  computeMaxDrawdown,
  describeBacktest,
  formatIsoDate,
  pickChartPoints,
} from '@ballast/quant'
import { coverReplay } from '../../holdings/count-covers.ts'
import type { BacktestFrame, BacktestInput } from '../../holdings/replay/backtest-input.ts'
import { replayPortfolio } from '../../holdings/replay/replay-portfolio.ts'
import { findCovered } from '../../risk/benchmark-series.ts'
import { round, toCompared, toDrawdowns, toMetrics, toMonthlyReturns } from './backtest-metrics.ts'
import { type CoverageContext, describeTooLittle, nameSome, toCoverage } from './describe-coverage.ts'
import { findDoubtfulCloses, findEndedHistories } from './history-faults.ts'

export type BacktestOutcome =
  | { status: 'ok'; result: BacktestResult; curves: BacktestCurves }
  | { status: 'impossible'; message: string }

const CHART_POINTS = 600

/** Replays the portfolio and puts everything about it into the answer, or says in words why that is impossible. */
export function computeBacktest({
  replay: input,
  reasons,
  held,
  options,
  frame,
  benchmarkTickers,
}: BacktestInput): BacktestOutcome {
  const replay = replayPortfolio(input)
  if (replay.status === 'insolvent') return { status: 'impossible', message: replay.message }
  const { ownDataOnly, scenario } = frame
  const [firstDay = 0, lastDay = 0] = [input.days[0], input.days[input.windowDays - 1]]
  const window = { first: firstDay, last: lastDay }
  const excluded = new Set(
    replay.coverage.details.filter(({ method }) => method === 'excluded').map(({ ticker }) => ticker),
  )
  const covers = coverReplay(held, excluded)
  const context: CoverageContext = {
    covers,
    holdings: input.holdings,
    cash: input.cash,
    options,
    reasons,
    ownDataOnly,
    lastDay,
    doubtful: findDoubtfulCloses(input.series, replay.coverage, benchmarkTickers, window),
    ended: findEndedHistories(input.series, replay.coverage, window),
  }
  if (replay.status === 'excluded') {
    return { status: 'impossible', message: describeTooLittle(replay.coverage, context, scenario.name) }
  }
  const { curves } = replay
  const { dates, portfolioValues, benchmarkValues } = curves
  const portfolio = { dates, values: portfolioValues }
  const compared = toCompared(curves)
  const benchmark = compared && { dates: compared.dates, values: compared.benchmarkValues }
  const metrics = toMetrics(portfolio, compared)
  const benchmarkMetrics =
    compared && benchmark && toMetrics(benchmark, { ...compared, portfolioValues: benchmark.values })
  const coverage = toCoverage(replay.coverage, context)
  const [first, last] = [formatIsoDate(dates[0] ?? 0), formatIsoDate(dates.at(-1) ?? 0)]
  // Both on the same days: what the portfolio did before the benchmark existed is compared with nothing.
  const own = compared && toMetrics({ dates: compared.dates, values: compared.portfolioValues }, compared)
  const verdict = describeBacktest({
    scenarioName: scenario.name,
    first,
    last,
    portfolioReturn: metrics.totalReturn / 100,
    comparison: own &&
      benchmarkMetrics && {
        name: frame.benchmark,
        portfolioReturn: own.totalReturn / 100,
        benchmarkReturn: benchmarkMetrics.totalReturn / 100,
        portfolioDrawdown: own.maxDrawdown,
        benchmarkDrawdown: benchmarkMetrics.maxDrawdown,
      },
  })
  const sentences = [verdict, frame.benchmarkCover, coverage.sentence]
  const points = toPoints(curves)
  return {
    status: 'ok',
    curves,
    result: {
      results: points,
      metrics,
      benchmarkMetrics,
      ...frame,
      scenario: { ...scenario, first, last },
      initialValue: round(portfolioValues[0] ?? 0),
      replayedValue: round(
        input.holdings.reduce((sum, { ticker, value }) => (excluded.has(ticker) ? sum : sum + value), input.cash),
      ),
      relativeReturnPercent: own && benchmarkMetrics && round(own.totalReturn - benchmarkMetrics.totalReturn),
      analysis: sentences.filter(Boolean).join(' '),
      coverage,
      covers,
      drawdowns: toDrawdowns(portfolio),
      benchmarkDrawdowns: benchmark === null ? [] : toDrawdowns(benchmark),
      monthlyReturns: toMonthlyReturns(portfolio, benchmarkValues),
      assumptions: listAssumptions(frame, benchmarkTickers, input.cash),
      downsampled: points.length < dates.length,
    },
  }
}

/** At most 600 days: the shape of the curve, its ends, and the peaks and troughs of both curves. */
function toPoints({ dates, portfolioValues, benchmarkValues }: BacktestCurves): BacktestResult['results'] {
  const { from, to } = findCovered(benchmarkValues)
  const covered = benchmarkValues.subarray(from, to)
  const findExtremes = (values: Float64Array) => {
    const { peak, trough } = computeMaxDrawdown(values)
    return [peak, trough, values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values))]
  }
  const keep = findExtremes(portfolioValues).concat(
    covered.length === 0 ? [] : findExtremes(covered).map((place) => from + place),
  )
  const falls = computeDrawdownSeries(portfolioValues)
  const benchmarkFalls = covered.length === 0 ? covered : computeDrawdownSeries(covered)
  return pickChartPoints(dates, portfolioValues, { limit: CHART_POINTS, keep }).map((t) => ({
    date: formatIsoDate(dates[t] ?? 0),
    portfolioValue: round(portfolioValues[t] ?? 0),
    benchmarkValue: orNull(benchmarkValues[t]),
    portfolioDrawdownPercent: round(100 * (falls[t] ?? 0)),
    benchmarkDrawdownPercent: orNull(100 * (benchmarkFalls[t - from] ?? Number.NaN)),
  }))
}

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : round(value))

const REBALANCING: Readonly<Record<BacktestFrame['rebalance'], string>> = {
  none: 'Nothing is bought or sold after the first close.',
  daily: 'Weights are set back to today’s at every close, at no cost.',
  monthly: 'Weights are set back to today’s at the last close of each month, at no cost.',
  quarterly: 'Weights are set back to today’s at the last close of each quarter, at no cost.',
  annual: 'Weights are set back to today’s at the last close of each year, at no cost.',
}

function listAssumptions(
  { basis, rebalance, ownDataOnly, unpriced, simulated, benchmark, benchmarkCover }: BacktestFrame,
  benchmarkTickers: readonly string[],
  cash: number,
): string[] {
  const missing = Object.keys(unpriced)
  return [
    basis === 'weights-today'
      ? `Today’s weights are invested at the first close; ${benchmark} starts at the same value and is held.`
      : `Today’s shares are held throughout; ${benchmark} starts at the portfolio’s first value. Earlier values are lower than they were by the dividends since.`,
    ...(benchmarkTickers.length > 1
      ? [`${benchmark} is set back to these percents at the last close of each month, at no cost.`]
      : []),
    ...(benchmarkCover === null ? [] : [benchmarkCover]),
    basis === 'actual-shares' ? REBALANCING.none : REBALANCING[rebalance],
    'Adjusted closes are used, so dividends are reinvested and splits change nothing.',
    'No transaction costs, taxes or slippage.',
    'Survivorship bias: today’s positions were picked knowing the past.',
    ...(cash === 0
      ? []
      : [`Cash earns, and debt costs, the risk-free rate of ${ANNUAL_RISK_FREE_RATE_PERCENT} % a year.`]),
    ...(ownDataOnly ? ['Own data only: positions that did not trade at the first close are left out.'] : []),
    ...(missing.length === 0 ? [] : [`Left out of every weight: ${nameSome(missing)}.`]),
    ...(simulated ? ['All prices are simulated, so no figure describes a real market.'] : []),
    'Past performance does not guarantee future results.',
  ]
}
