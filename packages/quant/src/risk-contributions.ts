// Tests: portfolio-construction.test.ts

import { TRADING_DAYS } from './constants.ts'
import { requireEqualLengths, requireFiniteEntries } from './errors.ts'
import { computeMoments } from './moments.ts'
import { computePortfolioReturns } from './portfolio-returns.ts'
import { getRow, type ReturnMatrix } from './price-matrix.ts'
import { computeCovariance, isConstant } from './regression.ts'
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
 * Risk contributions straight from returns, without the covariance matrix:  RC_i = w_i·cov(r_i, r_P) / var(r_P). Work
 * grows with N·T and not with N²·T. The same shares as {@link computeRiskContributions} when no return is missing;
 * otherwise each holding is measured on its own days with the portfolio's.
 *
 * @param weights one per row, signed fractions of the portfolio's value
 * @returns one share per row, summing to 1 up to what gaps do; 0 for holdings with fewer than two common days; null when
 *          the portfolio has fewer than two days or never moves
 * @throws QuantInputError when there is not one finite weight per row
 */
export function computeRiskShares(returns: ReturnMatrix, weights: Float64Array): Float64Array | null {
  const portfolio = computePortfolioReturns(returns, weights).returns
  const { count, squares } = computeMoments(portfolio)
  if (count < 2 || isConstant(squares, count)) return null
  return weights.map((weight, row) => {
    const covariance = weight === 0 ? null : computeCovariance(getRow(returns, row), portfolio)
    return covariance === null ? 0 : (weight * covariance * (count - 1)) / squares
  })
}

/**
 * Herfindahl–Hirschman index of weights, Σ(w_i / Σ|w|)²; its inverse is the effective number of holdings.
 * @returns null when all weights are 0
 * @throws QuantInputError naming the first weight that is NaN or infinite
 */
export function computeHerfindahlIndex(weights: Float64Array): number | null {
  requireFiniteEntries('weights', weights)
  const gross = weights.reduce((sum, weight) => sum + Math.abs(weight), 0)
  return gross === 0 ? null : weights.reduce((sum, weight) => sum + (weight / gross) ** 2, 0)
}
