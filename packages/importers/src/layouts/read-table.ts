// Tests: turned-table.test.ts, ../file-fixtures.test.ts

import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import { doubtDamagedLines, doubtRepeatedLines } from '../meaning/damaged-lines.ts'
import { NumberCells } from '../meaning/number-cells.ts'
import { SourceReport } from '../meaning/source-report.ts'
import type { SourceTable } from '../sources/source-table.ts'
import { FORMATS } from './brokers/all-formats.ts'
import { findMapping, readMappedTable } from './generic-table.ts'
import { turnTable } from './turned-table.ts'

/** Reads rows by the format that recognises them, else by what their columns seem to be; `undefined` if they are no table. */
export function readTable(
  given: SourceTable,
  kind: ImportedSource['kind'],
  options: ReadOptions,
): ImportedSource | undefined {
  const table = turnTable(given) ?? given
  const report = new SourceReport()
  const numbers = NumberCells.of(table.rows, table.delimiter)
  const format = FORMATS.find(({ recognise }) => recognise(table))
  if (format !== undefined) {
    format.read(table, report, numbers)
    return doubtLines(report.finish(table, { kind, format: format.name, content: format.content }), table)
  }
  const mapping = findMapping(table, numbers, options)
  return mapping && doubtLines(readMappedTable(table, kind, report, numbers, mapping), table)
}

const doubtLines = (source: ImportedSource, table: SourceTable) =>
  doubtRepeatedLines(doubtDamagedLines(source, table), table)
