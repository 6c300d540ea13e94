// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import type { StatedAction } from '../../meaning/action-words.ts'
import { readActivityTable } from '../../meaning/activity-table.ts'
import type { SourceRow } from '../../sources/source-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

const ACTIONS: Readonly<Record<string, StatedAction>> = {
  buy: 'buy',
  sell: 'sell',
  bto: 'buy',
  sto: 'short',
  btc: 'cover',
  stc: 'sell',
  oexp: 'expire',
  oasgn: 'expire',
  oexcs: 'expire',
  spl: 'split',
  rec: 'receive',
  acati: 'receive',
  soff: 'receive',
  sdiv: 'receive',
  acato: 'remove',
  bcxl: 'buy',
  scxl: 'sell',
  cdiv: 'evidence',
  mdiv: 'evidence',
  qdiv: 'evidence',
}
/** Reverse splits, mergers and conversions: shares with the mark S leave, others come. */
const EXCHANGES = new Set(['spr', 'mrgs', 'mrgc', 'conv', 'xchg', 'nc'])
const MARKED = /^\d[\d.,]*S$/i

/** Account activity, newest first; there is no file of positions. */
export const robinhoodActivity: SourceFormat = {
  name: 'Robinhood activity',
  content: 'activity',
  recognise: (table) => hasHeader(table, ['activitydate', 'instrument', 'transcode', 'quantity', 'amount']),
  read(table, report, numbers) {
    readActivityTable(table, report, numbers, {
      columns: {
        date: ['activitydate'],
        action: ['transcode'],
        symbol: ['instrument'],
        description: ['description'],
        quantity: ['quantity'],
        price: ['price'],
        amount: ['amount'],
      },
      toAction,
      isNewestFirst: true,
      toQuantity: (text) => text.replace(/S$/i, ''),
      optionText: (cell) =>
        cell('description')
          .split('\n')[0]
          ?.replace(/^option (?:expiration|assignment|exercise) for /i, '') ?? '',
    })
  },
}

function toAction(words: string, row: SourceRow): StatedAction {
  const code = words.trim().toLowerCase()
  if (EXCHANGES.has(code)) {
    return row.cells.some((cell) => MARKED.test(cell.trim())) ? 'exchange-out' : 'exchange-in'
  }
  return Object.hasOwn(ACTIONS, code) ? (ACTIONS[code] ?? 'other') : 'unclear'
}
