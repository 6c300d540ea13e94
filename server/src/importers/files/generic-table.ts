import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import type { NumberCells } from './number-cells.ts'
import { readPositionTable } from './position-table.ts'
import type { SourceReport } from './source-report.ts'
import type { SourceTable } from './source-table.ts'

/** Reads a table of unknown layout by the names of its columns. */
export function readGenericTable(
  table: SourceTable,
  kind: ImportedSource['kind'],
  report: SourceReport,
  numbers: NumberCells,
  _options: ReadOptions,
): ImportedSource {
  readPositionTable(table, report, numbers, {})
  return report.finish(table, { kind, format: null, content: 'positions' })
}
