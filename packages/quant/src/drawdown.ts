import { inputErrors, requirePositive } from './errors.ts'

/** The deepest fall of a series; all positions are indices into the values given. */
export interface Drawdown {
  /** Positive fraction of the peak, in [0, 1). */
  readonly depth: number
  /** Index of the high before the fall; 0 when the series never falls. */
  readonly peak: number
  /** Index of the low; equal to `peak` when the series never falls. */
  readonly trough: number
  /** Index of the first value after the trough that is back at the peak or above; null when it never came back. */
  readonly recovery: number | null
}

/**
 * Maximum drawdown: the largest fall from a running peak, as a positive fraction of that peak.
 *
 *     max over t of  1 − V_t / max(V_s, s ≤ t)
 *
 * The first value counts as a peak, so a loss on the first day is part of it. Of falls of equal depth the earliest is
 * reported; of equal peaks the first.
 *
 * @param values portfolio values in time order, at least one, all positive
 * @returns depth 0 with peak and trough at 0 and no recovery for a series that never falls
 * @throws QuantInputError for an empty series, or naming the first value that is not a positive finite number
 * @see Magdon-Ismail & Atiya, "Maximum drawdown", Risk 17(10), 2004
 */
export function computeMaxDrawdown(values: Float64Array): Drawdown {
  if (values.length === 0) throw inputErrors.tooShort('values', 0, 1)
  requirePositive('values', values.subarray(0, 1))
  let high = 0
  let highest = values[0]!
  let depth = 0
  let peak = 0
  let trough = 0
  // The value below which a fall is the deepest so far: one comparison a day instead of one division.
  let floor = highest
  for (let t = 1; t < values.length; t++) {
    const value = values[t]!
    if (value > highest) {
      if (value === Infinity) requirePositive('values', values)
      high = t
      highest = value
      floor = highest * (1 - depth)
    } else if (value < floor) {
      if (value <= 0) requirePositive('values', values)
      depth = 1 - value / highest
      peak = high
      trough = t
      floor = value
    } else if (Number.isNaN(value)) requirePositive('values', values)
  }
  return { depth, peak, trough, recovery: depth === 0 ? null : findRecovery(values, peak, trough) }
}

function findRecovery(values: Float64Array, peak: number, trough: number): number | null {
  for (let t = trough + 1; t < values.length; t++) if (values[t]! >= values[peak]!) return t
  return null
}

/**
 * The drawdown on each day ("underwater curve"):  1 − V_t / max(V_s, s ≤ t)  as positive fractions.
 * @returns as many entries as values; 0 on every day that is a running high
 * @throws QuantInputError naming the first value that is not a positive finite number
 */
export function computeDrawdownSeries(values: Float64Array): Float64Array {
  requirePositive('values', values)
  const falls = new Float64Array(values.length)
  let high = 0
  for (let t = 0; t < values.length; t++) {
    if (values[t]! > high) high = values[t]!
    falls[t] = 1 - values[t]! / high
  }
  return falls
}

/** The longest stretch under water, in trading days (steps between values). */
export interface DrawdownDuration {
  /** Days from the peak to the recovery, or to the last value when there was none. */
  readonly days: number
  readonly peak: number
  /** Index of the recovery, or of the last value. */
  readonly end: number
  readonly recovered: boolean
}

/**
 * Drawdown duration: the longest time from a peak until the series was back at that level. A stretch still open at
 * the end counts up to the last value and is marked `recovered: false`. It need not be the deepest fall.
 *
 * @returns 0 days for a series that never falls (or a single value), marked recovered
 * @throws QuantInputError for an empty series, or naming the first value that is not a positive finite number
 */
export function computeDrawdownDuration(values: Float64Array): DrawdownDuration {
  if (values.length === 0) throw inputErrors.tooShort('values', 0, 1)
  requirePositive('values', values)
  let longest: DrawdownDuration = { days: 0, peak: 0, end: 0, recovered: true }
  let high = 0
  let isUnderWater = false
  for (let t = 1; t < values.length; t++) {
    const isBack = values[t]! >= values[high]!
    if (isUnderWater && t - high > longest.days) longest = { days: t - high, peak: high, end: t, recovered: isBack }
    isUnderWater = !isBack
    if (isBack) high = t
  }
  return longest
}
