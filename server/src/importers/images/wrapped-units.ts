// Tests: whole-cells.test.ts

import { boxAround } from './grey-image.ts'
import type { TextCell } from './read-cells.ts'
import { toRows } from './text-rows.ts'

const UNIT = /^(?:shares?|units?|shs\.?|stocks?)$/i
const BARE_FIGURE = /(?:^|\s)\d[\d.,]*$/
/** In heights of a letter: between the pieces of one line, and from a line to what is left of it below. */
const WITHIN_LINE = 4
const TO_NEXT_LINE = 1.6

/**
 * Puts the word that says what a figure is back behind it where the line was too short for both: "AMT · 36.95" above
 * "shares".
 */
export function joinWrappedUnits(cells: readonly TextCell[]): readonly TextCell[] {
  const units = cells.filter(({ text }) => UNIT.test(text))
  if (units.length === 0) return cells
  const rows = toRows(cells)
  const joined = new Map<TextCell, TextCell | null>()
  for (const unit of units) {
    for (const row of rows) {
      const gap = unit.top - row.bottom
      if (gap < -0.5 * unit.capHeight || gap > TO_NEXT_LINE * unit.capHeight) continue
      const first = row.cells.findIndex(({ left }) => Math.abs(left - unit.left) < 0.6 * unit.capHeight)
      const last = first === -1 ? undefined : endOfLine(row.cells.slice(first))
      if (!last || joined.has(last) || !BARE_FIGURE.test(last.text)) continue
      const words = [...last.words, ...unit.words]
      joined.set(last, { ...last, ...boxAround([last]), text: `${last.text} ${unit.text}`, words })
      joined.set(unit, null)
      break
    }
  }
  return cells.flatMap((cell) => {
    const whole = joined.get(cell)
    return whole === null ? [] : [whole ?? cell]
  })
}

/** The last of the pieces that follow one another without a gap as wide as between columns. */
function endOfLine(cells: readonly TextCell[]): TextCell | undefined {
  const end = cells.findIndex((cell, index) => {
    const next = cells[index + 1]
    return !next || next.left - cell.right > WITHIN_LINE * cell.capHeight
  })
  return cells[end]
}
