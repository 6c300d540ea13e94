// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import { heightOf } from '../decode/grey-image.ts'
import type { TextRow } from './text-rows.ts'

/** Rows that belong together: those of each anchor, parted where the gap between rows is widest, or else at the anchor. */
export function toBlocks(rows: readonly TextRow[], anchors: readonly number[], areApart = true): TextRow[][] {
  const gaps = anchors.map((anchor, index) => (index === 0 ? anchor : widestGap(rows, anchors[index - 1] ?? 0, anchor)))
  const starts = areApart ? alignStarts(rows, anchors, gaps) : [...anchors]
  // How far a holding reaches below its anchor is much the same for the last as for the others.
  const reaches = starts.slice(1).map((start, index) => {
    const anchor = rows[anchors[index] ?? 0]
    const last = rows[start - 1]
    return anchor && last ? last.bottom - anchor.bottom : 0
  })
  const reach = Math.max(...reaches, 0)
  // How far above its anchor a block begins is the same for the first as for the others.
  const lead = Math.max(0, ...anchors.slice(1).map((anchor, index) => anchor - (starts[index + 1] ?? anchor)))
  if (starts.length > 1) starts[0] = Math.max(0, (anchors[0] ?? 0) - lead)
  return starts.map((start, index) => {
    const block = rows.slice(start, starts[index + 1] ?? rows.length)
    if (index < starts.length - 1) return block
    const anchor = rows[anchors[index] ?? 0]
    if (!anchor) return block
    const end =
      starts.length > 1 ? anchor.bottom + reach * 1.15 + 0.4 * heightOf(anchor) : anchor.top + 8 * heightOf(anchor)
    const within = block.filter((row) => row.bottom <= end).length
    return block.slice(0, Math.max(within, countUntilGap(block, rows, starts)))
  })
}

/** Between holdings is a gap wider than inside them by so much, where they are set apart at all. */
const APART = 1.3

/** How many rows of the last block follow one another as closely as those of the others do; none where no gap parts these. */
function countUntilGap(block: readonly TextRow[], rows: readonly TextRow[], starts: readonly number[]): number {
  const gapAbove = (row: number) => (rows[row]?.top ?? 0) - (rows[row - 1]?.bottom ?? 0)
  const [first = 0, last = 0] = [starts[0], starts.at(-1)]
  const inside = rows.flatMap((_, row) => (row > first && row < last && !starts.includes(row) ? [gapAbove(row)] : []))
  const widest = Math.max(...inside)
  const narrowest = Math.min(...starts.slice(1).map(gapAbove))
  if (starts.length < 2 || inside.length === 0 || narrowest < APART * widest) return 0
  const end = block.findIndex((row, at) => at > 0 && row.top - (block[at - 1]?.bottom ?? 0) > (widest + narrowest) / 2)
  return end === -1 ? block.length : end
}

/** A holding begins about as far above its anchor as most do: a speck between two of them parts nothing. */
const FEWEST_STARTS = 3

function alignStarts(rows: readonly TextRow[], anchors: readonly number[], starts: readonly number[]): number[] {
  const above = (index: number, start: number) => (rows[anchors[index] ?? 0]?.top ?? 0) - (rows[start]?.top ?? 0)
  const leads = starts.map((start, index) => above(index, start)).slice(1)
  const usual = [...leads].sort((a, b) => a - b)[Math.floor(leads.length / 2)] ?? 0
  const height = Math.max(1, ...anchors.map((anchor) => (rows[anchor] ? heightOf(rows[anchor]) : 0)))
  const isUsual = (lead: number) => Math.abs(lead - usual) < height
  if (leads.length < FEWEST_STARTS || leads.filter(isUsual).length < 0.6 * leads.length) return [...starts]
  return starts.map((start, index) => {
    const anchor = anchors[index] ?? 0
    if (index === 0 || isUsual(above(index, start))) return start
    const from = (anchors[index - 1] ?? 0) + 1
    for (let row = from; row < anchor; row++) if (above(index, row) < usual + 0.5 * height) return row
    return anchor
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
