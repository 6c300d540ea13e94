/** One ticker's bars from `fromDay` on; the three arrays have one length, days ascend. */
export interface RememberedBars {
  fromDay: number
  days: Int32Array
  closes: Float64Array
  adjustedCloses: Float64Array
}

/**
 * The bars that were last read from the database, because a screen's analyses ask for the same thirty years again and
 * again. The least recently used are forgotten first.
 */
export interface BarMemory {
  /** The bars if they reach back to `fromDay` and were read from the history that was stored at `storedAt`. */
  find(ticker: string, fromDay: number, storedAt: Date): RememberedBars | undefined
  remember(ticker: string, storedAt: Date, bars: RememberedBars): void
}

/** @param capacity how many bars are kept in all; a bar takes 20 bytes */
export function createBarMemory(capacity: number): BarMemory {
  const entries = new Map<string, { storedAt: number; bars: RememberedBars }>()
  let size = 0

  function forget(ticker: string): void {
    size -= entries.get(ticker)?.bars.days.length ?? 0
    entries.delete(ticker)
  }

  return {
    find(ticker, fromDay, storedAt) {
      const entry = entries.get(ticker)
      if (!entry || entry.storedAt !== storedAt.getTime() || entry.bars.fromDay > fromDay) return undefined
      // Re-inserted at the end: a Map keeps the order of insertion, so the first is the least recently used.
      entries.delete(ticker)
      entries.set(ticker, entry)
      return entry.bars
    },
    remember(ticker, storedAt, bars) {
      forget(ticker)
      entries.set(ticker, { storedAt: storedAt.getTime(), bars })
      size += bars.days.length
      for (const oldest of entries.keys()) {
        if (size <= capacity) break
        forget(oldest)
      }
    },
  }
}
