import type { PriceSeries } from './price-matrix.ts'

/** Why a close is doubted. */
export type SuspicionReason = 'reversing-jump' | 'unreported-split'

/** A close that is probably wrong. It is kept: leaving it out is a decision that somebody has to make knowingly. */
export interface SuspectPrice {
  /** Index into the series. */
  readonly index: number
  readonly day: number
  readonly reason: SuspicionReason
  /** The return that gave it away, as a fraction. */
  readonly dailyReturn: number
}

const JUMP = 0.6
/** A change below and above which neither a jump nor a split lies: most days, told at once. */
const LEAST_ODD_FALL = 0.52
/** A jump that is undone within so many closes was never there. */
const REVERSAL_CLOSES = 2
/** How much of a jump has to be undone. */
const REVERSAL_SHARE = 0.8
const RATIO_TOLERANCE = 0.02
/** The ratios in which companies really split their shares (or join them). */
const SPLIT_RATIOS = [2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50, 100]

/**
 * Finds closes that are probably errors of the data:
 *
 * - `reversing-jump`: a return beyond ±60 % of which at least 80 % is undone within two closes (a misplaced decimal
 *   point, pence for pounds);
 * - `unreported-split`: a change by the ratio of a split, k:1 or 1:k within 2 %, on a day for which no split is known
 *   (closes that were not adjusted). 3:2 is left out: real shares fall by a third too often.
 *
 * @param splitDays day numbers of the splits that the provider reports
 * @returns in time order; closes that are not positive numbers are skipped, as everywhere
 */
export function findSuspectPrices(
  { days, closes }: PriceSeries,
  { splitDays = new Set<number>() }: { readonly splitDays?: ReadonlySet<number> } = {},
): SuspectPrice[] {
  if (!hasOddChange(closes)) return []
  const present = Array.from(closes, (_, i) => i).filter((i) => closes[i]! > 0 && closes[i]! < Infinity)
  const suspects: SuspectPrice[] = []
  // After a reversing jump the way back is a jump too, and not another suspect.
  let trustedFrom = 0
  for (let k = 1; k < present.length; k++) {
    if (k <= trustedFrom) continue
    const index = present[k]!
    const before = closes[present[k - 1]!]!
    const change = closes[index]! / before
    if (change > LEAST_ODD_FALL && change < 1 + JUMP) continue
    const suspect = { index, day: days[index]!, dailyReturn: change - 1 }
    const back = Math.abs(change - 1) > JUMP ? findReversal(closes, present, k, before) : null
    if (back !== null) {
      suspects.push({ ...suspect, reason: 'reversing-jump' })
      trustedFrom = back
    } else if (isSplitRatio(change) && !splitDays.has(days[index]!)) {
      suspects.push({ ...suspect, reason: 'unreported-split' })
    }
  }
  return suspects
}

/** Nearly all series have none, and are told by one look at each close. */
function hasOddChange(closes: Float64Array): boolean {
  let before = Number.NaN
  for (let t = 0; t < closes.length; t++) {
    const close = closes[t]!
    if (!(close > 0 && close < Infinity)) continue
    const change = close / before
    if (change <= LEAST_ODD_FALL || change >= 1 + JUMP) return true
    before = close
  }
  return false
}

/** Position of the close that undoes the jump at position `k`, or null. */
function findReversal(closes: Float64Array, present: readonly number[], k: number, before: number): number | null {
  const jumped = closes[present[k]!]!
  for (let back = k + 1; back <= k + REVERSAL_CLOSES && back < present.length; back++) {
    const undone = (closes[present[back]!]! - jumped) / (before - jumped)
    if (undone >= REVERSAL_SHARE && undone <= 2 - REVERSAL_SHARE) return back
  }
  return null
}

function isSplitRatio(change: number): boolean {
  const ratio = change < 1 ? 1 / change : change
  return SPLIT_RATIOS.some((split) => Math.abs(ratio / split - 1) <= RATIO_TOLERANCE)
}
