// Tests: ../file-fixtures.test.ts, ../samples.test.ts

import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import type { NumberCells } from '../meaning/number-cells.ts'
import { readPositionTable } from '../meaning/position-table.ts'
import type { SourceReport } from '../meaning/source-report.ts'
import { isBlankRow, type SourceTable } from '../sources/source-table.ts'
import { mapColumns, type TableMapping } from './column-mapping.ts'

/** Part of the lines that must have the table's width before unknown columns are taken for a table. */
const REGULAR = 0.6

/** How a table of unknown layout is understood, or `undefined` when it does not look like one. */
export function findMapping(table: SourceTable, numbers: NumberCells, options: ReadOptions): TableMapping | undefined {
  const found = mapColumns(table, numbers, options)
  if (found === undefined) return undefined
  const { mapping, columns } = found
  const isNamed = mapping.columns.some(
    ({ field, because }) => field === 'shares' && because.startsWith('The column is'),
  )
  if (mapping.state === 'remembered' || (columns !== undefined && isNamed)) return found
  // Without a header only a column of tickers makes a table of lines that happen to have as many commas.
  const isTold = mapping.headerLine !== null || columns?.symbol !== undefined
  return isTold && isRegular(table) ? found : undefined
}

/** Reads a table of unknown layout with the columns as they are mapped. */
export function readMappedTable(
  table: SourceTable,
  kind: ImportedSource['kind'],
  report: SourceReport,
  numbers: NumberCells,
  { mapping, columns, doubts }: TableMapping,
): ImportedSource {
  report.mapping = mapping
  if (columns === undefined) {
    for (const row of table.rows) {
      if (isBlankRow(row)) report.say(row, 'blank')
      else if (row.line === mapping.headerLine) report.say(row, 'header')
      else report.say(row, 'not-understood', 'It is not known yet what the columns mean.')
    }
    report.complain({
      why: 'It is not known which columns hold the tickers and the numbers of shares',
      expected: 'Say what the columns mean; it is remembered for the next file like this.',
    })
  } else {
    readPositionTable(table, report, numbers, {
      columns,
      headerLine: mapping.headerLine,
      header: table.rows.find(({ line }) => line === mapping.headerLine)?.cells ?? [],
      ...(doubts.length > 0 && { adjust: (stated) => ({ ...stated, doubts }) }),
    })
  }
  return report.finish(table, { kind, format: null, content: 'positions' })
}

/** True if most lines have one width, as those of a table do. */
function isRegular(table: SourceTable): boolean {
  const widths = new Map<number, number>()
  let lines = 0
  for (const row of table.rows) {
    if (isBlankRow(row)) continue
    lines++
    const width = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1
    widths.set(width, (widths.get(width) ?? 0) + 1)
  }
  return [...widths].some(([width, count]) => width >= 2 && count >= REGULAR * lines)
}
