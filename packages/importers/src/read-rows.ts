// Tests: ../../../server/src/features/imports/imports.test.ts

import type { RawSource } from './read-source.ts'
import { decodeText } from './sources/decode-text.ts'
import { isZip } from './sources/file-signature.ts'
import { type SourceTable, toLines, toTable } from './sources/source-table.ts'
import { readWorkbookTable } from './workbook-source.ts'

/**
 * Splits a text, a separated file or a workbook into rows of cells, before anything is known of what its columns mean.
 *
 * @returns no rows for a workbook that cannot be read
 */
export async function readRows(source: RawSource): Promise<SourceTable['rows']> {
  if ('text' in source) return toTable(toLines(source.text)).rows
  if (!isZip(source.bytes)) return toTable(toLines(decodeText(source.bytes))).rows
  const workbook = await readWorkbookTable(source.bytes)
  return 'table' in workbook ? workbook.table.rows : []
}
