// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import { centreOf, sharedRows } from '../decode/grey-image.ts'
import { readFigure } from '../figures/figures.ts'
import { toFigureRole } from '../figures/inline-figures.ts'
import { type ImageRole, isLabelOfOther, toImageRole } from '../figures/labels.ts'
import { type LayoutContext, pickFigure } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'

const LONGEST_FIGURE = 14
/** Gains and moves are written with their sign, and what one share is worth is not. */
const SIGNED = /^[-−–+] ?[$€£]?\d/
const UNSIGNED = new Set<ImageRole | 'other'>(['avgCost', 'price'])
/** A direction in which so many labels have a figure may be theirs, whichever has most. */
const NEARLY = 0.75

/** Figures beside, below or above a label of their own, by the direction in which most labels have one. */
export function pairLabels(
  { cells, mark }: LayoutContext,
  anchors: ReadonlySet<TextCell>,
): Map<TextCell, ImageRole | 'other'> {
  const labels = findLabels(cells, anchors)
  const figures = cells.filter(({ text }) => readFigure(pickFigure(text) ?? '', mark)?.isPercent === false)
  const directions = FINDS.map((find) =>
    labels.flatMap(({ cell, role }) => {
      const figure = find(cell, figures, cells)
      const isMoney = figure && readFigure(pickFigure(figure.text) ?? '', mark)?.isMoney
      const isMove = figure && SIGNED.test(figure.text) && UNSIGNED.has(role)
      return figure && !isMove && !(isMoney && role === 'quantity')
        ? [[figure, role, gapBetween(cell, figure)] as const]
        : []
    }),
  )
  const most = Math.max(...directions.map(({ length }) => length))
  // Between a label and the figure that is not its own there is the wider gap.
  const at = directions
    .flatMap((pairs, index) => (pairs.length > 0 && pairs.length >= NEARLY * most ? [index] : []))
    .sort((a, b) => directionGap(directions[a]) - directionGap(directions[b]))[0]
  const best = directions[at ?? 0] ?? []
  const find = FINDS[at ?? 0]
  const paired = new Map(best.map(([figure, role]) => [figure, role]))
  const roles = new Set(labels.map(({ cell }) => cell))
  // Where the figure of a label stands though it was not read as one, it will be looked at again.
  const isPercent = ({ text }: TextCell) => readFigure(pickFigure(text) ?? '', mark)?.isPercent === true
  const others = cells.filter(
    (cell) => !roles.has(cell) && !anchors.has(cell) && cell.text.length <= LONGEST_FIGURE && !isPercent(cell),
  )
  for (const { cell, role } of labels) {
    const figure = find?.(cell, others, cells)
    if (figure && !paired.has(figure)) paired.set(figure, role)
  }
  return paired
}

/** Cells that name a figure beside them, and what they name. */
function findLabels(cells: readonly TextCell[], anchors: ReadonlySet<TextCell>) {
  return cells.flatMap((cell): { cell: TextCell; role: ImageRole | 'other' }[] => {
    if (anchors.has(cell)) return []
    const text = cell.text.replace(/:$/, '')
    const role = toFigureRole(text)
    if (role) return [{ cell, role }]
    if (toImageRole(text)) return []
    return isLabelOfOther(text) ? [{ cell, role: 'other' }] : []
  })
}

type Find = (label: TextCell, figures: readonly TextCell[], cells: readonly TextCell[]) => TextCell | undefined

const findBeside: Find = (label, figures, cells) => {
  const right = cells.filter((cell) => cell.left >= label.right && sharedRows(cell, label) > 0.4)
  const nearest = right.sort((a, b) => a.left - b.left)[0]
  return nearest && figures.includes(nearest) ? nearest : undefined
}

const isUnder = (label: TextCell, cell: TextCell) =>
  Math.min(
    Math.abs(cell.left - label.left),
    Math.abs(cell.right - label.right),
    Math.abs(centreOf(cell) - centreOf(label)),
  ) <
  1.2 * label.capHeight

const findBelow: Find = (label, figures) =>
  figures
    .filter((cell) => {
      const gap = cell.top - label.bottom
      return gap > -0.2 * label.capHeight && gap < 2.2 * label.capHeight && isUnder(label, cell)
    })
    .sort((a, b) => a.top - b.top)[0]

const findAbove: Find = (label, figures) =>
  figures
    .filter((cell) => {
      const gap = label.top - cell.bottom
      return gap > -0.2 * label.capHeight && gap < 2.2 * label.capHeight && isUnder(label, cell)
    })
    .sort((a, b) => b.top - a.top)[0]

const FINDS: readonly Find[] = [findBeside, findBelow, findAbove]

/** In pixels from a label up or down to its figure; none to one in the same line. */
const gapBetween = (label: TextCell, figure: TextCell) =>
  Math.max(0, figure.top - label.bottom, label.top - figure.bottom)

function directionGap(pairs: readonly (readonly [TextCell, unknown, number])[] = []): number {
  const gaps = pairs.map(([, , gap]) => gap).sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}
