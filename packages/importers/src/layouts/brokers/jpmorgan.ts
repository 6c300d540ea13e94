// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { readPositionTable } from '../../meaning/position-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** J.P. Morgan and Chase: a line for each holding or, in the tax-lot form, for each lot; notes follow `FOOTNOTES`. */
export const jpmorgan: SourceFormat = {
  name: 'J.P. Morgan / Chase positions',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['assetclass', 'assetstrategy', 'description', 'ticker', 'quantity']) ||
    hasHeader(table, ['accountname', 'accountnumber', 'assetclass', 'ticker', 'quantity', 'value']),
  read(table, report, numbers) {
    let inNotes = false
    readPositionTable(table, report, numbers, {
      special: {
        symbol: ['ticker'],
        currency: ['baseccy'],
        price: ['price'],
        value: ['value'],
        costTotal: ['cost'],
        avgCost: ['unitcost'],
        gain: ['unrealizedgainloss', 'unrealizedgainlossamt', 'gainloss'],
      },
      before(row) {
        if (/^footnotes\b/i.test(row.cells[0]?.trim() ?? '')) inNotes = true
        if (inNotes) report.say(row, 'footer')
        return inNotes
      },
    })
  },
}
