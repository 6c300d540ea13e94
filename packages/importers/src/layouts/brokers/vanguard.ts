// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { toHeaderName } from '../../headers/header-names.ts'
import { isHoldingHeader, readPositionTable } from '../../meaning/position-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/**
 * `OfxDownload.csv`: a table of holdings without costs, then the transactions of the last 18 months, which the holdings
 * already contain.
 */
export const vanguard: SourceFormat = {
  name: 'Vanguard holdings',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['accountnumber', 'investmentname', 'symbol', 'shares', 'shareprice', 'totalvalue']) ||
    hasHeader(table, ['fundaccountnumber', 'fundname', 'price', 'shares', 'totalvalue']),
  read(table, report, numbers) {
    let inTransactions = false
    readPositionTable(table, report, numbers, {
      special: { account: ['accountnumber', 'fundaccountnumber'] },
      isHeader: (names, columns) => !names.includes('tradedate') && isHoldingHeader(columns),
      before(row) {
        const names = row.cells.map(toHeaderName)
        if (names.includes('tradedate')) {
          inTransactions = true
          report.say(row, 'header')
          return true
        }
        if (names.includes('totalvalue')) inTransactions = false
        if (!inTransactions) return false
        report.say(row, 'transaction', 'Not counted, because it is part of the positions above.')
        return true
      },
    })
  },
}
