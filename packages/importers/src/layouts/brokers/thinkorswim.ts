// Tests: ../../samples.test.ts, ../../file-fixtures.test.ts

import { toTicker } from '@ballast/contract'
import { toHeaderName } from '../../headers/header-names.ts'
import type { Columns } from '../../headers/roles.ts'
import { takeHolding } from '../../meaning/holding.ts'
import { isNothing, type NumberCells } from '../../meaning/number-cells.ts'
import { isCash, isTotal } from '../../meaning/security-kinds.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import { findDate } from '../../meaning/stated-date.ts'
import { toOptionSymbol } from '../../option-symbol.ts'
import { isBlankRow, type SourceRow } from '../../sources/source-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

const TITLE = /^position statement for (\S{1,30})(?: \(([^)]{0,60})\))? on (.{0,40})/i

interface Group {
  columns: Columns | undefined
  ticker: string | null
  account: string | null
}

/**
 * Position Statement: a line for each underlying, which bears its ticker, and below it the shares under the company's name
 * and the options on it.
 */
export const thinkorswim: SourceFormat = {
  name: 'thinkorswim position statement',
  content: 'positions',
  recognise: (table) => hasHeader(table, ['instrument', 'qty', 'tradeprice', 'mark']),
  read(table, report, numbers) {
    const group: Group = { columns: undefined, ticker: null, account: null }
    for (const row of table.rows) readRow(row, group, report, numbers)
  },
}

function readRow(row: SourceRow, group: Group, report: SourceReport, numbers: NumberCells): void {
  const names = row.cells.map(toHeaderName)
  if (isBlankRow(row)) {
    report.say(row, 'blank')
    return
  }
  if (names.includes('instrument') && names.includes('qty')) {
    group.columns = {
      symbol: names.indexOf('instrument'),
      quantity: names.indexOf('qty'),
      avgCost: names.indexOf('tradeprice'),
      price: names.indexOf('mark'),
      value: names.indexOf('netliq'),
    }
    report.say(row, 'header')
    return
  }
  const [first = '', second = ''] = row.cells.map((cell) => cell.trim())
  const title = TITLE.exec(first)
  if (title) {
    group.account = report.accounts.toLabel(title[2] ?? '', title[1] ?? '')
    report.asOf = findDate(title[3] ?? '') ?? null
    report.say(row, 'account')
  } else if (isTotal(first) || (first === '' && isTotal(second))) {
    report.say(row, 'total', 'A total of gains, not of value.')
  } else if (group.columns === undefined) {
    report.say(row, 'header', 'Text above the table.')
  } else {
    takeLine(row, group, group.columns, report, numbers)
  }
}

function takeLine(row: SourceRow, group: Group, columns: Columns, report: SourceReport, numbers: NumberCells): void {
  const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
  const written = cell(columns.symbol).trim()
  const quantity = cell(columns.quantity)
  if (isNothing(quantity) && !isCash(written, '')) {
    group.ticker = toTicker(written) ?? null
    if (group.ticker === null) report.say(row, 'header', 'Heads a group of lines.')
    else report.say(row, 'header', `Heads the lines of ${group.ticker}.`)
    return
  }
  const option = toOptionSymbol(written)
  const ticker = option ?? group.ticker ?? written
  takeHolding(report, numbers, {
    row,
    symbol: ticker,
    description: written,
    quantity,
    price: cell(columns.price),
    avgCost: cell(columns.avgCost),
    account: group.account,
    option,
    ...(columns.value === undefined || columns.value === -1 ? {} : { value: cell(columns.value) }),
  })
}
