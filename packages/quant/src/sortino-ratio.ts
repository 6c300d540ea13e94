// Tests: risk-adjusted-return.test.ts

import { RISK_FREE_RATE, TRADING_DAYS, ZERO_DEVIATION } from './constants.ts'
import { rejectInfinite } from './errors.ts'
import { computeMoments } from './moments.ts'
import { type RiskFreeOption, toDailyRate } from './risk-free-rate.ts'

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
 * @throws QuantInputError naming the first infinite return, or a risk-free rate that is no number
 */
export function computeDownsideDeviation(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const { count, shortfalls } = sumShortfalls(returns, toDailyRate(riskFreeRate))
  return count === 0 ? null : Math.sqrt((shortfalls / count) * TRADING_DAYS)
}

/**
 * Sortino ratio: mean excess return a year over the downside deviation.
 *
 *     mean(r − rf/252)·252 / downsideDeviation
 *
 * @returns null for fewer than two returns, or when no day fell short of the risk-free rate
 * @throws QuantInputError naming the first infinite return, or a risk-free rate that is no number
 * @see Sortino & van der Meer, "Downside risk", Journal of Portfolio Management 17(4), 1991
 */
export function computeSortinoRatio(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const { count, sum, shortfalls } = sumShortfalls(returns, toDailyRate(riskFreeRate))
  const downside = Math.sqrt((shortfalls / count) * TRADING_DAYS)
  if (count < 2 || downside < ZERO_DEVIATION) return null
  const ratio = ((sum / count) * TRADING_DAYS) / downside
  if (!Number.isFinite(ratio)) rejectInfinite('returns', returns)
  return ratio
}

interface Shortfalls {
  readonly count: number
  /** Σ(r − rate) */
  readonly sum: number
  /** Σ min(r − rate, 0)² */
  readonly shortfalls: number
}

function sumShortfalls(returns: Float64Array, dailyRate: number): Shortfalls {
  let count = 0
  let sum = 0
  let shortfalls = 0
  for (let t = 0; t < returns.length; t++) {
    const excess = returns[t]! - dailyRate
    if (Number.isNaN(excess)) continue
    count++
    sum += excess
    // min(excess, 0) without a branch: the sign of a return is guessed wrong every other time.
    const shortfall = (excess - Math.abs(excess)) / 2
    shortfalls += shortfall * shortfall
  }
  if (!(Math.abs(sum) < Infinity && shortfalls < Infinity)) rejectInfinite('returns', returns)
  return { count, sum, shortfalls }
}

/**
 * A Sortino ratio seen in many products: the denominator is the sample deviation (ddof 1) of the negative returns
 * alone. It measures how much losses differ from one another, so equal losses every day look riskless; the product
 * does not show it.
 *
 *     mean(r − rf/252)·252 / ( sd(r where r < 0, ddof 1)·√252 )
 *
 * @returns null when fewer than two returns are negative, or all losses are equal
 * @throws QuantInputError naming the first infinite return, or a risk-free rate that is no number
 */
export function computeNegativeReturnSortinoRatio(
  returns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const dailyRate = toDailyRate(riskFreeRate)
  const { mean } = computeMoments(returns)
  const losses = computeMoments(returns.filter((value) => value < 0))
  const deviation = Math.sqrt(losses.squares / (losses.count - 1))
  if (losses.count < 2 || deviation < ZERO_DEVIATION) return null
  return ((mean - dailyRate) / deviation) * Math.sqrt(TRADING_DAYS)
}
