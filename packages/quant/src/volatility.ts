import { TRADING_DAYS } from './constants.ts'
import { inputErrors, rejectInfinite } from './errors.ts'
import { computeMoments } from './moments.ts'

/**
 * Annualised volatility: the sample standard deviation (ddof 1) of daily returns times √252.
 *
 *     σ = sd(r) · √252
 *
 * @param returns simple daily returns as fractions; NaN entries are missing days and left out
 * @returns a fraction per year (0.2 = 20 %); 0 for a series that never moves; null for fewer than two returns
 * @throws QuantInputError naming the first infinite return
 */
export function computeVolatility(returns: Float64Array): number | null {
  const { count, squares } = computeMoments(returns)
  return count < 2 ? null : Math.sqrt((squares / (count - 1)) * TRADING_DAYS)
}

/**
 * Annualised volatility with the population standard deviation (ddof 0): smaller than {@link computeVolatility} by
 * √((n−1)/n). Some products show this one.
 *
 *     σ = √( Σ(r − mean)² / n ) · √252
 *
 * @param returns simple daily returns as fractions; NaN entries are missing days and left out
 * @returns a fraction per year; null for an empty series, 0 for a single return
 * @throws QuantInputError naming the first infinite return
 */
export function computePopulationVolatility(returns: Float64Array): number | null {
  const { count, squares } = computeMoments(returns)
  return count < 1 ? null : Math.sqrt((squares / count) * TRADING_DAYS)
}

/**
 * Exponentially weighted volatility (RiskMetrics): today's volatility, in which a day counts λ times as much as the day
 * after it.
 *
 *     σ² = Σ λ^k·r²_{n−k} / Σ λ^k · 252,   k = 0 for the last day
 *
 * The mean is taken as 0, as is usual over so short a memory: with λ = 0.94 half of the weight lies on the last eleven
 * days.
 *
 * @param returns in time order; NaN entries are missing, and left out with their weight
 * @param decay λ, in (0, 1)
 * @returns a fraction per year; null when nothing is present
 * @throws QuantInputError naming the first infinite return, or for a decay outside (0, 1)
 * @see J.P. Morgan/Reuters, "RiskMetrics Technical Document", 1996
 */
export function computeEwmaVolatility(
  returns: Float64Array,
  { decay = 0.94 }: { readonly decay?: number } = {},
): number | null {
  if (!(decay > 0 && decay < 1)) throw inputErrors.badNumber('decay', null, decay, 'a number between 0 and 1')
  let weights = 0
  let squares = 0
  for (let t = 0; t < returns.length; t++) {
    const square = returns[t]! ** 2
    const isMissing = Number.isNaN(square)
    weights = weights * decay + (isMissing ? 0 : 1)
    squares = squares * decay + (isMissing ? 0 : square)
  }
  if (!(squares < Infinity)) rejectInfinite('returns', returns)
  return weights === 0 ? null : Math.sqrt((squares / weights) * TRADING_DAYS)
}
