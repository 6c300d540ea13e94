import { readPositionTable } from '../../meaning/position-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** The columns that are on the screen, whichever they are: an option's terms stand in columns of their own. */
export const tastytrade: SourceFormat = {
  name: 'tastytrade positions',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['symbol', 'type', 'quantity', 'strikeprice', 'callput']) ||
    hasHeader(table, ['symbol', 'quantity', 'underlyinglastprice']) ||
    hasHeader(table, ['symbol', 'quantity', 'tradeprice', 'dte']),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, {
      // The price of the underlying is not that of the option.
      special: { price: ['mark', 'markprice'], gain: ['plopen'], value: ['netliq', 'marketvalue'] },
    })
  },
}
