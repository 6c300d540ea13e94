// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { readPositionTable } from '../../meaning/position-table.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import type { SourceTable } from '../../sources/source-table.ts'
import { hasHeader, hasText, type SourceFormat } from '../source-format.ts'

/** Rows above the table of positions that are looked at for the summary of the account. */
const SUMMARY_ROWS = 12

/**
 * `PortfolioDownload.csv`: a summary of the account, the settings of the view (with a line that looks like a header), then
 * the positions. `Price Paid $` is per share.
 */
export const etrade: SourceFormat = {
  name: 'E*TRADE portfolio',
  content: 'positions',
  recognise: (table) =>
    (hasText(table, /^account summary\b/i) && hasHeader(table, ['symbol', 'q*', 'pricepaid'])) ||
    hasHeader(table, ['symbol', 'lastprice', 'pricepaid', 'value']) ||
    (hasText(table, /^view summary - /i) && hasHeader(table, ['symbol', 'quantity'])),
  read(table, report, numbers) {
    const account = takeAccountSummary(table, report)
    readPositionTable(table, report, numbers, {
      special: { avgCost: ['pricepaid'], gain: ['totalgain'] },
      account: () => account,
    })
  },
}

/** Label of the account that the summary names, whose line follows its header. */
function takeAccountSummary(table: SourceTable, report: SourceReport): string | null {
  const rows = table.rows.slice(0, SUMMARY_ROWS)
  const header = rows.findIndex(({ cells }) => /^account$/i.test(cells[0]?.trim() ?? '') && cells.length > 1)
  const row = rows[header + 1]
  if (header === -1 || row === undefined || (row.cells[0] ?? '').trim() === '') return null
  report.say(row, 'account')
  return report.accounts.toLabel(row.cells[0] ?? '')
}
