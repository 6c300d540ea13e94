// Tests: whole-cells.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import { boxAround } from '../decode/grey-image.ts'
import { readFigure } from '../figures/figures.ts'
import { toLetterBoxes } from '../recognise/glyph-bank.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** A dot, a dash or a star before an item, as it is read. */
const BULLET = /^[•«»*+·¢°e@©○●–—-] ?(?=[A-Z0-9])/
const FEWEST = 3
/** In heights of a letter. */
const BLANK = 0.25

/** Takes the dots and the numbers of a list of items away: "• T – 1 share", "1. 278 x T". */
export function leaveOutBullets(cells: readonly TextCell[], mark: DecimalMark): readonly TextCell[] {
  const inOrder = cells.filter(({ text }) => !readFigure(text, mark)).sort((a, b) => a.top - b.top)
  const bare = new Map<TextCell, TextCell>()
  for (const first of inOrder) {
    const column = inOrder.filter(({ left }) => Math.abs(left - first.left) < 0.6 * first.capHeight)
    const dotted = column.filter((cell) => (BULLET.test(cell.text) && /[A-Za-z]/.test(cell.text)) || hasArrow(cell))
    if (dotted.length >= FEWEST)
      for (const cell of dotted)
        bare.set(cell, without(cell, (BULLET.exec(cell.text) ?? ARROW.exec(cell.text))?.[0] ?? ''))
    const start = column.findIndex(({ text }) => /^1[.)]/.test(text))
    const numbered = start === -1 ? [] : takeNumbered(column.slice(start))
    if (numbered.length >= FEWEST)
      for (const [index, cell] of numbered.entries()) bare.set(cell, without(cell, `${index + 1}.`))
  }
  return cells.map((cell) => bare.get(cell) ?? cell)
}

/** A triangle that opens what is below a ticker is read as a letter of it, though it stands apart. */
const ARROW = /^[vVyY>▶▸▾►] ?(?=[A-Z]{1,5}(?:\.[A-Z])?$)/

function hasArrow(cell: TextCell): boolean {
  const [first, second] = toLetterBoxes(cell)
  return ARROW.test(cell.text) && !!first && !!second && second.left - first.right > BLANK * cell.capHeight
}

/** Texts that begin with 1., 2., 3. and so on. */
function takeNumbered(column: readonly TextCell[]): TextCell[] {
  const end = column.findIndex(
    ({ text }, index) => !text.startsWith(`${index + 1}.`) && !text.startsWith(`${index + 1})`),
  )
  return column.slice(0, end === -1 ? column.length : end)
}

/** A cell without what stands before its first letters, in the text and in the image. */
function without(cell: TextCell, prefix: string): TextCell {
  const text = cell.text.slice(prefix.length).trim()
  const boxes = toLetterBoxes(cell)
  const length = prefix.replaceAll(' ', '').length
  const isBlankBefore = (at: number) => (boxes[at]?.left ?? 0) - (boxes[at - 1]?.right ?? 0) > BLANK * cell.capHeight
  const isCounted = boxes.length === cell.text.replaceAll(' ', '').length
  const gap = [1, 2, 3].map((more) => length - 1 + more).find((at) => at > 0 && isBlankBefore(at))
  const first = boxes[isCounted ? length : (gap ?? length)]
  if (!first) return { ...cell, text }
  const glyphs = cell.glyphs.filter(({ left }) => left >= first.left)
  const words = cell.words.filter(({ right }) => right > first.left)
  const [head, ...others] = words
  const cut = head?.text.startsWith(prefix.trim()) ? [{ ...head, text: head.text.slice(prefix.trim().length) }] : []
  return { ...cell, ...boxAround(glyphs), glyphs, text, words: cut.length > 0 ? [...cut, ...others] : words }
}
