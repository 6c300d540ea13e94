import { LIMITS } from '@ballast/contract'
import { Big } from 'big.js'
import readWorkbook from 'read-excel-file/universal'
import type { ImportedSource, ReadOptions } from './imported-source.ts'
import { readTable } from './layouts/read-table.ts'
import { isAccountTitle } from './meaning/account-titles.ts'
import { refuseSource } from './meaning/refuse-source.ts'
import { SourceReport } from './meaning/source-report.ts'
import { type SourceTable, toTableOf } from './sources/source-table.ts'
import { toStoredZip } from './sources/stored-zip.ts'
import { unpackWorkbook } from './sources/unpack-workbook.ts'

const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as .xlsx or .csv.'
const SPLIT = 'Split it, or remove what is not a position.'
const MIB = 1024 * 1024
/** Digits that a spreadsheet shows of a number; those behind are left of its binary form. */
const SHOWN_DIGITS = 15
const MOST_ROWS = 2 * LIMITS.positionsPerPortfolio
const MOST_COLUMNS = 200
const MOST_CELL_CHARACTERS = 2_000
/** Most characters of all cells together: one long text may stand in a hundred thousand cells, and takes no more room in the file than once. */
const MOST_CHARACTERS = 2 * LIMITS.uploadBodyBytes

interface Sheet {
  sheet: string
  data?: readonly (readonly unknown[])[]
}

/** Reads the sheets of an Excel workbook, one below the other; formulas count with the value that was saved. */
export async function readWorkbookSource(bytes: Uint8Array, options: ReadOptions): Promise<ImportedSource> {
  const workbook = await readWorkbookTable(bytes)
  if ('why' in workbook) return refuseSource('xlsx', workbook)
  const { table, sheets } = workbook
  const read = readTable(table, 'xlsx', options)
  if (read === undefined) {
    return new SourceReport().finish(table, { kind: 'xlsx', format: null, content: 'positions' })
  }
  const names = sheets.map((sheet) => `"${sheet.slice(0, 40)}"`).slice(0, 10)
  return names.length > 1
    ? { ...read, notes: [...read.notes, `Read as one table: the sheets ${names.join(', ')}.`] }
    : read
}

/** The cells of all sheets as one table, with the names of those that are filled; or why there are none. */
export async function readWorkbookTable(
  bytes: Uint8Array,
): Promise<{ table: SourceTable; sheets: readonly string[] } | { why: string; expected: string }> {
  const parts = unpackWorkbook(bytes)
  if (!(parts instanceof Map)) return parts
  let sheets: Sheet[]
  try {
    // The library unpacks every part of what it is given, large ones in threads of its own: it gets only what was checked.
    sheets = await readWorkbook(toStoredZip(parts).buffer, { parseNumber: toShownNumber })
  } catch {
    return { why: 'The workbook cannot be read', expected: SAVE_AGAIN }
  }
  // Two sheets that are one part come without rows.
  const filled = sheets.flatMap(({ sheet, data = [] }) => (data.length > 0 ? [{ sheet, data }] : []))
  const rows = filled.flatMap(({ data }) => data)
  if (rows.length > MOST_ROWS) {
    return { why: `The workbook has more than ${MOST_ROWS.toLocaleString('en-US')} rows`, expected: SPLIT }
  }
  const cells = rows.map((row) => row.slice(0, MOST_COLUMNS).map(toCell))
  if (countCharacters(cells) > MOST_CHARACTERS) {
    return { why: `The workbook has more than ${MOST_CHARACTERS / MIB} MiB of text in its cells`, expected: SPLIT }
  }
  return { table: withSheetAccounts(toTableOf(cells), filled), sheets: filled.map(({ sheet }) => sheet) }
}

/** The table with the names of sheets that are accounts above their rows; they are no lines of the file. */
function withSheetAccounts(
  table: SourceTable,
  sheets: readonly { sheet: string; data: readonly unknown[] }[],
): SourceTable {
  if (sheets.length < 2) return table
  let from = 0
  const rows = sheets.flatMap(({ sheet, data }, at) => {
    const own = table.rows.slice(from, from + data.length)
    from += data.length
    return isAccountTitle(sheet) ? [{ line: -at, span: 0, cells: [sheet] }, ...own] : own
  })
  return { ...table, rows }
}

const countCharacters = (rows: readonly (readonly string[])[]) =>
  rows.reduce((sum, row) => sum + row.reduce((characters, cell) => characters + cell.length, 0), 0)

/** 268.56000000000001 is stored, 268.56 was typed. */
function toShownNumber(text: string): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  return new Big(value.toPrecision(SHOWN_DIGITS)).toFixed()
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value).slice(0, MOST_CELL_CHARACTERS)
}
