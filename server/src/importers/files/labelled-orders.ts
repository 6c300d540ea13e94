/**
 * Confirmations of orders as brokers mail them: one thing to a line behind what it is called, among them what was done, when,
 * with which security and how many of it. They make a history.
 */
import { isTrade, toStatedAction } from './action-words.ts'
import { findRole } from './header-names.ts'
import { toBareSymbol } from './security-kinds.ts'
import { type SourceTable, toTableOfBlocks } from './source-table.ts'
import { findDate } from './stated-date.ts'

const LABELLED = /^[\s>*•-]{0,6}(\p{L}[\p{L} .#/()]{1,30}?)\*{0,2}\s?:\*{0,2}\s{0,10}(\S.{0,120})$/u
const TICKER = /^\$?[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/
const ACTION = /^(?:action|side|transaction|transaction type|trade type|order|order type|type)$/i
const DATE = /\b(?:trade|order|execution|transaction|filled|fill)? ?(?:date|time)\b|^(?:executed|filled)(?: on| at)?$/i
const COLUMNS = ['Date', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Account'] as const
type Column = (typeof COLUMNS)[number]
const NEEDED: readonly Column[] = ['Date', 'Action', 'Symbol', 'Quantity', 'Price']

interface Order {
  cells: Map<Column, string>
  from: number
  to: number
}

/** The history that confirmations in a text make, a row for each; `undefined` where none states all that a trade needs. */
export function toOrderTable(lines: readonly string[]): SourceTable | undefined {
  const orders = listOrders(lines).filter(({ cells }) => NEEDED.every((column) => cells.has(column)))
  if (orders.length === 0) return undefined
  const rows = orders.map(({ cells, from, to }) => {
    return { line: from + 1, span: to - from + 1, cells: COLUMNS.map((column) => cells.get(column) ?? '') }
  })
  const table = toTableOfBlocks(lines, rows)
  return { ...table, rows: [{ line: 0, span: 0, cells: COLUMNS }, ...table.rows] }
}

/** What is labelled, line by line; what is told a second time begins the next order. */
function listOrders(lines: readonly string[]): Order[] {
  const orders: Order[] = []
  for (const [index, line] of lines.entries()) {
    const [, label = '', text = ''] = LABELLED.exec(line.slice(0, 200)) ?? []
    const column = label === '' ? undefined : toColumn(label.trim(), text.trim())
    if (column === undefined) continue
    const last = orders.at(-1)
    const isNext = last === undefined || (last.cells.has(column) && column !== 'Date' && column !== 'Price')
    const order = isNext ? { cells: new Map<Column, string>(), from: index, to: index } : last
    if (isNext) orders.push(order)
    if (!order.cells.has(column)) order.cells.set(column, text.trim())
    order.to = index
  }
  return orders
}

function toColumn(label: string, text: string): Column | undefined {
  if (ACTION.test(label)) return isTrade(toStatedAction(text)) ? 'Action' : undefined
  if (DATE.test(label)) return findDate(text) === undefined ? undefined : 'Date'
  const role = findRole(label)
  if (role === 'symbol') return TICKER.test(toBareSymbol(text)) ? 'Symbol' : undefined
  if (role === 'description') return 'Description'
  if (role === 'account' || role === 'accountName') return 'Account'
  if (role !== 'quantity' && role !== 'price' && role !== 'avgCost') return undefined
  if (!/\d/.test(text)) return undefined
  return role === 'quantity' ? 'Quantity' : 'Price'
}
