// Tests: risk-adjusted-return.test.ts

import { RISK_FREE_RATE, TRADING_DAYS, ZERO_DEVIATION } from './constants.ts'
import { requireFinite } from './errors.ts'
import { computeMoments } from './moments.ts'
import { type RiskFreeOption, toDailyRate } from './risk-free-rate.ts'
import { computeVolatility } from './volatility.ts'

/**
 * Sharpe ratio: mean excess return per unit of volatility, a year.
 *
 *     mean(r − rf/252) / sd(r − rf/252, ddof 1) · √252
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns null for fewer than two returns, or when they never move (no risk, no ratio)
 * @throws QuantInputError naming the first infinite return, or a risk-free rate that is no number
 * @see Sharpe, "The Sharpe ratio", Journal of Portfolio Management 21(1), 1994
 */
export function computeSharpeRatio(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const dailyRate = toDailyRate(riskFreeRate)
  const { count, mean, squares } = computeMoments(returns)
  const deviation = Math.sqrt(squares / (count - 1))
  if (count < 2 || deviation < ZERO_DEVIATION) return null
  return ((mean - dailyRate) / deviation) * Math.sqrt(TRADING_DAYS)
}

/**
 * A ratio that some products call Sharpe: annualised (compound) return less the risk-free rate, over volatility. It
 * punishes volatility twice, since compounding has already paid for it.
 *
 *     (annualizedReturn − rf) / ( sd(r, ddof 1)·√252 )
 *
 * @param annualizedReturn as of `computeAnnualizedReturn`; null stays null
 * @returns null for fewer than two returns or when they never move
 * @throws QuantInputError naming the first infinite return, an annualised return or a risk-free rate that is no number
 */
export function computeCompoundSharpeRatio(
  returns: Float64Array,
  annualizedReturn: number | null,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const dailyRate = toDailyRate(riskFreeRate)
  const volatility = computeVolatility(returns)
  if (annualizedReturn === null || volatility === null || volatility < ZERO_DEVIATION * Math.sqrt(TRADING_DAYS)) {
    return null
  }
  requireFinite('annualizedReturn', annualizedReturn)
  const ratio = (annualizedReturn - dailyRate * TRADING_DAYS) / volatility
  return Number.isFinite(ratio) ? ratio : null
}
