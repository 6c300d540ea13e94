import { inputErrors, requireEqualLengths } from './errors.ts'
import type { ReturnMatrix } from './price-matrix.ts'

/** Share of the portfolio (by absolute weight) that must have a return on a day for the day to count. */
export const MINIMUM_DAY_COVERAGE = 0.8

/** Daily returns of a portfolio held at constant weights. */
export interface PortfolioReturns {
  /** Simple returns, one per column of the matrix; NaN on days that too little of the portfolio covers. */
  readonly returns: Float64Array
  /** Day numbers of the columns. */
  readonly dates: Int32Array
  /** Number of days with a return. */
  readonly days: number
  /** Share of gross weight with at least one return, in [0, 1]. */
  readonly coveredWeight: number
}

/**
 * Weights of market values:  w_i = V_i / V.
 *
 * @param marketValues signed, in one currency; shorts are negative
 * @param basis what V is: `net`, the sum with signs (what the account is worth, so weights sum to 1), or `gross`, the
 *        sum of absolute values (for portfolios whose shorts outweigh their longs)
 * @returns null when V is not positive: a fraction of nothing, or of a debt, means nothing
 * @throws QuantInputError naming the first value that is not finite
 */
export function computeWeights(
  marketValues: Float64Array,
  { basis = 'net' }: { readonly basis?: 'net' | 'gross' } = {},
): Float64Array | null {
  let total = 0
  for (let i = 0; i < marketValues.length; i++) {
    const value = marketValues[i]!
    if (!Number.isFinite(value)) throw inputErrors.badNumber('marketValues', i, value, 'a finite market value')
    total += basis === 'net' ? value : Math.abs(value)
  }
  return total > 0 ? marketValues.map((value) => value / total) : null
}

/**
 * Returns of a portfolio whose weights are reset every day, which is what "the risk of today's portfolio" means:
 *
 *     r_P,t = Σ w_i·r_i,t
 *
 * On a day when some holdings have no return, the others stand in for them: the sum is scaled up by the share of
 * gross weight that is present. A day on which holdings worth less than `minimumCoverage` of the covered weight have a
 * return is left out. Missing is never zero. Holdings without a single return are left out for good; `coveredWeight`
 * says how much of the portfolio remains.
 *
 * @param weights one per row of `returns`: signed fractions of the portfolio's value (see {@link computeWeights})
 * @returns no day at all when the portfolio is empty or nothing in it has a return
 * @throws QuantInputError when there is not one finite weight per row
 */
export function computePortfolioReturns(
  returns: ReturnMatrix,
  weights: Float64Array,
  { minimumCoverage = MINIMUM_DAY_COVERAGE }: { readonly minimumCoverage?: number } = {},
): PortfolioReturns {
  const { rows, columns, values } = returns
  requireEqualLengths('rows of returns', { length: rows }, 'weights', weights)
  const sums = new Float64Array(columns)
  const present = new Float64Array(columns)
  let gross = 0
  let covered = 0
  for (let row = 0; row < rows; row++) {
    const weight = weights[row]!
    if (!Number.isFinite(weight)) throw inputErrors.badNumber('weights', row, weight, 'a finite weight')
    const size = Math.abs(weight)
    gross += size
    if (size > 0 && addWeighted(values, row * columns, weight, sums, present)) covered += size
  }
  let days = 0
  for (let t = 0; t < columns; t++) {
    const isCounted = present[t]! > 0 && present[t]! >= minimumCoverage * covered * (1 - 1e-9)
    sums[t] = isCounted ? (sums[t]! / present[t]!) * gross : Number.NaN
    if (isCounted) days++
  }
  return { returns: sums, dates: returns.dates, days, coveredWeight: gross === 0 ? 0 : covered / gross }
}

function addWeighted(
  values: Float64Array,
  offset: number,
  weight: number,
  sums: Float64Array,
  present: Float64Array,
): boolean {
  const size = Math.abs(weight)
  let hasReturn = false
  for (let t = 0; t < sums.length; t++) {
    const value = values[offset + t]!
    if (!Number.isNaN(value)) {
      sums[t] = sums[t]! + weight * value
      present[t] = present[t]! + size
      hasReturn = true
    }
  }
  return hasReturn
}
