// Tests: tail-risk.test.ts

import { computeNamedQuantile, takeSmallest } from './order-statistics.ts'
import { type ConfidenceOption, toLoss, toTailProbability } from './tail-probability.ts'

/*
 * Conditional value at risk (expected shortfall): the mean loss on the worst days. With a whole number of tail days
 * everybody agrees; otherwise products differ in which days they count. All four ways in use are here under names of
 * their own. Each takes simple daily returns (NaN = missing, left out), answers a daily loss as a positive fraction,
 * null for an empty series, and throws a QuantInputError for an infinite return or a confidence outside (0, 1).
 */

/**
 * Conditional value at risk, coherent: the mean of the worst m = (1 − c)·n days, where the last day counts with the
 * fraction of it that belongs to the tail.
 *
 *     m = (1 − c)·n,  k = ⌊m⌋:   CVaR = −( Σ_{i ≤ k} r_(i) + (m − k)·r_(k+1) ) / m
 *
 * This is the one the product shows: it never falls below the historical VaR, and a mixture of portfolios is never
 * riskier than the parts.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction (negative if even the tail gained); null for an empty series
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 * @see Acerbi & Tasche, "On the coherence of expected shortfall", Journal of Banking & Finance 26(7), 2002
 */
export function computeCvar(returns: Float64Array, { confidence = 0.95 }: ConfidenceOption = {}): number | null {
  const probability = toTailProbability(confidence)
  const wholeDays = (count: number) => Math.min(count - 1, Math.floor(probability * count))
  const { count, smallest } = takeSmallest('returns', returns, (present) => wholeDays(present) + 1)
  if (count === 0) return null
  const whole = wholeDays(count)
  let sum = (probability * count - whole) * smallest[whole]!
  for (let i = 0; i < whole; i++) sum += smallest[i]!
  return toLoss(sum / (probability * count))
}

/**
 * Conditional value at risk as the mean of the returns at or below the historical VaR quantile, the definition of most
 * textbooks:  −mean(r | r ≤ quantile(r, 1 − c)),  the quantile interpolated as in `computeHistoricalVar`.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction (negative if even the tail gained); null for an empty series
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 * @see Rockafellar & Uryasev, "Conditional value-at-risk for general loss distributions", Journal of Banking & Finance
 *      26(7), 2002, on how the definitions differ
 */
export function computeCvarBeyondQuantile(
  returns: Float64Array,
  { confidence = 0.95 }: ConfidenceOption = {},
): number | null {
  const probability = toTailProbability(confidence)
  const quantile = computeNamedQuantile('returns', returns, probability)
  if (quantile === null) return null
  let sum = 0
  let count = 0
  for (let i = 0; i < returns.length; i++) {
    if (returns[i]! <= quantile) {
      sum += returns[i]!
      count++
    }
  }
  return toLoss(sum / count)
}

/**
 * Conditional value at risk as the mean of the k = ⌊(1 − c)·n⌋ smallest returns, at least of one:  −Σ_{i ≤ k} r_(i) / k.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction (negative if even the tail gained); null for an empty series
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 */
export function computeCvarOfWorstDays(
  returns: Float64Array,
  { confidence = 0.95 }: ConfidenceOption = {},
): number | null {
  const probability = toTailProbability(confidence)
  return meanOfSmallest(returns, (count) => Math.max(1, Math.floor(probability * count)))
}

/**
 * Conditional value at risk as the Python library empyrical defines it: the mean of the k = ⌊(1 − c)·(n − 1)⌋ + 1
 * smallest returns:  −Σ_{i ≤ k} r_(i) / k.
 *
 * @param returns simple daily returns; NaN entries are missing and left out
 * @returns a daily loss as a positive fraction (negative if even the tail gained); null for an empty series
 * @throws QuantInputError naming the first infinite return, or a confidence outside (0, 1)
 * @see empyrical, `stats.conditional_value_at_risk`
 */
export function computeCvarAsEmpyrical(
  returns: Float64Array,
  { confidence = 0.95 }: ConfidenceOption = {},
): number | null {
  const probability = toTailProbability(confidence)
  return meanOfSmallest(returns, (count) => Math.floor(probability * (count - 1)) + 1)
}

function meanOfSmallest(returns: Float64Array, pick: (count: number) => number): number | null {
  const { count, smallest } = takeSmallest('returns', returns, pick)
  if (count === 0) return null
  let sum = 0
  for (let i = 0; i < smallest.length; i++) sum += smallest[i]!
  return toLoss(sum / smallest.length)
}
