// Tests: import-text.test.ts

/**
 * Ballast's own JSON format: an array of objects with `ticker`, `shares` and if known `avgCost`, `sector`, `account`,
 * `currency`, `kind`, or an object whose `positions` is such an array. Numbers may stand as numbers or as text.
 */
import { LIMITS } from '@ballast/contract'
import type { Fault, ProblemList } from '../problem-list.ts'
import { isRecord, NumberText, parseJson } from '../sources/json-text.ts'
import { describeUnread, FIELDS, type Field, findField, type RowText } from './own-fields.ts'
import { type OwnRows, PositionReader } from './position-reader.ts'

const SHAPE_EXPECTED =
  'Write an array of objects with ticker, shares, avgCost, sector: [{"ticker": "AAPL", "shares": 10, "avgCost": 150.5}].'
const TEXT_FIELDS: ReadonlySet<Field> = new Set(['ticker', 'sector', 'account', 'currency', 'kind', 'statedOn'])

/** Reads the objects of a JSON text, row 3 being the third, and adds what is wrong with them; `undefined` without a list. */
export function readOwnJson(text: string, maxRows: number, problems: ProblemList): OwnRows | undefined {
  const rows = toRows(text, maxRows)
  if (!Array.isArray(rows)) {
    problems.add(rows)
    return undefined
  }
  const reader = new PositionReader({ problems, mark: 'point', isSpreadsheet: false, columns: {} })
  const unread = new Set<string>()
  for (const [index, value] of rows.entries()) readRow(reader, problems, unread, index + 1, value)
  return { reader, notes: describeUnread([...unread], 'the key', 'the keys') }
}

/** The list of what should be positions, or what keeps the text from being one. */
function toRows(text: string, maxRows: number): unknown[] | Fault {
  const parsed = parseJson(text)
  if ('why' in parsed) return { why: parsed.why, expected: SHAPE_EXPECTED }
  const { value } = parsed
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
