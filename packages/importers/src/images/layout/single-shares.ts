// Tests: whole-cells.test.ts

import { toLetterBoxes } from '../recognise/glyph-bank.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** "30.824 NEM": so many shares of a ticker. */
const COUNTED = /^\d[\d.,]* (?:x |× )?[A-Z]{1,5}(?:[./][A-Z])?$/
/** A single share that was read as a letter of the ticker behind it, or by itself. */
const COUNTED_ONCE = /^[TIl|!1] ?([A-Z]{1,5}(?:[./][A-Z])?)$/
const FEWEST = 2
/** In heights of a letter: wider than between letters. */
const BLANK = 0.24

/** Where others stand as "30.8 NEM" and "5 BRK.B" below each other, "TNVO" with a gap behind its first letter is "1 NVO". */
export function readSingleShares(cells: readonly TextCell[]): readonly TextCell[] {
  const counted = cells.filter(({ text }) => COUNTED.test(text))
  if (counted.length < FEWEST) return cells
  return cells.map((cell) => {
    const ticker = COUNTED_ONCE.exec(cell.text)?.[1]
    if (ticker === undefined || !hasBlankAfterFirst(cell)) return cell
    const others = counted.filter(({ left }) => Math.abs(left - cell.left) < 0.6 * cell.capHeight)
    return others.length >= FEWEST ? { ...cell, text: `1 ${ticker}`, words: [] } : cell
  })
}

function hasBlankAfterFirst(cell: TextCell): boolean {
  const [first, second] = toLetterBoxes(cell)
  return first !== undefined && second !== undefined && second.left - first.right > BLANK * cell.capHeight
}
