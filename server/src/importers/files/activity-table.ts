/** Tables of transactions: what the histories of all brokers have in common. */
import { BASE_CURRENCY, toTicker } from '@ballast/contract'
import { toOptionSymbol } from '../option-symbol.ts'
import { foldTransactions, inOrder, type Transaction, type TransactionAction } from './fold-transactions.ts'
import { toHeaderName } from './header-names.ts'
import { isNothing, type NumberCells } from './number-cells.ts'
import { isIsin, isTotal, toBareSymbol, toMarkedClass } from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import { isBlankRow, type SourceRow, type SourceTable } from './source-table.ts'
import { type DateOrder, findDate } from './stated-date.ts'

export const ACTIVITY_ROLES = [
  'date',
  'action',
  'symbol',
  'description',
  'quantity',
  'price',
  'currency',
  'isin',
  'account',
] as const
export type ActivityRole = (typeof ACTIVITY_ROLES)[number]

/** What a transaction says of itself, as the layout reads it; a row that is none of holdings is `other`. */
export type StatedAction = TransactionAction | 'other'

export interface ActivityLayout {
  /** Names of the columns, as `toHeaderName` writes them, the best first. */
  columns: Partial<Record<ActivityRole, readonly string[]>>
  dateOrder?: DateOrder
  /** Why a row changes nothing, whatever it says: an order that was not filled. */
  skip?(row: SourceRow): string | undefined
  /** What a row does, from the words of its action column. */
  toAction(words: string, row: SourceRow): StatedAction
  /** The quantity's text where it bears more than a number. */
  toQuantity?(text: string): string
  /** Changes the cells of a row before they are read, where some rows are shifted. */
  mendCells?(cells: readonly string[]): readonly string[]
  /** Text that spells out an option, where it is not the symbol. */
  optionText?(cell: (role: ActivityRole) => string): string
}

/** Currency codes of exchanges that quote in hundredths, and the currency itself. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBX: 'GBP', GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

type ColumnIndexes = Partial<Record<ActivityRole, number>>

/** Folds all rows of a history into positions; every row gets its verdict. */
export function readActivityTable(
  table: SourceTable,
  report: SourceReport,
  numbers: NumberCells,
  layout: ActivityLayout,
): void {
  const transactions: Transaction[] = []
  let columns: ColumnIndexes | undefined
  for (const row of table.rows) {
    const header = toActivityColumns(row, layout.columns)
    if (report.isSaid(row)) continue
    if (isBlankRow(row)) report.say(row, 'blank')
    else if (header !== undefined) {
      columns = header
      report.say(row, 'header')
    } else if (columns === undefined) {
      report.say(row, 'header', 'Stands above the table.')
    } else {
      const transaction = readTransaction(row, columns, report, numbers, layout)
      if (transaction !== undefined) transactions.push(transaction)
    }
  }
  foldTransactions(inOrder(transactions), report)
  if (report.knownFrom !== null) {
    report.notes.push(`Known from ${report.knownFrom}: what was bought before is not in this history.`)
  }
}

/** Where the columns of a history stand, when a row is its header: it names at least a date, an action and a quantity. */
export function toActivityColumns(row: SourceRow, names: ActivityLayout['columns']): ColumnIndexes | undefined {
  if (row.cells.length < 4) return undefined
  const present = row.cells.map(toHeaderName)
  const columns: ColumnIndexes = {}
  for (const role of ACTIVITY_ROLES) {
    const name = names[role]?.find((known) => present.includes(known))
    if (name !== undefined) columns[role] = present.indexOf(name)
  }
  const isHeader =
    columns.date !== undefined &&
    columns.action !== undefined &&
    columns.quantity !== undefined &&
    (columns.symbol !== undefined || columns.isin !== undefined)
  return isHeader ? columns : undefined
}

function readTransaction(
  row: SourceRow,
  columns: ColumnIndexes,
  report: SourceReport,
  numbers: NumberCells,
  layout: ActivityLayout,
): Transaction | undefined {
  const skipped = layout.skip?.(row)
  if (skipped !== undefined) {
    report.say(row, 'transaction', skipped)
    return undefined
  }
  const cells = layout.mendCells?.(row.cells) ?? row.cells
  const cell = (role: ActivityRole): string => {
    const index = columns[role]
    return index === undefined ? '' : (cells[index] ?? '').trim()
  }
  const date = findDate(cell('date'), layout.dateOrder)
  const words = cell('action')
  if (date === undefined || words === '') {
    sayUndated(row, report, words)
    return undefined
  }
  const action = layout.toAction(words, row)
  const ticker = toTransactionTicker(cell, layout)
  if (action === 'other' || ticker === undefined) {
    report.say(row, 'transaction', 'Changes no holding.')
    if (report.knownFrom === null || date < report.knownFrom) report.knownFrom = date
    return undefined
  }
  const text = layout.toQuantity?.(cell('quantity')) ?? cell('quantity')
  const quantity = numbers.textOf(text)
  if (quantity === null && action !== 'evidence' && action !== 'expire') {
    report.refuse(row, {
      found: text,
      why: 'is no number of shares, though the line changes what is held',
      expected: 'Check the positions of this ticker by hand.',
    })
    return undefined
  }
  const code = cell('currency')
  const divisor = HUNDREDTHS[code] === undefined ? 1 : 100
  const price = numbers.textOf(cell('price'))?.replace('-', '') ?? null
  return {
    row,
    date,
    action,
    ticker: ticker.ticker,
    isOption: ticker.isOption,
    name:
      cell('description') === '' || ticker.isOption
        ? null
        : (cell('description').split('\n')[0]?.slice(0, 120) ?? null),
    identifier: isIsin(cell('isin')) ? cell('isin') : null,
    currency: HUNDREDTHS[code] ?? (/^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : BASE_CURRENCY),
    account: report.accounts.toLabel('', cell('account')),
    quantity: (quantity ?? '0').replace('-', ''),
    price: price === null || divisor === 1 ? price : String(Number(price) / divisor),
  }
}

function sayUndated(row: SourceRow, report: SourceReport, words: string): void {
  const filled = row.cells.filter((cell) => cell.trim() !== '')
  const text = filled[0] ?? ''
  if (isTotal(text) || isTotal(words)) report.say(row, 'total')
  else if (filled.length === 1) report.say(row, 'footer')
  else {
    report.refuse(row, {
      found: text.slice(0, 60),
      why: 'has no date or no action, so it cannot be put in its place',
      expected: 'Check the positions that it speaks of by hand.',
    })
  }
}

function toTransactionTicker(
  cell: (role: ActivityRole) => string,
  layout: ActivityLayout,
): { ticker: string; isOption: boolean } | undefined {
  const spelled = layout.optionText?.(cell) ?? ''
  const symbol = toBareSymbol(cell('symbol'))
  const option = toOptionSymbol(spelled) ?? toOptionSymbol(symbol)
  if (option !== undefined) return { ticker: option, isOption: true }
  const ticker = isNothing(symbol) ? undefined : toTicker(toMarkedClass(symbol))
  if (ticker !== undefined) return { ticker, isOption: false }
  return isIsin(cell('isin')) ? { ticker: cell('isin'), isOption: false } : undefined
}
