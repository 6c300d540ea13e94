import { heightOf } from './grey-image.ts'
import type { TextRow } from './text-rows.ts'

/** Rows that belong together: those of each anchor, parted where the gap between rows is widest. */
export function toBlocks(rows: readonly TextRow[], anchors: readonly number[]): TextRow[][] {
  const starts = anchors.map((anchor, index) =>
    index === 0 ? anchor : widestGap(rows, anchors[index - 1] ?? 0, anchor),
  )
  const spans = starts.slice(1).map((start, index) => {
    const first = rows[starts[index] ?? 0]
    const last = rows[start - 1]
    return first && last ? last.bottom - first.top : 0
  })
  const tallest = Math.max(...spans, 0)
  // How far above its anchor a block begins is the same for the first as for the others.
  const lead = Math.max(0, ...anchors.slice(1).map((anchor, index) => anchor - (starts[index + 1] ?? anchor)))
  if (starts.length > 1) starts[0] = Math.max(0, (anchors[0] ?? 0) - lead)
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? rows.length
    const block = rows.slice(start, end)
    if (index < starts.length - 1) return block
    const anchor = rows[anchors[index] ?? 0]
    const top = block[0]?.top ?? 0
    const room = starts.length > 1 ? tallest * 1.15 + 4 : 8 * (anchor ? heightOf(anchor) : 0)
    return block.filter((row) => row.bottom <= top + room)
  })
}

function widestGap(rows: readonly TextRow[], from: number, to: number): number {
  let best = to
  let widest = Number.NEGATIVE_INFINITY
  for (let index = from + 1; index <= to; index++) {
    const gap = (rows[index]?.top ?? 0) - (rows[index - 1]?.bottom ?? 0)
    // At equal gaps the last one: what follows an anchor rather belongs to it than to the next.
    if (gap >= widest * 0.98) {
      widest = Math.max(widest, gap)
      best = index
    }
  }
  return best
}
