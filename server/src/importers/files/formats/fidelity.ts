import { readPositionTable } from '../position-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** `Portfolio_Positions_*.csv`: several accounts, `Type` says cash or margin, lots of one ticker on lines of their own. */
export const fidelity: SourceFormat = {
  name: 'Fidelity positions',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['account*', 'symbol', 'quantity', 'currentvalue', 'lastprice']) ||
    hasHeader(table, ['account*', 'symbol', 'quantity', 'currentvalue', 'percentofaccount']),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, {
      // `Type` tells the account's side that a lot lies on, cash or margin, not what the security is.
      special: { assetType: ['securitytype'], gain: ['totalgainlossdollar'] },
    })
  },
}
