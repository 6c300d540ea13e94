// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import { readFigure } from '../figures/figures.ts'
import { isFigureRole } from '../figures/inline-figures.ts'
import { type ImageRole, toImageRole } from '../figures/labels.ts'
import { type Candidate, type FigureRole, pickFigure } from '../layout.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** Dots, strokes and arrows between figures of one line, as they are read. */
const BETWEEN = / ?[-–—=»>→·•|/«]{1,3} | [-–—=»>→·•|/«]{1,3} ?/
const LONGEST = 60

/** Roles of the figures of a line: a text above the list says them once for all, as "Qty · Avg cost → Last price". */
export type Legend = readonly ImageRole[]

export function findLegend(cells: readonly TextCell[]): Legend | undefined {
  for (const { text } of cells) {
    if (text.length > LONGEST) continue
    const roles = text.split(BETWEEN).flatMap((part) => toImageRole(part) ?? [])
    const isWhole = roles.length > 1 && roles.length === text.split(BETWEEN).length
    if (isWhole && roles.includes('quantity') && roles.every(isFigureRole)) return roles
  }
  return undefined
}

/** The figures of a line by the legend; none where it is another line. */
export function readByLegend(cell: TextCell, legend: Legend | undefined, mark: DecimalMark): Candidate['figures'] {
  const parts = legend ? cell.text.split(BETWEEN) : []
  if (!legend || parts.length !== legend.length || !parts.every((part) => readFigure(part, mark))) return {}
  const figures: Candidate['figures'] = {}
  for (const [index, role] of (legend as readonly FigureRole[]).entries()) {
    const part = narrowTo(cell, parts[index] ?? '')
    const pick = (text: string) => (text === cell.text ? text.split(BETWEEN)[index] : pickFigure(text))
    figures[role] = part === cell ? { cell, pick } : { cell: part, pick: pickFigure }
  }
  return figures
}
