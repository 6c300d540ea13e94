import type { BacktestResult } from '@ballast/contract'
import { formatDate, formatMoney, formatPercent, formatPercentChange, formatValue } from '../../lib/format.ts'

/** The crises that can be asked about on the overview, by the year that people know them by. */
export const CRISIS_YEARS = [
  { year: '2008', scenarioId: 'gfc-2007' },
  { year: '2020', scenarioId: 'covid-2020' },
  { year: '2022', scenarioId: 'bear-2022' },
] as const
export type CrisisYear = (typeof CRISIS_YEARS)[number]['year']

/** Effect of a past crisis on what is held today. */
export interface CrisisAnswer {
  /** Percent lost from the first to the last day; negative where the holdings would have gained. */
  lossPercent: number
  /** The same in US dollars of what is replayed. */
  loss: number
  headline: string
  detail: string
}

/**
 * The answer in words: dollars of the portfolio first. Percents are those of the replay at today's weights, so that the
 * backtest of the same crisis says the same.
 */
export function toCrisisAnswer({
  metrics,
  benchmarkMetrics,
  benchmark,
  benchmarkCover,
  replayedValue,
  scenario,
}: CrisisReplay): CrisisAnswer {
  const lossPercent = -metrics.totalReturn
  const loss = (replayedValue * lossPercent) / 100
  const others = [
    benchmarkMetrics && `${benchmark} went ${formatPercentChange(benchmarkMetrics.totalReturn, 1)}.`,
    benchmarkCover,
  ].filter(Boolean)
  const days = `${formatDate(scenario.first)} to ${formatDate(scenario.last)}`
  return {
    lossPercent,
    loss,
    headline: `You would ${lossPercent >= 0 ? 'lose' : 'gain'} about ${formatValue(Math.abs(loss))}`,
    detail: `That is ${formatPercentChange(metrics.totalReturn, 1)} of ${formatValue(replayedValue)}, with today’s positions over ${days}. ${others.join(' ')} The worst fall on the way was ${formatPercent(metrics.maxDrawdown, 1)}.`,
  }
}

type CrisisReplay = Pick<
  BacktestResult,
  'metrics' | 'benchmarkMetrics' | 'benchmark' | 'benchmarkCover' | 'replayedValue' | 'scenario'
>

/** How much to sell of everything so that the same crisis costs no more than a limit. */
export interface HoldLess {
  /** Percent of each holding to sell. */
  soldPercent: number
  /** Amount of that in US dollars. */
  sold: number
  text: string
}

/**
 * Selling the same share of every holding shrinks the loss by that share: what is sold becomes cash, which a crisis leaves
 * alone. Interest on it is not counted.
 *
 * @param limitPercent the most that may be lost, as a percent of what is replayed
 * @returns null where the loss is within the limit already
 */
export function toHoldLess(
  { lossPercent, loss }: Pick<CrisisAnswer, 'lossPercent' | 'loss'>,
  { replayedValue, coverage }: Pick<BacktestResult, 'replayedValue' | 'coverage'>,
  limitPercent: number,
): HoldLess | null {
  if (lossPercent <= limitPercent) return null
  const share = 1 - limitPercent / lossPercent
  const cashPercent = coverage.details.find(({ method }) => method === 'cash')?.weightPercent ?? 0
  // Shares are of all that is held, and what is left out is not replayed.
  const sold = share * replayedValue * (1 - cashPercent / (100 - coverage.excludedPercent))
  return {
    soldPercent: 100 * share,
    sold,
    text: `Sell ${formatPercent(100 * share, 0)} of every position, ${formatMoney(sold, { decimals: 0 })} in all, and keep it as cash. The same crisis then costs about ${formatValue(loss * (1 - share))}. It is free, but you give up ${formatPercent(100 * share, 0)} of what these positions earn, and selling may be taxed.`,
  }
}
