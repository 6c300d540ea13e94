// Tests: pasted-text.test.ts, samples.test.ts

import { LIMITS } from '@ballast/contract'
import type { ImportedSource, ReadOptions } from './imported-source.ts'
import { isJson, readJsonSource } from './json-source.ts'
import { BLOCK_COLUMNS, toBlockTable, withOpenCost } from './layouts/labelled-blocks.ts'
import { toOrderTable } from './layouts/labelled-orders.ts'
import { joinPartedRows } from './layouts/parted-rows.ts'
import { readTable } from './layouts/read-table.ts'
import { toAlignedTable, toStackedTable, toWordTable } from './layouts/spaced-table.ts'
import { readTypedLines } from './layouts/typed-lines.ts'
import { NumberCells } from './meaning/number-cells.ts'
import { readPositionTable } from './meaning/position-table.ts'
import { SourceReport } from './meaning/source-report.ts'
import { cleanText } from './sources/decode-text.ts'
import { type SourceTable, toLines, toTable, toTableOf } from './sources/source-table.ts'

/** Lines looked at, blank ones and notes included, for each position that a portfolio may have. */
const LINES_PER_POSITION = 2
/** Lines that tell how the numbers of a text without a table are written. */
const WORD_LINES = 500
const MOST_LINES = LINES_PER_POSITION * LIMITS.positionsPerPortfolio

type Kind = ImportedSource['kind']

/** Reads text of any layout: JSON, a table that is separated in some way, or lines as people type them. */
export function readTextSource(text: string, kind: Kind, options: ReadOptions): ImportedSource {
  const clean = cleanText(text)
  if (isJson(clean)) return readJsonSource(clean, options)
  const lines = toLines(clean)
  if (lines.length > MOST_LINES) return refuseLength(lines.length, MOST_LINES, kind)
  const table = joinPartedRows(toTable(lines), new NumberCells('point'))
  const separated = readTable(table, kind, options)
  if (separated !== undefined) return separated
  const orders = toOrderTable(lines)
  const history = orders === undefined ? undefined : readTable(orders, kind, options)
  if (history !== undefined) return history
  const blocks = toBlockTable(lines, NumberCells.of(toWordRows(lines), ''))
  if (blocks !== undefined) return readBlocks(blocks, kind)
  for (const other of [toAlignedTable(lines), toWordTable(lines), toStackedTable(lines, new NumberCells('point'))]) {
    const read = other === undefined ? undefined : readTable(other, kind, options)
    if (read !== undefined) return read
  }
  const typed = lines.filter((line) => line.trim() !== '').length
  if (typed > LIMITS.positionsPerPortfolio) return refuseLength(typed, LIMITS.positionsPerPortfolio, kind)
  return readLines(
    toTableOf(
      lines.map((line) => [line]),
      lines,
    ),
    kind,
  )
}

function refuseLength(count: number, most: number, kind: Kind): ImportedSource {
  const report = new SourceReport()
  report.complain({
    why: `There are ${count.toLocaleString('en-US')} lines, more than ${most.toLocaleString('en-US')}`,
    expected: 'Split it, or remove the blank lines.',
  })
  return report.finish(toTableOf([]), { kind, format: null, content: 'positions' })
}

/** Reads holdings whose figures stand below their tickers. */
function readBlocks(table: SourceTable, kind: Kind): ImportedSource {
  const report = new SourceReport()
  const layout = { columns: BLOCK_COLUMNS, headerLine: null, adjust: withOpenCost }
  readPositionTable(table, report, NumberCells.of(table.rows, ''), layout)
  return report.finish(table, { kind, format: null, content: 'positions' })
}

/** The words of lines as cells, to tell how numbers are written; a mark of the sentence behind a number is none of its decimals. */
const toWordRows = (lines: readonly string[]) =>
  lines.slice(0, WORD_LINES).map((line, index) => {
    const words = line.slice(0, 400).split(/\s+/)
    return { line: index + 1, span: 1, cells: words.map((word) => word.replace(/(?<=\d)[.,;:!?)]{1,3}$/, '')) }
  })

/** Reads text that is no table, line by line. */
function readLines(table: SourceTable, kind: Kind): ImportedSource {
  const report = new SourceReport()
  readTypedLines(table, report, NumberCells.of(toWordRows(table.lines), ''))
  return report.finish(table, { kind, format: null, content: 'positions' })
}
