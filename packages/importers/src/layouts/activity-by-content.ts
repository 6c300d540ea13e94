// Tests: ../pasted-text.test.ts, ../samples.test.ts

import { findRole, toHeaderName } from '../headers/header-names.ts'
import type { Role } from '../headers/roles.ts'
/** The columns of a history by what stands in them, where their names are in no list. */
import { isTrade, toStatedAction } from '../meaning/action-words.ts'
import type { ActivityColumns, ActivityRole } from '../meaning/activity-table.ts'
import { isNothing } from '../meaning/number-cells.ts'
import { findTickerIn } from '../meaning/security-kinds.ts'
import { findDate } from '../meaning/stated-date.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'

const SEARCHED_ROWS = 20
const SAMPLE_ROWS = 100
const MOST_COLUMNS = 40
const NEARLY_ALL = 0.9
const LONGEST_ACTION = 60
/** Opinions of analysts on a share, in the words of trades. */
const OPINION = /rating|recommend|analyst|consensus|signal|opinion|advice/
const ROLES: Partial<Record<Role, ActivityRole>> = {
  symbol: 'symbol',
  description: 'description',
  quantity: 'quantity',
  price: 'price',
  avgCost: 'price',
  value: 'amount',
  costTotal: 'amount',
  currency: 'currency',
  isin: 'isin',
  account: 'account',
}

/**
 * Where the columns of a history stand: one of dates, one in which nearly every cell says what was done and some say that
 * something was bought or sold, and such of securities and quantities as their names tell in tables of positions too.
 */
export function findActivityByContent({
  rows,
}: SourceTable): { headerLine: number; columns: ActivityColumns } | undefined {
  const filled = rows.slice(0, SEARCHED_ROWS + SAMPLE_ROWS).filter((row) => !isBlankRow(row))
  const at = filled
    .slice(0, SEARCHED_ROWS)
    .findIndex(({ cells }) => cells.length >= 4 && toNamed(cells).quantity !== undefined)
  const header = filled[at]
  const body = filled.slice(at + 1, at + 1 + SAMPLE_ROWS).filter(isRowOfCells)
  if (header === undefined || body.length === 0) return undefined
  const columns = toNamed(header.cells)
  const taken = new Set(Object.values(columns))
  const open = header.cells.flatMap((_, index) => (taken.has(index) || index >= MOST_COLUMNS ? [] : [index]))
  const date = open.find((index) => isColumnOf(body, index, (cell) => /\d/.test(cell) && findDate(cell) !== undefined))
  const { description } = columns
  // Some tell what was done, and of what, in the words of the description alone.
  const [action] = [...open, ...(description === undefined ? [] : [description])].filter(
    (index) => index !== date && isOfActions(header, body, index),
  )
  const isNamed = description !== undefined && isColumnOf(body, description, (cell) => findTickerIn(cell) !== undefined)
  const symbol = columns.symbol ?? (isNamed ? description : undefined)
  if (date === undefined || action === undefined || (symbol ?? columns.isin) === undefined) return undefined
  return { headerLine: header.line, columns: { ...columns, date, action, ...(symbol === undefined ? {} : { symbol }) } }
}

/** A last line may fill one cell of many. */
const isRowOfCells = ({ cells }: SourceRow) => cells.filter((cell) => !isNothing(cell)).length >= 3

function toNamed(cells: readonly string[]): ActivityColumns {
  const columns: ActivityColumns = {}
  for (const [index, cell] of cells.slice(0, MOST_COLUMNS).entries()) {
    const found = findRole(cell)
    const role = (found === undefined ? undefined : ROLES[found]) ?? findMoneyRole(toHeaderName(cell))
    if (role !== undefined && columns[role] === undefined) columns[role] = index
  }
  return columns
}

/** Money of a transaction is named with more words than that of a position: "Price per share in account currency". */
function findMoneyRole(name: string): ActivityRole | undefined {
  if (/^(?:price|cours|kurs|preis)(?:per|pro|par|in)/.test(name)) return 'price'
  if (/^(?:total|net|gross)?amount|^betrag|^montant|^proceeds|^consideration/.test(name)) return 'amount'
  return /^[a-z]{0,12}currency$/.test(name) ? 'currency' : undefined
}

function isColumnOf(
  rows: readonly SourceRow[],
  index: number,
  holds: (cell: string) => boolean,
  part = NEARLY_ALL,
): boolean {
  const cells = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !isNothing(cell))
  return cells.length > 0 && cells.length >= rows.length / 2 && cells.filter(holds).length >= part * cells.length
}

/** True if a column says in nearly every line what was done, and in some that something was bought or sold. */
export function isOfActions(header: SourceRow, rows: readonly SourceRow[], index: number, part = NEARLY_ALL): boolean {
  if (OPINION.test(toHeaderName(header.cells[index] ?? ''))) return false
  const says = (cell: string) => cell.length <= LONGEST_ACTION && toStatedAction(cell) !== 'unclear'
  return isColumnOf(rows, index, says, part) && rows.some(({ cells }) => isTrade(toStatedAction(cells[index] ?? '')))
}
