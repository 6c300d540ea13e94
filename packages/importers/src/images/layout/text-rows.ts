// Tests: ../verdict/image-lines.test.ts, whole-cells.test.ts

import { maskAccountNumbers } from '../../account-label.ts'
import { type Box, boxAround, sharedRows } from '../decode/grey-image.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** Cells that stand beside each other, from left to right. */
export interface TextRow extends Box {
  cells: readonly TextCell[]
  /** As one line, shortened, long account numbers masked. */
  text: string
}

const LONGEST_LINE = 400

/** The rows of text from the top. Cells belong to one row when they share at least half of their height. */
export function toRows(cells: readonly TextCell[]): TextRow[] {
  const rows: TextCell[][] = []
  for (const cell of [...cells].sort((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const row = rows.findLast((members) => members.every((member) => sharedRows(member, cell) > 0.5))
    if (row) row.push(cell)
    else rows.push([cell])
  }
  return rows
    .map((members) => {
      const inOrder = [...members].sort((a, b) => a.left - b.left)
      const text = inOrder
        .map((cell) => cell.text.replace(/\S+/g, mask))
        .join('  ')
        .slice(0, LONGEST_LINE)
      const bottom = Math.max(...members.map((cell) => cell.reach ?? cell.bottom))
      return { ...boxAround(members), bottom, cells: inOrder, text }
    })
    .sort((a, b) => a.top - b.top)
}

/** Long digits are an account number unless they are decimals. */
const mask = (word: string) => (/\d[.,]\d/.test(word) ? word : maskAccountNumbers(word))
