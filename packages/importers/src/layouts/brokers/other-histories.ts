// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { type StatedAction, toStatedAction } from '../../meaning/action-words.ts'
import { type ActivityLayout, readActivityTable, toActivityColumns } from '../../meaning/activity-table.ts'
import type { NumberCells } from '../../meaning/number-cells.ts'
import { isTotal } from '../../meaning/security-kinds.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import { findDate } from '../../meaning/stated-date.ts'
import { isBlankRow, type SourceTable } from '../../sources/source-table.ts'
import { findActivityByContent } from '../activity-by-content.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

const SAMPLE_ROWS = 200
const SEARCHED_ROWS = 40
const TITLE = /^transactions\b.{0,200}? as of (.{0,40})/i

/** The columns of a history, in the languages that brokers write them in; of two that are alike, the better one first. */
const COLUMNS: ActivityLayout['columns'] = {
  date: [
    ...['tradedate', 'filledtime', 'date', 'activitydate', 'rundate', 'transactiondate', 'executiondate', 'datetime'],
    ...[
      'time',
      'timestamp',
      'settlementdate',
      'datum',
      'buchungstag',
      'handelstag',
      'fecha',
      'data',
      'dateopération',
      'tradetime',
    ],
  ],
  time: ['datetime', 'time', 'tradetime', 'executiontime', 'uhrzeit', 'tijd', 'heure', 'hora'],
  action: [
    ...['action', 'type', 'transactiontype', 'side', 'buysell', 'transaction', 'activity', 'activitytype', 'transcode'],
    ...['typ', 'transaktion', 'transaktionstyp', 'buchungstyp', 'soort', 'opération', 'sens', 'operación', 'tipo'],
    ...['description1', 'tradetype', 'ordertype', 'orderside', 'typdetransaktion'],
  ],
  moreWords: ['subtype'],
  effect: ['opencloseindicator', 'openclose', 'positioneffect', 'effect'],
  status: ['status', 'orderstatus', 'state', 'orderstate'],
  symbol: ['symbol', 'ticker', 'symbolcusip', 'instrument', 'stock', 'security', 'tickersymbol', 'symbole', 'símbolo'],
  isin: ['isin', 'codeisin', 'isincode'],
  description: [
    ...['description', 'description2', 'name', 'securitydescription', 'product', 'produkt', 'bezeichnung'],
    ...['wertpapier', 'produit', 'investmentname'],
  ],
  quantity: [
    ...['filledqty', 'filledquantity', 'executedqty', 'executedquantity', 'filled', 'quantity', 'qty', 'shares'],
    ...['units', 'noofshares', 'amountofshares', 'numberofshares', 'anzahl', 'stück', 'menge', 'aantal', 'quantité'],
    ...['cantidad', 'quantità', 'quantidade', 'antal', 'nombre'],
  ],
  price: [
    ...['avgfillprice', 'averagefillprice', 'filledprice', 'fillprice', 'executionprice', 'executedprice'],
    ...['avgprice', 'averageprice', 'price', 'tradeprice', 'pricepershare', 'priceshare', 'unitprice', 'shareprice'],
    ...['priceusd', 'kurs', 'preis', 'koers', 'cours', 'prix', 'precio', 'prezzo', 'preço'],
    ...['purchaseprice', 'buyprice', 'costprice', 'entryprice'],
  ],
  amount: [
    ...['amount', 'netamount', 'principalamount', 'totalamount', 'total', 'proceeds', 'value', 'amountusd', 'betrag'],
    ...['montant', 'bedrag', 'importe', 'importo', 'gesamt'],
  ],
  currency: ['currency', 'currencyprimary', 'ccy', 'währung', 'valuta', 'devise', 'moneda', 'localcurrency'],
  account: ['accountnumber', 'account', 'accountno', 'konto'],
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

/** Histories whose columns and words are those of all, known by names that no other broker has. */
interface NamedHistory {
  name: string
  header: readonly string[]
  layout?: Pick<ActivityLayout, 'columns' | 'isNewestFirst' | 'toColumns'>
}

const NEWEST_FIRST = { columns: {}, isNewestFirst: true } as const
const NAMED: readonly NamedHistory[] = [
  { name: 'Interactive Brokers trades', header: ['buysell', 'tradedate', 'quantity', 'tradeprice'] },
  { name: 'Revolut history', header: ['date', 'ticker', 'type', 'quantity', 'pricepershare', 'totalamount'] },
  {
    name: 'Fidelity history',
    header: ['rundate', 'action', 'symbol', 'description', 'quantity', 'price'],
    layout: NEWEST_FIRST,
  },
  {
    name: 'E*TRADE transactions',
    header: ['transactiondate', 'transactiontype', 'securitytype', 'symbol', 'quantity', 'amount', 'price'],
    layout: NEWEST_FIRST,
  },
  {
    name: 'Merrill activity',
    header: ['tradedate', 'settlementdate', 'description1', 'symbolcusip', 'quantity', 'price', 'amount'],
    layout: { columns: { action: ['description1'], description: ['description2'] }, isNewestFirst: true },
  },
  {
    name: 'tastytrade transactions',
    header: ['date', 'subtype', 'action', 'symbol', 'instrumenttype', 'quantity', 'averageprice'],
    layout: NEWEST_FIRST,
  },
  {
    name: 'Vanguard transactions',
    header: ['accountnumber', 'tradedate', 'transactiontype', 'investmentname', 'symbol', 'shares', 'shareprice'],
  },
  {
    name: 'J.P. Morgan / Chase activity',
    header: ['tradedate', 'postdate', 'type', 'description', 'ticker', 'quantity', 'price*'],
  },
]

export const namedHistories: readonly SourceFormat[] = NAMED.map(({ name, header, layout }) => ({
  name,
  content: 'activity',
  recognise: (table) => hasHeader(table, header),
  read: (table, report, numbers) => readWords(table, report, numbers, layout),
}))

const MOVES_NOTHING = new Set<StatedAction>(['other', 'unclear', 'evidence'])

/** A history of unknown origin: it has a date, an action whose words say what was done with shares, a security and a quantity. */
export const unknownHistory: SourceFormat = {
  name: 'Transaction history',
  content: 'activity',
  recognise(table) {
    const header = table.rows.slice(0, SEARCHED_ROWS).findIndex((row) => toActivityColumns(row, COLUMNS) !== undefined)
    const row = table.rows[header]
    const at = row === undefined ? undefined : toActivityColumns(row, COLUMNS)?.action
    if (at === undefined) return false
    const words = table.rows.slice(header + 1, header + SAMPLE_ROWS).map(({ cells }) => cells[at] ?? '')
    return words.some((word) => !MOVES_NOTHING.has(toStatedAction(word)))
  },
  read: (table, report, numbers) => readWords(table, report, numbers),
}

/** A history whose columns nobody knows by name: dates in one of them and the words of trades in another tell what it is. */
export const historyByContent: SourceFormat = {
  name: 'Transaction history',
  content: 'activity',
  recognise: (table) => findActivityByContent(table) !== undefined,
  read(table, report, numbers) {
    const found = findActivityByContent(table)
    readWords(table, report, numbers, {
      columns: {},
      toColumns: (row) => (row.line === found?.headerLine ? found.columns : undefined),
    })
  },
}

function readWords(
  table: SourceTable,
  report: SourceReport,
  numbers: NumberCells,
  special: NamedHistory['layout'] = { columns: {} },
): void {
  readActivityTable(table, report, numbers, {
    ...special,
    columns: { ...COLUMNS, ...special.columns },
    toAction: toStatedAction,
    dateOrder: toDateOrder(table),
    optionText: (cell) => cell('description'),
  })
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
