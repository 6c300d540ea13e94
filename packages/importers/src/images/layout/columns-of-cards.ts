// Tests: ../ordinary-screens.test.ts, ../layouts.test.ts

import type { Box } from '../decode/grey-image.ts'

/** Where something begins that stands several times beside each other. */
interface Start extends Box {
  capHeight: number
}

/** In heights of a letter: no card is as narrow, though pictures beside its tickers may be read as letters. */
const NARROWEST = 7
/** From a line to the next. */
const A_LINE = 2.2

/**
 * Where the columns begin in which cards stand beside each other: places at which at least half of the starts stand in
 * the same rows as others do.
 *
 * @returns left edges from left to right; one or none when everything stands in a single column
 */
export function findCardColumns(starts: readonly Start[]): number[] {
  const columns: Start[][] = []
  for (const start of [...starts].sort((a, b) => a.left - b.left)) {
    const column = columns.find(([first]) => first && start.left - first.left < NARROWEST * start.capHeight)
    if (column) column.push(start)
    else columns.push([start])
  }
  // A name that takes two lines moves its ticker up or down, by a whole line where the ticker ends it.
  const isBeside = (a: Start, b: Start) => Math.abs(a.top - b.top) < A_LINE * a.capHeight
  const isSameSize = (a: Start, b: Start) => Math.abs(a.capHeight - b.capHeight) < 0.3 * a.capHeight
  const full = columns.filter((column) => {
    const paired = column.filter((start) =>
      columns.some((other) => other !== column && other.some((one) => isBeside(one, start) && isSameSize(one, start))),
    )
    return paired.length >= 0.5 * column.length
  })
  return full.flatMap(([first]) => first?.left ?? [])
}

/** In heights of a letter: what is closer belongs to one column. */
const GUTTER = 1.5

/**
 * Where each column of cards begins: at the left of what stands above and below the place of its tickers without a gap
 * as between columns. A picture or a label may begin further left than the ticker does.
 */
export function findStarts(edges: readonly number[], cells: readonly Start[]): number[] {
  const heights = cells.map(({ capHeight }) => capHeight).sort((a, b) => a - b)
  const gap = GUTTER * (heights[Math.floor(heights.length / 2)] ?? 0)
  return edges.map((edge, index) => {
    const previous = edges[index - 1] ?? Number.NEGATIVE_INFINITY
    let start = edge - gap
    // A title or a total may reach across columns.
    const own = cells.filter(({ left, right }) => left > previous + gap && right > left)
    for (const { left, right } of [...own].sort((a, b) => b.right - a.right)) {
      if (right >= start && left < start && left < edge) start = left
    }
    return start
  })
}
