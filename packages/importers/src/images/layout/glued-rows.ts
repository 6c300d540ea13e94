// Tests: whole-cells.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import { readFigure } from '../figures/figures.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** A piece of text with so many figures and no words is the row of a narrow table. */
const FEWEST_FIGURES = 3
const RULE = /^[|[\]¦]$/
const TICKER = /^(?:[A-Z]{1,5}(?:\.[A-Z])?|[0|\\/])$/

/** "322.39 (222.73)": two figures, of which the second is no percentage; its first bracket may be misread. */
const AMOUNT = /^[$€£]?\d[\d.,]*$/
const ASIDE = /^\(?([$€£]?\d[\d.,]*)\)$/

/** Parts two figures that stand beside each other in one cell. */
export function partAside(cell: TextCell): readonly TextCell[] {
  const [one, other, ...others] = cell.words
  const second = ASIDE.exec(other?.text ?? '')?.[1]
  if (!one || !other || others.length > 0 || !AMOUNT.test(one.text) || second === undefined) return [cell]
  const parts = [narrowTo(cell, one.text), narrowTo(cell, other.text)] as const
  return parts.some((part) => part === cell) ? [cell] : [parts[0], { ...parts[1], text: second }]
}

/** Parts rows of narrow tables that were taken for one piece of text: "SMH 228 302.35 319.12 72,759.36". */
export function partGluedRows(cells: readonly TextCell[], mark: DecimalMark): readonly TextCell[] {
  return cells.flatMap((cell) => {
    const words = cell.words.filter(({ text }) => !RULE.test(text))
    const figures = words.filter(({ text }) => readFigure(text, mark))
    const isRow =
      figures.length >= FEWEST_FIGURES && words.every((word) => figures.includes(word) || TICKER.test(word.text))
    // A percentage in parentheses belongs to the figure before it.
    const hasAside = words.some(({ text }) => /[()%]/.test(text))
    if (!isRow || hasAside) return [cell]
    const parts = words.map(({ text }) => narrowTo(cell, text))
    return parts.includes(cell) ? [cell] : parts
  })
}
