// Tests: backtest-holdings.test.ts, backtest.test.ts

import type { Coverage } from './backtest-holdings.ts'

/** Figures of the verdict on a backtest; returns and drawdowns are fractions, drawdowns positive. */
export interface BacktestVerdict {
  readonly scenarioName: string
  /** ISO dates of the first and last close. */
  readonly first: string
  readonly last: string
  readonly portfolioReturn: number
  /** Over the days that both cover; null when they share none. */
  readonly comparison: {
    /** Name of the benchmark. */
    readonly name: string
    readonly portfolioReturn: number
    readonly benchmarkReturn: number
    readonly portfolioDrawdown: number
    readonly benchmarkDrawdown: number
  } | null
}

/**
 * The verdict in one breath: "Over COVID crash (2020-02-19 to 2020-03-23) the portfolio lost 30.12%. It outperformed the
 * benchmark (SPY) by 3.80 percentage points, with higher downside risk." A return of 0 is a gain, equality is
 * outperformance.
 */
export function describeBacktest(verdict: BacktestVerdict): string {
  const { scenarioName, first, last, portfolioReturn, comparison } = verdict
  const own =
    `Over ${scenarioName} (${first} to ${last}) the portfolio ${portfolioReturn >= 0 ? 'gained' : 'lost'} ` +
    `${toPercent(portfolioReturn)}%.`
  if (comparison === null) return own
  const excess = comparison.portfolioReturn - comparison.benchmarkReturn
  const risk = comparison.portfolioDrawdown > comparison.benchmarkDrawdown ? ', with higher downside risk' : ''
  return (
    `${own} It ${excess >= 0 ? 'outperformed' : 'underperformed'} the benchmark ` +
    `(${comparison.name}) by ${toPercent(excess)} percentage points${risk}.`
  )
}

function toPercent(fraction: number): string {
  return (100 * Math.abs(fraction)).toFixed(2)
}

/**
 * Describes what proxies replaced: "2 of 7 positions (34.1% of value) did not trade then; replaced by XLK, SPY;
 * stock-specific risk is understated." Holdings that had to be left out are named in a sentence of their own.
 * @param positions how many are held, those included that the replay has no row of
 * @returns null when every holding has its own history
 */
export function describeCoverage(
  { details, proxiedWeight, excludedWeight }: Coverage,
  positions: number = details.length,
): string | null {
  const sentences: string[] = []
  const proxied = details.filter(({ proxy }) => proxy !== null)
  const excluded = details.filter(({ method }) => method === 'excluded')
  if (proxied.length > 0) {
    const proxies = [...new Set(proxied.map(({ proxy }) => proxy))].join(', ')
    sentences.push(
      `${proxied.length} of ${positions} positions (${toShare(proxiedWeight)}% of value) did not trade then; ` +
        `replaced by ${proxies}; stock-specific risk is understated.`,
    )
  }
  if (excluded.length > 0) {
    const tickers = excluded.map(({ ticker }) => ticker).join(', ')
    sentences.push(
      `${excluded.length} of ${positions} positions (${toShare(excludedWeight)}% of value) had neither history nor ` +
        `a proxy and are left out: ${tickers}.`,
    )
  }
  return sentences.length === 0 ? null : sentences.join(' ')
}

function toShare(weight: number): string {
  return (100 * weight).toFixed(1)
}
