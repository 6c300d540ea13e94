import { type Box, boxAround, centreOf } from '../decode/grey-image.ts'

/** A column of the body without a named column beside it costs so many heights of a letter. */
const PRICE_OF_NO_NAME = 12

/**
 * Which named column each piece of text stands in. Columns keep their order, so a figure at the right edge of a wide
 * column is not taken for one of the next, whose name happens to begin nearer.
 *
 * @param names where the names of the columns stand, from left to right
 * @param rows what stands below them, row by row
 * @returns for each box the index of its name; absent for what stands in a column without a name
 */
export function placeInColumns<Item extends Box & { capHeight: number }>(
  names: readonly Box[],
  rows: readonly (readonly Item[])[],
): Map<Item, number> {
  const places = new Map<Item, number>()
  const columns = findColumns(rows)
  if (columns === undefined) {
    for (const item of rows.flat()) places.set(item, nearest(names, item))
    return places
  }
  const capHeight = rows[0]?.[0]?.capHeight ?? 12
  // What stands in one row only, such as a picture that was read as a letter, is less of a column than what stands in all.
  const fullest = Math.max(...columns.map(({ length }) => length))
  const prices = columns.map(({ length }) => (PRICE_OF_NO_NAME * capHeight * length) / fullest)
  const matched = matchInOrder(names, columns.map(boxAround), prices)
  for (const [index, column] of columns.entries()) {
    const name = matched[index]
    if (name !== undefined) for (const item of column) places.set(item, name)
  }
  // What lies in no column of the full rows, such as a subtitle, stands where it is nearest.
  for (const item of rows.flat()) {
    if (!places.has(item) && !columns.some((column) => column.includes(item))) places.set(item, nearest(names, item))
  }
  return places
}

/** Items of well-filled rows that share a column of pixels; undefined when they run into each other. */
function findColumns<Item extends Box>(rows: readonly (readonly Item[])[]): Item[][] | undefined {
  const most = Math.max(0, ...rows.map(({ length }) => length))
  const full = rows.filter(({ length }) => length >= 0.7 * most)
  const columns: { items: Item[]; left: number; right: number }[] = []
  for (const item of full.flat().sort((a, b) => a.left - b.left)) {
    const column = columns.at(-1)
    if (column && item.left < column.right) {
      column.items.push(item)
      column.right = Math.max(column.right, item.right)
    } else {
      columns.push({ items: [item], left: item.left, right: item.right })
    }
  }
  const collide = full.some((row) => columns.some(({ items }) => row.filter((item) => items.includes(item)).length > 1))
  return collide ? undefined : columns.map(({ items }) => items)
}

/** Pairs both sequences without crossing, at the least distance in all. */
function matchInOrder(
  names: readonly Box[],
  columns: readonly Box[],
  prices: readonly number[],
): (number | undefined)[] {
  const cost: number[][] = Array.from({ length: columns.length + 1 }, () => new Array<number>(names.length + 1).fill(0))
  for (let c = 1; c <= columns.length; c++) {
    const row = cost[c] ?? []
    const skipped = prices[c - 1] ?? 0
    row[0] = at(cost, c - 1, 0) + skipped
    for (let n = 1; n <= names.length; n++) {
      row[n] = Math.min(
        at(cost, c - 1, n - 1) + distance(names[n - 1], columns[c - 1]),
        at(cost, c - 1, n) + skipped,
        row[n - 1] ?? 0,
      )
    }
  }
  const matched: (number | undefined)[] = new Array(columns.length).fill(undefined)
  let c = columns.length
  let n = names.length
  while (c > 0 && n > 0) {
    const here = at(cost, c, n)
    if (here === at(cost, c - 1, n - 1) + distance(names[n - 1], columns[c - 1])) {
      matched[c - 1] = n - 1
      c--
      n--
    } else if (here === at(cost, c, n - 1)) n--
    else c--
  }
  return matched
}

const at = (cost: readonly (readonly number[])[], row: number, column: number) => cost[row]?.[column] ?? 0

function nearest(names: readonly Box[], item: Box): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, name] of names.entries()) {
    const away = distance(name, item)
    if (away < least) {
      least = away
      best = index
    }
  }
  return best
}

/** How far the nearest of left edge, right edge and middle is, less what both share. */
function distance(name: Box | undefined, item: Box | undefined): number {
  if (!name || !item) return Number.POSITIVE_INFINITY
  const shared = Math.max(0, Math.min(name.right, item.right) - Math.max(name.left, item.left))
  const away = Math.min(
    Math.abs(name.left - item.left),
    Math.abs(name.right - item.right),
    Math.abs(centreOf(name) - centreOf(item)),
  )
  return Math.max(0, away - 0.5 * shared)
}
