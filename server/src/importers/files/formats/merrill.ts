import { readPositionTable } from '../position-table.ts'
import { hasHeader, hasText, type SourceFormat } from '../source-format.ts'

/** Holdings of all accounts: no cost is stated, but value and gain are, which leave it. */
export const merrillHoldings: SourceFormat = {
  name: 'Merrill holdings',
  content: 'positions',
  recognise: (table) => hasHeader(table, ['cobdate', 'symbol', 'securitydescription', 'quantity', 'value']),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, {
      special: { description: ['securitydescription'], gain: ['unrealizedgainloss'] },
    })
  },
}

/** The portfolio as it is exported from the screen: the header stands below ten lines of settings. */
export const merrillPortfolio: SourceFormat = {
  name: 'Merrill portfolio',
  content: 'positions',
  recognise: (table) => hasText(table, /\bexported on:/i) && hasHeader(table, ['symbol', 'quantity', 'unitcost']),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, { special: { gain: ['unrealizedgainloss*', 'totalgainloss*'] } })
  },
}
