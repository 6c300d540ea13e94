// Tests: source-table.test.ts, ../mutated-files.test.ts, ../samples.test.ts

/**
 * Text into rows of cells, each of which knows where it stood. The grammar of a row is papaparse's; which lines make up
 * a row is decided here, because a quote that is never closed must not swallow the rest of a file.
 */
import Papa from 'papaparse'
import { countKnownHeaders } from '../headers/header-names.ts'

export interface SourceRow {
  /** 1-based line at which it begins. */
  line: number
  /** How many lines it covers: more than 1 when a quoted cell contains line ends. */
  span: number
  cells: readonly string[]
  /** Fault of its quotes, which are then read as well as may be. */
  quotes?: QuoteFault
}
export type QuoteFault = 'not-closed' | 'text-behind'

export interface SourceTable {
  rows: readonly SourceRow[]
  /** The lines as they stand; row `line` begins at index `line - 1`. */
  lines: readonly string[]
  /** Blank when the cells did not come from separated text. */
  delimiter: string
}

export const DELIMITERS = [',', ';', '\t', '|'] as const
const SAMPLE_LINES = 120
/** A quoted cell of an honest file has a few lines; an address or a description. */
const MOST_LINES_OF_A_ROW = 8
/** After so many quotes that are never closed, quotes are taken for letters: they are strewn about, and not meant. */
const MOST_STRAY_QUOTES = 200
const MOST_CELLS = 400
const LONGEST_LINE = 100_000
const LONGEST_MARKED = 2_000
/** Line that Excel writes above the header to name the separator. */
const EXCEL_SEPARATOR_LINE = /^sep=(.)$/i

/** The lines of a text, whatever ends them. */
export function toLines(text: string): string[] {
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The rows of separated text. The delimiter is the one that makes the most sense of it, unless it is named. */
export function toTable(lines: readonly string[], named?: string): SourceTable {
  const delimiter = named ?? findDelimiter(lines)
  const rows: SourceRow[] = []
  visitRows(lines, delimiter, (row) => {
    rows.push(row)
    return true
  })
  return { rows, lines, delimiter }
}

/** Hands out each row of separated text in turn, until one is answered with false. Rows that nobody keeps cost least. */
export function visitRows(lines: readonly string[], delimiter: string, visit: (row: SourceRow) => boolean): void {
  let index = 0
  let strayQuotes = 0
  while (index < lines.length) {
    const row = readRow(lines, index, delimiter, strayQuotes < MOST_STRAY_QUOTES)
    if (row.quotes !== undefined) strayQuotes++
    index += row.span
    if (!visit(row)) return
  }
}

/** A table whose rows are given, one to a line. */
export function toTableOf(rows: readonly (readonly string[])[], lines?: readonly string[]): SourceTable {
  return {
    rows: rows.map((cells, index) => ({ line: index + 1, span: 1, cells: cells.slice(0, MOST_CELLS) })),
    lines: lines ?? rows.map((cells) => cells.join(' | ')),
    delimiter: '',
  }
}

/** Rows that some lines make together, below each other, and of each other line one with its text. */
export function toTableOfBlocks(lines: readonly string[], blocks: readonly SourceRow[]): SourceTable {
  const rows: SourceRow[] = []
  let next = 1
  const alone = (end: number) => {
    for (; next < end; next++) rows.push({ line: next, span: 1, cells: [(lines[next - 1] ?? '').trim()] })
  }
  for (const block of blocks) {
    alone(block.line)
    rows.push(block)
    next = block.line + block.span
  }
  alone(lines.length + 1)
  return { rows, lines, delimiter: '' }
}

/** Nothing, or the lines that are drawn between the rows of typed tables: `|---|:--:|`. */
export const isBlankRow = (row: SourceRow) =>
  !isCapital((row.cells[0] ?? '').charCodeAt(0)) &&
  row.cells.every((cell) => cell.trim() === '' || DRAWN_LINE.test(cell))

/** Cheap to ask of every row: most begin with a ticker. */
const isCapital = (code: number) => code >= 65 && code <= 90
const DRAWN_LINE = /^\s{0,20}(?:[:+|]?[-=_–—]{3,200}[:+|]?|:-{1,200}:?|-{1,200}:)\s{0,20}$/

/** The row that begins at a line, without its quotes when it opens one that is not closed within a few lines. */
function readRow(lines: readonly string[], index: number, delimiter: string, mayJoin: boolean): SourceRow {
  const first = lines[index] ?? ''
  const line = index + 1
  if (!first.includes('"')) return { line, span: 1, cells: splitPlain(first, delimiter) }
  const whole = splitQuoted(first, delimiter)
  if (whole !== undefined) return { line, span: 1, cells: whole }
  const alone = parseOne(first, delimiter)
  if (alone.isClosed) return { line, span: 1, cells: alone.cells, ...(alone.quotes && { quotes: alone.quotes }) }
  const together = mayJoin ? joinLines(lines, index, delimiter) : undefined
  if (together) return together
  const quotes = alone.quotes ?? 'not-closed'
  return { line, span: 1, cells: splitPlain(first.replaceAll('"', ''), delimiter), quotes }
}

/** The row that a line makes together with the next ones, up to the one that closes its quotes. */
function joinLines(lines: readonly string[], index: number, delimiter: string): SourceRow | undefined {
  const first = lines[index] ?? ''
  let joined = first
  let isEven = countQuotes(first) % 2 === 0
  const last = Math.min(lines.length, index + MOST_LINES_OF_A_ROW)
  for (let next = index + 1; next < last; next++) {
    const more = lines[next] ?? ''
    joined += `\n${more}`
    if (joined.length > LONGEST_LINE) break
    const quotes = countQuotes(more)
    isEven = quotes % 2 === 0 ? isEven : !isEven
    if (quotes === 0 || !isEven) continue
    const together = parseOne(joined, delimiter)
    if (together.isClosed) return { line: index + 1, span: next - index + 1, cells: together.cells }
  }
  return undefined
}

function countQuotes(text: string): number {
  let count = 0
  for (let place = text.indexOf('"'); place !== -1; place = text.indexOf('"', place + 1)) count++
  return count
}

function splitPlain(line: string, delimiter: string): string[] {
  const cells = line.slice(0, LONGEST_LINE).split(delimiter, MOST_CELLS)
  return delimiter === '|' ? cells.map(withoutMarkUp) : cells
}

/** Bold, code and links, as tables with bars are marked up. */
const withoutMarkUp = (cell: string) =>
  cell
    .trim()
    .slice(0, LONGEST_MARKED)
    .replace(/^\[([^\]]*)\]\([^)]*\)$/, '$1')
    .replace(/^(\*\*|__|`|\*|_)(.*)\1$/, '$2')

/**
 * The cells of a line whose quotes stand around whole cells, as almost all do; `undefined` for any other line. Twenty
 * times as fast as the grammar.
 */
function splitQuoted(line: string, delimiter: string): string[] | undefined {
  if (line.length > LONGEST_LINE) return undefined
  const cells: string[] = []
  for (let at = 0; cells.length < MOST_CELLS; ) {
    const isQuoted = line.startsWith('"', at)
    let end = line.indexOf(isQuoted ? '"' : delimiter, at + (isQuoted ? 1 : 0))
    while (isQuoted && end !== -1 && line.startsWith('"', end + 1)) end = line.indexOf('"', end + 2)
    if (isQuoted && end === -1) return undefined
    const cell = line.slice(isQuoted ? at + 1 : at, end === -1 ? undefined : end)
    cells.push(isQuoted ? cell.replaceAll('""', '"') : cell)
    const next = isQuoted ? end + 1 : end
    if (end === -1 || next === line.length) return cells
    if (!line.startsWith(delimiter, next)) return undefined
    at = next + delimiter.length
  }
  return cells
}

function parseOne(text: string, delimiter: string): { cells: string[]; isClosed: boolean; quotes?: QuoteFault } {
  const { data, errors } = Papa.parse<string[]>(text.slice(0, LONGEST_LINE), { delimiter, newline: '\n' })
  const isClosed = data.length <= 1 && !errors.some(({ code }) => code === 'MissingQuotes')
  // After a quote in the wrong place papaparse also misses one at the end; the first error is the cause.
  const fault = errors.find(({ type }) => type === 'Quotes')?.code
  const quotes = fault && (fault === 'MissingQuotes' ? 'not-closed' : 'text-behind')
  return { cells: (data[0] ?? ['']).slice(0, MOST_CELLS), isClosed, ...(quotes && { quotes }) }
}

/** True for the line that Excel writes above the header to name the separator, whole or once it is separated. */
export const isSeparatorRow = ({ cells }: SourceRow) => /^sep=.?$/i.test(cells[0] ?? '')

/** The delimiter that a text names, under which a line names most columns that are known, or most lines have one width. */
export function findDelimiter(lines: readonly string[]): string {
  const named = EXCEL_SEPARATOR_LINE.exec(lines[0] ?? '')?.[1]
  if (named !== undefined) return named
  const sample = lines.slice(0, SAMPLE_LINES).map((line) => line.slice(0, 4_000))
  let best = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const score = scoreDelimiter(sample, delimiter)
    if (score > most) {
      most = score
      best = delimiter
    }
  }
  return best
}

function scoreDelimiter(sample: readonly string[], delimiter: string): number {
  const widths = new Map<number, number>()
  let known = 0
  for (const line of sample) {
    if (!line.includes(delimiter)) continue
    const cells = line.includes('"') ? parseOne(line, delimiter).cells : splitPlain(line, delimiter)
    known = Math.max(known, countKnownHeaders(cells))
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  }
  const regularity = Math.max(0, ...[...widths].map(([width, count]) => count * (width - 1)))
  return (known >= 2 ? known * 100_000 : 0) + regularity
}
