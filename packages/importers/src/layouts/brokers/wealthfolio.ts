// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { readPositionTable } from '../../meaning/position-table.ts'
import { findDate } from '../../meaning/stated-date.ts'
import { isBlankRow, type SourceRow } from '../../sources/source-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** Positions on several days: the last day counts. The price is that of the market, not a cost. */
export const wealthfolio: SourceFormat = {
  name: 'Holdings by date (Wealthfolio)',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['date', 'symbol', 'quantity', 'price', 'currency']) &&
    (table.rows[0]?.cells.length ?? 0) <= 6 &&
    table.rows.slice(1).every((row) => isBlankRow(row) || findDate(row.cells[0] ?? '') !== undefined),
  read(table, report, numbers) {
    const dates = table.rows.flatMap((row) => toDate(row) ?? [])
    const last = dates.reduce((latest, date) => (date > latest ? date : latest), '')
    readPositionTable(table, report, numbers, {
      before(row) {
        const date = toDate(row)
        if (date === undefined || date === last) return false
        report.say(row, 'position', `Held on ${date}; the later ${last} counts.`)
        return true
      },
    })
    report.asOf = last === '' ? null : last
    if (new Set(dates).size > 1) report.notes.push(`The file shows several days; the positions are those of ${last}.`)
  },
}

const toDate = (row: SourceRow) => findDate(row.cells[0] ?? '')
