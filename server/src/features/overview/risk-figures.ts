import type { Overview } from '@ballast/contract'
import {
  alignPrices,
  computeBeta,
  computeConcentration,
  computeDiversification,
  computeMaxDrawdown,
  computeReturns,
  computeSimpleReturns,
  computeVolatility,
  type Diversification,
  formatIsoDate,
  getRow,
  type InstrumentClass,
  MINIMUM_PAIR_RETURNS,
  type PriceMatrix,
  TRADING_DAYS,
} from '@ballast/quant'
import { round } from './overview-totals.ts'
import { findTopRisk } from './top-risk.ts'

/** Closes of one security: `days` are day numbers since 1970-01-01, ascending, one for each adjusted close. */
export interface DailyCloses {
  days: Int32Array
  closes: Float64Array
}

/** One ticker of the portfolio, its lots taken together; amounts in the base currency. */
export interface RiskHolding {
  ticker: string
  /** Signed market value at the price of now. */
  value: number
  /** Signed shares × multiplier. */
  units: number
  /** Absent when there is no history, or one in another currency. */
  history?: DailyCloses
  internalDiversification: number
  instrumentClass: InstrumentClass
  sector: string | null
}

export interface RiskInput {
  holdings: RiskHolding[]
  /** Signed, in the base currency. */
  cash: number
  benchmark: DailyCloses | null
}

export type RiskFigures = Pick<Overview, 'series' | 'risk' | 'topRisk' | 'coverage'>

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
 * the benchmark has a close; the benchmark is scaled to the same start. Beta, volatility and drawdown are those of the
 * path that is shown. Holdings without a close for every one of these days are left out of the path and named. Beta,
 * volatility, drawdown, diversification and shares of risk need 60 returns and are null with fewer.
 */
export function computeRiskFigures({ holdings, cash, benchmark }: RiskInput): RiskFigures {
  const days = benchmark?.days.slice(-(TRADING_DAYS + 1)) ?? new Int32Array()
  const prices = alignPrices(
    holdings.map(({ ticker, history }) => ({
      ticker,
      days: history?.days ?? new Int32Array(),
      closes: history?.closes ?? new Float64Array(),
    })),
    days,
  )
  const isComplete = holdings.map((_, row) => days.length > 1 && !getRow(prices, row).includes(Number.NaN))
  const path = isComplete.includes(true) ? toPath(holdings, cash, prices, isComplete) : new Float64Array()
  const benchmarkPath = benchmark === null ? new Float64Array() : benchmark.closes.slice(-(TRADING_DAYS + 1))
  const returns = computeReturns(prices)
  const weights = Float64Array.from(holdings, ({ value }) => value)
  const internalDiversification = Float64Array.from(holdings, (holding) => holding.internalDiversification)
  return {
    series: toSeries(path, benchmarkPath, days),
    risk: {
      ...toPathRisk(path, benchmarkPath, days),
      diversification: toDiversification(computeDiversification({ returns, weights, internalDiversification })),
      concentration: rateConcentration(holdings, cash),
    },
    topRisk: findTopRisk(holdings, returns, sum(holdings) + cash),
    coverage: toCoverage(holdings, cash, isComplete),
  }
}

function toPath(
  holdings: readonly RiskHolding[],
  cash: number,
  prices: PriceMatrix,
  isComplete: readonly boolean[],
): Float64Array {
  const path = new Float64Array(prices.columns).fill(cash)
  for (const [row, { units }] of holdings.entries()) {
    if (!isComplete[row]) continue
    const closes = getRow(prices, row)
    for (let t = 0; t < path.length; t++) path[t] = (path[t] ?? 0) + units * (closes[t] ?? 0)
  }
  return path
}

function toSeries(path: Float64Array, benchmark: Float64Array, days: Int32Array): Overview['series'] {
  const [start = 0] = path
  const [benchmarkStart = 0] = benchmark
  // A portfolio that owes more than it holds has no value that a benchmark could start from.
  if (!(start > 0 && benchmarkStart > 0)) return []
  return Array.from(days, (day, t) => ({
    date: formatIsoDate(day),
    portfolio: round(path[t] ?? 0),
    benchmark: round(((benchmark[t] ?? 0) / benchmarkStart) * start),
  }))
}

function toPathRisk(path: Float64Array, benchmark: Float64Array, days: Int32Array): PathRisk {
  if (path.length < 2) return NO_PATH
  const span = { observations: path.length - 1, from: toDate(days.at(0)), to: toDate(days.at(-1)) }
  if (span.observations < MINIMUM_PAIR_RETURNS || path.some((value) => !(value > 0))) return { ...NO_PATH, ...span }
  const returns = computeSimpleReturns(path)
  const benchmarkReturns = computeSimpleReturns(benchmark)
  return {
    ...span,
    beta: orNull(computeBeta(returns, benchmarkReturns)),
    volatilityPercent: toPercent(computeVolatility(returns)),
    maxDrawdownPercent: toPercent(computeMaxDrawdown(path).depth),
    benchmarkVolatilityPercent: toPercent(computeVolatility(benchmarkReturns)),
    benchmarkMaxDrawdownPercent: toPercent(computeMaxDrawdown(benchmark).depth),
  }
}

const GOOD_SCORE = 70
const MODERATE_SCORE = 40

function toDiversification(result: Diversification): Overview['risk']['diversification'] {
  const { score, effectiveBets, spread, independence } = result
  if (score === null || effectiveBets === null || spread === null || independence === null) return null
  const label =
    score >= GOOD_SCORE ? 'Well diversified' : score >= MODERATE_SCORE ? 'Moderately diversified' : 'Poorly diversified'
  return {
    score,
    label,
    effectiveBets: round(effectiveBets),
    spreadPercent: round(spread),
    independencePercent: round(independence),
  }
}

function rateConcentration(holdings: readonly RiskHolding[], cash: number): Overview['risk']['concentration'] {
  if (holdings.length === 0) return null
  const all = holdings.map(({ ticker, value, instrumentClass, sector }) => ({
    ticker,
    marketValue: value,
    instrumentClass,
    sector,
  }))
  if (cash !== 0) all.push({ ticker: 'cash', marketValue: cash, instrumentClass: 'cash', sector: null })
  return computeConcentration(all)?.level ?? null
}

function toCoverage(
  holdings: readonly RiskHolding[],
  cash: number,
  isComplete: readonly boolean[],
): Overview['coverage'] {
  let covered = Math.abs(cash)
  let all = covered
  for (const [row, { value }] of holdings.entries()) {
    all += Math.abs(value)
    if (isComplete[row]) covered += Math.abs(value)
  }
  const missing = holdings.filter((_, row) => !isComplete[row]).map(({ ticker }) => ticker)
  return { coveredPercent: all === 0 ? 0 : round((100 * covered) / all), missingHistory: missing.sort() }
}

const sum = (holdings: readonly RiskHolding[]) => holdings.reduce((total, { value }) => total + value, 0)
const orNull = (value: number | null) => (value === null ? null : round(value))
const toPercent = (fraction: number | null) => (fraction === null ? null : round(100 * fraction))
const toDate = (day: number | undefined) => (day === undefined ? null : formatIsoDate(day))
