import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import { cleanText } from './decode-text.ts'
import { isJson, readJsonSource } from './json-source.ts'
import { NumberCells } from './number-cells.ts'
import { readPhrases } from './phrases.ts'
import { complainOfNothing, readTable } from './read-table.ts'
import { SourceReport } from './source-report.ts'
import { type SourceTable, toLines, toTable } from './source-table.ts'
import { toAlignedTable, toStackedTable, toWordTable } from './spaced-table.ts'

type Kind = ImportedSource['kind']

/** Reads text of any layout: JSON, a table that is separated in some way, or lines as people type them. */
export function readTextSource(text: string, kind: Kind, options: ReadOptions): ImportedSource {
  const clean = cleanText(text)
  if (isJson(clean)) return readJsonSource(clean, options)
  const lines = toLines(clean)
  const table = toTable(lines)
  const separated = readTable(table, kind, options)
  if (separated !== undefined) return separated
  for (const other of [toAlignedTable(lines), toWordTable(lines), toStackedTable(lines, new NumberCells('point'))]) {
    const read = other === undefined ? undefined : readTable(other, kind, options)
    if (read !== undefined) return read
  }
  return readLines(table, kind)
}

/** Reads text that is no table, line by line. */
function readLines(table: SourceTable, kind: Kind): ImportedSource {
  const report = new SourceReport()
  readPhrases(table, report, NumberCells.of(table.rows, ''))
  if (report.positions.length === 0) complainOfNothing(report)
  return report.finish(table, { kind, format: null, content: 'positions' })
}
