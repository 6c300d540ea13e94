import { toHeaderName } from '../headers/header-names.ts'
import type { ImportedSource } from '../imported-source.ts'
import type { NumberCells } from '../meaning/number-cells.ts'
import type { SourceReport } from '../meaning/source-report.ts'
import type { SourceTable } from '../sources/source-table.ts'

/** A layout that is known: how to tell it by its content, and how to read it. */
export interface SourceFormat {
  /** As the person is told: "Fidelity positions". */
  name: string
  content: ImportedSource['content']
  recognise(table: SourceTable): boolean
  read(table: SourceTable, report: SourceReport, numbers: NumberCells): void
}

const SEARCHED_ROWS = 60

/**
 * True if one of the first rows names all of these columns.
 *
 * @param names as `toHeaderName` writes them; one that ends in `*` is the beginning of a name
 */
export function hasHeader(table: SourceTable, names: readonly string[]): boolean {
  return table.rows.slice(0, SEARCHED_ROWS).some(({ cells }) => {
    if (cells.length < names.length) return false
    const present = cells.map(toHeaderName)
    return names.every((name) =>
      name.endsWith('*') ? present.some((header) => header.startsWith(name.slice(0, -1))) : present.includes(name),
    )
  })
}

/** True if the text of one of the first rows matches. */
export function hasText(table: SourceTable, pattern: RegExp): boolean {
  return table.rows.slice(0, SEARCHED_ROWS).some(({ cells }) => pattern.test(cells.join(' ').slice(0, 400)))
}
