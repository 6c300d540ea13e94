// Tests: ../damaged-files.test.ts

import type { ImportedSource, SourcePosition } from '../imported-source.ts'
import type { SourceTable } from '../sources/source-table.ts'

/** Lines with fewer cells are no table whose width tells anything. */
const NARROWEST = 3

/**
 * Doubts what is read in a line that has not as many cells as its table: a part of it was lost, or of another one got into
 * it, and figures may stand in the columns of others. Says so at the line.
 */
export function doubtDamagedLines(source: ImportedSource, table: SourceTable): ImportedSource {
  if (table.delimiter === '' || source.content !== 'positions') return source
  const rows = new Map(table.rows.map((row) => [row.line, row]))
  const widths = new Map(table.rows.map(({ line, cells }) => [line, cells.length]))
  const widthOf = ({ lines: [line = 0] }: SourcePosition) => widths.get(line) ?? 0
  const headers = source.lines.filter(({ verdict }) => verdict === 'header').map(({ line }) => widths.get(line) ?? 0)
  const known = new Set(headers.filter((width) => width >= NARROWEST))
  const usual = findUsual(source.positions.map(widthOf))
  // Cells that no name stands above are of a header that lost its beginning.
  if (usual !== undefined && (known.size === 0 || usual < Math.max(...known))) known.add(usual)
  if (known.size === 0) return source
  const isDamaged = (position: SourcePosition) => {
    const row = rows.get(position.lines[0] ?? 0)
    if (row === undefined) return false
    // Some programs end each line with a comma.
    const width = row.cells.length
    const isAsWide = known.has(width) || (row.cells.at(-1)?.trim() === '' && known.has(width - 1))
    return !isAsWide || row.quotes === 'not-closed'
  }
  const damaged = new Set(source.positions.filter(isDamaged).map(({ lines: [line] }) => line))
  if (damaged.size === 0) return source
  return {
    ...source,
    lines: source.lines.map((line) => (damaged.has(line.line) ? { ...line, note: line.note ?? REASON } : line)),
    positions: source.positions.map((position) =>
      isDamaged(position)
        ? {
            ...position,
            doubts: [...position.doubts, ...FIELDS.map((field) => ({ field, reason: REASON }))],
          }
        : position,
    ),
  }
}

/**
 * Doubts a position whose line stands before it already, letter by letter: a file that was put together twice, or a line that was
 * copied, counts what it says twice. Two lots that are equal in all they say have the doubt, too.
 */
export function doubtRepeatedLines(source: ImportedSource, { rows, lines }: SourceTable): ImportedSource {
  if (source.content !== 'positions') return source
  const isTable = new Set(rows.filter(({ cells }) => cells.length >= NARROWEST).map(({ line }) => line))
  const first = new Map<string, number>()
  const positions = source.positions.map((position): SourcePosition => {
    const line = position.lines[0] ?? 0
    if (!isTable.has(line)) return position
    const key = JSON.stringify([lines[line - 1], position.account])
    const before = first.get(key)
    if (before === undefined) first.set(key, line)
    const reason = `Line ${line} says the same as line ${before}, letter by letter. Remove one if it is the same position.`
    return before === undefined ? position : { ...position, doubts: [...position.doubts, { field: 'shares', reason }] }
  })
  return { ...source, positions }
}

const FIELDS = ['shares', 'avgCost'] as const
const REASON = 'This line has more or fewer cells than the others. A part of it may be lost.'
const MOSTLY = 0.6

/** How many cells most positions have: as many as the one in the middle, where so many agree. */
function findUsual(widths: readonly number[]): number | undefined {
  const middle = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)]
  const agreeing = widths.filter((width) => width === middle).length
  return widths.length > 1 && agreeing >= MOSTLY * widths.length ? middle : undefined
}
