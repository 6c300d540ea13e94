import { readPositionTable } from '../position-table.ts'
import type { SourceFormat } from '../source-format.ts'
import type { SourceReport } from '../source-report.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../source-table.ts'
import { findDate } from '../stated-date.ts'

const SEARCHED_ROWS = 20
/** The header is in the user's language; what stands where is not. */
const COLUMNS = { description: 0, symbol: 1, quantity: 2, price: 3, currency: 4, value: 5 } as const

/** Portfolio: ISINs instead of tickers, no cost, the currency in the column that the header calls the value. */
export const degiroPortfolio: SourceFormat = {
  name: 'DEGIRO portfolio',
  content: 'positions',
  recognise: (table) => findHeader(table, isPortfolioHeader) !== undefined,
  read(table, report, numbers) {
    const header = findHeader(table, isPortfolioHeader)
    readPositionTable(table, report, numbers, {
      columns: COLUMNS,
      headerLine: header?.line ?? null,
    })
  },
}

/** Account statement: a ledger of money in the user's language, from which holdings cannot be told. */
export const degiroAccount: SourceFormat = {
  name: 'DEGIRO account statement',
  content: 'activity',
  recognise: (table) => findHeader(table, isAccountHeader) !== undefined,
  read(table, report) {
    const header = findHeader(table, isAccountHeader)
    for (const row of table.rows) {
      if (isBlankRow(row)) report.say(row, 'blank')
      else if (row === header) report.say(row, 'header')
      else takeLedgerRow(row, report)
    }
    report.complain({
      why: 'This is a DEGIRO account statement, a ledger of money: what you hold cannot be told from it for sure',
      expected: 'In DEGIRO, open Portfolio, choose Export, CSV, and drop that file.',
    })
  },
}

function takeLedgerRow(row: SourceRow, report: SourceReport): void {
  report.say(row, 'transaction', 'Not counted: see above.')
  const date = findDate(row.cells[0] ?? '', 'day-first')
  if (date !== undefined && (report.knownFrom === null || date < report.knownFrom)) report.knownFrom = date
}

function findHeader(table: SourceTable, isHeader: (cells: readonly string[]) => boolean): SourceRow | undefined {
  return table.rows.slice(0, SEARCHED_ROWS).find(({ cells }) => isHeader(cells.map((cell) => cell.trim())))
}

function isPortfolioHeader(cells: readonly string[]): boolean {
  return (
    cells.length >= 7 &&
    /^prod[uo]/i.test(cells[0] ?? '') &&
    /isin/i.test(cells[1] ?? '') &&
    cells[5] === '' &&
    /\b[A-Z]{3}$/.test(cells[6] ?? '')
  )
}

function isAccountHeader(cells: readonly string[]): boolean {
  return (
    cells.length >= 12 && cells[4] === 'ISIN' && cells[8] === '' && cells[10] === '' && /^order/i.test(cells[11] ?? '')
  )
}
