import { BASE_CURRENCY } from '@ballast/contract'
import type { DecimalMark } from '../../decimal-text.ts'
import type { ImportedSource, SourceLine, SourcePosition } from '../../imported-source.ts'
import { sharedRows } from '../decode/grey-image.ts'
import { readFigure } from '../figures/figures.ts'
import { findAside } from '../layout/line-verdicts.ts'
import type { TextRow } from '../layout/text-rows.ts'
import type { Candidate, Layout } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** The 1-based rows of text that a candidate was read from. */
export function findLines({ cells }: Candidate, rows: readonly TextRow[]): number[] {
  return rows.flatMap((row, index) => (row.cells.some((cell) => standsAmong(cell, cells)) ? [index + 1] : []))
}

/** True if a piece of text, whole or in part, is one of others: they may have been parted, or lost a bullet. */
const standsAmong = (cell: TextCell, others: readonly TextCell[]) =>
  others.some(
    (other) => other === cell || (sharedRows(other, cell) > 0.5 && other.left < cell.right && other.right > cell.left),
  )

const FIGURES_OF_A_HOLDING = 3

/** Describes every row of text in the image. */
export function describeLines(rows: readonly TextRow[], layout: Layout | undefined, mark: DecimalMark): SourceLine[] {
  const ofPosition = layout?.candidates.flatMap(({ cells }) => cells) ?? []
  const ofHeader = [...(layout?.headers ?? [])]
  const first = rows.findIndex((row) => row.cells.some((cell) => standsAmong(cell, ofPosition)))
  return rows.map((row, index) => ({ line: index + 1, text: row.text, ...judgeRow(row, index < first) }))

  function judgeRow(row: TextRow, isAbove: boolean): Pick<SourceLine, 'verdict' | 'note'> {
    if (row.cells.some((cell) => standsAmong(cell, ofPosition))) return { verdict: 'position', note: null }
    if (row.cells.some((cell) => standsAmong(cell, ofHeader))) return { verdict: 'header', note: null }
    const aside = findAside(row)
    if (aside === 'cash') return { verdict: 'cash', note: 'Cash is not taken from images; add it in the review.' }
    if (aside) return { verdict: aside, note: null }
    const figureCount = row.cells.filter(({ text }) => readFigure(text, mark)).length
    const hasFigure = figureCount > 0
    // Above the first holding there are titles and clocks; a line of several figures is a holding without a ticker.
    const isTitle = isAbove && figureCount < FIGURES_OF_A_HOLDING
    if (isTitle || first === -1) return { verdict: hasFigure && first === -1 ? 'not-understood' : 'header', note: null }
    if (hasFigure && row.cells.length > 1) {
      return { verdict: 'not-understood', note: 'No ticker was recognised in this line.' }
    }
    return { verdict: 'footer', note: null }
  }
}

/**
 * The total of values that a table states, when it is the sum of the positions or nearly so. A total with cash in it, or
 * of something else, is no total of what was read.
 */
export function findStatedTotals(
  rows: readonly TextRow[],
  positions: readonly SourcePosition[],
  mark: DecimalMark,
): ImportedSource['statedTotals'] {
  const values = positions.map(({ statedValue }) => statedValue)
  if (values.length === 0 || values.some((value) => value === null)) return []
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const figures = rows
    .filter((row) => findAside(row) === 'total')
    .flatMap((row) => row.cells.flatMap(({ text }) => readFigure(text, mark) ?? []))
    .filter(({ isPercent }) => !isPercent)
  const nearest = figures.sort((a, b) => Math.abs(a.value - sum) - Math.abs(b.value - sum))[0]
  if (!nearest || Math.abs(nearest.value - sum) > 0.2 * Math.abs(sum)) return []
  return [{ account: null, currency: positions[0]?.currency ?? BASE_CURRENCY, value: nearest.value }]
}
