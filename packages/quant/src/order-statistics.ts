import { inputErrors, rejectInfinite } from './errors.ts'

/** Stretches longer than this are first cut around a pivot chosen from a sample. */
const SAMPLED_LENGTH = 600

/**
 * Rearranges the entries so that the `count` smallest come first, in no particular order, with the largest of them at
 * index `count − 1`. Sorting would pay n·log n for an order nobody needs; this takes little more than n comparisons.
 *
 * Floyd and Rivest's selection: the pivot comes from a small sample, chosen so that it almost surely lies just beyond
 * the rank wanted, and one pass leaves little else to look at.
 *
 * @param values is changed; 1 ≤ count ≤ values.length, no NaN
 * @see Floyd & Rivest, "Algorithm 489: SELECT", Communications of the ACM 18(3), 1975
 */
export function moveSmallestFirst(values: Float64Array, count: number): void {
  select(values, count - 1, 0, values.length - 1)
}

function select(values: Float64Array, target: number, first: number, last: number): void {
  let left = first
  let right = last
  while (right > left) {
    if (right - left > SAMPLED_LENGTH) {
      const length = right - left + 1
      const rank = target - left + 1
      const logarithm = Math.log(length)
      const sample = 0.5 * Math.exp((2 * logarithm) / 3)
      const side = rank - length / 2 < 0 ? -1 : 1
      const margin = 0.5 * Math.sqrt((logarithm * sample * (length - sample)) / length) * side
      const from = Math.max(left, Math.floor(target - (rank * sample) / length + margin))
      const to = Math.min(right, Math.floor(target + ((length - rank) * sample) / length + margin))
      select(values, target, from, to)
    }
    const boundary = partition(values, left, right, target)
    if (boundary <= target) left = boundary + 1
    if (boundary >= target) right = boundary - 1
  }
}

/** Moves what is below the entry at `target` to the left of it and what is above to its right; returns where it ends up. */
function partition(values: Float64Array, left: number, right: number, target: number): number {
  const pivot = values[target]!
  let i = left
  let j = right
  swap(values, left, target)
  if (values[right]! > pivot) swap(values, left, right)
  while (i < j) {
    swap(values, i, j)
    i++
    j--
    while (values[i]! < pivot) i++
    while (values[j]! > pivot) j--
  }
  if (values[left] === pivot) swap(values, left, j)
  else {
    j++
    swap(values, j, right)
  }
  return j
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = values[i]!
  values[i] = values[j]!
  values[j] = value
}

/**
 * The present (non-NaN) entries, as a new array.
 * @throws QuantInputError naming the first infinite entry of `argument`
 */
export function copyPresent(argument: string, values: Float64Array): Float64Array {
  const present = new Float64Array(values.length)
  let count = 0
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (Number.isNaN(value)) continue
    present[count++] = value
    sum += value
  }
  if (!(Math.abs(sum) < Infinity)) rejectInfinite(argument, values)
  return present.subarray(0, count)
}

/**
 * Quantile by linear interpolation between order statistics (Hyndman & Fan type 7, the default of numpy and R):
 *
 *     h = (n − 1)·p,   q = x_(⌊h⌋) + (h − ⌊h⌋)·(x_(⌊h⌋+1) − x_(⌊h⌋))       (x sorted, counted from 0)
 *
 * @param values NaN entries are missing and left out
 * @param probability in [0, 1]
 * @returns null when nothing is present; the one value of a single entry
 * @throws QuantInputError when `probability` is outside [0, 1]
 * @see Hyndman & Fan, "Sample quantiles in statistical packages", The American Statistician 50(4), 1996
 */
export function computeQuantile(values: Float64Array, probability: number): number | null {
  return quantileOfPresent(copyPresent('values', values), probability)
}

/** {@link computeQuantile} of entries that are all present; rearranges them. */
export function quantileOfPresent(present: Float64Array, probability: number): number | null {
  if (!(probability >= 0 && probability <= 1)) {
    throw inputErrors.badNumber('probability', null, probability, 'a number from 0 to 1')
  }
  const count = present.length
  if (count === 0) return null
  const position = (count - 1) * probability
  const below = Math.floor(position)
  if (position === below) {
    moveSmallestFirst(present, below + 1)
    return present[below]!
  }
  // The upper neighbour by selection; the lower is then the largest of the few before it.
  moveSmallestFirst(present, below + 2)
  const upper = present[below + 1]!
  let lower = -Infinity
  for (let i = 0; i <= below; i++) if (present[i]! > lower) lower = present[i]!
  return lower + (position - below) * (upper - lower)
}
