import type { Drawdown } from './drawdown.ts'
import { inputErrors, requirePositive } from './errors.ts'

/**
 * The deepest falls of a series that do not overlap: each stretch from a running high to the first value that is back
 * at it counts once, with its own lowest value; a stretch that is still open at the end has no recovery.
 *
 * The first one is what `computeMaxDrawdown` finds.
 *
 * @param values portfolio values in time order, at least one, all positive
 * @param limit how many are listed at most
 * @returns deepest first, of equal depth the earlier; empty for a series that never falls. Of equal highs in a row the
 *          last is the peak, because the fall begins there
 * @throws QuantInputError for an empty series, or naming the first value that is not a positive finite number
 */
export function listDrawdowns(values: Float64Array, { limit = 5 }: { readonly limit?: number } = {}): Drawdown[] {
  if (values.length === 0) throw inputErrors.tooShort('values', 0, 1)
  requirePositive('values', values)
  const stretches: Drawdown[] = []
  let peak = 0
  let trough = 0
  const close = (recovery: number | null) => {
    if (trough > peak) stretches.push({ depth: 1 - values[trough]! / values[peak]!, peak, trough, recovery })
  }
  for (let t = 1; t < values.length; t++) {
    if (values[t]! >= values[peak]!) {
      close(t)
      peak = t
      trough = t
    } else if (trough === peak || values[t]! < values[trough]!) trough = t
  }
  close(null)
  return stretches.sort((a, b) => b.depth - a.depth || a.peak - b.peak).slice(0, limit)
}
