// Tests: charts.test.tsx, curve-chart.test.tsx

import { type KeyboardEvent, useState } from 'react'

interface ChartCursorOptions {
  /** How many points there are to stand on. */
  count: number
  /** Text that a screen reader hears at a point: "Jul 17, 2026: Portfolio $195,193, SPY $193,904". */
  describe: (index: number) => string
  /** Given together with `onCursorChange`, the caller holds the cursor, as panels that share one do. */
  cursor?: number | null | undefined
  onCursorChange?: ((index: number | null) => void) | undefined
}

/** One tab stop for a whole chart: Left and Right move, Home and End jump, Escape leaves the point. */
export function useChartCursor({ count, describe, cursor, onCursorChange }: ChartCursorOptions) {
  const [own, setOwn] = useState<number | null>(null)
  // Only what the keyboard reaches is announced; a mouse that glides over a chart would talk without end.
  const [announcement, setAnnouncement] = useState('')
  const held = cursor === undefined ? own : cursor
  const index = held !== null && held < count ? held : null

  const moveTo = (next: number | null) => {
    setOwn(next)
    onCursorChange?.(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (count === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextPoint(event.key, index, count)
    if (next === undefined) return
    event.preventDefault()
    moveTo(next)
    setAnnouncement(next === null ? '' : describe(next))
  }
  return { index, moveTo, onKeyDown, announcement }
}

function nextPoint(key: string, current: number | null, count: number): number | null | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowRight':
      return current === null ? 0 : Math.min(last, current + 1)
    case 'ArrowLeft':
      return current === null ? last : Math.max(0, current - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      return current === null ? undefined : null
    default:
      return undefined
  }
}
