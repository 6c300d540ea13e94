// Tests: backtest.test.ts

import { ANNUAL_RISK_FREE_RATE_PERCENT, type BacktestResult, TRADING_DAYS_PER_YEAR, toCsvLine } from '@ballast/contract'
import { type BacktestCurves, formatIsoDate } from '@ballast/quant'

/**
 * Every day of a backtest as CSV with the full precision of the numbers. The first column says what a row holds: the
 * notes, then one row a day with both values, both returns (blank on the first day) and the daily risk-free rate.
 */
export function* writeSeries(
  { dates, portfolioValues, benchmarkValues }: BacktestCurves,
  { scenario, source, simulated, coverage, benchmark, benchmarkCover }: BacktestResult,
): Generator<string> {
  yield toCsvLine([
    'row',
    'date',
    'portfolioValue',
    'benchmarkValue',
    'portfolioReturn',
    'benchmarkReturn',
    'riskFreeReturn',
  ])
  yield toCsvLine(['scenario', `${scenario.name}: ${scenario.first} to ${scenario.last}`])
  yield toCsvLine(['source', simulated ? `${source} (simulated data)` : source])
  yield toCsvLine(['note', `Returns are fractions: value / previous value - 1. The benchmark is ${benchmark}.`])
  yield toCsvLine([
    'note',
    `The risk-free rate is ${ANNUAL_RISK_FREE_RATE_PERCENT}% a year / ${TRADING_DAYS_PER_YEAR}; standard deviations divide by n - 1.`,
  ])
  if (benchmarkCover !== null) yield toCsvLine(['note', benchmarkCover])
  if (coverage.sentence !== null) yield toCsvLine(['coverage', coverage.sentence])
  const riskFree = ANNUAL_RISK_FREE_RATE_PERCENT / 100 / TRADING_DAYS_PER_YEAR
  for (const [t, day] of dates.entries()) {
    yield toCsvLine([
      'day',
      formatIsoDate(day),
      portfolioValues[t],
      benchmarkValues[t],
      t === 0 ? '' : toReturn(portfolioValues, t),
      t === 0 ? '' : toReturn(benchmarkValues, t),
      t === 0 ? '' : riskFree,
    ])
  }
}

const toReturn = (values: Float64Array, t: number) => (values[t] ?? 0) / (values[t - 1] ?? 1) - 1
