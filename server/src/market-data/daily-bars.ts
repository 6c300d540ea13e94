import { formatIsoDate } from '@ballast/quant'
import { isImplausibleJump, isPrice } from './price-plausibility.ts'

export interface DailyBar {
  /** Civil day number. */
  day: number
  close: number | null | undefined
  /** Absent when the provider has none: then the close stands for it. */
  adjustedClose: number | null | undefined
}

export interface CleanBars {
  dates: string[]
  closes: Float64Array
  adjustedCloses: Float64Array
}

/** A level that so many following closes confirm is real, e.g. after a reverse split that the provider did not adjust. */
const CONFIRMING_CLOSES = 5

/**
 * Bars in ascending order without holes: days without a positive close are left out, the later of two bars of one day
 * stands, and a close 20 times the one before (or a twentieth) is dropped unless the following closes confirm it.
 */
export function toCleanBars(bars: readonly DailyBar[]): CleanBars {
  const byDay = new Map<number, { day: number; close: number; adjustedClose: number }>()
  for (const { day, close, adjustedClose } of bars) {
    if (isPrice(close)) byDay.set(day, { day, close, adjustedClose: isPrice(adjustedClose) ? adjustedClose : close })
  }
  const candidates = [...byDay.values()].sort((a, b) => a.day - b.day)
  const accepted: typeof candidates = []
  for (const [index, candidate] of candidates.entries()) {
    const before = accepted.at(-1) ?? candidates[index + 1]
    const isOdd = before !== undefined && isImplausibleJump(candidate.close, before.close)
    if (!isOdd || isConfirmed(candidate.close, candidates.slice(index + 1, index + 1 + CONFIRMING_CLOSES))) {
      accepted.push(candidate)
    }
  }
  return {
    dates: accepted.map(({ day }) => formatIsoDate(day)),
    closes: Float64Array.from(accepted, ({ close }) => close),
    adjustedCloses: Float64Array.from(accepted, ({ adjustedClose }) => adjustedClose),
  }
}

function isConfirmed(close: number, following: readonly { close: number }[]): boolean {
  return following.length === CONFIRMING_CLOSES && following.every((bar) => !isImplausibleJump(bar.close, close))
}
