// Tests: performance.test.ts

import { rejectInfinite } from './errors.ts'

/** How often days went up, down or nowhere, and the extremes. Shares are fractions of all days. */
export interface DayCounts {
  readonly days: number
  readonly upDays: number
  readonly downDays: number
  readonly zeroDays: number
  /** Largest and smallest return; null for an empty series. */
  readonly bestDay: number | null
  readonly worstDay: number | null
}

/**
 * Counts rising, falling and unchanged days.
 * @param returns simple daily returns; NaN entries are missing and left out
 * @throws QuantInputError naming the first infinite return
 */
export function countDays(returns: Float64Array): DayCounts {
  let days = 0
  let upDays = 0
  let downDays = 0
  let best = -Infinity
  let worst = Infinity
  for (let t = 0; t < returns.length; t++) {
    const value = returns[t]!
    if (Number.isNaN(value)) continue
    days++
    if (value > 0) upDays++
    else if (value < 0) downDays++
    if (value > best) best = value
    if (value < worst) worst = value
  }
  const isEmpty = days === 0
  if (best === Infinity || (worst === -Infinity && !isEmpty)) rejectInfinite('returns', returns)
  return {
    days,
    upDays,
    downDays,
    zeroDays: days - upDays - downDays,
    bestDay: isEmpty ? null : best,
    worstDay: isEmpty ? null : worst,
  }
}

/**
 * Win rate: the share of days with a return above 0. A day without a change is not a win.
 * @param returns NaN entries are missing and left out
 * @returns a fraction in [0, 1]; null for an empty series
 */
export function computeWinRate(returns: Float64Array): number | null {
  const { days, upDays } = countDays(returns)
  return days === 0 ? null : upDays / days
}

/**
 * The win rate among the days that moved:  up / (up + down).
 * @returns 0 when no day moved (but there were days); null for an empty series
 */
export function computeWinRateOfMovingDays(returns: Float64Array): number | null {
  const { days, upDays, downDays } = countDays(returns)
  if (days === 0) return null
  return upDays + downDays === 0 ? 0 : upDays / (upDays + downDays)
}
