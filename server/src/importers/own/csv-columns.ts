// Tests: import-text.test.ts, own-csv.test.ts

import Papa from 'papaparse'
import { FIELDS, type Field } from './position-reader.ts'

export type Delimiter = ',' | ';' | '\t'
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/** What each column may be called, as written without blanks, punctuation and capitals. */
const SPELLINGS: Readonly<Record<Field, readonly string[]>> = {
  ticker: ['ticker', 'symbol', 'tickersymbol'],
  shares: ['shares', 'quantity', 'qty', 'numberofshares', 'units'],
  avgCost: [
    'avgcost',
    'averagecost',
    'avgcostpershare',
    'averagecostpershare',
    'costpershare',
    'costshare',
    'avgprice',
    'averageprice',
    'unitcost',
  ],
  sector: ['sector', 'gicssector'],
  account: ['account', 'accountname'],
  currency: ['currency', 'ccy'],
  kind: ['kind'],
  statedPrice: ['statedprice'],
  statedOn: ['statedon'],
}
const FIELD_BY_SPELLING = new Map(FIELDS.flatMap((field) => SPELLINGS[field].map((name) => [name, field] as const)))

export interface CsvColumns {
  /** Where each field stands, counted from 0. */
  indexes: Partial<Record<Field, number>>
  /** What the file calls it. */
  names: Partial<Record<Field, string>>
  /** Names of columns that are not read. */
  unread: string[]
  /** Fields that two columns claim. */
  twice: Field[]
}

/** The field that a header cell or a JSON key names in any case and spelling we know, or `undefined`. */
export function findField(name: string): Field | undefined {
  return name.length > 60 ? undefined : FIELD_BY_SPELLING.get(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** Which columns a header row names. */
export function toColumns(header: readonly string[]): CsvColumns {
  const columns: CsvColumns = { indexes: {}, names: {}, unread: [], twice: [] }
  for (const [index, cell] of header.entries()) {
    const name = cell.trim()
    const field = findField(name)
    if (field === undefined) {
      if (name !== '') columns.unread.push(name)
    } else if (columns.indexes[field] !== undefined) {
      columns.twice.push(field)
    } else {
      columns.indexes[field] = index
      columns.names[field] = name
    }
  }
  return columns
}

/**
 * The delimiter under which a header line names most of our columns; a comma when none does better.
 *
 * @param head the beginning of the file, its first line being the header
 */
export function detectDelimiter(head: string): Delimiter {
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const [header = []] = Papa.parse<string[]>(head, { delimiter, newline: '\n', preview: 1 }).data
    const known = Object.keys(toColumns(header).indexes).length
    if (known > most) {
      most = known
      best = delimiter
    }
  }
  return best
}
