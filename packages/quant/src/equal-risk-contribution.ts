// Tests: portfolio-construction.test.ts

import { QuantInputError } from './errors.ts'
import { requireCovariance, type SquareMatrix } from './square-matrix.ts'

const MAXIMUM_CYCLES = 10_000
const CONVERGED = 1e-14

/**
 * Equal risk contribution ("risk parity"): the long-only weights with which every holding accounts for the same share
 * of the portfolio's variance,  w_i·(Σw)_i  equal for all i.
 *
 * The weights solve  min ½·xᵀΣx − c·Σ ln x_i,  which has exactly one solution; cyclical coordinate descent finds it by
 * solving one quadratic equation per holding and round, and converges for any covariance.
 *
 * @returns one positive weight per row, summing to 1; inverse volatility weights when all correlations are equal
 * @throws QuantInputError when the matrix is no covariance, or so degenerate that the rounds do not settle
 * @see Griveau-Billion, Richard & Roncalli, "A fast algorithm for computing high-dimensional risk parity portfolios",
 *      2013; Maillard, Roncalli & Teïletche, "The properties of equally weighted risk contribution portfolios", 2010
 */
export function computeEqualRiskContributionWeights(covariance: SquareMatrix): Float64Array {
  requireCovariance(covariance)
  const { size, values } = covariance
  // Start at inverse volatility, which is the answer when correlations are equal.
  const x = Float64Array.from({ length: size }, (_, i) => 1 / Math.sqrt(values[i * size + i]!))
  const budget = 1 / size
  for (let cycle = 0; cycle < MAXIMUM_CYCLES; cycle++) {
    let change = 0
    for (let i = 0; i < size; i++) {
      const variance = values[i * size + i]!
      let others = 0
      for (let j = 0; j < size; j++) if (j !== i) others += values[i * size + j]! * x[j]!
      // The positive root of variance·x² + others·x − budget = 0, in the form that does not cancel.
      const root = Math.sqrt(others * others + 4 * variance * budget)
      const next = others > 0 ? (2 * budget) / (others + root) : (root - others) / (2 * variance)
      change = Math.max(change, Math.abs(next / x[i]! - 1))
      x[i] = next
    }
    if (change < CONVERGED) break
    if (cycle === MAXIMUM_CYCLES - 1 && change > 1e-9) {
      throw new QuantInputError(
        'covariance',
        null,
        'covariance is so degenerate that risk parity does not settle; shrink it first.',
      )
    }
  }
  const sum = x.reduce((total, value) => total + value, 0)
  return x.map((value) => value / sum)
}
