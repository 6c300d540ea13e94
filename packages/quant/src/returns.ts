import { inputErrors, requirePositive } from './errors.ts'
import type { PriceMatrix, ReturnMatrix } from './price-matrix.ts'

/**
 * Simple daily returns of every ticker:  r_t = a_t / a_{t−1} − 1  with `a` the adjusted close.
 *
 * Simple returns, not logarithms, because they add up across holdings: the portfolio's return is the weighted mean of
 * its holdings' returns. A return exists only where both cells exist and the later one rests on a newer own close;
 * a price carried over a holiday is not a return of 0 but a missing one, and the next fresh close carries the whole
 * move.
 *
 * @returns one column fewer than `prices`; missing returns are NaN. Fewer than two columns give a matrix of 0 columns.
 */
export function computeReturns(prices: PriceMatrix): ReturnMatrix {
  const { rows, columns, values, closeDays } = prices
  const returnColumns = Math.max(0, columns - 1)
  const returns = new Float64Array(rows * returnColumns).fill(Number.NaN)
  for (let row = 0; row < rows; row++) {
    const from = row * columns
    const to = row * returnColumns
    for (let t = 1; t < columns; t++) {
      const isFresh = closeDays === undefined || closeDays[from + t]! > closeDays[from + t - 1]!
      if (isFresh) returns[to + t - 1] = values[from + t]! / values[from + t - 1]! - 1
    }
  }
  return {
    kind: 'returns',
    dates: prices.dates.slice(1),
    tickers: prices.tickers,
    values: returns,
    rows,
    columns: returnColumns,
  }
}

/**
 * Simple returns of one series of values:  r_t = V_t / V_{t−1} − 1.
 * @param values prices or portfolio values in time order, all positive
 * @returns one entry fewer than `values`; empty for fewer than two values
 * @throws QuantInputError naming the first value that is not a positive finite number
 */
export function computeSimpleReturns(values: Float64Array): Float64Array {
  requirePositive('values', values)
  const returns = new Float64Array(Math.max(0, values.length - 1))
  for (let t = 0; t < returns.length; t++) returns[t] = values[t + 1]! / values[t]! - 1
  return returns
}

/**
 * Logarithmic returns:  ln(V_t / V_{t−1}). They add up over time (not across holdings, which is why nothing else here
 * uses them); exported because many products quote the volatility of these.
 * @throws QuantInputError naming the first value that is not a positive finite number
 */
export function computeLogReturns(values: Float64Array): Float64Array {
  requirePositive('values', values)
  const returns = new Float64Array(Math.max(0, values.length - 1))
  for (let t = 0; t < returns.length; t++) returns[t] = Math.log(values[t + 1]! / values[t]!)
  return returns
}

/**
 * Values that grow by the given returns:  V_0 = start, V_t = V_{t−1}·(1 + r_t).
 *
 * @param returns simple returns, each above −1; NaN (a missing day) leaves the value where it was
 * @returns one entry more than `returns`
 * @throws QuantInputError for a return of −100 % or less, or an infinite one
 */
export function compoundReturns(returns: Float64Array, start = 1): Float64Array {
  const values = new Float64Array(returns.length + 1)
  values[0] = start
  let value = start
  for (let t = 0; t < returns.length; t++) {
    const growth = 1 + returns[t]!
    if (growth <= 0 || growth === Infinity) {
      throw inputErrors.badNumber('returns', t, returns[t]!, 'a finite return above −1')
    }
    if (growth > 0) value *= growth
    values[t + 1] = value
  }
  return values
}
