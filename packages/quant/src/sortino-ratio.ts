import { RISK_FREE_RATE, TRADING_DAYS, ZERO_DEVIATION } from './constants.ts'
import { rejectInfinite } from './errors.ts'
import { computeMoments } from './moments.ts'
import type { RiskFreeOption } from './sharpe-ratio.ts'

/**
 * Downside deviation: the root mean square of the shortfalls below the daily risk-free rate, annualised.
 *
 *     √( mean over ALL days of min(r − rf/252, 0)² ) · √252
 *
 * Days without a shortfall count as 0 in the mean; leaving them out is a common mistake that makes a fund with one bad
 * day look like one with only bad days.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns null for an empty series; 0 when no day fell short
 * @throws QuantInputError naming the first infinite return
 */
export function computeDownsideDeviation(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const dailyRate = riskFreeRate / TRADING_DAYS
  let count = 0
  let squares = 0
  for (let t = 0; t < returns.length; t++) {
    const excess = returns[t]! - dailyRate
    if (!Number.isNaN(excess)) {
      count++
      if (excess < 0) squares += excess * excess
    }
  }
  if (!(squares < Infinity)) rejectInfinite('returns', returns)
  return count === 0 ? null : Math.sqrt((squares / count) * TRADING_DAYS)
}

/**
 * Sortino ratio: mean excess return a year over the downside deviation.
 *
 *     mean(r − rf/252)·252 / downsideDeviation
 *
 * @returns null for fewer than two returns, or when no day fell short of the risk-free rate
 * @throws QuantInputError naming the first infinite return
 * @see Sortino & van der Meer, "Downside risk", Journal of Portfolio Management 17(4), 1991
 */
export function computeSortinoRatio(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const { count, mean } = computeMoments(returns)
  const downside = computeDownsideDeviation(returns, { riskFreeRate })
  if (count < 2 || downside === null || downside < ZERO_DEVIATION) return null
  return (mean * TRADING_DAYS - riskFreeRate) / downside
}

/**
 * A Sortino ratio seen in many products: the denominator is the sample deviation (ddof 1) of the negative returns
 * alone. It measures how much losses differ from one another, so equal losses every day look riskless; the product
 * does not show it.
 *
 * @returns null when fewer than two returns are negative, or all losses are equal
 */
export function computeNegativeReturnSortinoRatio(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const { mean } = computeMoments(returns)
  const losses = computeMoments(returns.filter((value) => value < 0))
  const deviation = Math.sqrt(losses.squares / (losses.count - 1))
  if (losses.count < 2 || deviation < ZERO_DEVIATION) return null
  return (mean * TRADING_DAYS - riskFreeRate) / (deviation * Math.sqrt(TRADING_DAYS))
}
