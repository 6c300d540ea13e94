import type { ImportedSource, SourcePosition } from './imported-source.ts'
import { type PageTable, toPageTable } from './layouts/page-table.ts'
import { NumberCells } from './meaning/number-cells.ts'
import { readPositionTable } from './meaning/position-table.ts'
import { refuseSource } from './meaning/refuse-source.ts'
import { SourceReport } from './meaning/source-report.ts'
import { readPdfWords } from './sources/pdf-words.ts'

const BETWEEN_COLUMNS = 'A figure of this line is between two columns of the page.'
const SOURCE = { kind: 'pdf', format: null, content: 'positions' } as const

/** Reads the tables of positions that a statement's text shows, of all pages; a scanned one has no text and is refused. */
export async function readPdfSource(bytes: Uint8Array): Promise<ImportedSource> {
  const words = await readPdfWords(bytes)
  if (!Array.isArray(words)) return refuseSource('pdf', words)
  const report = new SourceReport()
  const pages = toPageTable(words)
  readPositionTable(pages.table, report, NumberCells.of(pages.table.rows, ''), {})
  const read = report.finish(pages.table, SOURCE)
  return {
    ...read,
    lines: read.lines.map((line) =>
      pages.outside.has(line.line) && line.verdict === 'blank'
        ? { ...line, verdict: 'header', note: 'Not part of a table of positions.' }
        : line,
    ),
    positions: read.positions.map((position) => withDoubts(position, pages)),
  }
}

function withDoubts(position: SourcePosition, { unsure }: PageTable): SourcePosition {
  if (!position.lines.some((line) => unsure.has(line))) return position
  const doubts = (['shares', 'avgCost'] as const).map((field) => ({ field, reason: BETWEEN_COLUMNS }))
  return { ...position, doubts: [...position.doubts, ...doubts] }
}
