// Tests: ordinary-screens.test.ts, layouts.test.ts

import type { Box } from './grey-image.ts'

/** Where something begins that stands several times beside each other. */
interface Start extends Box {
  capHeight: number
}

/**
 * Where the columns begin in which cards stand beside each other: places at which at least two of the starts stand in
 * the same rows as others do.
 *
 * @returns left edges from left to right; one or none when everything stands in a single column
 */
export function findCardColumns(starts: readonly Start[]): number[] {
  const columns: Start[][] = []
  for (const start of [...starts].sort((a, b) => a.left - b.left)) {
    const column = columns.find(([first]) => first && Math.abs(first.left - start.left) < 0.8 * start.capHeight)
    if (column) column.push(start)
    else columns.push([start])
  }
  const isBeside = (a: Start, b: Start) => Math.abs(a.top - b.top) < 0.5 * a.capHeight
  const isSameSize = (a: Start, b: Start) => Math.abs(a.capHeight - b.capHeight) < 0.2 * a.capHeight
  const full = columns.filter((column) => {
    const paired = column.filter((start) =>
      columns.some((other) => other !== column && other.some((one) => isBeside(one, start) && isSameSize(one, start))),
    )
    return paired.length >= 2 && paired.length >= 0.5 * column.length
  })
  return full.flatMap(([first]) => first?.left ?? []).sort((a, b) => a - b)
}
