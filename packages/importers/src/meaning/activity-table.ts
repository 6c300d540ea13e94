// Tests: ../histories.test.ts, ../samples.test.ts

/** Tables of transactions: what the histories of all brokers have in common. */
import { BASE_CURRENCY, OPTION_MULTIPLIER, toTicker } from '@ballast/contract'
import { Big } from 'big.js'
import { toHeaderName } from '../headers/header-names.ts'
import { findHeaderUnit } from '../headers/header-units.ts'
import { OF_HUNDREDTHS } from '../hundredths.ts'
import { toOptionSymbol } from '../option-symbol.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'
import { isAboutOldShares, isUnfilled, type StatedAction, takesBack, toTradeOfShares } from './action-words.ts'
import { toCostPerShare } from './cost-per-share.ts'
import { foldTransactions } from './fold-transactions.ts'
import { findCurrency, isNothing, type NumberCells } from './number-cells.ts'
import { findTickerIn, isIsin, isTotal, toBareSymbol, toMarkedClass } from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import { type DateOrder, findDate, findTime } from './stated-date.ts'
import type { Transaction, TransactionAction } from './transactions.ts'

export const ACTIVITY_ROLES = [
  'date',
  'time',
  'action',
  'moreWords',
  'effect',
  'status',
  'symbol',
  'description',
  'quantity',
  'price',
  'amount',
  'currency',
  'isin',
  'account',
] as const
export type ActivityRole = (typeof ACTIVITY_ROLES)[number]

export interface ActivityLayout {
  /** Names of the columns, as `toHeaderName` writes them, the best first. */
  columns: Partial<Record<ActivityRole, readonly string[]>>
  dateOrder?: DateOrder
  /** The source always lists the newest first, also within a day of which no time is told. */
  isNewestFirst?: boolean
  /** Where the columns stand, when their names do not tell it. */
  toColumns?(row: SourceRow): ActivityColumns | undefined
  /** Action of a row, from the words of its action column, or from its quantity where there is none. */
  toAction(words: string, row: SourceRow, quantity: string | null): StatedAction
  /** The quantity's text where it bears more than a number. */
  toQuantity?(text: string): string
  /** Changes the cells of a row before they are read, where some rows are shifted. */
  mendCells?(cells: readonly string[], columns: ActivityColumns): readonly string[]
  /** Text that spells out an option, where it is not the symbol. */
  optionText?(cell: (role: ActivityRole) => string): string
}

/** Most that fees and taxes may add to a purchase, as a factor. */
const FEES = 1.25
const COST_NOTE = 'The cost of a share is the average of what was paid, without fees; a sale leaves it as it is.'

export type ActivityColumns = Partial<Record<ActivityRole, number>>

/** Folds all rows of a history into positions; every row gets its verdict. */
export function readActivityTable(
  table: SourceTable,
  report: SourceReport,
  numbers: NumberCells,
  layout: ActivityLayout,
): void {
  const transactions: Transaction[] = []
  const leftOut = new Set<string>()
  let columns: ActivityColumns | undefined
  let currency = ''
  for (const row of table.rows) {
    const header = layout.toColumns ? layout.toColumns(row) : toActivityColumns(row, layout.columns)
    if (report.isSaid(row)) continue
    if (isBlankRow(row)) report.say(row, 'blank')
    else if (header !== undefined) {
      columns = header
      currency = findCurrencyOfHeader(row, header)
      report.say(row, 'header')
    } else if (columns === undefined) {
      report.say(row, 'header', 'Text above the table.')
    } else {
      const cell = toCellReader(layout.mendCells?.(row.cells, columns) ?? row.cells, columns, currency)
      const transaction = readTransaction(row, columns, cell, report, numbers, layout)
      if (transaction !== undefined) transactions.push(transaction)
      else if (report.isRefused(row) && movesShares(cell)) leftOut.add(toTransactionTicker(cell, layout)?.ticker ?? '')
    }
  }
  foldTransactions(layout.isNewestFirst && isOneDay(transactions) ? transactions.toReversed() : transactions, report)
  doubtLeftOut(leftOut, report)
  if (report.knownFrom !== null) {
    report.notes.push(`Known from ${report.knownFrom}: what was bought before is not in this history.`)
  }
  if (report.positions.length > 0) report.notes.push(COST_NOTE)
}

/** A dividend of some brokers has neither an action nor a quantity. */
const movesShares = (cell: (role: ActivityRole) => string) => cell('action') !== '' || !isNothing(cell('quantity'))

/** Doubts the shares of what a line speaks of that could not be counted. */
function doubtLeftOut(tickers: ReadonlySet<string>, { positions }: SourceReport): void {
  const reason = 'Another line speaks of it that could not be counted.'
  for (const [at, position] of positions.entries()) {
    const doubts = [...position.doubts, { field: 'shares' as const, reason }]
    if (tickers.has(position.ticker)) positions[at] = { ...position, doubts }
  }
}

/** True if all are of one day; else the dates tell which line is the newest. */
const isOneDay = (transactions: readonly Transaction[]) => new Set(transactions.map(({ date }) => date)).size === 1

/** Where the columns of a history stand, when a row is its header: it names at least a date, an action and a quantity. */
export function toActivityColumns(row: SourceRow, names: ActivityLayout['columns']): ActivityColumns | undefined {
  if (row.cells.length < 4) return undefined
  const present = row.cells.map(toHeaderName)
  const columns: ActivityColumns = {}
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

/** The currency that the name of the price or the amount states, as a code that cells could have. */
function findCurrencyOfHeader({ cells }: SourceRow, { price = -1, amount = -1 }: ActivityColumns): string {
  const unit = findHeaderUnit(cells[price] ?? '') ?? findHeaderUnit(cells[amount] ?? '')
  return unit === undefined ? '' : unit.perUnit === 100 ? 'GBX' : unit.currency
}
/** Reads the trimmed cells of a row by their roles; a currency that is blank is that of the table. */
function toCellReader(cells: readonly string[], columns: ActivityColumns, currency: string) {
  return (role: ActivityRole): string => {
    const index = columns[role]
    const text = index === undefined ? '' : (cells[index] ?? '').trim()
    return text === '' && role === 'currency' ? currency : text
  }
}

function toMoment(date: string, cell: (role: ActivityRole) => string): string {
  const time = findTime(cell('time')) ?? findTime(cell('date'))
  return time === undefined ? date : `${date}T${time}`
}

/** A company's name is the first line of its description. */
const toCompany = (description: string) =>
  description === '' ? null : (description.split('\n')[0]?.slice(0, 120) ?? null)

/** Action by the words and by what is moved. */
function toStated(said: StatedAction, words: string, isOption: boolean | undefined, isFree: boolean): StatedAction {
  const stated = said === 'expire' && isOption === false ? toTradeOfShares(words) : said
  // Fidelity calls the shares of a split a distribution; one that is paid states its amount.
  return stated === 'evidence' && isFree && /\bdistribution\b/i.test(words) ? 'distribute' : stated
}

function readTransaction(
  row: SourceRow,
  columns: ActivityColumns,
  cell: (role: ActivityRole) => string,
  report: SourceReport,
  numbers: NumberCells,
  layout: ActivityLayout,
): Transaction | undefined {
  if (isUnfilled(cell('status'))) {
    report.say(row, 'transaction', `${cell('status').slice(0, 40)}: not filled.`)
    return undefined
  }
  const date = findDate(cell('date'), layout.dateOrder)
  const words = [cell('action'), cell('moreWords')].filter((text) => text !== '').join(' ')
  if (date === undefined || (words === '' && columns.action !== undefined)) {
    sayUndated(row, report, words)
    return undefined
  }
  const ticker = toTransactionTicker(cell, layout)
  const text = layout.toQuantity?.(cell('quantity')) ?? cell('quantity')
  const quantity = numbers.textOf(text)
  const isFree = numbers.valueOf(cell('price')) === null && (numbers.valueOf(cell('amount')) ?? 0) === 0
  const stated = toStated(layout.toAction(words, row, quantity), words, ticker?.isOption, isFree)
  const action = toAction(stated, quantity, cell('effect'))
  if (action === 'other' || ticker === undefined) {
    report.say(row, 'transaction', 'Changes no position.')
    if (report.knownFrom === null || date < report.knownFrom) report.knownFrom = date
    return undefined
  }
  if (quantity === null && !WITHOUT_QUANTITY.has(action)) {
    report.refuse(row, {
      found: text,
      why: 'is not a number of shares, though the line changes what is held',
      expected: 'Check the positions of this ticker by hand.',
    })
    return undefined
  }
  return {
    row,
    date,
    action,
    words: `${words} ${isSplit(action) ? cell('description') : ''}`.trim(),
    moment: toMoment(date, cell),
    takesBack: takesBack(words),
    ...ticker,
    name: ticker.isOption ? null : toCompany(cell('description')),
    identifier: isIsin(cell('isin')) ? cell('isin') : null,
    account: report.accounts.toLabel('', cell('account')),
    quantity: toSignedQuantity(action, quantity ?? '0', words),
    ...readPrice(cell, ticker.isOption, quantity, numbers),
  }
}

const WITHOUT_QUANTITY = new Set<TransactionAction>(['evidence', 'expire', 'split', 'unknown'])
/** Only splits keep the sign: shares that come and shares that go; some say it in words. */
function toSignedQuantity(action: TransactionAction, quantity: string, words: string): string {
  const size = quantity.replace('-', '')
  if (!isSplit(action)) return size
  return isAboutOldShares(words) && /[1-9]/.test(size) ? `-${size}` : quantity
}

const isSplit = (action: TransactionAction) => action === 'split'

/** Decides what the words left open, by the sign of the quantity and by whether a position is opened or closed. */
function toAction(stated: StatedAction, quantity: string | null, effect: string): TransactionAction | 'other' {
  const moves = quantity !== null && /[1-9]/.test(quantity)
  if (stated === 'unclear') return moves ? 'unknown' : 'other'
  if (stated === 'transfer') return !moves ? 'other' : quantity.startsWith('-') ? 'remove' : 'receive'
  if (stated === 'sell' && /^o(?:pen(?:ing)?)?$/i.test(effect)) return 'short'
  if (stated === 'buy' && /^c(?:los(?:e|ing))?$/i.test(effect)) return 'cover'
  return (stated === 'buy' || stated === 'distribute') && !moves ? 'evidence' : stated
}

/** The currency, and the price of a share: as stated, or else what was paid divided by how many were bought. */
function readPrice(
  cell: (role: ActivityRole) => string,
  isOption: boolean,
  quantity: string | null,
  numbers: NumberCells,
): Pick<Transaction, 'currency' | 'price'> {
  const code = cell('currency')
  const stated = numbers.textOf(cell('price'))?.replace('-', '') ?? null
  const amount = numbers.textOf(cell('amount'))?.replace('-', '') ?? null
  const currency =
    OF_HUNDREDTHS.get(code) ??
    (/^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : (findCurrency(cell('price')) ?? BASE_CURRENCY))
  if (stated !== null && OF_HUNDREDTHS.get(code) !== undefined) return { currency, price: String(Number(stated) / 100) }
  const paid = amount === null || quantity === null ? null : toCostPerShare(amount, quantity)
  if (paid === null) return { currency, price: stated }
  if (!isOption && stated !== null && currency === 'GBP' && isHundredfold(Number(stated), Number(paid)))
    return { currency, price: new Big(stated).div(100).toFixed() }
  if (!isOption) return { currency, price: stated ?? paid }
  const perShare = new Big(paid).div(OPTION_MULTIPLIER).toFixed()
  if (stated === null) return { currency, price: perShare }
  // Of contracts some state the price of the whole: the amount is near the one or the other.
  const isOfContract =
    Math.abs(Math.log(Number(stated) / Number(paid))) < Math.abs(Math.log(Number(stated) / Number(perShare)))
  return { currency, price: isOfContract ? new Big(stated).div(OPTION_MULTIPLIER).toFixed() : stated }
}

/** True if a price is a hundred times what was paid for a share, but for fees: London quotes in pence what is paid in pounds. */
const isHundredfold = (price: number, paid: number) => Math.abs(Math.log(price / paid / 100)) < Math.log(FEES)

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
  const ticker = isNothing(symbol) ? undefined : (toTicker(toMarkedClass(symbol)) ?? findTickerIn(symbol))
  if (ticker !== undefined) return { ticker, isOption: false }
  return isIsin(cell('isin')) ? { ticker: cell('isin'), isOption: false } : undefined
}
