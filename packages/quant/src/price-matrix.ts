// Tests: recorded-prices.shared.test.ts

import { MAXIMUM_STALE_DAYS } from './constants.ts'
import { inputErrors, QuantInputError, requireEqualLengths } from './errors.ts'

/** One instrument's own closes: `days` are day numbers (see `parseIsoDate`), strictly ascending. */
export interface PriceSeries {
  readonly ticker: string
  readonly days: Int32Array
  /** Split- and dividend-adjusted closes. Entries that are not positive finite numbers are treated as absent. */
  readonly closes: Float64Array
}

/**
 * Series of many instruments on common dates, one **row per ticker**, one **column per date**, in row-major order:
 * the cell of ticker `i` on date `t` is `values[i * columns + t]`. A ticker's series is therefore one contiguous
 * piece of memory, and {@link getRow} is a view of it without a copy. NaN marks a missing cell.
 */
export interface SeriesMatrix {
  /** Day numbers, ascending, one per column. */
  readonly dates: Int32Array
  readonly tickers: readonly string[]
  readonly values: Float64Array
  /** Number of tickers. */
  readonly rows: number
  /** Number of dates. */
  readonly columns: number
}

/** Closes on a master calendar. */
export interface PriceMatrix extends SeriesMatrix {
  /**
   * Day number of the own close behind each cell (same shape as `values`), which tells a fresh price from one carried
   * over a holiday. Absent when every cell is a close of its own day.
   */
  readonly closeDays?: Int32Array
}

/** Simple returns as fractions; the column's date is the day on which the return ends. */
export interface ReturnMatrix extends SeriesMatrix {
  readonly kind: 'returns'
}

/** The series of row `row`, as a view: writing to it writes to the matrix. */
export function getRow(matrix: SeriesMatrix, row: number): Float64Array {
  if (!(row >= 0 && row < matrix.rows)) {
    throw inputErrors.badNumber('row', null, row, `a row from 0 to ${matrix.rows - 1}`)
  }
  return matrix.values.subarray(row * matrix.columns, (row + 1) * matrix.columns)
}

/** The series of `ticker`, as a view, or undefined when the matrix has no such row. */
export function findRow(matrix: SeriesMatrix, ticker: string): Float64Array | undefined {
  const row = matrix.tickers.indexOf(ticker)
  return row < 0 ? undefined : getRow(matrix, row)
}

/**
 * Samples series of different calendars on one master calendar (in practice the days on which the benchmark has a
 * close), so that they can be compared day by day.
 *
 * Each cell is the last own close on or before that day. An instrument that trades on weekends thus contributes its
 * Friday and Monday closes, and one whose exchange had a holiday keeps its last close; when that close is more than
 * `maximumStaleDays` calendar days old, the cell is missing (NaN). Nothing is ever filled with zero.
 *
 * @param masterDays day numbers, strictly ascending
 * @returns one row per series, in the order given; a series without a usable close is a row of NaN
 * @throws QuantInputError when days are not ascending, a series has more days than closes, or a ticker occurs twice
 */
export function alignPrices(
  series: readonly PriceSeries[],
  masterDays: Int32Array,
  { maximumStaleDays = MAXIMUM_STALE_DAYS }: { readonly maximumStaleDays?: number } = {},
): PriceMatrix & { readonly closeDays: Int32Array } {
  requireAscending('masterDays', masterDays)
  const columns = masterDays.length
  const values = new Float64Array(series.length * columns).fill(Number.NaN)
  const closeDays = new Int32Array(series.length * columns)
  const seen = new Set<string>()
  series.forEach((one, row) => {
    if (seen.has(one.ticker)) {
      throw new QuantInputError('series', row, `series[${row}] repeats the ticker ${one.ticker}; merge it first.`)
    }
    seen.add(one.ticker)
    requireEqualLengths(`days of ${one.ticker}`, one.days, `closes of ${one.ticker}`, one.closes)
    requireAscending(`days of ${one.ticker}`, one.days)
    sampleRow(one, masterDays, maximumStaleDays, values, closeDays, row * columns)
  })
  return {
    dates: masterDays,
    tickers: series.map((one) => one.ticker),
    values,
    closeDays,
    rows: series.length,
    columns,
  }
}

function sampleRow(
  { days, closes }: PriceSeries,
  masterDays: Int32Array,
  maximumStaleDays: number,
  values: Float64Array,
  closeDays: Int32Array,
  offset: number,
): void {
  // What is too old on the first day is so on all.
  let next = findFirstFrom(days, (masterDays[0] ?? 0) - maximumStaleDays)
  let lastClose = Number.NaN
  let lastDay = 0
  for (let t = 0; t < masterDays.length; t++) {
    const day = masterDays[t]!
    while (next < days.length && days[next]! <= day) {
      const close = closes[next]!
      if (close > 0 && close < Infinity) {
        lastClose = close
        lastDay = days[next]!
      }
      next++
    }
    if (lastClose > 0 && day - lastDay <= maximumStaleDays) {
      values[offset + t] = lastClose
      closeDays[offset + t] = lastDay
    }
  }
}

/** Place of the first of ascending days that is not before a day; their number when all are. */
function findFirstFrom(days: Int32Array, day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

function requireAscending(argument: string, days: Int32Array): void {
  for (let i = 1; i < days.length; i++) {
    if (days[i]! <= days[i - 1]!) throw inputErrors.notAscending(argument, i)
  }
}

/**
 * The columns `first` to `last`, both included, of a matrix: a copy, since the rows of a window are not contiguous in
 * the whole.
 */
export function sliceColumns<Matrix extends PriceMatrix | ReturnMatrix>(
  matrix: Matrix,
  first: number,
  last: number,
): Matrix {
  if (!(first >= 0 && first <= last && last < matrix.columns)) {
    throw inputErrors.badNumber('first', null, first, `a column between 0 and last (${last}) < ${matrix.columns}`)
  }
  const columns = last - first + 1
  const values = new Float64Array(matrix.rows * columns)
  const closeDays = 'closeDays' in matrix && matrix.closeDays ? new Int32Array(matrix.rows * columns) : undefined
  for (let row = 0; row < matrix.rows; row++) {
    const from = row * matrix.columns + first
    values.set(matrix.values.subarray(from, from + columns), row * columns)
    if (closeDays && 'closeDays' in matrix && matrix.closeDays) {
      closeDays.set(matrix.closeDays.subarray(from, from + columns), row * columns)
    }
  }
  const dates = matrix.dates.slice(first, last + 1)
  return { ...matrix, dates, values, columns, ...(closeDays ? { closeDays } : {}) }
}
