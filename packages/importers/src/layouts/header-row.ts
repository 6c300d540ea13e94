// Tests: ../mapped-columns.test.ts, ../samples.test.ts

import { findRole, toRoleColumns } from '../headers/header-names.ts'
import type { Columns } from '../headers/roles.ts'
import { isNothing, type NumberCells } from '../meaning/number-cells.ts'
import { isHoldingHeader } from '../meaning/position-table.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'

const SEARCHED_ROWS = 40
const MOST_COLUMNS = 50

/** The row that names the columns: one that names what is held and how much, or words above rows of numbers. */
export function findHeaderRow(table: SourceTable, numbers: NumberCells): SourceRow | undefined {
  const rows = table.rows.slice(0, SEARCHED_ROWS).filter((row) => !isBlankRow(row))
  const named = rows.findIndex((row) => row.cells.length > 1 && isHoldingHeader(toRoleColumns(row.cells)))
  if (named !== -1) return chooseHeaderLine(rows, named, numbers)
  const inWords = rows.findIndex(
    (row) => isHoldingHeader(toColumnsByWords(row.cells)) && hasNoFigure(row, numbers) && isSetOfNames(row),
  )
  if (inWords !== -1) return chooseHeaderLine(rows, inWords, numbers)
  const partly = rows.find((row) => {
    const columns = toRoleColumns(row.cells)
    return Object.keys(columns).length >= 2 && hasNoFigure(row, numbers)
  })
  if (partly) return partly
  const [first, second] = rows.filter((row) => row.cells.length > 1)
  if (first === undefined || second === undefined) return undefined
  const isWords = first.cells.every((cell) => isNothing(cell) || numbers.textOf(cell) === null)
  const isNumbered = second.cells.some((cell) => numbers.textOf(cell) !== null)
  return isWords && isNumbered && first.cells.length === second.cells.length ? first : undefined
}

const hasNoFigure = (row: SourceRow | undefined, numbers: NumberCells) =>
  row !== undefined && !row.cells.some((cell) => numbers.textOf(cell) !== null)

/** Words alone may say as much in a title as names do: of columns there are three, and most of them say what they are. */
const FEWEST_NAMES = 3

function isSetOfNames({ cells }: SourceRow): boolean {
  const filled = cells.filter((cell) => !isNothing(cell))
  const named = filled.filter((cell) => findRole(cell) !== undefined).length
  return named >= Math.max(FEWEST_NAMES, filled.length / 2)
}

/** Which column plays which role, by the words of names that are in no list, too. */
function toColumnsByWords(cells: readonly string[]): Columns {
  const columns: Columns = {}
  for (const [index, cell] of cells.slice(0, MOST_COLUMNS).entries()) {
    const role = findRole(cell)
    if (role !== undefined && columns[role] === undefined) columns[role] = index
  }
  return columns
}

/** Chooses the one of two lines of names that names more: the upper may name groups of columns. */
function chooseHeaderLine(rows: readonly SourceRow[], at: number, numbers: NumberCells): SourceRow | undefined {
  const count = (row: SourceRow | undefined) => Object.keys(toColumnsByWords(row?.cells ?? [])).length
  const [upper, lower] = [rows[at], rows[at + 1]]
  const isBetter = hasNoFigure(lower, numbers) && isHoldingHeader(toColumnsByWords(lower?.cells ?? []))
  return isBetter && count(lower) > count(upper) ? lower : upper
}

/** The names of groups of columns that stand in the line above their header, for each column; none where no such line is. */
export function toGroups({ rows }: SourceTable, header: SourceRow | undefined): readonly string[] {
  const above = header && rows.findLast((row) => row.line < header.line && !isBlankRow(row))
  const count = (row: SourceRow | undefined) => row?.cells.filter((cell) => !isNothing(cell)).length ?? 0
  if (!above || count(above) < 2 || count(above) >= count(header)) return []
  let group = ''
  return above.cells.map((cell) => {
    if (!isNothing(cell)) group = cell.trim()
    return group
  })
}

/** The name of a column, with that of its group where only this tells that it is a cost: "Book" above "Price". */
export function toFullName(header: SourceRow | undefined, index: number, groups: readonly string[]): string {
  const name = header?.cells[index] ?? ''
  const whole = `${groups[index] ?? ''} ${name}`
  const [alone, together] = [findRole(name), findRole(whole)]
  const isMoney = alone === 'price' || alone === 'value'
  return isMoney && (together === 'avgCost' || together === 'costTotal') ? whole : name
}
