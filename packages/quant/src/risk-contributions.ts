import { TRADING_DAYS } from './constants.ts'
import { requireEqualLengths } from './errors.ts'
import { multiplyVector, requireCovariance, type SquareMatrix } from './square-matrix.ts'

/** Where a portfolio's risk comes from. */
export interface RiskContributions {
  /** Annualised volatility of the portfolio, as a fraction. */
  readonly volatility: number
  /** Share of the portfolio's variance per holding; they sum to 1, and a hedge's is negative. */
  readonly shares: Float64Array
  /** Choueifaty's diversification ratio: Σ|w|·σ / σ_P, at least 1 for a long-only portfolio. Null without risk. */
  readonly diversificationRatio: number | null
}

/**
 * Risk contributions: how much of the variance each holding accounts for.
 *
 *     RC_i = w_i·(Σw)_i / (wᵀΣw)         ( = w_i·cov(r_i, r_P) / σ_P² )
 *
 * @param weights one per row of the covariance, signed
 * @param covariance per day (as `computeCovarianceMatrix` gives it)
 * @returns shares of 0 when the portfolio has no risk at all
 * @throws QuantInputError when there is not one weight per row, or the matrix is no covariance
 */
export function computeRiskContributions(weights: Float64Array, covariance: SquareMatrix): RiskContributions {
  requireEqualLengths('rows of covariance', { length: covariance.size }, 'weights', weights)
  requireCovariance(covariance)
  const marginal = multiplyVector(covariance, weights)
  let variance = 0
  let undiversified = 0
  for (let i = 0; i < weights.length; i++) {
    variance += weights[i]! * marginal[i]!
    undiversified += Math.abs(weights[i]!) * Math.sqrt(covariance.values[i * covariance.size + i]!)
  }
  const hasRisk = variance > 1e-30 * undiversified * undiversified && variance > 0
  return {
    volatility: hasRisk ? Math.sqrt(variance * TRADING_DAYS) : 0,
    shares: weights.map((weight, i) => (hasRisk ? (weight * marginal[i]!) / variance : 0)),
    diversificationRatio: hasRisk ? undiversified / Math.sqrt(variance) : null,
  }
}

/**
 * Herfindahl–Hirschman index of weights, Σ(w_i / Σ|w|)²; its inverse is the effective number of holdings.
 * @returns null when all weights are 0
 */
export function computeHerfindahlIndex(weights: Float64Array): number | null {
  const gross = weights.reduce((sum, weight) => sum + Math.abs(weight), 0)
  return gross === 0 ? null : weights.reduce((sum, weight) => sum + (weight / gross) ** 2, 0)
}
