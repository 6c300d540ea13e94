// Tests: whole-cells.test.ts

import { toOptionSymbol } from '@ballast/contract'
import type { TextCell } from '../recognise/text-cell.ts'

/** In heights of a letter: from a line to the next of the same cell. */
const TO_NEXT_LINE = 1.6
/** Where the month of a date is misread, its J is taken for a bracket. */
const MISREAD_JANUARY = /(?<=\d)[)\]]an(?=\d)/

/** Joins the terms of an option that stand in two lines, as "ENB 18Dec26" above "C70.00". */
export function joinOptionTerms(cells: readonly TextCell[]): readonly TextCell[] {
  const starts = cells.filter(({ text }) => /^[A-Z]{1,5}\b/.test(text))
  const joined = new Map<TextCell, TextCell | null>()
  for (const start of starts) {
    const below = cells.find(
      (cell) => isBelow(start, cell) && !joined.has(cell) && /\d/.test(`${cell.text}${start.text}`),
    )
    if (!below || toSymbol(start.text) !== undefined) continue
    const text = `${start.text} ${below.text}`.replace(MISREAD_JANUARY, 'Jan')
    if (toSymbol(text) === undefined) continue
    const certainty = Math.min(start.certainty, below.certainty)
    joined.set(start, { ...start, certainty, words: [], text, lines: [start, below] })
    joined.set(below, null)
  }
  return cells.flatMap((cell) => {
    const whole = joined.get(cell)
    return whole === null ? [] : [whole ?? cell]
  })
}

const toSymbol = (text: string) => toOptionSymbol(text.toUpperCase())

const isBelow = (cell: TextCell, other: TextCell) =>
  other.top >= cell.bottom - 0.3 * cell.capHeight &&
  other.top - cell.bottom < TO_NEXT_LINE * cell.capHeight &&
  Math.abs(other.left - cell.left) < 0.6 * cell.capHeight
