import { type ActivityLayout, readActivityTable, type StatedAction, toActivityColumns } from '../activity-table.ts'
import { isTotal } from '../security-kinds.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'
import { isBlankRow, type SourceTable } from '../source-table.ts'
import { findDate } from '../stated-date.ts'

const SAMPLE_ROWS = 200
const SEARCHED_ROWS = 40
const TITLE = /^transactions\b.{0,200}? as of (.{0,40})/i
/** Words for buying and selling in the languages that brokers write histories in. */
const WORDS: readonly { words: RegExp; action: StatedAction }[] = [
  { words: /\b(?:sell short|short sale|sold short|sell to open|sto)\b/, action: 'short' },
  { words: /\b(?:buy to cover|buy to close|btc|cover)\b/, action: 'cover' },
  { words: /\b(?:reinvest shares|reinvestment|drip)\b/, action: 'buy' },
  { words: /\b(?:buy|bought|purchase[d]?|bto|koop|aankoop|kauf|achat|compra|acquisto|subscription)\b/, action: 'buy' },
  { words: /\b(?:sell|sold|sale|stc|verkoop|verkauf|vente|venta|vendita|venda|redemption)\b/, action: 'sell' },
  { words: /\b(?:expired?|expiration|assigned|assignment|exercised?)\b/, action: 'expire' },
  { words: /\b(?:stock )?split\b/, action: 'add' },
  { words: /\b(?:dividends?|dividende|cash div|distribution|interest on|div)\b/, action: 'evidence' },
  { words: /\b(?:transfer(?:red)? in|received?|deposit of securities|grant|vest(?:ed)?)\b/, action: 'receive' },
  { words: /\b(?:transfer(?:red)? out|delivered?)\b/, action: 'remove' },
  { words: /\btransfer from\b/, action: 'evidence' },
]

/** The columns of a history that no broker's layout recognises. */
const COLUMNS: ActivityLayout['columns'] = {
  date: [
    'date',
    'tradedate',
    'activitydate',
    'rundate',
    'transactiondate',
    'time',
    'datetime',
    'settlementdate',
    'datum',
  ],
  action: [
    'action',
    'type',
    'transactiontype',
    'side',
    'buysell',
    'transaction',
    'activity',
    'activitytype',
    'transcode',
  ],
  symbol: ['symbol', 'ticker', 'instrument', 'stock', 'security'],
  isin: ['isin'],
  description: ['description', 'name', 'securitydescription', 'product'],
  quantity: ['quantity', 'qty', 'shares', 'units', 'noofshares', 'amountofshares'],
  price: ['price', 'tradeprice', 'pricepershare', 'priceshare', 'unitprice', 'shareprice', 'avgprice'],
  currency: ['currency', 'currencyprimary', 'ccy'],
  account: ['account', 'accountnumber'],
}

/** Schwab's own history of an account, which has a file of positions as well: that one tells what is held. */
export const schwabTransactions: SourceFormat = {
  name: 'Schwab transactions',
  content: 'activity',
  recognise: (table) =>
    hasHeader(table, ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'fees*', 'amount']),
  read(table, report) {
    for (const row of table.rows) {
      const first = row.cells[0]?.trim() ?? ''
      const date = findDate(first)
      if (isBlankRow(row)) report.say(row, 'blank')
      else if (TITLE.test(first)) {
        report.say(row, 'account')
        report.asOf = findDate(TITLE.exec(first)?.[1] ?? '') ?? null
      } else if (isTotal(row.cells[0] ?? '')) report.say(row, 'total')
      else if (date === undefined) report.say(row, first === 'Date' ? 'header' : 'footer')
      else {
        report.say(row, 'transaction', 'Not counted: the history rarely reaches back to the first purchase.')
        if (report.knownFrom === null || date < report.knownFrom) report.knownFrom = date
      }
    }
    const from = report.knownFrom === null ? '' : ` that begins on ${report.knownFrom}`
    report.complain({
      why: `This is a Schwab transaction history${from}: what was held before is not in it, so no positions are made from it`,
      expected: 'In Schwab, open Accounts, Positions, choose Export, and drop that file.',
    })
  },
}

export const interactiveBrokersTrades: SourceFormat = {
  name: 'Interactive Brokers trades',
  content: 'activity',
  recognise: (table) => hasHeader(table, ['buysell', 'tradedate', 'quantity', 'tradeprice']),
  read: readWords,
}

export const revolut: SourceFormat = {
  name: 'Revolut history',
  content: 'activity',
  recognise: (table) => hasHeader(table, ['date', 'ticker', 'type', 'quantity', 'pricepershare', 'totalamount']),
  read: readWords,
}

/** A history of unknown origin: it has a date, an action whose words say buy or sell, a security and a quantity. */
export const unknownHistory: SourceFormat = {
  name: 'Transaction history',
  content: 'activity',
  recognise(table) {
    const header = table.rows.slice(0, SEARCHED_ROWS).findIndex((row) => toActivityColumns(row, COLUMNS) !== undefined)
    const row = table.rows[header]
    if (row === undefined) return false
    const at = toActivityColumns(row, COLUMNS)?.action
    if (at === undefined) return false
    const words = table.rows.slice(header + 1, header + SAMPLE_ROWS).map(({ cells }) => cells[at] ?? '')
    return words.some((word) => ['buy', 'sell', 'short', 'cover'].includes(toAction(word)))
  },
  read: readWords,
}

function readWords(...[table, report, numbers]: Parameters<SourceFormat['read']>): void {
  readActivityTable(table, report, numbers, { columns: COLUMNS, toAction, dateOrder: toDateOrder(table) })
}

/** 13/02/2026 in any line tells the order of all of them. */
function toDateOrder(table: SourceTable): 'month-first' | 'day-first' {
  const isDayFirst = table.rows
    .slice(0, SAMPLE_ROWS)
    .some(({ cells }) =>
      cells.slice(0, 6).some((cell) => /^(?:1[3-9]|2\d|3[01])[/-]\d{1,2}[/-]\d{2,4}/.test(cell.trim())),
    )
  return isDayFirst ? 'day-first' : 'month-first'
}

function toAction(words: string): StatedAction {
  const text = words.slice(0, 80).toLowerCase()
  return WORDS.find((one) => one.words.test(text))?.action ?? 'other'
}
