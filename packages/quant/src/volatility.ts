import { TRADING_DAYS } from './constants.ts'
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
 * @returns null for an empty series, 0 for a single return
 */
export function computePopulationVolatility(returns: Float64Array): number | null {
  const { count, squares } = computeMoments(returns)
  return count < 1 ? null : Math.sqrt((squares / count) * TRADING_DAYS)
}
