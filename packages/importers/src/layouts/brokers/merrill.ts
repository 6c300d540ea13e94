import { readPositionTable } from '../../meaning/position-table.ts'
import { hasHeader, hasText, type SourceFormat } from '../source-format.ts'

/** Names of accounts and titles of lists that only Merrill exports. */
const MERRILL = /\b(?:CMA|IRA|IRRA|RRA|SEP|RCMA|Roth)-Edge\b|\bmerrill (?:edge|lynch|guided)\b|^"?exported on:/i

/** Holdings of all accounts: no cost is stated, but value and gain are, which leave it. */
export const merrillHoldings: SourceFormat = {
  name: 'Merrill holdings',
  content: 'positions',
  recognise: (table) =>
    ['cobdate', 'accountregistration', 'accountnickname'].some((name) =>
      hasHeader(table, [name, 'symbol', 'securitydescription', 'quantity', 'value']),
    ),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, {
      special: { description: ['securitydescription'], gain: ['unrealizedgainloss'] },
    })
  },
}

/** The portfolio as it is exported from the screen: the header stands below lines of settings, the columns are chosen. */
export const merrillPortfolio: SourceFormat = {
  name: 'Merrill portfolio',
  content: 'positions',
  recognise: (table) =>
    hasText(table, MERRILL) &&
    (hasHeader(table, ['symbol', 'quantity', 'unitcost']) || hasHeader(table, ['symbol', 'quantity', 'value'])),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, { special: { gain: ['unrealizedgainloss*', 'totalgainloss*'] } })
  },
}
