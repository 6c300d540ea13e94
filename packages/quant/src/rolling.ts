// Tests: performance.test.ts

import { computeMaxDrawdown } from './drawdown.ts'
import { inputErrors, requireEqualLengths } from './errors.ts'
import { computeBeta } from './regression.ts'
import type { RiskFreeOption } from './risk-free-rate.ts'
import { computeSharpeRatio } from './sharpe-ratio.ts'
import { computeVolatility } from './volatility.ts'

/*
 * Every stretch is computed afresh. Sliding sums would be faster and drift by rounding; a screen has 5,000 stretches at
 * most, which takes milliseconds.
 */

/**
 * Rolling volatility: the annualised volatility of every stretch of `window` consecutive returns,  sd(r, ddof 1)·√252.
 *
 * @param window entries in a stretch, a whole number ≥ 1
 * @returns entry k belongs to the stretch that ends at entry k + window − 1; NaN where the figure is undefined; empty
 *          when the series is shorter than the window
 * @throws QuantInputError for another window, or naming the first infinite return
 */
export function computeRollingVolatility(returns: Float64Array, window: number): Float64Array {
  return roll(returns.length, window, (from, to) => computeVolatility(returns.subarray(from, to)))
}

/**
 * Rolling Sharpe ratio: `computeSharpeRatio` of every stretch of `window` consecutive returns.
 *
 * @param window entries in a stretch, a whole number ≥ 1
 * @returns entry k belongs to the stretch that ends at entry k + window − 1; NaN where the figure is undefined; empty
 *          when the series is shorter than the window
 * @throws QuantInputError for another window, or naming the first infinite return
 */
export function computeRollingSharpeRatio(
  returns: Float64Array,
  window: number,
  options: RiskFreeOption = {},
): Float64Array {
  return roll(returns.length, window, (from, to) => computeSharpeRatio(returns.subarray(from, to), options))
}

/**
 * Rolling beta: cov(r, b) / var(b) over every stretch of `window` consecutive days, as `computeBeta`.
 *
 * @param window entries in a stretch, a whole number ≥ 1
 * @returns entry k belongs to the stretch that ends at entry k + window − 1; NaN where the figure is undefined; empty
 *          when the series is shorter than the window
 * @throws QuantInputError for another window, for series of different length, or naming the first infinite return
 */
export function computeRollingBeta(
  returns: Float64Array,
  benchmarkReturns: Float64Array,
  window: number,
): Float64Array {
  requireEqualLengths('returns', returns, 'benchmarkReturns', benchmarkReturns)
  return roll(returns.length, window, (from, to) =>
    computeBeta(returns.subarray(from, to), benchmarkReturns.subarray(from, to)),
  )
}

/**
 * Rolling maximum drawdown: the deepest fall within every stretch of `window` consecutive **values** (not returns), as a
 * positive fraction; see `computeMaxDrawdown`.
 *
 * @param window entries in a stretch, a whole number ≥ 1
 * @returns entry k belongs to the stretch that ends at entry k + window − 1; NaN where the figure is undefined; empty
 *          when the series is shorter than the window
 * @throws QuantInputError for another window, or naming the first value that is not a positive finite number
 */
export function computeRollingMaxDrawdown(values: Float64Array, window: number): Float64Array {
  return roll(values.length, window, (from, to) => computeMaxDrawdown(values.subarray(from, to)).depth)
}

function roll(length: number, window: number, compute: (from: number, to: number) => number | null): Float64Array {
  if (!(Number.isInteger(window) && window >= 1)) {
    throw inputErrors.badNumber('window', null, window, 'a whole number of 1 or more')
  }
  const results = new Float64Array(Math.max(0, length - window + 1))
  for (let k = 0; k < results.length; k++) results[k] = compute(k, k + window) ?? Number.NaN
  return results
}
