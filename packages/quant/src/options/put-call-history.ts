import { inputErrors } from '../errors.ts'
import { computeQuantile } from '../order-statistics.ts'

/** How today's put/call ratio compares with the ticker's own. */
export type PutCallReading = 'more-puts' | 'usual' | 'fewer-puts'

/** Where a put/call ratio stands among earlier ones of the same ticker. */
export interface PutCallPlace {
  /** Median of the earlier ratios. */
  readonly usualRatio: number
  /** Share of the earlier ratios that were lower, those equal counting half: 0 to 100. */
  readonly percentile: number
  readonly reading: PutCallReading
}

const MORE_ABOVE = 80
const FEWER_BELOW = 20

/**
 * Compares a put/call ratio with earlier ones of the same ticker. A level says little by itself: the puts of an index insure
 * whole portfolios, so that its usual ratio is above 1, and that of a popular share is far below.
 *
 * More puts than usual means more than on 80 % of the earlier days, fewer means fewer than on 80 % of them.
 *
 * @param ratio today's put volume over call volume, ≥ 0
 * @param history ratios of earlier days, any order
 * @returns null without an earlier ratio
 * @throws QuantInputError naming what is not a possible ratio
 */
export function comparePutCallRatio(ratio: number, history: readonly number[]): PutCallPlace | null {
  requireRatio('ratio', null, ratio)
  let below = 0
  for (const [i, past] of history.entries()) {
    requireRatio('history', i, past)
    if (past < ratio) below += 1
    else if (past === ratio) below += 0.5
  }
  const usualRatio = computeQuantile(Float64Array.from(history), 0.5)
  if (usualRatio === null) return null
  const percentile = (100 * below) / history.length
  return { usualRatio, percentile, reading: readPercentile(percentile) }
}

function readPercentile(percentile: number): PutCallReading {
  if (percentile > MORE_ABOVE) return 'more-puts'
  return percentile < FEWER_BELOW ? 'fewer-puts' : 'usual'
}

function requireRatio(argument: string, index: number | null, ratio: number): void {
  if (!(ratio >= 0 && ratio < Number.POSITIVE_INFINITY)) {
    throw inputErrors.badNumber(argument, index, ratio, 'a ratio of at least 0')
  }
}
