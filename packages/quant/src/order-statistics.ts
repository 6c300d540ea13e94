// Tests: tail-risk.test.ts

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

/** The low end of a series. */
export interface Tail {
  /** Present entries of the whole series. */
  readonly count: number
  /** The smallest entries, in no order but for the largest of them, which comes last. */
  readonly smallest: Float64Array
}

/** One entry in so many is looked at to guess where the tail begins. */
const SAMPLING_STRIDE = 16

/**
 * The smallest present entries of a series, as many as `pick` asks for once it knows how many are present.
 *
 * A tail is a small part of a long series, so the series is not copied: a sample gives a bound that the tail almost
 * surely lies below, one pass collects what is below it, and the selection works on that. When the guess was wrong,
 * everything is copied after all; the answer is the same.
 *
 * @param pick number of entries wanted, from 1 to count; not called when nothing is present
 * @throws QuantInputError naming the first infinite entry of `argument`
 */
export function takeSmallest(argument: string, values: Float64Array, pick: (count: number) => number): Tail {
  const length = values.length
  const wanted = length === 0 ? 0 : pick(length)
  if (length >= SAMPLED_LENGTH && wanted <= length / 8) {
    const below = collectBelow(argument, values, guessBound(values, wanted / length))
    if (below !== null && below.length >= wanted) {
      moveSmallestFirst(below, wanted)
      return { count: length, smallest: below.subarray(0, wanted) }
    }
  }
  const present = copyPresent(argument, values)
  if (present.length === 0) return { count: 0, smallest: present }
  const picked = pick(present.length)
  moveSmallestFirst(present, picked)
  return { count: present.length, smallest: present.subarray(0, picked) }
}

/** A value that about `share` of the series, and three standard errors more, lies below; NaN when the sample has gaps. */
function guessBound(values: Float64Array, share: number): number {
  const size = Math.ceil(values.length / SAMPLING_STRIDE)
  const sample = new Float64Array(size)
  for (let k = 0; k < size; k++) {
    const value = values[k * SAMPLING_STRIDE]!
    if (Number.isNaN(value)) return Number.NaN
    sample[k] = value
  }
  const rank = Math.min(size, Math.ceil(size * share + 3 * Math.sqrt(size * share * (1 - share))) + 1)
  moveSmallestFirst(sample, rank)
  return sample[rank - 1]!
}

/** Entries up to the bound; null when an entry is missing. */
function collectBelow(argument: string, values: Float64Array, bound: number): Float64Array | null {
  const below = new Float64Array(Math.ceil(values.length / 4) + 2)
  const room = below.length - 2
  const even = values.length - (values.length % 2)
  let count = 0
  // Two sums side by side, only to learn whether something is missing or infinite.
  let sumA = values.length === even ? 0 : values[even]!
  let sumB = 0
  if (sumA <= bound && even < values.length) below[count++] = sumA
  for (let i = 0; i < even; i += 2) {
    const a = values[i]!
    const b = values[i + 1]!
    sumA += a
    sumB += b
    if (a <= bound) below[count++] = a
    if (b <= bound) below[count++] = b
    if (count > room) return null
  }
  const sum = sumA + sumB
  if (Number.isNaN(sum)) return null
  if (!(Math.abs(sum) < Infinity)) rejectInfinite(argument, values)
  return below.subarray(0, count)
}

/**
 * Quantile by linear interpolation between order statistics (Hyndman & Fan type 7, the default of numpy and R):
 *
 *     h = (n − 1)·p,   q = x_(⌊h⌋) + (h − ⌊h⌋)·(x_(⌊h⌋+1) − x_(⌊h⌋))       (x sorted, counted from 0)
 *
 * @param values NaN entries are missing and left out
 * @param probability in [0, 1]
 * @returns null when nothing is present; the one value of a single entry
 * @throws QuantInputError when `probability` is outside [0, 1], or naming the first infinite entry
 * @see Hyndman & Fan, "Sample quantiles in statistical packages", The American Statistician 50(4), 1996
 */
export function computeQuantile(values: Float64Array, probability: number): number | null {
  return computeNamedQuantile('values', values, probability)
}

/** {@link computeQuantile} of an argument that has a name of its own in errors. */
export function computeNamedQuantile(argument: string, values: Float64Array, probability: number): number | null {
  if (!(probability >= 0 && probability <= 1)) {
    throw inputErrors.badNumber('probability', null, probability, 'a number from 0 to 1')
  }
  const { count, smallest } = takeSmallest(argument, values, (present) => Math.ceil((present - 1) * probability) + 1)
  const last = smallest.length - 1
  const upper = smallest[last]
  if (upper === undefined) return null
  const position = (count - 1) * probability
  if (position === last) return upper
  // The lower neighbour is the largest of those before the last.
  let lower = -Infinity
  for (let i = 0; i < last; i++) if (smallest[i]! > lower) lower = smallest[i]!
  return lower + (position - (last - 1)) * (upper - lower)
}
