// Tests: time-weighted-return.test.ts

import { inputErrors, requireEqualLengths } from './errors.ts'

/**
 * Growth of a dollar that was held throughout, whatever money came in or went out (time-weighted return, modified for
 * flows at the close as in the GIPS standards, daily valuation):
 *
 *     G_0 = 1,   G_t = G_(t−1) · (V_t − F_t) / V_(t−1)
 *
 * `V_t` is the value at close t after the flow, `F_t` the money that came in (positive) or went out (negative) at that
 * close. The time-weighted return up to close t is G_t − 1.
 *
 * - Without flows it is V_t / V_0.
 * - While nothing is held (V = 0) the growth stays what it is.
 * - All money that goes out at its value (V_t = 0, F_t = −value) changes nothing.
 *
 * @param values value at each close, after the flow; 0 or more
 * @param flows money in at each close; the first counts as part of the first value and is not looked at
 * @returns growth at each close, 1 at the first; 0 from the close on that lost everything; null when a value is negative,
 *          or when less than nothing was left before a flow: such a portfolio has no rate of return
 * @throws QuantInputError for series of unequal length, none at all, or an entry that is not finite
 */
export function computeTimeWeightedGrowth(values: Float64Array, flows: Float64Array): Float64Array | null {
  requireEqualLengths('values', values, 'flows', flows)
  if (values.length === 0) throw inputErrors.tooShort('values', 0, 1)
  requireFiniteSeries('values', values)
  requireFiniteSeries('flows', flows)
  const growth = new Float64Array(values.length).fill(1)
  if (values[0]! < 0) return null
  for (let t = 1; t < values.length; t++) {
    const before = values[t - 1]!
    const grown = values[t]! - flows[t]!
    if (values[t]! < 0) return null
    if (before === 0) {
      growth[t] = growth[t - 1]!
      continue
    }
    // Amounts that were added and taken off again leave a rest of rounding.
    if (grown < -1e-9 * before) return null
    growth[t] = (growth[t - 1]! * Math.max(0, grown)) / before
  }
  return growth
}

function requireFiniteSeries(argument: string, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!)) throw inputErrors.badNumber(argument, i, values[i]!, 'a finite number')
  }
}
