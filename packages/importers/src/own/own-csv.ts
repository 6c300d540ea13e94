/**
 * Ballast's own CSV format: a header row naming `ticker` and `shares`, and if known `avgCost`, `sector`, `account`,
 * `currency`, `kind` and, of a bond, `statedPrice` and `statedOn`, in any order, case and obvious spelling; separated by
 * comma, semicolon or tab. The rows are those of every separated text; the checks are strict: one fault refuses the file.
 *
 * Decimals stand behind a point. Files separated by semicolon or tab may write them behind a comma: each number that
 * can only be read one way is, and a number such as `1.234` follows the convention that the rest of the file shows, or
 * is refused when the file shows none or both.
 */
import { LIMITS } from '@ballast/contract'
import { type DecimalMark, readDecimal } from '../decimal-text.ts'
import type { Fault, ProblemList } from '../problem-list.ts'
import {
  findDelimiter,
  isBlankRow,
  isSeparatorRow,
  type QuoteFault,
  toLines,
  visitRows,
} from '../sources/source-table.ts'
import { describeUnread, type Field, type FieldColumns, findField } from './own-fields.ts'
import { PositionReader, toContent } from './position-reader.ts'

const HEADER_EXPECTED = 'The first row must name the columns: ticker,shares,avgCost,sector.'
const QUOTE_FAULTS: Readonly<Record<QuoteFault, Fault>> = {
  'not-closed': { why: 'a double quote is opened and never closed', expected: 'Close it, or remove it.' },
  'text-behind': {
    why: 'text follows a closed double quote',
    expected: 'Put the whole cell into double quotes, and double those inside it.',
  },
}
const TOO_MANY_ROWS: Fault = {
  why: 'there are too many rows, blank ones included',
  expected: 'Remove the blank rows, or split the file.',
}
/** Rows looked at, blank ones included, for each position that is accepted; and lines, because a row may cover several. */
const ROWS_PER_POSITION = 3
const LINES_PER_ROW = 8

interface Header {
  width: number
  columns: FieldColumns
  /** Names of columns that are not read. */
  unread: readonly string[]
}

/** Reads the rows of a CSV text, the header being row 1, and adds what is wrong with them; `undefined` without a header. */
export function readOwnCsv(text: string, maxRows: number, problems: ProblemList): PositionReader | undefined {
  const lines = toLines(text)
  const mostRows = ROWS_PER_POSITION * maxRows
  if (lines.length > LINES_PER_ROW * mostRows) {
    problems.add({ row: mostRows + 1, ...TOO_MANY_ROWS })
    return undefined
  }
  const delimiter = findDelimiter(lines)
  let header: Header | undefined
  let reader: PositionReader | undefined
  let row = 0
  let positions = 0
  visitRows(lines, delimiter, (source) => {
    const { cells, quotes } = source
    const isBlank = isBlankRow(source)
    row++
    const isOver = row > mostRows || (positions === maxRows && !isBlank)
    if (isOver) problems.add({ row, ...(row > mostRows ? TOO_MANY_ROWS : refuseLength(maxRows)) })
    else if (quotes !== undefined) problems.add({ row, ...QUOTE_FAULTS[quotes] })
    else if (isBlank || (row === 1 && isSeparatorRow(source))) return true
    else if (header === undefined || reader === undefined) {
      header = readHeader(cells, row, delimiter, problems)
      if (header === undefined) return false
      const { columns } = header
      const mark = delimiter === ',' ? 'point' : findMark(lines, delimiter, columns)
      reader = new PositionReader({ problems, mark, isSpreadsheet: true, columns })
    } else if (fits(cells, row, header, problems)) {
      positions++
      reader.read(row, cells)
    }
    return header !== undefined && !isOver
  })
  if (header === undefined && problems.count === 0) {
    problems.add({ why: 'There is nothing in the text', expected: HEADER_EXPECTED })
  }
  reader?.notes.unshift(...describeColumns(header))
  return reader
}

/** The one decimal mark that the numbers of a file show; undefined when they show none or both. */
function findMark(lines: readonly string[], delimiter: string, columns: FieldColumns): DecimalMark | undefined {
  const marks = new Set<DecimalMark>()
  visitRows(lines, delimiter, ({ cells }) => {
    for (const column of [columns.shares, columns.avgCost]) {
      const reading = readDecimal(toContent(cells[column?.index ?? cells.length] ?? ''), 'either')
      if (reading.is === 'number' && reading.mark) marks.add(reading.mark)
    }
    return marks.size < 2
  })
  return marks.size === 1 ? [...marks][0] : undefined
}

function describeColumns(header: Header | undefined): string[] {
  if (header === undefined) return []
  const notes = header.columns.avgCost ? [] : ['There is no column "avgCost", so the costs are unknown.']
  return [...notes, ...describeUnread(header.unread, 'column', 'columns')]
}

function readHeader(
  cells: readonly string[],
  row: number,
  delimiter: string,
  problems: ProblemList,
): Header | undefined {
  const columns: FieldColumns = {}
  const unread: string[] = []
  let twice: Field | undefined
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim()
    const field = findField(name)
    if (field === undefined && name !== '') unread.push(name)
    if (field === undefined) continue
    if (columns[field]) twice ??= field
    columns[field] ??= { index, name }
  }
  const filled = withoutTrailingBlanks(cells)
  const missing = (['ticker', 'shares'] as const).filter((field) => columns[field] === undefined)
  const [only] = missing
  if (filled.length > LIMITS.csvColumns) {
    const why = `the header has ${filled.length} columns, more than ${LIMITS.csvColumns}`
    problems.add({ row, why, expected: 'Remove the columns that are not needed.' })
  } else if (only !== undefined) {
    const found = filled.join(delimiter === '\t' ? ' ' : delimiter)
    const isNone = missing.length === 2
    const why = isNone ? 'is not a header' : `names no column "${only}"`
    problems.add({ row, ...(isNone ? {} : { column: only }), found, why, expected: HEADER_EXPECTED })
  } else if (twice !== undefined) {
    const why = `two columns are called "${twice}"`
    problems.add({ row, why, expected: 'Remove or rename one of them.' })
  } else return { width: filled.length, columns, unread }
  return undefined
}

/** True if a row has a cell of bearable length for each column; blank cells at its end are not counted as too many. */
function fits(cells: readonly string[], row: number, header: Header, problems: ProblemList): boolean {
  const { width, columns } = header
  if (cells.length < width) {
    problems.add({
      row,
      column: Object.values(columns).find(({ index }) => index === cells.length)?.name ?? `${cells.length + 1}`,
      why: `the cell is missing: the row has ${count(cells.length, 'cell')}, the header ${width}`,
      expected: `Write all ${width}; you may leave a cell blank, but not its separator.`,
    })
    return false
  }
  const filled = cells.length > width ? withoutTrailingBlanks(cells).length : width
  if (filled > width) {
    problems.add({
      row,
      found: cells[width] ?? '',
      why: `is one cell too many: the row has ${count(filled, 'cell')}, the header ${width}`,
      expected: 'Put a text that contains the separator, or a number such as "1,250.5", into double quotes.',
    })
    return false
  }
  let long = 0
  while (long < cells.length && (cells[long] ?? '').length <= LIMITS.cellCharacters) long++
  if (long === cells.length) return true
  problems.add({
    row,
    why: `cell ${long + 1} has ${inWords(cells[long]?.length ?? 0)} characters, more than ${inWords(LIMITS.cellCharacters)}`,
    expected: 'Shorten it; a quote that is not closed can also be the cause.',
  })
  return false
}

const refuseLength = (maxRows: number): Fault => ({
  why: `there are more than ${inWords(maxRows)} positions`,
  expected: 'Split the file into several portfolios.',
})
const inWords = (n: number) => n.toLocaleString('en-US')
const count = (n: number, what: string) => `${n} ${n === 1 ? what : `${what}s`}`

function withoutTrailingBlanks(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}
