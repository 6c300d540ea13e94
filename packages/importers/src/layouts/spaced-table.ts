// Tests: ../pasted-text.test.ts, ../samples.test.ts

/** Tables whose columns are set apart by spaces, or whose cells stand one to a line, as they come out of web pages. */
import { speaksOfOther } from '../headers/header-grammar.ts'
import { countKnownHeaders, findKnownRole, findRole } from '../headers/header-names.ts'
import type { NumberCells } from '../meaning/number-cells.ts'
import { toBareSymbol } from '../meaning/security-kinds.ts'
import type { SourceRow, SourceTable } from '../sources/source-table.ts'

const MOSTLY = 0.6
const LONGEST_LINE = 2_000
const MOST_CELLS = 40
const MOST_STACKED_CELLS = 12
const TICKER_LIKE = /^[A-Z]{1,5}(?:[./-][A-Z])?$/

interface PlacedCell {
  text: string
  start: number
  end: number
}

/**
 * The table that columns set apart by two spaces or more make, or `undefined` when most lines have only one. A cell goes to
 * the column of the header above it, so that blank cells in between do not shift the rest.
 */
export function toAlignedTable(lines: readonly string[]): SourceTable | undefined {
  const placed = lines.map((line) => splitPlaced(line.slice(0, LONGEST_LINE), 2))
  const filled = placed.filter((cells) => cells.length > 0)
  if (filled.length === 0 || filled.filter((cells) => cells.length > 1).length < MOSTLY * filled.length)
    return undefined
  const header = placed.find((cells) => cells.length > 1 && countKnownHeaders(cells.map(({ text }) => text)) >= 2)
  const rows = placed.map((cells, index): SourceRow => ({ line: index + 1, span: 1, cells: alignTo(header, cells) }))
  return { rows, lines, delimiter: '' }
}

/**
 * The table that words set apart by single spaces make under a header: of one word for each column, or of as many names of
 * columns, each of a few words, as the other lines have words.
 */
export function toWordTable(lines: readonly string[]): SourceTable | undefined {
  const words = lines.map((line) => splitPlaced(line.slice(0, LONGEST_LINE), 1).map(({ text }) => text))
  const named = words.slice(0, MOST_LINES_ABOVE).map((cells) => (cells.length < 2 ? undefined : joinNames(cells)))
  const at = named.findIndex((names) => names !== undefined && names.length >= 2)
  const header = named[at]
  if (header === undefined) return undefined
  const others = words.filter((cells, index) => index > at && cells.length > 0)
  if (others.filter((cells) => cells.length === header.length).length < MOSTLY * others.length) return undefined
  const toCells = (cells: string[], index: number) =>
    index < at ? [(lines[index] ?? '').trim()] : index === at ? header : cells
  const rows = words.map((cells, index) => ({ line: index + 1, span: 1, cells: toCells(cells, index) }))
  return { rows, lines, delimiter: '' }
}

/** Lines that may stand above the header of such a table. */
const MOST_LINES_ABOVE = 6
const MOST_WORDS_OF_A_NAME = 4

/** The words of a header as names of columns, the longest that are known first; `undefined` where one is unknown. */
function joinNames(words: readonly string[]): string[] | undefined {
  const names: string[] = []
  let from = 0
  while (from < words.length) {
    const sizes = Array.from({ length: Math.min(MOST_WORDS_OF_A_NAME, words.length - from) }, (_, less) => less + 1)
    const size = sizes.findLast((count) => isName(words.slice(from, from + count).join(' '), count))
    if (size === undefined) return undefined
    names.push(words.slice(from, from + size).join(' '))
    from += size
  }
  return names
}

const isName = (text: string, words: number) =>
  words === 1 ? findRole(text) !== undefined || speaksOfOther(text) : findKnownRole(text) !== undefined

/**
 * The table whose cells stand one to a line, as some pages are copied: every so many lines there is a ticker again, and the
 * same line of each group is a number.
 */
export function toStackedTable(lines: readonly string[], numbers: NumberCells): SourceTable | undefined {
  const start = lines.findIndex((line) => line.trim() !== '')
  let end = lines.length
  while (end > 0 && (lines[end - 1] ?? '').trim() === '') end--
  const cells = lines.slice(Math.max(0, start), end).map((line) => line.trim().slice(0, LONGEST_LINE))
  if (cells.length < 4 || cells.some((cell) => cell === '')) return undefined
  for (let size = 2; size <= Math.min(MOST_STACKED_CELLS, cells.length / 2); size++) {
    if (cells.length % size !== 0 || !isStack(cells, size, numbers)) continue
    const rows = Array.from(
      { length: cells.length / size },
      (_, group): SourceRow => ({
        line: start + 1 + group * size,
        span: size,
        cells: cells.slice(group * size, (group + 1) * size),
      }),
    )
    return { rows: [...blankRows(0, start), ...rows, ...blankRows(end, lines.length)], lines, delimiter: '' }
  }
  return undefined
}

const blankRows = (from: number, to: number): SourceRow[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ line: from + index + 1, span: 1, cells: [''] }))

function isStack(cells: readonly string[], size: number, numbers: NumberCells): boolean {
  const isHeader = countKnownHeaders(cells.slice(0, size)) >= 2
  const body = isHeader ? cells.slice(size) : cells
  const groups = body.length / size
  if (groups < (isHeader ? 1 : 2)) return false
  const always = (at: number, holds: (cell: string) => boolean) =>
    Array.from({ length: groups }, (_, group) => body[group * size + at] ?? '').every(holds)
  const places = Array.from({ length: size }, (_, at) => at)
  const hasTicker = places.some((at) => always(at, (cell) => TICKER_LIKE.test(toBareSymbol(cell))))
  const numbered = places.filter((at) => always(at, (cell) => numbers.textOf(cell) !== null))
  return hasTicker && numbered.length >= 1
}

/** The cells of a line with where they stand, apart by at least so many spaces or a tab. */
function splitPlaced(line: string, spaces: 1 | 2): PlacedCell[] {
  const cells: PlacedCell[] = []
  let start = -1
  let gap = 0
  for (let index = 0; index <= line.length && cells.length < MOST_CELLS; index++) {
    const character = line[index] ?? '\t'
    const isSpace = character === ' ' || character === '\t'
    if (!isSpace) {
      if (start === -1) start = index
      gap = 0
      continue
    }
    gap = character === '\t' ? spaces : gap + 1
    if (start !== -1 && gap >= spaces) {
      const text = line.slice(start, index + 1).trim()
      cells.push({ text, start, end: start + text.length })
      start = -1
    }
  }
  return cells
}

function alignTo(header: readonly PlacedCell[] | undefined, cells: readonly PlacedCell[]): string[] {
  if (header === undefined || cells.length >= header.length || cells.length <= 1) return cells.map(({ text }) => text)
  const aligned = header.map(() => '')
  let from = 0
  for (const cell of cells) {
    const at = findColumn(header, cell, from)
    aligned[at] = aligned[at] === '' ? cell.text : `${aligned[at]} ${cell.text}`
    from = Math.min(at + 1, header.length - 1)
  }
  return aligned
}

/** The column that a cell overlaps, or else is nearest to, not before `from`. */
function findColumn(header: readonly PlacedCell[], cell: PlacedCell, from: number): number {
  let best = from
  let nearest = Number.POSITIVE_INFINITY
  for (let index = from; index < header.length; index++) {
    const column = header[index]
    if (column === undefined) continue
    const distance = Math.max(column.start - cell.end, cell.start - column.end)
    if (distance < nearest) {
      nearest = distance
      best = index
    }
  }
  return best
}
