/**
 * Confirmations of orders as brokers mail them: one thing to a line behind what it is called, among them what was done, when,
 * with which security and how many of it. They make a history.
 */

import { findRole } from '../headers/header-names.ts'
import { isTrade, toStatedAction } from '../meaning/action-words.ts'
import { toBareSymbol } from '../meaning/security-kinds.ts'
import { findDate } from '../meaning/stated-date.ts'
import { type SourceTable, toTableOfBlocks } from '../sources/source-table.ts'

const LABELLED = /^[\s>*•-]{0,6}(\p{L}[\p{L} .#/()]{1,30}?)\*{0,2}\s?:\*{0,2}\s{0,10}(\S.{0,120})$/u
const TICKER = /^\$?[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/
const ACTION = /^(?:action|side|transaction|transaction type|trade type|order|order type|type)$/i
const DATE = /\b(?:trade|order|execution|transaction|filled|fill)? ?(?:date|time)\b|^(?:executed|filled)(?: on| at)?$/i
const STATUS = /^(?:order )?(?:status|state)$/i
const COLUMNS = ['Date', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Account', 'Status'] as const
type Column = (typeof COLUMNS)[number]
const NEEDED: readonly Column[] = ['Date', 'Action', 'Symbol', 'Quantity', 'Price']
/** Columns that an order may state several times: the day it was given and the day it was settled, a limit and the price paid. */
const OF_SEVERAL: readonly Column[] = ['Date', 'Price']

interface Order {
  cells: Map<Column, string>
  from: number
  to: number
}

/**
 * The history that confirmations in a text make, a row for each; `undefined` where none states all that a trade needs. Beside
 * one that does, those that lack their day or what was done are rows as well, for the history to refuse.
 */
export function toOrderTable(lines: readonly string[]): SourceTable | undefined {
  const orders = listOrders(lines).filter(({ cells }) => cells.has('Symbol') && cells.has('Quantity'))
  if (!orders.some(({ cells }) => NEEDED.every((column) => cells.has(column)))) return undefined
  const rows = orders.map(({ cells, from, to }) => {
    return { line: from + 1, span: to - from + 1, cells: COLUMNS.map((column) => cells.get(column) ?? '') }
  })
  const table = toTableOfBlocks(lines, rows)
  return { ...table, rows: [{ line: 0, span: 0, cells: COLUMNS }, ...table.rows] }
}

/** Reads labels line by line. A label that comes a second time, or the one that the first began with, begins the next order. */
function listOrders(lines: readonly string[]): Order[] {
  const orders: Order[] = []
  let firstLabel: string | undefined
  for (const [index, line] of lines.entries()) {
    const [, label = '', text = ''] = LABELLED.exec(line.slice(0, 200)) ?? []
    const column = label === '' ? undefined : toColumn(label.trim(), text.trim())
    if (column === undefined) continue
    const last = orders.at(-1)
    firstLabel ??= label
    const isAgain = last?.cells.has(column) && (!OF_SEVERAL.includes(column) || label === firstLabel)
    const isNext = last === undefined || isAgain
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
  if (STATUS.test(label)) return 'Status'
  const role = findRole(label)
  if (role === 'symbol') return TICKER.test(toBareSymbol(text)) ? 'Symbol' : undefined
  if (role === 'description') return 'Description'
  if (role === 'account' || role === 'accountName') return 'Account'
  if (role !== 'quantity' && role !== 'price' && role !== 'avgCost') return undefined
  if (!/\d/.test(text)) return undefined
  return role === 'quantity' ? 'Quantity' : 'Price'
}
