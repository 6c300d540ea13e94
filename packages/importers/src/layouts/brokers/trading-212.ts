// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import type { StatedAction } from '../../meaning/action-words.ts'
import { readActivityTable } from '../../meaning/activity-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** Order numbers that stand where the shares should, in rows that newer exports write under an older header. */
const ORDER_NUMBER = /^EOF\d+$/

/** History: Trading 212 has no file of positions. Prices in pence are GBX. */
export const trading212: SourceFormat = {
  name: 'Trading 212 history',
  content: 'activity',
  recognise: (table) => hasHeader(table, ['action', 'time', 'isin', 'ticker', 'noofshares', 'priceshare']),
  read(table, report, numbers) {
    readActivityTable(table, report, numbers, {
      columns: {
        date: ['time'],
        action: ['action'],
        symbol: ['ticker'],
        description: ['name'],
        quantity: ['noofshares'],
        price: ['priceshare'],
        currency: ['currencypriceshare'],
        isin: ['isin'],
      },
      toAction,
      mendCells: (cells, { quantity = 0 }) => {
        const numbers = [quantity + 1, quantity].filter((at) => ORDER_NUMBER.test(cells[at]?.trim() ?? ''))
        return numbers[0] === undefined ? cells : [...cells.slice(0, quantity), ...cells.slice(numbers[0] + 1)]
      },
    })
  },
}

function toAction(words: string): StatedAction {
  const action = words.trim().toLowerCase()
  if (/\bbuy$/.test(action)) return 'buy'
  if (/\bsell$/.test(action)) return 'sell'
  if (action === 'stock split close') return 'exchange-out'
  if (action === 'stock split open') return 'exchange-in'
  if (/^(?:stock distribution|transfer in|spin[- ]?off|custom stock distribution)/.test(action)) return 'receive'
  if (action.startsWith('transfer out')) return 'remove'
  if (
    /^(?:dividend|return of capital|interest|lending|deposit|withdrawal|currency|new card|card|spending|cashback|result)/.test(
      action,
    )
  ) {
    return action.startsWith('dividend') ? 'evidence' : 'other'
  }
  return 'unclear'
}
