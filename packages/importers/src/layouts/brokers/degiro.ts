// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import type { Columns } from '../../headers/roles.ts'
import type { StatedAction } from '../../meaning/action-words.ts'
import { type ActivityColumns, readActivityTable } from '../../meaning/activity-table.ts'
import { readPositionTable } from '../../meaning/position-table.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import { findDate } from '../../meaning/stated-date.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../../sources/source-table.ts'
import type { SourceFormat } from '../source-format.ts'

const SEARCHED_ROWS = 20
const SAMPLE_ROWS = 200
const CURRENCY = /^[A-Z]{3}$/
/** Where the values begin: the currency stands in a column of its own before or after, or in the value's cell. */
const FIRST_VALUE = 4

/** Portfolio: ISINs instead of tickers, no cost, the currency in the column that the header calls the value. */
export const degiroPortfolio: SourceFormat = {
  name: 'DEGIRO portfolio',
  content: 'positions',
  recognise: (table) => findHeader(table, isPortfolioHeader) !== undefined,
  read(table, report, numbers) {
    const header = findHeader(table, isPortfolioHeader)
    readPositionTable(table, report, numbers, {
      columns: toPortfolioColumns(table, header),
      headerLine: header?.line ?? null,
    })
  },
}

/** The header is in the user's language, and names the column of the currency as if it were one of values. */
function toPortfolioColumns({ rows }: SourceTable, header: SourceRow | undefined): Columns {
  const body = rows.filter(({ line }) => line > (header?.line ?? 0)).slice(0, SAMPLE_ROWS)
  const places = (header?.cells ?? []).map((_, index) => index).slice(FIRST_VALUE)
  const currency = places.find((at) => body.some(({ cells }) => CURRENCY.test(cells[at]?.trim() ?? '')))
  const value = places.find((at) => at !== currency)
  return {
    description: 0,
    symbol: 1,
    quantity: 2,
    price: 3,
    ...(currency === undefined ? {} : { currency }),
    ...(value === undefined ? {} : { value }),
  }
}

/** Transactions: a purchase or a sale by the sign of its quantity, and the currency in a column without a name. */
export const degiroTransactions: SourceFormat = {
  name: 'DEGIRO transactions',
  content: 'activity',
  recognise: (table) => findHeader(table, (cells) => toTransactionColumns(cells) !== undefined) !== undefined,
  read(table, report, numbers) {
    readActivityTable(table, report, numbers, {
      columns: {},
      dateOrder: 'day-first',
      toColumns: ({ cells }) => toTransactionColumns(cells.map((cell) => cell.trim())),
      toAction: (_words, _row, quantity): StatedAction => (quantity?.startsWith('-') ? 'sell' : 'buy'),
    })
  },
}

function toTransactionColumns(cells: readonly string[]): ActivityColumns | undefined {
  const isin = cells.findIndex((cell) => /\bisin\b/i.test(cell))
  const currency = cells.indexOf('', isin)
  const isHeader = cells.length >= 12 && isin === 3 && /^prod/i.test(cells[2] ?? '') && currency >= isin + 3
  if (!isHeader || cells.indexOf('', currency + 1) === -1) return undefined
  return { date: 0, time: 1, description: 2, isin, quantity: currency - 2, price: currency - 1, currency }
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
      why: 'This is a DEGIRO account statement. It lists money, and does not show for sure what you hold',
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

/** `Product, Symbol/ISIN, …, Value in EUR` in any language, with a column that has no name among those of money. */
function isPortfolioHeader(cells: readonly string[]): boolean {
  const last = cells.findLast((cell) => cell !== '') ?? ''
  return (
    cells.length >= 6 &&
    /^prod/i.test(cells[0] ?? '') &&
    (/\/ ?isin/i.test(cells[1] ?? '') || (/\bisin\b/i.test(cells[1] ?? '') && cells.indexOf('', FIRST_VALUE) !== -1)) &&
    /(?:^|[^A-Za-z])[A-Z]{3}\)?$/.test(last)
  )
}

function isAccountHeader(cells: readonly string[]): boolean {
  return (
    cells.length >= 12 && cells[4] === 'ISIN' && cells[8] === '' && cells[10] === '' && /^order/i.test(cells[11] ?? '')
  )
}
