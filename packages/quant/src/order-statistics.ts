import { inputErrors } from './errors.ts'

/**
 * Rearranges the first `length` entries so that the `count` smallest come first, in no particular order, with the
 * largest of them at index `count − 1`. Hoare's selection with a median-of-three pivot: linear time on average, where
 * sorting would pay n·log n for an order nobody needs.
 *
 * @param values is changed; 1 ≤ count ≤ length ≤ values.length, no NaN among the first `length`
 * @see C. A. R. Hoare, "Algorithm 65: Find", Communications of the ACM 4(7), 1961
 */
export function moveSmallestFirst(values: Float64Array, count: number, length: number = values.length): void {
  const target = count - 1
  let low = 0
  let high = length - 1
  while (low < high) {
    const pivot = medianOfThree(values[low]!, values[(low + high) >>> 1]!, values[high]!)
    let i = low
    let j = high
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (values[j]! > pivot) j--
      if (i <= j) {
        const swapped = values[i]!
        values[i] = values[j]!
        values[j] = swapped
        i++
        j--
      }
    }
    if (target <= j) high = j
    else if (target >= i) low = i
    else return
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** The present (non-NaN) entries, as a new array. */
export function copyPresent(values: Float64Array): Float64Array {
  const present = new Float64Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (!Number.isNaN(value)) present[count++] = value
  }
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
  return quantileOfPresent(copyPresent(values), probability)
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
  moveSmallestFirst(present, below + 1)
  const lower = present[below]!
  if (position === below) return lower
  let upper = Infinity
  for (let i = below + 1; i < count; i++) if (present[i]! < upper) upper = present[i]!
  return lower + (position - below) * (upper - lower)
}
