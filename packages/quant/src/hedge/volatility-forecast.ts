import { TRADING_DAYS } from '../constants.ts'
import { rejectInfinite } from '../errors.ts'
import { requirePositiveNumber } from '../options/option-contract.ts'

/** A forecast of an instrument's volatility, with the error that such forecasts have had. */
export interface VolatilityForecast {
  /** Annual, as a fraction. */
  readonly volatility: number
  /** Root mean square of ln(realised / forecast) in the past three years; 0.3 with less than a year of history. */
  readonly uncertainty: number
  /** How many past forecasts the error was measured on; 0 when it is the default. */
  readonly measured: number
}

const DECAY = 0.94
const LONG_DAYS = 756
/** A shock to variance is half gone after 30 trading days: the persistence of a GARCH(1,1) with 0.977. */
const REVERSION = Math.LN2 / 30
const LEAST_DAYS = 20
const LEAST_HISTORY = 252
const DEFAULT_UNCERTAINTY = 0.3
const UNCERTAINTY_BOUNDS = { low: 0.05, high: 1 } as const
/** Days between the past forecasts that the error is measured on; neighbours would say nearly the same. */
const STRIDE = 5

/**
 * Volatility over the coming days: today's (exponentially weighted, λ = 0.94) reverting to that of three years,
 *
 *     σ²(τ) = σ_L² + (σ_S² − σ_L²)·(1 − e^{−κτ})/(κτ),   κ = ln 2 / 30 trading days
 *
 * Nothing is fitted; the error is measured by making the same forecast on every fifth day of the last three years and
 * comparing it with what came.
 *
 * @param returns simple daily returns in time order; NaN entries are left out
 * @param tradingDays τ > 0 until the forecast ends
 * @returns null for fewer than 20 returns, or a series that never moves
 * @throws QuantInputError naming the first infinite return, or a horizon that is not positive
 */
export function forecastVolatility(returns: Float64Array, tradingDays: number): VolatilityForecast | null {
  requirePositiveNumber('tradingDays', tradingDays)
  rejectInfinite('returns', returns)
  const present = returns.filter((value) => !Number.isNaN(value))
  if (present.length < LEAST_DAYS) return null
  const history = summarize(present)
  const variance = forecastAt(history, present.length, tradingDays)
  if (!(variance > 0)) return null
  const errors = measureErrors(history, present.length, Math.max(1, Math.round(tradingDays)))
  const mean = errors.reduce((sum, error) => sum + error * error, 0) / errors.length
  const uncertainty = errors.length === 0 ? DEFAULT_UNCERTAINTY : Math.sqrt(mean)
  return {
    volatility: Math.sqrt(TRADING_DAYS * variance),
    uncertainty: Math.min(UNCERTAINTY_BOUNDS.high, Math.max(UNCERTAINTY_BOUNDS.low, uncertainty)),
    measured: errors.length,
  }
}

interface History {
  /** Exponentially weighted variance per day, of the first t returns. */
  readonly short: Float64Array
  /** Sums and sums of squares of the first t returns. */
  readonly sums: Float64Array
  readonly squares: Float64Array
}

function summarize(returns: Float64Array): History {
  const size = returns.length + 1
  const history = { short: new Float64Array(size), sums: new Float64Array(size), squares: new Float64Array(size) }
  let [weight, sum] = [0, 0]
  for (let t = 0; t < returns.length; t++) {
    const value = returns[t]!
    weight = weight * DECAY + 1
    sum = sum * DECAY + value * value
    history.short[t + 1] = sum / weight
    history.sums[t + 1] = history.sums[t]! + value
    history.squares[t + 1] = history.squares[t]! + value * value
  }
  return history
}

/** Mean variance per day over the τ days after the first `end` returns. */
function forecastAt({ short, sums, squares }: History, end: number, tradingDays: number): number {
  const start = Math.max(0, end - LONG_DAYS)
  const count = end - start
  const mean = (sums[end]! - sums[start]!) / count
  const long = Math.max(0, (squares[end]! - squares[start]! - count * mean * mean) / (count - 1))
  const decay = REVERSION * tradingDays
  return long + ((short[end]! - long) * -Math.expm1(-decay)) / decay
}

function measureErrors(history: History, days: number, tradingDays: number): number[] {
  const errors: number[] = []
  const first = Math.max(LEAST_HISTORY, days - LONG_DAYS)
  for (let end = days - tradingDays; end >= first; end -= STRIDE) {
    const forecast = forecastAt(history, end, tradingDays)
    const realised = (history.squares[end + tradingDays]! - history.squares[end]!) / tradingDays
    if (forecast > 0 && realised > 0) errors.push(0.5 * Math.log(realised / forecast))
  }
  return errors
}
