// Tests: import-text.test.ts

/**
 * Ballast's own JSON format: an array of objects with `ticker`, `shares` and if known `avgCost`, `sector`, `account`,
 * `currency`, `kind`, or an object whose `positions` is such an array. Numbers may stand as numbers or as text. Each object
 * becomes a row of cells, which is checked like one of a CSV.
 */
import { LIMITS } from '@ballast/contract'
import type { Fault, ProblemList } from '../problem-list.ts'
import { isRecord, NumberText, parseJson } from '../sources/json-text.ts'
import { describeUnread, FIELDS, type Field, findField } from './own-fields.ts'
import { createFieldReader, type PositionReader } from './position-reader.ts'

const SHAPE_EXPECTED =
  'Write an array of objects with ticker, shares, avgCost, sector: [{"ticker": "AAPL", "shares": 10, "avgCost": 150.5}].'
const NUMBERS: ReadonlySet<Field> = new Set(['shares', 'avgCost', 'statedPrice'])

/** Reads the objects of a JSON text, row 3 being the third, and adds what is wrong with them; `undefined` without a list. */
export function readOwnJson(text: string, maxRows: number, problems: ProblemList): PositionReader | undefined {
  const rows = toRows(text, maxRows)
  if (!Array.isArray(rows)) {
    problems.add(rows)
    return undefined
  }
  const reader = createFieldReader(problems)
  const unread = new Set<string>()
  for (const [index, value] of rows.entries()) {
    const cells = toCells(value, unread)
    if (Array.isArray(cells)) reader.read(index + 1, cells)
    else problems.add({ row: index + 1, ...cells })
  }
  reader.notes.unshift(...describeUnread([...unread], 'the key', 'the keys'))
  return reader
}

/** The list of what should be positions, or what keeps the text from being one. */
function toRows(text: string, maxRows: number): unknown[] | Fault {
  const parsed = parseJson(text)
  if ('why' in parsed) return { why: parsed.why, expected: SHAPE_EXPECTED }
  const rows = isRecord(parsed.value) ? parsed.value.positions : parsed.value
  if (!Array.isArray(rows)) return { why: 'This is not a list of positions', expected: SHAPE_EXPECTED }
  if (rows.length === 0) return { why: 'The list has no positions', expected: SHAPE_EXPECTED }
  if (rows.length <= maxRows) return rows
  const limit = maxRows.toLocaleString('en-US')
  return { why: `There are more than ${limit} positions`, expected: 'Split the list into several portfolios.' }
}

/** A cell for each of {@link FIELDS}, or what is wrong with the object; keys that no field has are added to `unread`. */
function toCells(value: unknown, unread: Set<string>): string[] | Fault {
  if (!isRecord(value)) {
    return { why: 'this is not an object', expected: 'Write it like {"ticker": "AAPL", "shares": 10}.' }
  }
  const cells: string[] = []
  for (const [key, stated] of Object.entries(value)) {
    const field = findField(key)
    if (field === undefined) {
      if (unread.size <= FIELDS.length) unread.add(key)
    } else if (stated !== null) {
      const cell = cells[FIELDS.indexOf(field)] === undefined ? toCell(field, stated) : TWICE
      if (typeof cell !== 'string') return { column: key, ...cell }
      cells[FIELDS.indexOf(field)] = cell
    }
  }
  return cells
}

const TWICE: Fault = { why: 'this is named twice', expected: 'Remove one of them.' }

function toCell(field: Field, stated: unknown): string | Fault {
  const isNumber = NUMBERS.has(field)
  if (stated instanceof NumberText && isNumber) return stated.text
  if (typeof stated === 'string') {
    if (stated.length <= LIMITS.cellCharacters) return stated
    return { found: stated, why: `is longer than ${LIMITS.cellCharacters} characters`, expected: 'Shorten it.' }
  }
  const found = Array.isArray(stated) ? 'a list' : isRecord(stated) ? 'an object' : toText(stated)
  return isNumber
    ? { found, why: 'is not a number', expected: 'Write a number such as 10 or 150.5.' }
    : { found, why: 'is not a text', expected: 'Write it in double quotes.' }
}

const toText = (stated: unknown) => (stated instanceof NumberText ? stated.text : String(stated))
