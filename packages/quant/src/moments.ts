// Tests: random.test.ts, volatility.test.ts

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
  const sum = sumAll(values)
  // Missing entries are the exception. They show as a sum of NaN, and only then is every entry looked at.
  if (Number.isNaN(sum)) return computeMomentsOfPresent(values)
  if (values.length === 0) return { count: 0, mean: 0, squares: 0 }
  return sumSquares(values, sum / values.length)
}

/** The plain sum. Four sums side by side, because each addition would otherwise wait for the one before it. */
function sumAll(values: Float64Array): number {
  const whole = values.length - (values.length % 4)
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let i = 0; i < whole; i += 4) {
    a += values[i]!
    b += values[i + 1]!
    c += values[i + 2]!
    d += values[i + 3]!
  }
  for (let i = whole; i < values.length; i++) a += values[i]!
  return a + b + (c + d)
}

/**
 * Σ(x − mean)² of entries that are all present. The mean is rounded; drift²/n takes the trace of that out of the
 * squares (Chan, Golub & LeVeque 1983).
 */
function sumSquares(values: Float64Array, mean: number): Moments {
  const count = values.length
  const whole = count - (count % 2)
  let squaresA = 0
  let squaresB = 0
  let driftA = 0
  let driftB = 0
  for (let i = 0; i < whole; i += 2) {
    const a = values[i]! - mean
    const b = values[i + 1]! - mean
    squaresA += a * a
    squaresB += b * b
    driftA += a
    driftB += b
  }
  if (whole < count) {
    const last = values[whole]! - mean
    squaresA += last * last
    driftA += last
  }
  const squares = squaresA + squaresB
  if (!(squares < Infinity)) rejectInfinite('values', values)
  const drift = driftA + driftB
  return { count, mean, squares: Math.max(0, squares - (drift * drift) / count) }
}

function computeMomentsOfPresent(values: Float64Array): Moments {
  const present = values.filter((value) => !Number.isNaN(value))
  rejectInfinite('values', values)
  return present.length === 0
    ? { count: 0, mean: 0, squares: 0 }
    : sumSquares(present, sumAll(present) / present.length)
}

/**
 * Arithmetic mean of the present entries,  Σx / n.
 * @param values NaN entries are missing and left out
 * @returns null when none is present
 * @throws QuantInputError naming the first infinite entry
 */
export function computeMean(values: Float64Array): number | null {
  const { count, mean } = computeMoments(values)
  return count === 0 ? null : mean
}

/**
 * Sample standard deviation (ddof 1) of the present entries,  √( Σ(x − mean)² / (n − 1) ).
 * @param values NaN entries are missing and left out
 * @returns in the unit of the values; null for fewer than two
 * @throws QuantInputError naming the first infinite entry
 */
export function computeStandardDeviation(values: Float64Array): number | null {
  const { count, squares } = computeMoments(values)
  return count < 2 ? null : Math.sqrt(squares / (count - 1))
}
