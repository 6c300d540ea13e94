import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import { cleanText } from './decode-text.ts'
import { FORMATS } from './formats/all-formats.ts'
import { readGenericTable } from './generic-table.ts'
import { NumberCells } from './number-cells.ts'
import { SourceReport } from './source-report.ts'
import { type SourceTable, toLines, toTable } from './source-table.ts'

/** Reads text of any layout. */
export function readTextSource(text: string, kind: 'csv' | 'text', options: ReadOptions): ImportedSource {
  return readTable(toTable(toLines(cleanText(text))), kind, options)
}

/** Reads rows of any layout: by the format that recognises them, else by what their columns seem to be. */
export function readTable(table: SourceTable, kind: ImportedSource['kind'], options: ReadOptions): ImportedSource {
  const report = new SourceReport()
  const numbers = NumberCells.of(table.rows, table.delimiter)
  const format = FORMATS.find(({ recognise }) => recognise(table))
  if (format === undefined) return readGenericTable(table, kind, report, numbers, options)
  format.read(table, report, numbers)
  return report.finish(table, { kind, format: format.name, content: format.content })
}
