// Tests: ../pdf-source.test.ts

import { findRole, toHeaderName, toRoleColumns } from '../headers/header-names.ts'
/**
 * Words on pages into the rows of their tables of positions. A header tells where the columns stand; a figure belongs to the
 * column that it is aligned with, and where two would do, the line is unsure.
 */
import { findHeaderUnit } from '../headers/header-units.ts'
import type { Role } from '../headers/roles.ts'
import { isHoldingHeader } from '../meaning/position-table.ts'
import type { PageWord } from '../sources/pdf-words.ts'
import type { SourceRow, SourceTable } from '../sources/source-table.ts'

export interface PageTable {
  table: SourceTable
  /** Lines of which a figure may belong to another column. */
  unsure: ReadonlySet<number>
  /** Lines that stand in no table of positions. */
  outside: ReadonlySet<number>
}

interface PlacedCell {
  text: string
  left: number
  right: number
}
interface PageRow {
  page: number
  baseline: number
  size: number
  cells: PlacedCell[]
}
interface Column extends PlacedCell {
  role: Role | undefined
  /** Text before a figure of the column, where its name says in which currency it is. */
  currency: string
}

/** In heights of the type: between two cells, between two words of one, and between lines of one header. */
const CELL_GAP = 0.7
const WORD_GAP = 0.12
const HEADER_LINES_GAP = 1.8
const MOST_HEADER_LINES = 3
/** Two columns that a figure is aligned with this much alike, in points, might each be meant. */
const ALIKE = 4
const FURTHEST = 40
const NAMES: Partial<Record<Role, string>> = {
  symbol: 'Symbol',
  description: 'Description',
  quantity: 'Quantity',
  price: 'Price',
  value: 'Market value',
  avgCost: 'Average cost',
  costTotal: 'Total cost',
  gain: 'Unrealized gain/loss',
}
/** Words for another day than that of the statement. */
const EARLIER = /\b(?:beginning|begin|prior|previous|opening balance|last (?:month|period|statement|year)|change)\b/i
/** Columns and titles of what was done, not of what is held. */
const ACTIVITY =
  /\b(?:(?:trade|settle(?:ment)?|transaction|acquired|acquisition|sale|sold|process(?:ing)?|pay(?:ment)?|entry|post(?:ing)?)[ .]?(?:date|dt)|proceeds|activity|transactions?|buy\/sell|purchases|withdrawals?|realized gain|closed lots|open orders|orders|dividends (?:and|&) interest)\b/i
const DATE_COLUMN = /^date\b|\bdate$/i
/** A line that may name the account of what stands below it. */
const ACCOUNT = /\baccount\b/i
const FIGURE = /^[-+(]?[$€£]?[-+(]?\d[\d.,]*[)%]?$/

export function toPageTable(words: readonly PageWord[]): PageTable {
  const rows = toPageRows(words)
  const lines = rows.map(({ cells }) => cells.map(({ text }) => text).join('  '))
  const unsure = new Set<number>()
  const outside = new Set<number>()
  const sourceRows: SourceRow[] = []
  let columns: Column[] | undefined
  for (let index = 0; index < rows.length; index++) {
    const header = findHeader(rows, index)
    const line = index + 1
    if (header !== undefined) {
      columns = header.columns
      sourceRows.push({ line, span: header.size, cells: header.columns?.map(toColumnName) ?? [''] })
      if (columns === undefined) for (let at = 0; at < header.size; at++) outside.add(line + at)
      index += header.size - 1
      continue
    }
    const cells = rows[index]?.cells ?? []
    if (cells.length === 1 && ACTIVITY.test(cells[0]?.text ?? '')) columns = undefined
    const hasFigure = cells.some(({ text }) => FIGURE.test(text))
    const placed = columns === undefined || !hasFigure ? undefined : placeCells(cells, columns)
    if (placed === undefined) outside.add(line)
    else if (!placed.isSure) unsure.add(line)
    const text = cells.length === 1 ? (cells[0]?.text ?? '') : ''
    sourceRows.push({ line, span: 1, cells: placed?.texts ?? [ACCOUNT.test(text) && /\d/.test(text) ? text : ''] })
  }
  return { table: { rows: sourceRows, lines, delimiter: '' }, unsure, outside }
}

function toPageRows(words: readonly PageWord[]): PageRow[] {
  const inOrder = [...words].sort((a, b) => a.page - b.page || a.baseline - b.baseline)
  const rows: { words: PageWord[]; page: number; baseline: number; size: number }[] = []
  for (const word of inOrder) {
    const row = rows.at(-1)
    const isBeside =
      row?.page === word.page && Math.abs(row.baseline - word.baseline) < 0.4 * Math.max(row.size, word.size)
    if (row !== undefined && isBeside) row.words.push(word)
    else rows.push({ words: [word], page: word.page, baseline: word.baseline, size: word.size })
  }
  return rows.map(({ words: members, ...row }) => ({ ...row, cells: toCells(members) }))
}

/** Words beside each other as cells; a sign of money that stands apart belongs to the figure behind it. */
function toCells(words: readonly PageWord[]): PlacedCell[] {
  const cells: PlacedCell[] = []
  for (const { text, left, right, size } of [...words].sort((a, b) => a.left - b.left)) {
    const last = cells.at(-1)
    const gap = last === undefined ? Number.POSITIVE_INFINITY : left - last.right
    const isSign = last !== undefined && /^[$€£]$/.test(last.text)
    if (last === undefined || (gap > CELL_GAP * size && !isSign)) cells.push({ text, left, right })
    else {
      last.text += gap > WORD_GAP * size && !isSign ? ` ${text}` : text
      if (isSign) last.left = left
      last.right = Math.max(last.right, right)
    }
  }
  return cells
}

/** The header that begins at a row, of one line or several; without columns where it is that of another kind of table. */
function findHeader(
  rows: readonly PageRow[],
  from: number,
): { columns: Column[] | undefined; size: number } | undefined {
  let best: { columns: Column[]; size: number; known: number } | undefined
  let cells: PlacedCell[] = []
  for (let size = 1; size <= MOST_HEADER_LINES; size++) {
    const row = rows[from + size - 1]
    const above = rows[from + size - 2]
    if (row === undefined || row.cells.some(({ text }) => FIGURE.test(text))) break
    if (size > 1 && (above?.page !== row.page || row.baseline - above.baseline > HEADER_LINES_GAP * row.size)) break
    cells = stackCells(cells, row.cells)
    const columns = cells.map(toColumn)
    const known = new Set(columns.flatMap(({ role }) => role ?? [])).size
    if (known >= 2 && known > (best?.known ?? 0)) best = { columns, size, known }
  }
  if (best === undefined || best.columns.length < 3) return undefined
  const isOther =
    best.columns.some(({ text }) => ACTIVITY.test(text) || DATE_COLUMN.test(text)) || !isHoldings(best.columns)
  return { columns: isOther ? undefined : best.columns, size: best.size }
}

/** True if columns are those of what is held, with what it is worth or has cost. */
function isHoldings(columns: readonly Column[]): boolean {
  const roles = toRoleColumns(columns.map(toColumnName))
  return isHoldingHeader(roles) && (roles.value ?? roles.costTotal ?? roles.avgCost) !== undefined
}

/** Names of columns that stand on two lines, each joined with what stands below it. */
function stackCells(above: readonly PlacedCell[], below: readonly PlacedCell[]): PlacedCell[] {
  const stacked = above.map((cell) => ({ ...cell }))
  for (const cell of below) {
    const over = stacked.find(({ left, right }) => left < cell.right && right > cell.left)
    if (over === undefined) stacked.push({ ...cell })
    else {
      over.text += ` ${cell.text}`
      over.left = Math.min(over.left, cell.left)
      over.right = Math.max(over.right, cell.right)
    }
  }
  return stacked.sort((a, b) => a.left - b.left)
}

function toColumn(cell: PlacedCell): Column {
  const name = cell.text.replace(/\((?:[$€£]|[A-Z]{3})\)|[$€£*†]|\(\d\)/g, ' ').trim()
  const role = EARLIER.test(name) ? undefined : findRole(name)
  return { ...cell, role, currency: findHeaderUnit(cell.text)?.currency ?? '' }
}

/** The column's name as the table of positions knows it; of what is not needed, one that means nothing. */
function toColumnName({ role, text }: Column): string {
  return role === undefined ? `– ${toHeaderName(text)}` : (NAMES[role] ?? text)
}

/** Each cell below the column that it is aligned with; `undefined` where none of them is near one. */
function placeCells(
  cells: readonly PlacedCell[],
  columns: readonly Column[],
): { texts: string[]; isSure: boolean } | undefined {
  const texts = columns.map(() => '')
  let isSure = true
  let last = -1
  for (const cell of cells) {
    const near = columns
      .map((column, at) => ({ at, distance: measureDistance(cell, column) }))
      .sort((a, b) => a.distance - b.distance)
    const [first, second] = near
    if (first === undefined || first.distance > FURTHEST) {
      isSure = isSure && !FIGURE.test(cell.text)
      continue
    }
    const isTwofold = second !== undefined && second.distance - first.distance < ALIKE
    const isTaken = texts[first.at] !== '' || first.at < last
    if (FIGURE.test(cell.text) && (isTwofold || isTaken)) isSure = false
    const { currency = '' } = columns[first.at] ?? {}
    const text = FIGURE.test(cell.text) && currency !== '' ? `${currency} ${cell.text}` : cell.text
    texts[first.at] = `${texts[first.at]} ${text}`.trim()
    last = Math.max(last, first.at)
  }
  return texts.every((text) => text === '') ? undefined : { texts, isSure }
}

/** How far a cell's edges or middle are from those of a column's name: tables are aligned left, right or in the middle. */
function measureDistance(cell: PlacedCell, column: PlacedCell): number {
  const middle = (one: PlacedCell) => (one.left + one.right) / 2
  return Math.min(
    Math.abs(cell.left - column.left),
    Math.abs(cell.right - column.right),
    Math.abs(middle(cell) - middle(column)),
  )
}
