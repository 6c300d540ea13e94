import { computeShockedVolatility } from '../options/volatility-shock.ts'
import type { VolatilitySmile } from '../options/volatility-smile.ts'
import type { HedgeUnderlying } from './priced-hedge.ts'
import { VOLATILITY_ANSWERS } from './priced-hedge.ts'

/** An index of 30-day volatility through a window of the past. */
export interface VolatilityPath {
  /** Closes as fractions, one per day of the window, all > 0: VIX at 20 is 0.2. */
  readonly closes: Float64Array
  /** Its latest close, on the day of the quotes. */
  readonly latest: number
}

/** Trading days over which a replay passes from today's level of volatility to the past's. */
const PASSAGE = 21
/** Volatility of other terms moves less than that of 30 days, by the exponent of `computeShockedVolatility`. */
const MONTH = 30
const TERM_EXPONENT = 0.35

/**
 * Factor of the at-the-money volatility of an expiry on day t of a window.
 *
 * Where an index of volatility is known, its 30-day volatility that day over its latest close, v_t / v. On day 0 today's
 * quotes are paid, at today's level and not the past's; the difference is taken back evenly over 21 trading days:
 *
 *     q_t = v_t / (v_0^w · v^(1−w)),   w = max(0, 1 − t/21)
 *     σ_t = min(cap, σ · q_t^((c/0.9) · (30/max(30, T′))^0.35))
 *
 * with T′ the calendar days left and c the response of the underlying: 0.9 for an index, 0.55 for a single name.
 * Elsewhere by the rule of `computeShockedVolatility`: the answer to a return R_t over t days.
 *
 * @returns 1 on day 0
 */
export function computeVolatilityFactor(
  window: { readonly index: Float64Array; readonly volatility?: VolatilityPath },
  t: number,
  option: { readonly underlying: HedgeUnderlying; readonly smile: VolatilitySmile; readonly remainingDays: number },
): number {
  if (t === 0) return 1
  const { underlying, smile } = option
  const isIndex = underlying.kind === 'volatility'
  const atm = isIndex ? underlying.volatility30 : smile.atmVolatility
  const remainingDays = isIndex ? MONTH : option.remainingDays
  const { volatility30, response, volatilityCap: cap } = underlying
  if (window.volatility === undefined) {
    const marketReturn = window.index[t]! / window.index[0]! - 1
    const shock = { marketReturn, horizonDays: t, volatility30, response, cap }
    return computeShockedVolatility(atm, remainingDays, shock) / atm
  }
  const { closes, latest } = window.volatility
  const weight = Math.max(0, 1 - t / PASSAGE)
  const level = closes[t]! / (closes[0]! ** weight * latest ** (1 - weight))
  const term = (MONTH / Math.max(MONTH, remainingDays)) ** TERM_EXPONENT
  const moved = atm * level ** ((response / VOLATILITY_ANSWERS.index.response) * term)
  return Math.min(Math.max(cap, atm), moved) / atm
}
