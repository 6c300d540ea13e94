import { inputErrors } from './errors.ts'

/** The deepest fall within so many days. */
export interface DeepestFall {
  /** From a close to a later one, a fraction ≤ 0. */
  readonly marketReturn: number
  /** Places of the two closes. */
  readonly from: number
  readonly to: number
}

/**
 * The deepest fall of a price within a number of days: the least close_t / close_s − 1 over all s ≤ t ≤ s + days.
 *
 * @param closes in time order, all > 0
 * @param days trading days, a whole number ≥ 1
 * @returns null without closes; a fall of 0 where the price only rises
 * @throws QuantInputError for a number of days that cannot be
 */
export function findDeepestFall(closes: ArrayLike<number>, days: number): DeepestFall | null {
  if (!(Number.isInteger(days) && days >= 1)) throw inputErrors.badNumber('days', null, days, 'a whole number ≥ 1')
  if (closes.length === 0) return null
  let deepest: DeepestFall = { marketReturn: 0, from: 0, to: 0 }
  // Places that may still be the highest within the window, their closes falling: a later one that is higher outlives them.
  const highest = new Int32Array(closes.length)
  let [first, count] = [0, 0]
  for (let to = 0; to < closes.length; to++) {
    while (count > first && closes[highest[count - 1]!]! < closes[to]!) count--
    highest[count++] = to
    if (highest[first]! < to - days) first++
    const from = highest[first]!
    const marketReturn = closes[to]! / closes[from]! - 1
    if (marketReturn < deepest.marketReturn) deepest = { marketReturn, from, to }
  }
  return deepest
}
