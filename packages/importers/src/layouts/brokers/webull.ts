// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import type { StatedAction } from '../../meaning/action-words.ts'
import { readActivityTable } from '../../meaning/activity-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** Orders as Webull mails them; those that were not filled change nothing. */
export const webullOrders: SourceFormat = {
  name: 'Webull orders',
  content: 'activity',
  recognise: (table) => hasHeader(table, ['symbol', 'side', 'status', 'filled', 'avgprice', 'filledtime']),
  read(table, report, numbers) {
    readActivityTable(table, report, numbers, {
      columns: {
        date: ['filledtime'],
        action: ['side'],
        symbol: ['symbol'],
        description: ['name'],
        quantity: ['filled'],
        price: ['avgprice', 'price'],
        status: ['status'],
      },
      toAction: toSide,
    })
  },
}

function toSide(words: string): StatedAction {
  const side = words.trim().toLowerCase()
  if (side.startsWith('buy to cover') || side === 'cover') return 'cover'
  if (side.startsWith('buy')) return 'buy'
  if (side.includes('short')) return 'short'
  return side.startsWith('sell') ? 'sell' : 'unclear'
}
