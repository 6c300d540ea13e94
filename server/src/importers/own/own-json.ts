// Tests: import-text.test.ts

/**
 * Ballast's own JSON format: an array of objects with `ticker`, `shares` and if known `avgCost`, `sector`, `account`,
 * `currency`, `kind`, or an object whose `positions` is such an array. Numbers may stand as numbers or as text.
 */
import { LIMITS } from '@ballast/contract'
import { findStructuralProblem } from '../../http/json-body.ts'
import type { ImportOptions, ImportResult } from '../imported-position.ts'
import { type Fault, ProblemList, quotable } from '../problem-list.ts'
import { findField } from './csv-columns.ts'
import { mergeLots } from './merge-lots.ts'
import { FIELDS, type Field, PositionReader, type RowText } from './position-reader.ts'

const SHAPE_EXPECTED =
  'Write an array of objects with ticker, shares, avgCost, sector: [{"ticker": "AAPL", "shares": 10, "avgCost": 150.5}].'
const TEXT_FIELDS: ReadonlySet<Field> = new Set(['ticker', 'sector', 'account', 'currency', 'kind', 'statedOn'])

/** A number of the text as it was written, before a binary float could change it. */
class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Reads a JSON text: all of its positions, or what is wrong with it; row 3 is the third object. */
export function readOwnJson(text: string, options: ImportOptions = {}): ImportResult {
  const problems = new ProblemList()
  const rows = toRows(text, options.maxRows ?? LIMITS.positionsPerPortfolio)
  if (!Array.isArray(rows)) {
    problems.add(rows)
    return { ok: false, problems: problems.listed, problemCount: problems.count }
  }
  const reader = new PositionReader({ problems, convention: 'point', isSpreadsheet: false, columns: {} })
  const unread = new Set<string>()
  for (const [index, value] of rows.entries()) readRow(reader, problems, unread, index + 1, value)
  reader.finish()
  if (problems.count > 0) return { ok: false, problems: problems.listed, problemCount: problems.count }
  const { positions, notes } = mergeLots(reader.positions, reader.rows)
  return { ok: true, source: 'json', positions, notes: [...describeUnread(unread), ...reader.notes, ...notes] }
}

/** The list of what should be positions, or what keeps the text from being one. */
function toRows(text: string, maxRows: number): unknown[] | Fault {
  const structural = findStructuralProblem(text)
  if (structural) return { why: structural.replace(/\.$/, ''), expected: SHAPE_EXPECTED }
  let value: unknown
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text, keepNumbersAsText)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { why: `The JSON cannot be read${toSyntaxWords(error.message)}`, expected: SHAPE_EXPECTED }
  }
  const rows = isRecord(value) ? value.positions : value
  if (!Array.isArray(rows)) return { why: 'This is not a list of positions', expected: SHAPE_EXPECTED }
  if (rows.length === 0) return { why: 'The list has no positions', expected: SHAPE_EXPECTED }
  if (rows.length > maxRows) {
    const limit = maxRows.toLocaleString('en-US')
    return { why: `There are more than ${limit} positions`, expected: 'Split the list into several portfolios.' }
  }
  return rows
}

function readRow(
  reader: PositionReader,
  problems: ProblemList,
  unread: Set<string>,
  row: number,
  value: unknown,
): void {
  if (!isRecord(value)) {
    problems.add({ row, why: 'this is not an object', expected: 'Write it like {"ticker": "AAPL", "shares": 10}.' })
    return
  }
  const text: RowText = {}
  for (const [key, cell] of Object.entries(value)) {
    const field = findField(key)
    if (field === undefined) {
      if (unread.size <= FIELDS.length) unread.add(key)
      continue
    }
    const fault = text[field] === undefined ? addCell(text, field, cell) : TWICE
    if (fault) {
      problems.add({ row, column: key, ...fault })
      return
    }
  }
  reader.read(row, text)
}

type CellFault = Pick<Fault, 'found' | 'why' | 'expected'>
const TWICE: CellFault = { why: 'this is named twice', expected: 'Remove one of them.' }

function addCell(text: RowText, field: Field, cell: unknown): CellFault | undefined {
  if (cell === null || cell === undefined) return undefined
  if (cell instanceof NumberText && !TEXT_FIELDS.has(field)) {
    text[field] = cell.text
    return undefined
  }
  if (typeof cell !== 'string') {
    const [why, expected] = TEXT_FIELDS.has(field)
      ? ['is not a text', 'Write it in double quotes.']
      : ['is not a number', 'Write a number such as 10 or 150.5.']
    return { found: describe(cell), why, expected }
  }
  if (cell.length > LIMITS.cellCharacters) {
    return { found: cell, why: `is longer than ${LIMITS.cellCharacters} characters`, expected: 'Shorten it.' }
  }
  text[field] = cell
  return undefined
}

function describe(cell: unknown): string {
  if (cell instanceof NumberText) return cell.text
  if (typeof cell === 'boolean') return String(cell)
  return Array.isArray(cell) ? 'a list' : 'an object'
}

function keepNumbersAsText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value
}

/** The parser's own words without what it quotes of the text, and with the place in the words of an editor. */
function toSyntaxWords(message: string): string {
  const placed = /^(.*?) in JSON at position \d+(?: \((line \d+) (column \d+)\))?/s.exec(message)
  if (placed?.[2]) return ` at ${placed[2]}, ${placed[3]}: ${lowerFirst(placed[1] ?? '')}`
  if (message.startsWith('Unexpected end')) return ': it ends too early'
  const token = /^Unexpected token '(.)'/su.exec(message)
  return token ? `: unexpected character ${token[1]}` : ': it is not valid'
}

function describeUnread(unread: ReadonlySet<string>): string[] {
  if (unread.size === 0) return []
  const names = [...unread].slice(0, FIELDS.length).map((name) => `"${quotable(name)}"`)
  return [
    `Not read: ${unread.size === 1 ? 'the key' : 'the keys'} ${names.join(', ')}${unread.size > names.length ? ' and others' : ''}.`,
  ]
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
