import { computeMaxDrawdown } from './drawdown.ts'
import { inputErrors, requireEqualLengths } from './errors.ts'
import { computeBeta } from './regression.ts'
import type { RiskFreeOption } from './risk-free-rate.ts'
import { computeSharpeRatio } from './sharpe-ratio.ts'
import { computeVolatility } from './volatility.ts'

/*
 * Rolling measures: the same figure over every stretch of `window` consecutive entries. Entry k of the result belongs
 * to the stretch that ends at entry k + window − 1 of the series, so the result is window − 1 entries shorter; it is
 * empty when the series is shorter than the window. NaN marks a stretch for which the figure is undefined (too few
 * returns in it, or nothing that moved). Each throws a QuantInputError unless `window` is a whole number ≥ 1.
 *
 * Every stretch is computed afresh. Sliding sums would be faster and drift by rounding; a screen has 5,000 stretches at
 * most, which takes milliseconds.
 */

/** Annualised volatility of every stretch of `window` returns; see `computeVolatility`. */
export function computeRollingVolatility(returns: Float64Array, window: number): Float64Array {
  return roll(returns.length, window, (from, to) => computeVolatility(returns.subarray(from, to)))
}

/** Sharpe ratio of every stretch of `window` returns; see `computeSharpeRatio`. */
export function computeRollingSharpeRatio(
  returns: Float64Array,
  window: number,
  options: RiskFreeOption = {},
): Float64Array {
  return roll(returns.length, window, (from, to) => computeSharpeRatio(returns.subarray(from, to), options))
}

/**
 * Beta over every stretch of `window` days; see `computeBeta`.
 * @throws QuantInputError when the two series differ in length
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

/** Maximum drawdown, as a positive fraction, within every stretch of `window` **values**; see `computeMaxDrawdown`. */
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
