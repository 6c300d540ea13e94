// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { toHeaderName } from '../../headers/header-names.ts'
import { readPositionTable } from '../../meaning/position-table.ts'
import { findField } from '../../own/own-fields.ts'
import { isBlankRow, type SourceTable } from '../../sources/source-table.ts'
import type { SourceFormat } from '../source-format.ts'

const REQUIRED = ['ticker', 'shares']

/** Our own columns, in a file that is not clean: what can be read is, and each line says what is wrong with it. */
export const ballast: SourceFormat = {
  name: 'Ballast positions',
  content: 'positions',
  recognise(table) {
    const names = toFirstRow(table)
    return REQUIRED.every((name) => names.includes(name)) && names.every((name) => findField(name) !== undefined)
  },
  read(table, report, numbers) {
    const width = toFirstRow(table).length
    readPositionTable(table, report, numbers, { special: { assetType: ['kind'] } })
    for (const row of table.rows) {
      const extra = row.cells.slice(width).filter((cell) => cell.trim() !== '')
      if (extra.length > 0) report.remark(row.line, `Not read: "${extra.join('", "').slice(0, 80)}".`)
      else if (row.cells.length < width && !isBlankRow(row)) report.remark(row.line, 'Cells are missing at its end.')
    }
  },
}

function toFirstRow(table: SourceTable): string[] {
  const first = table.rows.find((row) => !isBlankRow(row))
  const names = (first?.cells ?? []).map(toHeaderName)
  while (names.at(-1) === '') names.pop()
  return names
}
