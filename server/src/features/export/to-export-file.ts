// Tests: export.test.ts, exported-cells.test.ts

import { BASE_CURRENCY, guardCsvText } from '@ballast/contract'
import Papa from 'papaparse'
import type { StoredLot } from '../../portfolios/position.repository.ts'

const COLUMNS = [
  'ticker',
  'shares',
  'avgCost',
  'sector',
  'account',
  'currency',
  'kind',
  'statedPrice',
  'statedOn',
] as const
const BREAKS_FILE_NAMES = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu
const FILE_NAME_CHARACTERS = 80

/** The lots of a portfolio in parts, in their order. */
export type LotPages = AsyncIterable<readonly StoredLot[]>

/**
 * The lots as CSV that can be uploaded again. Texts that a spreadsheet would run as a formula get an apostrophe, which
 * the importer takes off again; numbers stay numbers, also negative ones.
 */
export async function* toCsvFile(pages: LotPages): AsyncGenerator<string> {
  let head = toCsvLines([[...COLUMNS]])
  for await (const lots of pages) {
    const rows = lots.map((lot) => [
      guardCsvText(lot.ticker),
      toPlainNumber(lot.shares),
      lot.avgCost === null ? '' : toPlainNumber(lot.avgCost),
      guardCsvText(lot.sector ?? ''),
      guardCsvText(lot.account ?? ''),
      lot.currency,
      lot.kind,
      lot.statedPrice ? toPlainNumber(lot.statedPrice) : '',
      lot.statedOn ?? '',
    ])
    yield head + toCsvLines(rows)
    head = ''
  }
}

const toCsvLines = (rows: string[][]) => (rows.length === 0 ? '' : `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`)

/** The lots as JSON that can be uploaded again, numbers with all of their decimals. */
export async function* toJsonFile(name: string, pages: LotPages): AsyncGenerator<string> {
  let before = `{\n  "name": ${JSON.stringify(name)},\n  "positions": [\n`
  for await (const lots of pages) {
    if (lots.length === 0) continue
    yield before + lots.map(toJsonLine).join(',\n')
    before = ',\n'
  }
  yield `${before === ',\n' ? '' : before}\n  ]\n}\n`
}

/** The decimals are written as they are stored: a binary float would round the longest of them. */
function toJsonLine(lot: StoredLot): string {
  const fields = [
    `"ticker": ${JSON.stringify(lot.ticker)}`,
    `"shares": ${toPlainNumber(lot.shares)}`,
    `"avgCost": ${lot.avgCost === null ? 'null' : toPlainNumber(lot.avgCost)}`,
    `"sector": ${JSON.stringify(lot.sector)}`,
    ...(lot.account === null ? [] : [`"account": ${JSON.stringify(lot.account)}`]),
    ...(lot.currency === BASE_CURRENCY ? [] : [`"currency": ${JSON.stringify(lot.currency)}`]),
    `"kind": ${JSON.stringify(lot.kind)}`,
    ...(lot.statedPrice ? [`"statedPrice": ${toPlainNumber(lot.statedPrice)}`] : []),
    ...(lot.statedOn ? [`"statedOn": ${JSON.stringify(lot.statedOn)}`] : []),
  ]
  return `    { ${fields.join(', ')} }`
}

/** A file name that any system accepts, from a name that a person chose. */
export function toFileName(portfolioName: string, extension: 'csv' | 'json'): string {
  const safe = portfolioName.toWellFormed().replace(BREAKS_FILE_NAMES, ' ').replace(/\s+/g, ' ').trim()
  const stem = safe
    .replace(/^[. ]+/, '')
    .slice(0, FILE_NAME_CHARACTERS)
    .trim()
  return `${stem === '' ? 'portfolio' : stem}.${extension}`
}

/** `100.5000000000`, as the database writes it, without the zeros that say nothing. */
function toPlainNumber(stored: string): string {
  if (!stored.includes('.')) return stored
  let end = stored.length
  while (stored[end - 1] === '0') end--
  return stored.slice(0, stored[end - 1] === '.' ? end - 1 : end)
}
