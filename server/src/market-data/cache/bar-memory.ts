import { BoundedCache } from '../../bounded-cache.ts'

/** One ticker's bars from `fromDay` on; the three arrays have one length, days ascend. */
export interface RememberedBars {
  fromDay: number
  days: Int32Array
  closes: Float64Array
  adjustedCloses: Float64Array
}

/**
 * The bars that were last read from the database, because a screen's analyses ask for the same thirty years again and
 * again.
 */
export interface BarMemory {
  /** The bars if they reach back to `fromDay` and were read from the history that was stored at `storedAt`. */
  find(ticker: string, fromDay: number, storedAt: Date): RememberedBars | undefined
  remember(ticker: string, storedAt: Date, bars: RememberedBars): void
}

/** @param capacity how many bars are kept in all, those used last; a bar takes 20 bytes */
export function createBarMemory(capacity: number): BarMemory {
  const entries = new BoundedCache<{ storedAt: number; bars: RememberedBars }>(capacity)
  return {
    find(ticker, fromDay, storedAt) {
      const entry = entries.get(ticker)
      const isCurrent = entry?.storedAt === storedAt.getTime() && entry.bars.fromDay <= fromDay
      return isCurrent ? entry.bars : undefined
    },
    remember: (ticker, storedAt, bars) => entries.set(ticker, { storedAt: storedAt.getTime(), bars }, bars.days.length),
  }
}
