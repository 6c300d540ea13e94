// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { readPositionTable, type TableState } from '../../meaning/position-table.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import { findDate } from '../../meaning/stated-date.ts'
import type { SourceRow } from '../../sources/source-table.ts'
import { hasHeader, hasText, type SourceFormat } from '../source-format.ts'

const TITLE = /^"?positions for (?:account )?(.{0,120}?) as of (.{0,60})/i
/** A label ends in the last digits of the account that Schwab itself leaves of it. */
const ACCOUNT_LABEL = /(?:\.{3}|…|x{3,4}-?)\d{3,4}\s*$/i

/**
 * Positions of one account or of all: a title with the date, then for each account its label, a header, its lines and its
 * total. The cost is that of the whole line, below zero when short; which columns there are is the user's choice.
 */
export const schwab: SourceFormat = {
  name: 'Schwab positions',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['symbol', 'qtyquantity', 'mktvalmarketvalue']) ||
    hasHeader(table, ['symbol', 'qty*', 'mktval*', 'securitytype']) ||
    (hasText(table, TITLE) && hasHeader(table, ['symbol', 'qty*', 'mktval*'])) ||
    (hasText(table, TITLE) && hasHeader(table, ['symbol', 'quantity', 'marketvalue'])) ||
    hasHeader(table, ['symbol', 'quantity', 'marketvalue', '%ofaccount', 'securitytype']),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, {
      special: {
        symbol: ['symbol'],
        quantity: ['qty*', 'quantity'],
        value: ['mktval*', 'marketvalue'],
        costTotal: ['costbasis*'],
        avgCost: ['costshare*', 'costpershare*'],
        gain: ['gaingainloss', 'gainloss', 'gain'],
      },
      before: (row, state) => takeTitle(row, state, report) || takeAccountLabel(row, state, report),
    })
  },
}

function takeTitle(row: SourceRow, state: TableState, report: SourceReport): boolean {
  const match = TITLE.exec(row.cells[0] ?? '')
  if (!match) return false
  const [, account = '', date = ''] = match
  report.asOf ??= findDate(date) ?? null
  if (!/^all[- ]accounts$/i.test(account.trim())) state.account = report.accounts.toLabel(account)
  report.say(row, 'account')
  return true
}

function takeAccountLabel(row: SourceRow, state: TableState, report: SourceReport): boolean {
  const filled = row.cells.filter((cell) => cell.trim() !== '')
  if (filled.length !== 1 || !ACCOUNT_LABEL.test(filled[0]?.slice(0, 120) ?? '')) return false
  state.account = report.accounts.toLabel(filled[0] ?? '')
  state.columns = undefined
  report.say(row, 'account')
  return true
}
