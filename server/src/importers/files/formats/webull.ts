import { readActivityTable, type StatedAction } from '../activity-table.ts'
import { toHeaderName } from '../header-names.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

const FILLED = /^(?:partially )?filled$/i

/** Orders as Webull mails them; those that were not filled change nothing. */
export const webullOrders: SourceFormat = {
  name: 'Webull orders',
  content: 'activity',
  recognise: (table) => hasHeader(table, ['symbol', 'side', 'status', 'filled', 'avgprice', 'filledtime']),
  read(table, report, numbers) {
    const header = table.rows.find(({ cells }) => cells.map(toHeaderName).includes('filledtime'))
    const status = header?.cells.map(toHeaderName).indexOf('status') ?? -1
    readActivityTable(table, report, numbers, {
      columns: {
        date: ['filledtime'],
        action: ['side'],
        symbol: ['symbol'],
        description: ['name'],
        quantity: ['filled'],
        price: ['avgprice', 'price'],
      },
      skip(row) {
        const said = row.cells[status]?.trim() ?? ''
        return said === '' || FILLED.test(said) ? undefined : `${said.slice(0, 40)}: not filled.`
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
  return side.startsWith('sell') ? 'sell' : 'other'
}
