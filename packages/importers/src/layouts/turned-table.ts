import { findKnownRole, toRoleColumns } from '../headers/header-names.ts'
import { isHoldingHeader } from '../meaning/position-table.ts'
import { isBlankRow, type SourceTable, toTableOf } from '../sources/source-table.ts'

/** Part of the rows that a role of a column names. */
const MOSTLY = 0.6
const MOST_FIELDS = 40
const TICKER = /^[A-Z][A-Z0-9]{0,5}(?:[.-][A-Z]{1,2})?$/

/**
 * A table that is turned, with a holding in each column and the names of its figures at the left, laid out the usual way;
 * its lines are then its columns. `undefined` for any other table.
 */
export function turnTable(table: SourceTable): SourceTable | undefined {
  if (table.rows.length > MOST_FIELDS) return undefined
  const rows = table.rows.filter((row) => !isBlankRow(row)).map(({ cells }) => cells)
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  if (rows.length < 2 || width < 2) return undefined
  const names = rows.map((cells) => (cells[0] ?? '').trim())
  const roles = names.flatMap((name) => findKnownRole(name) ?? [])
  const tickers = rows.findIndex(
    ([, ...others]) => others.length > 0 && others.every((cell) => TICKER.test(cell.trim())),
  )
  if (!roles.includes('symbol') && tickers !== -1) names[tickers] = 'Symbol'
  const isTurned =
    isHoldingHeader(toRoleColumns(names)) &&
    new Set(roles).size === roles.length &&
    names.filter((name) => findKnownRole(name)).length >= MOSTLY * rows.length
  if (!isTurned || rows.some((cells) => isHoldingHeader(toRoleColumns(cells)))) return undefined
  const columns = Array.from({ length: width - 1 }, (_, at) => rows.map((cells) => cells[at + 1] ?? ''))
  return {
    ...toTableOf([names, ...columns.filter((cells) => cells.some((cell) => cell.trim() !== ''))]),
    delimiter: table.delimiter,
  }
}
