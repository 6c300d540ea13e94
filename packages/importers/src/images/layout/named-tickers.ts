// Tests: named-tickers.test.ts

import type { LayoutContext } from '../layout.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** "MC · LVMH", also as the dot is read. */
const BETWEEN = / [·•|:*—–-] /
const TICKER = /^[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/
const FEWEST = 2

interface Pair {
  cell: TextCell
  sides: readonly [string, string]
}

/**
 * Parts pieces of text that repeat as a ticker and a name with a sign between them. By itself "LVMH · MC" does not tell which
 * is which where no list knows either; all of a place do: tickers differ, and each has the shape of one.
 */
export function partNamedTickers({
  cells,
  dictionary,
}: Pick<LayoutContext, 'cells' | 'dictionary'>): readonly TextCell[] {
  const pairs = cells.flatMap((cell): Pair[] => {
    const between = BETWEEN.exec(cell.text)
    if (!between) return []
    const [first, second] = [cell.text.slice(0, between.index), cell.text.slice(between.index + between[0].length)]
    const areNames = [first, second].every((side) => /\p{L}/u.test(side) && !/\d/.test(side))
    return areNames ? [{ cell, sides: [first, second] }] : []
  })
  const parted = new Map<TextCell, readonly TextCell[]>()
  for (const { cell } of pairs) {
    const place = pairs.filter((other) => isAtOnePlace(cell, other.cell))
    const side = ([0, 1] as const).find((at) => areTickers(place.map(({ sides }) => sides[at])))
    const isRead = place.every((one) => dictionary.findIn(one.cell.text, true) !== undefined)
    if (side === undefined || isRead) continue
    for (const one of place) parted.set(one.cell, part(one, side))
  }
  return cells.flatMap((cell) => parted.get(cell) ?? cell)
}

/** Behind a name, a ticker begins where the name does: there the others of its place stand. */
function part({ cell, sides }: Pair, side: 0 | 1): readonly TextCell[] {
  if (side === 1) return [{ ...cell, text: sides[1] }]
  return sides.map((text) => ({ ...narrowTo(cell, text), text }))
}

const isAtOnePlace = (a: TextCell, b: TextCell) =>
  Math.abs(a.left - b.left) < a.capHeight && Math.abs(a.capHeight - b.capHeight) < 0.3 * a.capHeight

const areTickers = (texts: readonly string[]) =>
  texts.length >= FEWEST && texts.every((text) => TICKER.test(text)) && new Set(texts).size === texts.length
