import type { Overview } from '@ballast/contract'
import { type Diversification, formatIsoDate } from '@ballast/quant'
import { findCovered } from '../../risk/benchmark-series.ts'
import type { RiskHolding, RiskInput } from '../../risk/holding.ts'
import {
  measureConcentration,
  measureDiversification,
  measurePath,
  toDiversificationLabel,
} from '../../risk/risk-measures.ts'
import { listPathProxies, type RiskWindow, toRiskWindow } from '../../risk/risk-window.ts'
import { toScoredReturns } from '../../risk/scored-returns.ts'
import { sumGross, toHeldValue } from '../../risk/weights.ts'
import { round } from './overview-totals.ts'
import { findTopRisk } from './top-risk.ts'

export type RiskFigures = Pick<Overview, 'series' | 'benchmark' | 'benchmarkCover' | 'risk' | 'topRisk' | 'coverage'>

type PathRisk = Pick<
  Overview['risk'],
  | 'observations'
  | 'from'
  | 'to'
  | 'beta'
  | 'volatilityPercent'
  | 'maxDrawdownPercent'
  | 'benchmarkVolatilityPercent'
  | 'benchmarkMaxDrawdownPercent'
>

const NO_PATH: PathRisk = {
  observations: 0,
  from: null,
  to: null,
  beta: null,
  volatilityPercent: null,
  maxDrawdownPercent: null,
  benchmarkVolatilityPercent: null,
  benchmarkMaxDrawdownPercent: null,
}

/**
 * One year of today's holdings and what it says about risk.
 *
 * The path is what the holdings of today, cash included, would have been worth on each of the last 253 days on which
 * the market's index has a close; the benchmark is scaled to the path's value on its own first day. Beta, volatility and drawdown are those of the
 * path that is shown. Holdings without a close for every one of these days are left out of the path and named; a Treasury,
 * which has none, follows the fund that stands in for it, and both are named. Beta,
 * volatility, drawdown, diversification and shares of risk need 60 returns and are null with fewer.
 */
export function computeRiskFigures(input: RiskInput): RiskFigures {
  const { holdings, cash } = input
  const window = toRiskWindow(input)
  const scored = toScoredReturns(holdings, window)
  return {
    series: toSeries(window),
    benchmark: input.benchmark.label,
    benchmarkCover: window.benchmarkCover,
    risk: {
      ...toPathRisk(window),
      diversification: toDiversification(measureDiversification(holdings, scored)),
      concentration: measureConcentration(input)?.level ?? null,
    },
    topRisk: findTopRisk(holdings, scored.returns, toTotal(input)),
    coverage: toCoverage(holdings, cash, window),
  }
}

function toSeries({ path, benchmark, days }: RiskWindow): Overview['series'] {
  const { from } = findCovered(benchmark)
  const [start = 0, benchmarkStart = Number.NaN] = [path[from], benchmark[from]]
  // A portfolio that owes more than it holds has no value that a benchmark could start from.
  if (!((path[0] ?? 0) > 0)) return []
  return Array.from(days, (day, t) => ({
    date: formatIsoDate(day),
    portfolio: round(path[t] ?? 0),
    benchmark: orNull(((benchmark[t] ?? Number.NaN) / benchmarkStart) * start),
  }))
}

function toPathRisk(window: RiskWindow): PathRisk {
  const { path, days } = window
  if (path.length < 2) return NO_PATH
  const span = { observations: path.length - 1, from: toDate(days.at(0)), to: toDate(days.at(-1)) }
  const measures = measurePath(window)
  if (measures === null) return { ...NO_PATH, ...span }
  return {
    ...span,
    beta: orNull(measures.beta),
    volatilityPercent: toPercent(measures.volatility),
    maxDrawdownPercent: toPercent(measures.maxDrawdown),
    benchmarkVolatilityPercent: toPercent(measures.benchmarkVolatility),
    benchmarkMaxDrawdownPercent: toPercent(measures.benchmarkMaxDrawdown),
  }
}

function toDiversification(result: Diversification): Overview['risk']['diversification'] {
  const { score, effectiveBets, spread, independence } = result
  if (score === null || effectiveBets === null || spread === null || independence === null) return null
  return {
    score,
    label: toDiversificationLabel(score),
    effectiveBets: round(effectiveBets),
    spreadPercent: round(spread),
    independencePercent: round(independence),
  }
}

function toCoverage(holdings: readonly RiskHolding[], cash: number, window: RiskWindow): Overview['coverage'] {
  let covered = Math.abs(cash)
  let all = covered
  for (const [row, { value }] of holdings.entries()) {
    all += Math.abs(value)
    if (window.isComplete[row]) covered += Math.abs(value)
  }
  const missing = holdings.filter((_, row) => !window.isComplete[row]).map(({ ticker }) => ticker)
  return {
    coveredPercent: all === 0 ? 0 : round((100 * covered) / all),
    missingHistory: missing.sort(),
    proxies: listPathProxies(holdings, window),
  }
}

/** Returns the whole that weights are shares of; nothing where more is owed than held. */
function toTotal(input: RiskInput): Parameters<typeof findTopRisk>[2] {
  const { holdings, cash, atMarket } = input
  const net = holdings.reduce((total, { value }) => total + value, cash)
  const isLong = (atMarket?.cash ?? cash) >= 0 && holdings.every((holding) => toHeldValue(holding) >= 0)
  return { value: net > 0 ? sumGross(input) : 0, name: isLong ? 'value' : 'gross value' }
}
/** Null for what is unknown: null, or NaN on a day without a close. */
const orNull = (value: number | null) => (value === null || Number.isNaN(value) ? null : round(value))
const toPercent = (fraction: number | null) => (fraction === null ? null : round(100 * fraction))
const toDate = (day: number | undefined) => (day === undefined ? null : formatIsoDate(day))
