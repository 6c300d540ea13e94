import { formatIsoDate, toCivilDate } from './civil-day.ts'
import { inputErrors, QuantInputError, requireEqualLengths, requireFiniteEntries, requirePositive } from './errors.ts'
import type { PriceMatrix } from './price-matrix.ts'

/** The periods after which weights can be set back to target. */
export const REBALANCINGS = ['none', 'daily', 'monthly', 'quarterly', 'annual'] as const

/** When weights are set back to target: at the close of the last trading day of each such period. */
export type Rebalancing = (typeof REBALANCINGS)[number]

/** Money the two curves of a backtest start with, unless told otherwise. */
export const INITIAL_VALUE = 100_000

/** Values at every close; the first is what was invested. */
export interface BacktestCurves {
  /** Day numbers. */
  readonly dates: Int32Array
  readonly portfolioValues: Float64Array
  /** NaN on days without a close of the benchmark. */
  readonly benchmarkValues: Float64Array
}

/** A backtest of target weights. */
export interface WeightsBacktest {
  /** One complete row per holding (see `prepareHoldings`), one column per close of the window. */
  readonly prices: PriceMatrix
  /** Signed fractions of the initial value, one per row; what they leave of 1 stays uninvested, without interest. */
  readonly weights: Float64Array
  /** The benchmark's closes on the same days; NaN where it has none. */
  readonly benchmark: Float64Array
  readonly rebalance?: Rebalancing
  readonly initialValue?: number
}

/**
 * Today's weights, invested at the first close.
 *
 *     buy and hold:   V_t = Σ V_0·w_i·a_it / a_i0
 *     rebalanced:     the same from each rebalancing close on, with V of that close for V_0
 *
 * Rebalancing happens at the close of a period's last trading day, never on the final date, and costs nothing. The
 * benchmark curve starts at the portfolio's value of its first close and is held. No taxes, no costs; prices are adjusted, so dividends are
 * reinvested.
 *
 * @throws QuantInputError when shapes differ, a price is missing or not positive, a weight is not finite, the period of
 *         rebalancing is unknown, or the portfolio loses everything (shorts can), naming the date
 */
export function runWeightsBacktest({
  prices,
  weights,
  benchmark,
  rebalance = 'none',
  initialValue = INITIAL_VALUE,
}: WeightsBacktest): BacktestCurves {
  requireBacktestShapes(prices, weights, benchmark, 'weights')
  if (!REBALANCINGS.includes(rebalance)) throw inputErrors.unknownName('rebalance', rebalance, REBALANCINGS)
  requirePositive('initialValue', Float64Array.of(initialValue))
  const { columns, rows, values, dates } = prices
  const invested = weights.reduce((sum, weight) => sum + weight, 0)
  const curve = new Float64Array(columns)
  curve[0] = initialValue
  const resets = [...findRebalancingDays(dates, rebalance), columns - 1]
  let from = 0
  for (const to of resets) {
    // Rows outermost, so that every holding's closes are read in one go.
    const base = curve[from]!
    curve.fill(base * (1 - invested), from + 1, to + 1)
    for (let row = 0; row < rows; row++) {
      const offset = row * columns
      const units = (base * weights[row]!) / values[offset + from]!
      for (let t = from + 1; t <= to; t++) curve[t] = curve[t]! + units * values[offset + t]!
    }
    requireSolvency(curve, dates, from + 1, to)
    from = to
  }
  return { dates, portfolioValues: curve, benchmarkValues: scaleTo(benchmark, curve) }
}

/** A backtest of shares held. */
export interface SharesBacktest {
  readonly prices: PriceMatrix
  /** Shares held throughout, one per row; negative for shorts. */
  readonly shares: Float64Array
  readonly benchmark: Float64Array
}

/**
 * The shares held today, held throughout:  V_t = Σ shares_i·a_it.  The benchmark starts at the portfolio's
 * value of its first close. Adjusted closes make earlier values smaller than they were by the dividends since, so the curve shows the
 * return and not the account balance of the time.
 *
 * @throws QuantInputError as {@link runWeightsBacktest}; also when the shares were worth nothing at the first close
 */
export function runSharesBacktest({ prices, shares, benchmark }: SharesBacktest): BacktestCurves {
  requireBacktestShapes(prices, shares, benchmark, 'shares')
  const { columns, rows, values, dates } = prices
  const curve = new Float64Array(columns)
  for (let row = 0; row < rows; row++) {
    const offset = row * columns
    for (let t = 0; t < columns; t++) curve[t] = curve[t]! + shares[row]! * values[offset + t]!
  }
  requireSolvency(curve, dates, 0, columns - 1)
  return { dates, portfolioValues: curve, benchmarkValues: scaleTo(benchmark, curve) }
}

/** Columns at whose close weights are reset: the last of each period, without the final one. */
function findRebalancingDays(dates: Int32Array, rebalance: Rebalancing): number[] {
  const days: number[] = []
  if (rebalance === 'none') return days
  for (let t = 1; t + 1 < dates.length; t++) {
    if (rebalance === 'daily' || toPeriod(dates[t]!, rebalance) !== toPeriod(dates[t + 1]!, rebalance)) days.push(t)
  }
  return days
}

function toPeriod(day: number, rebalance: 'monthly' | 'quarterly' | 'annual'): number {
  const { year, month } = toCivilDate(day)
  const monthsPerPeriod = { monthly: 1, quarterly: 3, annual: 12 }[rebalance]
  return Math.floor((year * 12 + month - 1) / monthsPerPeriod)
}

/** A series that starts where the curve is at its first close. */
function scaleTo(series: Float64Array, curve: Float64Array): Float64Array {
  const first = series.findIndex((value) => !Number.isNaN(value))
  const scale = curve[first]! / series[first]!
  return series.map((value, t) => (t === first ? curve[first]! : value * scale))
}

function requireBacktestShapes(
  prices: PriceMatrix,
  sizes: Float64Array,
  benchmark: Float64Array,
  argument: string,
): void {
  requireEqualLengths('rows of prices', { length: prices.rows }, argument, sizes)
  requireEqualLengths('columns of prices', { length: prices.columns }, 'benchmark', benchmark)
  if (prices.columns === 0) throw inputErrors.tooShort('columns of prices', 0, 1)
  requirePositive('prices.values', prices.values)
  requirePositive(
    'benchmark',
    benchmark.map((close) => (Number.isNaN(close) ? 1 : close)),
  )
  requireFiniteEntries(argument, sizes)
}

function requireSolvency(curve: Float64Array, dates: Int32Array, first: number, last: number): void {
  for (let t = first; t <= last; t++) {
    if (curve[t]! > 0) continue
    throw new QuantInputError(
      'weights',
      t,
      `The portfolio is worth ${Math.round(100 * curve[t]!) / 100} on ${formatIsoDate(dates[t]!)}: what it owes, by shorts or a loan, is more than it owns, so no return exists from there on.`,
    )
  }
}
