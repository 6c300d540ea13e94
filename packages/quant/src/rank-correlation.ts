// Tests: correlation-matrix.test.ts

import { keepCompleteDays } from './complete-days.ts'
import { type CorrelationMatrix, computeCorrelationMatrix } from './correlation-matrix.ts'
import { requireEqualLengths } from './errors.ts'
import { getRow, type ReturnMatrix } from './price-matrix.ts'
import { computeCorrelation } from './regression.ts'

/**
 * Ranks of a series, 1 for the smallest; equal values share the mean of the ranks they span.
 * @param values without NaN
 */
export function computeRanks(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!)
  const ranks = new Float64Array(values.length)
  let start = 0
  while (start < order.length) {
    let end = start + 1
    while (end < order.length && values[order[end]!]! === values[order[start]!]!) end++
    // Positions start … end − 1 hold ranks start + 1 … end, whose mean is (start + end + 1)/2.
    for (let k = start; k < end; k++) ranks[order[k]!] = (start + end + 1) / 2
    start = end
  }
  return ranks
}

/**
 * Spearman's rank correlation: Pearson's correlation of the ranks. One wild day counts as one rank, so it measures
 * whether two series move together, not whether one crash did.
 *
 * - `x`, `y`: equally long; NaN on either side leaves the day out
 *
 * @returns null for fewer than two common days, or when either series never moves
 * @see Spearman, "The proof and measurement of association between two things", 1904
 */
export function computeSpearmanCorrelation(x: Float64Array, y: Float64Array): number | null {
  requireEqualLengths('x', x, 'y', y)
  const isCommon = (_: number, t: number) => !(Number.isNaN(x[t]!) || Number.isNaN(y[t]!))
  return computeCorrelation(computeRanks(x.filter(isCommon)), computeRanks(y.filter(isCommon)))
}

/**
 * Spearman's rank correlation of every pair, over the days on which every ticker has a return.
 * @returns all NaN when there are fewer than `minimumReturns` such days
 */
export function computeSpearmanMatrix(
  returns: ReturnMatrix,
  { minimumReturns = 2 }: { readonly minimumReturns?: number } = {},
): CorrelationMatrix {
  const used = keepCompleteDays(returns)
  const ranks = new Float64Array(used.rows * used.columns)
  for (let row = 0; row < used.rows; row++) ranks.set(computeRanks(getRow(used, row)), row * used.columns)
  return computeCorrelationMatrix({ ...used, values: ranks }, { complete: 'all', minimumReturns })
}
