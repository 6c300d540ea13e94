/**
 * Ballast's own CSV format: a header row naming `ticker` and `shares`, and if known `avgCost`, `sector`, `account`,
 * `currency`, `kind` and, of a bond, `statedPrice` and `statedOn`, in any order, case and obvious spelling; separated by comma, semicolon or tab.
 *
 * Decimals stand behind a point. Files separated by semicolon or tab may write them behind a comma: each number that
 * can only be read one way is, and a number such as `1.234` follows the convention that the rest of the file shows, or
 * is refused when the file shows none or both.
 *
 * The grammar is papaparse's; the checks are ours and run as the rows come out of it.
 */
import { LIMITS } from '@ballast/contract'
import Papa from 'papaparse'
import type { ImportOptions, ImportResult } from '../imported-position.ts'
import { ProblemList, quotable } from '../problem-list.ts'
import { type CsvColumns, detectDelimiter, toColumns } from './csv-columns.ts'
import { mergeLots } from './merge-lots.ts'
import { FIELDS, type Field, PositionReader, type RowText } from './position-reader.ts'

const PIECE_CHARACTERS = 1 << 18
const HEADER_CHARACTERS = 16_384
/** What Excel writes above the header to name the separator, and what is left of it once it has separated. */
const EXCEL_SEPARATOR_LINE = /^sep=(.)\n/i
const EXCEL_SEPARATOR_CELL = 'sep='
const HEADER_EXPECTED = 'The first row must name the columns: ticker,shares,avgCost,sector.'

/** Rows looked at, blank ones included, for each position that is accepted. */
const ROWS_PER_POSITION = 3

/** Reads a CSV text: all of its positions, or what is wrong with it, the header being row 1. */
export function readOwnCsv(text: string, options: ImportOptions = {}): ImportResult {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const lines = source.includes('\r') ? source.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : source
  const separator = EXCEL_SEPARATOR_LINE.exec(lines)
  const delimiter = separator?.[1] ?? detectDelimiter(lines.trimStart().slice(0, HEADER_CHARACTERS))
  const maxRows = options.maxRows ?? LIMITS.positionsPerPortfolio
  // The mode for texts without quotes splits the whole text into lines first, which is slower here.
  const format = { delimiter, newline: '\n' as const, fastMode: false }
  const reader = new CsvReader(delimiter, maxRows)
  if (comesInPieces(lines)) {
    // Rows that are let go piece by piece cost about a tenth less than gathering them all.
    Papa.parse<string[]>(lines, {
      ...format,
      chunkSize: PIECE_CHARACTERS,
      chunk: ({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
        reader.readRows(data, errors)
        if (reader.isFinished) parser.abort()
      },
      // A text is parsed before the call returns, so there is nothing to wait for; the types want it named.
      complete: () => undefined,
    })
  } else {
    const { data, errors } = Papa.parse<string[]>(lines, { ...format, preview: ROWS_PER_POSITION * maxRows + 1 })
    reader.readRows(data, errors)
  }
  return reader.finish()
}

/**
 * True when every piece of the text ends some row. Otherwise, with a quote that is not closed or a line without an end,
 * the grammar would begin anew with every piece at the same place.
 */
function comesInPieces(text: string): boolean {
  if (text.includes('"')) return false
  for (let start = 0; start < text.length; start += PIECE_CHARACTERS) {
    const end = text.indexOf('\n', start)
    if (end === -1 ? text.length - start > PIECE_CHARACTERS : end - start > PIECE_CHARACTERS) return false
  }
  return true
}

class CsvReader {
  isFinished = false
  readonly #problems = new ProblemList()
  readonly #delimiter: string
  readonly #maxRows: number
  #row = 0
  #positionRows = 0
  #columns: CsvColumns | undefined
  #width = 0
  #reader: PositionReader | undefined

  constructor(delimiter: string, maxRows: number) {
    this.#delimiter = delimiter
    this.#maxRows = maxRows
  }

  readRows(rows: readonly string[][], errors: readonly Papa.ParseError[]): void {
    // After a quote in the wrong place papaparse also misses one at the end of the text; the first error is the cause.
    const broken = new Map(errors.toReversed().map((error) => [error.row, error.code]))
    const mayBeBroken = broken.size > 0
    for (let index = 0; index < rows.length && !this.isFinished; index++) {
      const cells = rows[index] ?? []
      this.#row++
      if (this.#row > ROWS_PER_POSITION * this.#maxRows) {
        this.#stop('there are too many rows, blank ones included', 'Remove the blank rows, or split the file.')
        return
      }
      const quoteError = mayBeBroken ? broken.get(index) : undefined
      if (quoteError !== undefined) this.#refuseQuotes(quoteError)
      else if (cells.length > 1 || (cells[0] ?? '').trim() !== '') this.#readRow(cells)
    }
  }

  finish(): ImportResult {
    if (this.#columns === undefined && this.#problems.count === 0) {
      this.#problems.add({ why: 'There is nothing in the text', expected: HEADER_EXPECTED })
    }
    this.#reader?.finish()
    if (this.#problems.count === 0 && this.#reader?.positions.length === 0) {
      this.#problems.add({
        why: 'There are no positions below the header',
        expected: 'Write a row for each position.',
      })
    }
    if (this.#problems.count > 0 || this.#reader === undefined) {
      const problems = this.#problems.listed.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
      return { ok: false, problems, problemCount: this.#problems.count }
    }
    const { hasRepeatedTicker, positions: lots, rows } = this.#reader
    const { positions, notes } = hasRepeatedTicker ? mergeLots(lots, rows) : { positions: lots, notes: [] }
    return { ok: true, source: 'csv', positions, notes: [...this.#columnNotes(), ...this.#reader.notes, ...notes] }
  }

  #readRow(cells: string[]): void {
    if (this.#columns === undefined) {
      this.#readHeader(cells)
      return
    }
    if (cells.length !== this.#width && !this.#fitsWidth(cells)) return
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? ''
      if (cell.length > LIMITS.cellCharacters) {
        this.#problems.add({
          row: this.#row,
          why: `cell ${index + 1} has ${cell.length.toLocaleString('en-US')} characters, more than ${LIMITS.cellCharacters.toLocaleString('en-US')}`,
          expected: 'Shorten it; a quote that is not closed can also be the cause.',
        })
        return
      }
    }
    if (isBlankRow(cells)) return
    this.#positionRows++
    if (this.#positionRows > this.#maxRows) {
      this.#refuseLength()
      return
    }
    const { indexes } = this.#columns
    this.#reader?.read(this.#row, {
      ticker: cellAt(cells, indexes.ticker),
      shares: cellAt(cells, indexes.shares),
      avgCost: cellAt(cells, indexes.avgCost),
      sector: cellAt(cells, indexes.sector),
      account: cellAt(cells, indexes.account),
      currency: cellAt(cells, indexes.currency),
      kind: cellAt(cells, indexes.kind),
      statedPrice: cellAt(cells, indexes.statedPrice),
      statedOn: cellAt(cells, indexes.statedOn),
    } satisfies RowText)
  }

  #readHeader(cells: string[]): void {
    const header = withoutTrailingBlanks(cells)
    const columns = toColumns(header)
    const missing = (['ticker', 'shares'] as const).filter((field) => columns.indexes[field] === undefined)
    if (this.#row === 1 && header[0]?.toLowerCase() === EXCEL_SEPARATOR_CELL) return
    if (header.length > LIMITS.csvColumns) {
      this.#stop(
        `the header has ${header.length} columns, more than ${LIMITS.csvColumns}`,
        'Remove the columns that are not needed.',
      )
    } else if (missing.length > 0) {
      const why = missing.length === 2 ? 'is not a header' : `names no column "${missing[0]}"`
      this.#problems.add({
        row: this.#row,
        ...(missing.length === 1 && missing[0] !== undefined ? { column: missing[0] } : {}),
        found: header.join(this.#delimiter === '\t' ? ' ' : this.#delimiter),
        why,
        expected: HEADER_EXPECTED,
      })
      this.isFinished = true
    } else if (columns.twice[0] !== undefined) {
      this.#stop(`two columns are called "${columns.twice[0]}"`, 'Remove or rename one of them.')
    } else {
      this.#columns = columns
      this.#width = header.length
      this.#reader = new PositionReader({
        problems: this.#problems,
        isSpreadsheet: true,
        convention: this.#delimiter === ',' ? 'point' : 'either',
        columns: columns.names,
      })
    }
  }

  /** Reports a row with too few or too many cells; blank cells at its end are not counted as too many. */
  #fitsWidth(cells: string[]): boolean {
    if (isBlankRow(cells)) return false
    if (cells.length < this.#width) {
      const column = this.#nameOf(cells.length)
      this.#problems.add({
        row: this.#row,
        column,
        why: `the cell is missing: the row has ${count(cells.length, 'cell')}, the header ${this.#width}`,
        expected: `Write all ${this.#width}; a cell may be left blank, but its separator must stand.`,
      })
      return false
    }
    const width = withoutTrailingBlanks(cells).length
    if (width <= this.#width) return true
    this.#problems.add({
      row: this.#row,
      found: cells[this.#width] ?? '',
      why: `is one cell too many: the row has ${count(width, 'cell')}, the header ${this.#width}`,
      expected: 'Put a text that contains the separator, or a number such as "1,250.5", into double quotes.',
    })
    return false
  }

  #refuseQuotes(code: Papa.ParseError['code']): void {
    const [why, expected] =
      code === 'MissingQuotes'
        ? ['a double quote is opened and never closed', 'Close it, or remove it.']
        : ['text follows a closed double quote', 'Put the whole cell into double quotes, and double those inside it.']
    this.#problems.add({ row: this.#row, why, expected })
    if (this.#columns === undefined) this.isFinished = true
  }

  #refuseLength(): void {
    this.#stop(
      `there are more than ${this.#maxRows.toLocaleString('en-US')} positions`,
      'Split the file into several portfolios.',
    )
  }

  #stop(why: string, expected: string): void {
    this.#problems.add({ row: this.#row, why, expected })
    this.isFinished = true
  }

  #nameOf(index: number): string {
    const names = Object.entries(this.#columns?.indexes ?? {})
    const field = names.find(([, at]) => at === index)?.[0] as Field | undefined
    return (field && this.#columns?.names[field]) ?? `${index + 1}`
  }

  #columnNotes(): string[] {
    const { indexes, unread } = this.#columns ?? { indexes: {}, unread: [] }
    const notes: string[] = []
    if (!('avgCost' in indexes)) notes.push('There is no column "avgCost", so the costs are unknown.')
    if (unread.length > 0) {
      const names = unread.slice(0, FIELDS.length).map((name) => `"${quotable(name)}"`)
      notes.push(
        `Not read: ${unread.length === 1 ? 'column' : 'columns'} ${names.join(', ')}${unread.length > names.length ? ' and others' : ''}.`,
      )
    }
    return notes
  }
}

const cellAt = (cells: readonly string[], index: number | undefined) => (index === undefined ? undefined : cells[index])
/** The first character decides for almost every row. */
const isBlankRow = (cells: readonly string[]) =>
  !isPrintable((cells[0] ?? '').charCodeAt(0)) && cells.every((cell) => cell === '' || cell.trim() === '')
const isPrintable = (code: number) => code > 0x20 && code < 0x7f
const count = (n: number, what: string) => `${n} ${n === 1 ? what : `${what}s`}`

function withoutTrailingBlanks(cells: readonly string[]): readonly string[] {
  let end = cells.length
  while (end > 0 && (cells[end - 1] ?? '').trim() === '') end--
  return end === cells.length ? cells : cells.slice(0, end)
}
