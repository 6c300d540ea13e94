// Tests: sector-exposure.test.ts

import { inputErrors } from './errors.ts'

/**
 * Rounds shares so that they still sum to exactly `total` (largest remainders, Hamilton's method): each share is
 * rounded down, and the units that are missing go to the largest remainders; of equal remainders to the earlier entry.
 *
 * - `total`: what the rounded shares sum to, such as 100 (percent)
 * - `decimals`: of the rounded shares
 *
 * @param shares ≥ 0, in any unit; they are scaled to `total`
 * @returns all 0 when every share is 0
 * @throws QuantInputError naming the first share that is negative or not finite
 */
export function roundToTotal(
  shares: readonly number[],
  { total = 100, decimals = 1 }: { readonly total?: number; readonly decimals?: number } = {},
): number[] {
  shares.forEach((share, i) => {
    if (!(share >= 0 && share < Infinity))
      throw inputErrors.badNumber('shares', i, share, 'a finite number of 0 or more')
  })
  const sum = shares.reduce((a, b) => a + b, 0)
  if (sum === 0) return shares.map(() => 0)
  const unit = 10 ** decimals
  const exact = shares.map((share) => (share / sum) * total * unit)
  const floors = exact.map(Math.floor)
  const missing = Math.round(total * unit) - floors.reduce((a, b) => a + b, 0)
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - floors[i]! }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i)
  for (const { i } of byRemainder.slice(0, missing)) floors[i] = floors[i]! + 1
  return floors.map((units) => units / unit)
}
