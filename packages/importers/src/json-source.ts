// Tests: pasted-text.test.ts, samples.test.ts, mutated-files.test.ts

/** JSON in which somewhere there are lists of holdings, ours or of others. A line is an element of a list. */
import { LIMITS } from '@ballast/contract'
import { findRole } from './headers/header-names.ts'
import type { ImportedSource, ReadOptions } from './imported-source.ts'
import { readTable } from './layouts/read-table.ts'
import { SourceReport } from './meaning/source-report.ts'
import { isRecord, type JsonRecord, NumberText, parseJson } from './sources/json-text.ts'
import { type SourceTable, toLines, toTableOf } from './sources/source-table.ts'

const HEAD_CHARACTERS = 1_000
const MOST_DEPTH = 8
/** As many as a table may have lines. */
const MOST_RECORDS = 2 * LIMITS.positionsPerPortfolio
const MOST_KEYS = 60
const EXPECTED =
  'Write a list of objects with ticker, shares, avgCost: [{"ticker": "AAPL", "shares": 10, "avgCost": 150.5}].'
const ACCOUNT_KEYS = [
  'account',
  'accountName',
  'account_name',
  'accountNumber',
  'account_number',
  'name',
  'label',
  'id',
]

/** JSON begins with a bracket or a brace, and so does no table; a checkbox of a list has a blank or an x in it. */
export function isJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*(?:[[{"\d]|\]\s*$))/.test(text.slice(0, HEAD_CHARACTERS))
}

/** Reads every list of holdings in a JSON text. */
export function readJsonSource(text: string, options: ReadOptions): ImportedSource {
  const parsed = parseJson(text)
  const value = 'why' in parsed ? parseLines(text) : parsed.value
  if ('why' in parsed && value === undefined) return refuse(text, parsed.why)
  const records: JsonRecord[] = []
  collectRecords(value, undefined, records, 0)
  if (records.length === 0) return refuse(text, 'There is no list of positions in it')
  if (records.length > MOST_RECORDS) {
    return refuse(text, `There are more than ${inWords(MOST_RECORDS)} entries in it`)
  }
  const table = toRecordTable(records)
  return readTable(table, 'json', options) ?? refuse(text, 'The objects in it do not say which tickers are held')
}

/** One object to a line, as logs and some exports are written. */
function parseLines(text: string): unknown[] | undefined {
  const values: unknown[] = []
  for (const line of toLines(text)) {
    const trimmed = line.trim().replace(/,$/, '')
    if (trimmed === '') continue
    if (!trimmed.startsWith('{')) return undefined
    const parsed = parseJson(trimmed)
    if ('why' in parsed) return undefined
    values.push(parsed.value)
  }
  return values.length > 0 ? values : undefined
}

/** Objects that name a security, wherever they stand, with the account that they stand under. */
function collectRecords(value: unknown, account: string | undefined, records: JsonRecord[], depth: number): void {
  // One too many says enough; the others would be looked at for nothing.
  if (depth > MOST_DEPTH || records.length > MOST_RECORDS) return
  if (Array.isArray(value)) collectFromList(value, account, records, depth)
  else if (isRecord(value) && depth === 0 && isTickerMap(value)) {
    for (const [ticker, held] of Object.entries(value)) records.push(toTickerRecord(ticker, held))
  } else if (isRecord(value)) {
    const own = toAccountName(value) ?? account
    for (const inner of Object.values(value)) if (isContainer(inner)) collectRecords(inner, own, records, depth + 1)
  }
}

function collectFromList(
  list: readonly unknown[],
  account: string | undefined,
  records: JsonRecord[],
  depth: number,
): void {
  const isList = list.some(isHolding)
  for (const element of list) {
    if (records.length > MOST_RECORDS) return
    if (depth > 1 && !isList) collectRecords(element, account, records, depth + 1)
    else if (isRecord(element) && isHolding(element)) records.push(flatten(element, account))
    else if (isRecord(element) && Object.values(element).some(isContainer)) {
      collectRecords(element, account, records, depth + 1)
    } else if (depth === 0 || isList) records.push(isRecord(element) ? flatten(element, account) : { element })
  }
}

/** {"AAPL": 10} or {"AAPL": {"shares": 10}}. */
function isTickerMap(value: JsonRecord): boolean {
  const keys = Object.keys(value)
  return (
    keys.length > 0 &&
    keys.every((key) => /^[A-Z]{1,5}(?:[.-][A-Z])?$/.test(key)) &&
    Object.values(value).every((held) => held instanceof NumberText || isRecord(held))
  )
}

function toTickerRecord(ticker: string, held: unknown): JsonRecord {
  return held instanceof NumberText ? { ticker, shares: held } : { ticker, ...flatten(held as JsonRecord, undefined) }
}

/** One level of objects within an object is taken into it: {"instrument": {"symbol": "AAPL"}}. */
function flatten(record: JsonRecord, account: string | undefined): JsonRecord {
  const flat = new Map<string, unknown>()
  for (const [key, value] of Object.entries(record)) {
    if (!isRecord(value)) {
      flat.set(key, value)
      continue
    }
    for (const [inner, nested] of Object.entries(value)) {
      if (!flat.has(inner) && !isContainer(nested)) flat.set(inner, nested)
    }
  }
  const hasAccount = [...flat.keys()].some((key) => findRole(key) === 'account' || findRole(key) === 'accountName')
  if (account !== undefined && !hasAccount) flat.set('accountName', account)
  return Object.fromEntries(flat)
}

function toRecordTable(records: readonly JsonRecord[]): SourceTable {
  const columns = groupKeys(records)
  const rows = records.map((record) =>
    columns.map((keys) => toCell(keys.map((key) => own(record, key)).find(isStated))),
  )
  const table = toTableOf(
    rows,
    records.map((record) =>
      JSON.stringify(record, (_key, value) => (value instanceof NumberText ? value.text : value)),
    ),
  )
  // The keys stand in every element; as a header they have no line of their own.
  const names = columns.map(([name = '']) => name)
  return { ...table, rows: [{ line: 0, span: 1, cells: names }, ...table.rows] }
}

/** The keys of all records, those together that mean the same: one record may say `quantity` and the next `qty`. */
function groupKeys(records: readonly JsonRecord[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const key of new Set(records.flatMap((record) => Object.keys(record)))) {
    const name = findRole(key) ?? `other ${key}`
    const group = groups.get(name)
    if (group) group.push(key)
    else groups.set(name, [key])
  }
  return [...groups.values()].slice(0, MOST_KEYS)
}

const own = (record: JsonRecord, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined)
const isStated = (value: unknown) => value !== undefined && value !== null && value !== ''

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof NumberText) return value.text
  return typeof value === 'object' ? JSON.stringify(value).slice(0, HEAD_CHARACTERS) : String(value)
}

const inWords = (count: number) => count.toLocaleString('en-US')

function refuse(text: string, why: string): ImportedSource {
  const report = new SourceReport()
  report.complain({ why, expected: EXPECTED })
  const all = toLines(text)
  // A line of a text that is far too long is not worth a verdict of its own.
  const lines = all.length > MOST_RECORDS ? [] : all
  return report.finish(
    toTableOf(
      lines.map((line) => [line]),
      lines,
    ),
    { kind: 'json', format: null, content: 'positions' },
  )
}

function toAccountName(value: JsonRecord): string | undefined {
  const key = ACCOUNT_KEYS.find((one) => Object.hasOwn(value, one) && typeof value[one] === 'string')
  return key === undefined ? undefined : String(value[key])
}

function isHolding(value: unknown): boolean {
  if (!isRecord(value)) return false
  const roles = new Set(Object.keys(flatten(value, undefined)).map(findRole))
  return (roles.has('symbol') || roles.has('isin') || roles.has('description')) && roles.has('quantity')
}

const isContainer = (value: unknown) => Array.isArray(value) || isRecord(value)
