// Tests: import-fixtures.test.ts, import-text.test.ts

import { BASE_CURRENCY, type PositionKind, UNKNOWN_SECTOR, unguardCsvText } from '@ballast/contract'
import { maskAccountNumbers } from '../account-label.ts'
import { readPlainDecimal } from '../decimal-text.ts'
import type { ImportedPosition } from '../imported-position.ts'
import { classifyPosition, isKindFault, isPlainSecurity } from '../position-kind.ts'
import type { ProblemList } from '../problem-list.ts'
import type { Field, RowText } from './own-fields.ts'
import { SeenTickers } from './seen-tickers.ts'
import { type FileMark, PLAIN_TICKER, STRICT_CELLS } from './strict-cells.ts'

/** Form in which a spreadsheet export keeps a cell as text: ="AAPL". */
const FORMULA_TEXT = /^="([^"]*)"$/

/** Content of a cell, without the marks that spreadsheets and our own export put around it. */
export function toContent(cell: string): string {
  const content = cell.startsWith('=') ? (FORMULA_TEXT.exec(cell)?.[1] ?? cell) : cell
  return content.startsWith("'") ? unguardCsvText(content) : content
}

/** True for almost all cells: nothing stands around what they say. */
const isBare = (cell: string) => isPlain(cell.charCodeAt(0)) && isPlain(cell.charCodeAt(cell.length - 1))
const isPlain = (code: number) => code >= 48 && code <= 122 && code !== 61

/** The rows of a text of ours, and what is to be said of all of them. */
export interface OwnRows {
  reader: PositionReader
  notes: string[]
}

interface ReaderInput {
  problems: ProblemList
  mark: FileMark
  /** True if cells may be written as spreadsheets need them: ="AAPL", or with an apostrophe before a formula. */
  isSpreadsheet: boolean
  /** Names of the columns in the input, for the messages. */
  columns: Partial<Record<Field, string>>
}

/** Reads rows of text into positions, and collects what is wrong with them. */
export class PositionReader {
  readonly positions: ImportedPosition[] = []
  /** Where each of `positions` stood. */
  readonly rows: number[] = []
  readonly notes: string[] = []
  /** Where one came more than once there may be lots to merge. */
  readonly tickers = new SeenTickers()
  readonly #input: ReaderInput
  /** Values that many rows share, by what is written. */
  readonly #known = { sector: new Map<string, string>(), account: new Map<string, string>() }
  /** Rows of one sector often stand together: comparing is cheaper than looking up. */
  readonly #last = { sector: { cell: '', label: '' }, account: { cell: '', label: '' } }

  constructor(input: ReaderInput) {
    this.#input = input
  }

  /** Reads one row; when something is wrong with it, that goes to the problem list and the row is left out. */
  read(row: number, text: RowText): void {
    const { problems } = this.#input
    const { ticker: named = '' } = text
    const before = problems.count
    const ticker = PLAIN_TICKER.test(named) ? named : this.#take(row, 'ticker', named)
    const shares = this.#takeNumber(row, 'shares', text.shares ?? '')
    const avgCost = text.avgCost ? this.#takeNumber(row, 'avgCost', text.avgCost) : null
    const sector = this.#takeLabel(row, 'sector', text.sector)
    const account = this.#takeLabel(row, 'account', text.account)
    const currency = text.currency ? this.#take(row, 'currency', text.currency) : null
    const kind = text.kind ? this.#take(row, 'kind', text.kind) : null
    if (ticker === null || shares === null || problems.count > before) return
    const position: ImportedPosition = {
      ticker,
      kind: 'security',
      shares,
      avgCost,
      currency: currency ?? BASE_CURRENCY,
      multiplier: 1,
      sector: sector === UNKNOWN_SECTOR ? null : sector,
      account: account === null ? null : maskAccountNumbers(account),
    }
    const isPlain = kind === null && isPlainSecurity(ticker, avgCost)
    if (!isPlain && !this.#classify(position, row, text, kind, currency)) return
    this.tickers.add(position.ticker)
    this.positions.push(position)
    this.rows.push(row)
  }

  /** Says of a position what else it is than a security; false when its cells contradict one another. */
  #classify(
    position: ImportedPosition,
    row: number,
    text: RowText,
    kind: string | null,
    currency: string | null,
  ): boolean {
    const stated = { kind: (kind ?? undefined) as PositionKind | undefined, currency: currency ?? undefined }
    const classified = classifyPosition({ ...position, ...stated })
    if (isKindFault(classified)) {
      const { field, why, expected } = classified
      this.#fault(row, field, text[field] ?? '', { why, expected })
      return false
    }
    if (classified.kind === 'cash' && kind === null) {
      this.notes.push(`Row ${row}: ${position.ticker} is taken for cash in ${classified.currency}.`)
    }
    Object.assign(position, classified)
    if (position.kind === 'bond') {
      const statedPrice = this.#take(row, 'statedPrice', text.statedPrice ?? '')
      const statedOn = this.#take(row, 'statedOn', text.statedOn ?? '')
      if (statedPrice !== null) Object.assign(position, { statedPrice, statedOn })
    }
    return true
  }

  /** The value of a cell; null when it is blank, or when something is wrong, which is then among the problems. */
  #take(row: number, field: Field, cell: string): string | null {
    const { isSpreadsheet, mark } = this.#input
    const text = isBare(cell) ? cell : isSpreadsheet ? toContent(cell.trim()).trim() : cell.trim()
    const value = STRICT_CELLS[field](text, mark)
    if (value === null || typeof value === 'string') return value
    this.#fault(row, field, text, value)
    return null
  }

  /** The same for a number; almost all are plain digits, which need no other check. */
  #takeNumber(row: number, field: 'shares' | 'avgCost', cell: string): string | null {
    const plain = this.#input.mark === 'point' ? readPlainDecimal(cell) : undefined
    const isChecked = plain !== undefined && plain.length < 12 && plain > '0'
    return isChecked ? plain : this.#take(row, field, cell)
  }

  #takeLabel(row: number, field: 'sector' | 'account', cell: string | undefined): string | null {
    if (!cell) return null
    const last = this.#last[field]
    if (cell === last.cell) return last.label
    const label = this.#known[field].get(cell) ?? this.#take(row, field, cell)
    if (label === null) return null
    this.#known[field].set(cell, label)
    this.#last[field] = { cell, label }
    return label
  }

  #fault(row: number, field: Field, found: string, fault: { why: string; expected: string }): void {
    const { problems, columns } = this.#input
    problems.add({ row, column: columns[field] ?? field, ...(found !== '' && { found }), ...fault })
  }
}
