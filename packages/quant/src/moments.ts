import { rejectInfinite } from './errors.ts'

/** Count, mean and sum of squared deviations of the present (non-NaN) entries. */
export interface Moments {
  readonly count: number
  /** 0 when `count` is 0. */
  readonly mean: number
  /** Σ (x − mean)². */
  readonly squares: number
}

/**
 * Count, mean and Σ(x − mean)² in two passes. The textbook shortcut Σx² − n·mean² loses all digits when the mean is
 * large beside the spread; subtracting the mean first does not.
 *
 * @param values NaN entries are missing and left out
 * @throws QuantInputError naming the first infinite entry
 */
export function computeMoments(values: Float64Array): Moments {
  let sum = 0
  let count = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (!Number.isNaN(value)) {
      sum += value
      count++
    }
  }
  const mean = count === 0 ? 0 : sum / count
  let squares = 0
  let drift = 0
  for (let i = 0; i < values.length; i++) {
    const deviation = values[i]! - mean
    if (!Number.isNaN(deviation)) {
      squares += deviation * deviation
      drift += deviation
    }
  }
  if (!(squares < Infinity)) rejectInfinite('values', values)
  // The mean of the first pass is rounded; drift²/n takes the trace of that out of the squares (Chan et al. 1983).
  return { count, mean, squares: count === 0 ? 0 : Math.max(0, squares - (drift * drift) / count) }
}

/** Arithmetic mean of the present entries, or null when there are none. */
export function computeMean(values: Float64Array): number | null {
  const { count, mean } = computeMoments(values)
  return count === 0 ? null : mean
}

/**
 * Sample standard deviation, √(Σ(x − mean)² / (n − 1)) (ddof 1), of the present entries; null for fewer than two.
 */
export function computeStandardDeviation(values: Float64Array): number | null {
  const { count, squares } = computeMoments(values)
  return count < 2 ? null : Math.sqrt(squares / (count - 1))
}
