// Tests: ../layouts.test.ts

import type { TextCell } from '../recognise/text-cell.ts'
import type { TextRow } from './text-rows.ts'

/** A row with nearly as many figures as those of holdings have is one too. */
const NEARLY = 0.75
const FEWEST_FIGURES = 3
export const DATE =
  /^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}-\d\d-\d\d|[A-Z][a-z]{2} \d{1,2}, ?\d{4}|\d{1,2}[- ][A-Z][a-z]{2}[- ]\d{2,4})$/
/** More such rows than holdings are second lines of these, or a table of something else. */
const MOST_UNREAD = 0.5

/**
 * The rows of a table that hold as many figures as its holdings do, though no ticker was read in them: a person sees a
 * holding there, so they are neither passed over nor taken for a second line of another one.
 *
 * @param taken indices of the rows that are holdings already
 * @param columnOf the column of each cell
 * @param quantityColumn where the shares stand, if that is known: a sum has none
 */
export function findFullRows(
  rows: readonly TextRow[],
  taken: ReadonlySet<number>,
  columnOf: ReadonlyMap<TextCell, number>,
  quantityColumn: number | undefined,
): number[] {
  const countFigures = ({ cells }: TextRow) =>
    new Set(cells.filter(({ text }) => /\d/.test(text)).map((cell) => columnOf.get(cell))).size
  const counts = [...taken].flatMap((row) => (rows[row] ? [countFigures(rows[row])] : [])).sort((a, b) => a - b)
  const usual = counts[Math.floor(counts.length / 2)] ?? 0
  const full = rows.flatMap((row, index) => {
    // Below a holding its lots stand, by the day on which they were bought.
    if (row.cells.some(({ text }) => DATE.test(text))) return []
    if (taken.has(index) || countFigures(row) < Math.max(FEWEST_FIGURES, NEARLY * usual)) return []
    const hasShares = quantityColumn === undefined || row.cells.some((cell) => columnOf.get(cell) === quantityColumn)
    return hasShares ? [index] : []
  })
  return full.length > Math.max(1, MOST_UNREAD * taken.size) ? [] : full
}
