// Tests: backtest.test.ts, backtest-edges.test.ts, backtest.shared.test.ts

import { ANNUAL_RISK_FREE_RATE_PERCENT, type BacktestResult, MARKET_INDEX } from '@ballast/contract'
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
import { round, toDrawdowns, toMetrics, toMonthlyReturns } from './backtest-metrics.ts'
import { type CoverageContext, describeTooLittle, nameSome, toCoverage } from './describe-coverage.ts'
import { findDoubtfulCloses, findEndedHistories } from './history-faults.ts'

export type BacktestOutcome =
  | { status: 'ok'; result: BacktestResult; curves: BacktestCurves }
  | { status: 'impossible'; message: string }

const CHART_POINTS = 600

/** Replays the portfolio and puts everything about it into the answer, or says in words why that is impossible. */
export function computeBacktest({ replay: input, reasons, held, options, frame }: BacktestInput): BacktestOutcome {
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
    doubtful: findDoubtfulCloses(input.series, replay.coverage, window),
    ended: findEndedHistories(input.series, replay.coverage, window),
  }
  if (replay.status === 'excluded') {
    return { status: 'impossible', message: describeTooLittle(replay.coverage, context, scenario.name) }
  }
  const { curves } = replay
  const { dates, portfolioValues, benchmarkValues } = curves
  const portfolio = { dates, values: portfolioValues }
  const benchmark = { dates, values: benchmarkValues }
  const metrics = toMetrics(portfolio, benchmarkValues)
  const benchmarkMetrics = toMetrics(benchmark, benchmarkValues)
  const coverage = toCoverage(replay.coverage, context)
  const [first, last] = [formatIsoDate(dates[0] ?? 0), formatIsoDate(dates.at(-1) ?? 0)]
  const verdict = describeBacktest({
    scenarioName: scenario.name,
    first,
    last,
    portfolioReturn: metrics.totalReturn / 100,
    benchmarkReturn: benchmarkMetrics.totalReturn / 100,
    portfolioDrawdown: metrics.maxDrawdown,
    benchmarkDrawdown: benchmarkMetrics.maxDrawdown,
    benchmarkTicker: MARKET_INDEX,
  })
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
      benchmark: MARKET_INDEX,
      analysis: coverage.sentence === null ? verdict : `${verdict} ${coverage.sentence}`,
      coverage,
      covers,
      drawdowns: toDrawdowns(portfolio),
      benchmarkDrawdowns: toDrawdowns(benchmark),
      monthlyReturns: toMonthlyReturns(portfolio, benchmarkValues),
      assumptions: listAssumptions(frame, input.cash),
      downsampled: points.length < dates.length,
    },
  }
}

/** At most 600 days: the shape of the curve, its ends, and the peaks and troughs of both curves. */
function toPoints({ dates, portfolioValues, benchmarkValues }: BacktestCurves): BacktestResult['results'] {
  const keep = [portfolioValues, benchmarkValues].flatMap((values) => {
    const { peak, trough } = computeMaxDrawdown(values)
    return [peak, trough, values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values))]
  })
  const falls = computeDrawdownSeries(portfolioValues)
  const benchmarkFalls = computeDrawdownSeries(benchmarkValues)
  return pickChartPoints(dates, portfolioValues, { limit: CHART_POINTS, keep }).map((t) => ({
    date: formatIsoDate(dates[t] ?? 0),
    portfolioValue: round(portfolioValues[t] ?? 0),
    benchmarkValue: round(benchmarkValues[t] ?? 0),
    portfolioDrawdownPercent: round(100 * (falls[t] ?? 0)),
    benchmarkDrawdownPercent: round(100 * (benchmarkFalls[t] ?? 0)),
  }))
}

const REBALANCING: Readonly<Record<BacktestFrame['rebalance'], string>> = {
  none: 'Nothing is bought or sold after the first close.',
  daily: 'Weights are set back to today’s at every close, at no cost.',
  monthly: 'Weights are set back to today’s at the last close of each month, at no cost.',
  quarterly: 'Weights are set back to today’s at the last close of each quarter, at no cost.',
  annual: 'Weights are set back to today’s at the last close of each year, at no cost.',
}

function listAssumptions(
  { basis, rebalance, ownDataOnly, unpriced, simulated }: BacktestFrame,
  cash: number,
): string[] {
  const missing = Object.keys(unpriced)
  return [
    basis === 'weights-today'
      ? `Today’s weights are invested at the first close; ${MARKET_INDEX} starts at the same value and is held.`
      : `Today’s shares are held throughout; ${MARKET_INDEX} starts at the portfolio’s first value. Earlier values are lower than they were by the dividends since.`,
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
