import type { LineVerdict } from '@ballast/contract'
import { toHeaderName, toRoleColumns } from '../../headers/header-names.ts'
import type { Columns } from '../../headers/roles.ts'
import { takeHolding } from '../../meaning/holding.ts'
import { isNothing, type NumberCells } from '../../meaning/number-cells.ts'
import { readPositionTable } from '../../meaning/position-table.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import { findDate } from '../../meaning/stated-date.ts'
import { formatAmount, type StatedHolding } from '../../meaning/stated-holding.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../../sources/source-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

const ROW_KINDS = new Set(['Header', 'Data', 'Total', 'SubTotal', 'Notes', 'SubSection'])
/** Names of sections are in the user's language; their columns of kinds and discriminators are not. */
const SECTION_VERDICTS: readonly { section: RegExp; verdict: LineVerdict; note: string | null }[] = [
  { section: /^(?:Statement|Account Information)$/, verdict: 'account', note: null },
  {
    section: /^(?:Net Asset Value|Change in NAV|Mark-to-Market|Realized|Month & Year|Location|Collateral|Net Stock)/,
    verdict: 'total',
    note: 'A summary, not counted.',
  },
  {
    section: /^(?:Financial Instrument Information|Codes|Notes|Legal|Disclosure|Base Currency Exchange)/,
    verdict: 'footer',
    note: null,
  },
]
const TRANSACTION_NOTE = 'Not counted, because it is part of the open positions.'
const COMMON_CURRENCY = /^(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|HKD|SGD|SEK|NOK|DKK|PLN|MXN|INR)$/
/** "Ending cash" in other languages; "ending settled cash" follows it. */
const ENDING = /^(?:end|schluss|abschluss|eind)|(?:^|\s)(?:final|finale|fin|cl[oô]ture|chiusura|cierre)(?:$|\s)/i
const ROUNDING = 0.011
const ACCOUNT_NUMBER = /^(?:DU|DF|U|F|I)\d{5,9}(?: \([^)]{0,60}\))?$/

interface Reading {
  report: SourceReport
  numbers: NumberCells
  account: string | null
  positionColumns: Columns | undefined
  cashColumns: { currency: number; total: number } | undefined
  /** Currencies whose cash a section in another language has told, and whether such a section was there. */
  cashTold: Set<string>
  isCashOpen: boolean
  names: ReadonlyMap<string, { name: string; isin: string }>
  /** Values of lines by currency and asset category, to compare with the stated sums. */
  sums: Map<string, number>
}

/**
 * Activity Statement: every line bears its section and its kind. Positions are the `Summary` lines; `Lot` lines repeat
 * them and sums follow them. The cost price is per share, of options per underlying share.
 */
export const interactiveBrokers: SourceFormat = {
  name: 'Interactive Brokers activity statement',
  content: 'statement',
  recognise(table) {
    const head = table.rows.slice(0, 40).filter((row) => !isBlankRow(row))
    const ofKind = head.filter(({ cells }) => ROW_KINDS.has(cells[1]?.trim() ?? ''))
    return ofKind.length >= 3 && ofKind.length >= head.length * 0.8
  },
  read(table, report, numbers) {
    const reading: Reading = {
      report,
      numbers,
      account: null,
      positionColumns: undefined,
      cashColumns: undefined,
      cashTold: new Set(),
      isCashOpen: false,
      names: listInstruments(table),
      sums: new Map(),
    }
    for (const row of table.rows) {
      if (isBlankRow(row)) report.say(row, 'blank')
      else readRow(row, reading)
    }
    if (reading.isCashOpen && reading.cashTold.size === 0)
      report.notes.push('We do not know the words for cash in this statement. Add the cash by hand.')
    if (report.positions.length === 0) {
      report.complain({
        why: 'The statement has no section of open positions',
        expected: 'Choose Open Positions in the settings of the statement, and export it again.',
      })
    }
  },
}

/** Open positions of a Flex Query as CSV: `LOT` lines repeat their `SUMMARY`. */
export const interactiveBrokersFlex: SourceFormat = {
  name: 'Interactive Brokers flex positions',
  content: 'positions',
  recognise: (table) => hasHeader(table, ['symbol', 'quantity', 'markprice', 'positionvalue', 'assetclass']),
  read(table, report, numbers) {
    let detail = -1
    // The price at which a lot was opened leaves out what it has cost to open it.
    const avgCost = hasHeader(table, ['symbol', 'costbasisprice']) ? ['costbasisprice'] : ['openprice']
    readPositionTable(table, report, numbers, {
      special: { avgCost },
      before(row) {
        const names = row.cells.map(toHeaderName)
        if (names.includes('positionvalue')) detail = names.indexOf('levelofdetail')
        if (row.cells[detail]?.trim().toUpperCase() !== 'LOT') return false
        report.say(row, 'position', 'One lot of the position above, which contains it.')
        return true
      },
    })
  },
}

function readRow(row: SourceRow, reading: Reading): void {
  const { report } = reading
  const [section = '', kind = '', third = '', fourth = ''] = row.cells.map((cell) => cell.trim())
  if (kind === 'Header') {
    readHeader(row, reading)
  } else if (third === 'Summary' && kind === 'Data' && reading.positionColumns !== undefined) {
    takeSummary(row, reading, reading.positionColumns)
  } else if (kind === 'Data' && third === 'Lot') {
    report.say(row, 'position', 'One lot of the position above, which contains it.')
  } else if (reading.positionColumns !== undefined && kind === 'Total') {
    takeSum(row, reading, reading.positionColumns)
  } else if (kind === 'Total' || kind === 'SubTotal') {
    report.say(row, 'total')
  } else if (section === 'Cash Report' && kind === 'Data') {
    takeCashLine(row, reading, third)
  } else if (isCashInOtherWords(row, reading, section)) {
    takeCashInOtherWords(row, reading)
  } else if (kind === 'Notes' || kind === 'SubSection') {
    report.say(row, 'footer')
  } else {
    readDetail(row, reading, section, third, fourth)
  }
}

function readHeader(row: SourceRow, reading: Reading): void {
  reading.report.say(row, 'header')
  const columns = toRoleColumns(row.cells, {
    price: ['closeprice', 'markprice'],
    value: ['value', 'positionvalue'],
    avgCost: ['costprice'],
    costTotal: ['costbasis'],
    assetType: ['assetcategory'],
    gain: ['unrealizedpl'],
    description: ['description'],
  })
  const isPositions = row.cells[2]?.trim() === 'DataDiscriminator' && columns.avgCost !== undefined
  const isTranslated = row.cells[2]?.trim() === 'DataDiscriminator' && columns.avgCost === undefined
  reading.positionColumns = isPositions ? columns : isTranslated ? toFixedColumns(row.cells) : undefined
  const currency = row.cells.findIndex((cell) => cell.trim() === 'Currency')
  const total = row.cells.findIndex((cell) => cell.trim() === 'Total')
  reading.cashColumns =
    row.cells[0]?.trim() === 'Cash Report' && currency > 0 && total > 0 ? { currency, total } : undefined
}

/** Where the columns stand when their names are in another language: their order is always the same. */
function toFixedColumns(cells: readonly string[]): Columns | undefined {
  if (cells.length < 13 || cells.length > 16) return undefined
  return {
    assetType: 3,
    currency: 4,
    symbol: 5,
    quantity: 6,
    multiplier: 7,
    avgCost: 8,
    costTotal: 9,
    price: 10,
    value: 11,
    gain: 12,
  }
}

function takeSummary(row: SourceRow, reading: Reading, columns: Columns): void {
  const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
  const symbol = cell(columns.symbol).trim()
  const known = reading.names.get(symbol)
  const assetType = cell(columns.assetType)
  const value = reading.numbers.valueOf(cell(columns.value)) ?? 0
  const key = `${assetType}\n${cell(columns.currency)}`
  reading.sums.set(key, (reading.sums.get(key) ?? 0) + value)
  const stated: StatedHolding = {
    row,
    symbol,
    description: columns.description === undefined ? known?.name : cell(columns.description),
    quantity: cell(columns.quantity),
    price: cell(columns.price),
    value: cell(columns.value),
    avgCost: cell(columns.avgCost),
    costTotal: cell(columns.costTotal),
    currency: cell(columns.currency),
    assetType,
    account:
      columns.account === undefined ? reading.account : reading.report.accounts.toLabel('', cell(columns.account)),
    ...(isNothing(cell(columns.multiplier)) ? {} : { multiplier: cell(columns.multiplier) }),
    ...(known?.isin ? { identifier: known.isin } : {}),
  }
  takeHolding(reading.report, reading.numbers, stated)
}

/** Compares a stated sum of a category in a currency with the lines that it sums. */
function takeSum(row: SourceRow, reading: Reading, columns: Columns): void {
  reading.report.say(row, 'total')
  const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
  const stated = reading.numbers.valueOf(cell(columns.value))
  const sum = reading.sums.get(`${cell(columns.assetType)}\n${cell(columns.currency)}`)
  if (stated === null || sum === undefined) return
  const difference = sum - stated
  const isEqual = Math.abs(difference) <= ROUNDING
  const what = `${cell(columns.assetType)} in ${cell(columns.currency)}`.slice(0, 80)
  const note = isEqual ? `The ${what} above add up to it.` : `The ${what} above are off by ${formatAmount(difference)}.`
  reading.report.say(row, 'total', note)
}

function takeCashLine(row: SourceRow, reading: Reading, what: string): void {
  const { report, numbers, cashColumns } = reading
  const currency = cashColumns === undefined ? '' : (row.cells[cashColumns.currency] ?? '').trim()
  const total = cashColumns === undefined ? undefined : row.cells[cashColumns.total]
  if (what !== 'Ending Cash' || !/^[A-Z]{3}$/.test(currency)) {
    report.say(row, 'cash', 'A part or a sum of the cash, not counted.')
    return
  }
  takeHolding(report, numbers, {
    row,
    symbol: 'CASH',
    description: 'Ending cash',
    value: total,
    currency,
    account: reading.account,
  })
}

/** A line of what, of which currency and how much, in a section that no English statement has. */
function isCashInOtherWords({ cells }: SourceRow, { numbers }: Reading, section: string): boolean {
  const [, kind = '', what = '', currency = '', total = ''] = cells.map((cell) => cell.trim())
  if (kind !== 'Data' || section === 'Forex Balances' || SECTION_VERDICTS.some((one) => one.section.test(section)))
    return false
  return COMMON_CURRENCY.test(currency) && /\p{Ll}/u.test(what) && numbers.textOf(total) !== null
}

function takeCashInOtherWords(row: SourceRow, reading: Reading): void {
  const [, , what = '', currency = '', value = ''] = row.cells.map((cell) => cell.trim())
  reading.isCashOpen = true
  if (!ENDING.test(what) || reading.cashTold.has(currency)) {
    reading.report.say(row, 'cash', 'A part or a sum of the cash, not counted.')
    return
  }
  reading.cashTold.add(currency)
  const { report, numbers, account } = reading
  takeHolding(report, numbers, { row, symbol: 'CASH', description: what, value, currency, account })
}

function readDetail(row: SourceRow, reading: Reading, section: string, field: string, value: string): void {
  const { report } = reading
  // The section's name is in the user's language; what an account is numbered like is not.
  if (ACCOUNT_NUMBER.test(value) && reading.account === null) {
    reading.account = report.accounts.toLabel('', (value.split('(', 1)[0] ?? '').trimEnd())
    report.say(row, 'account')
    return
  }
  if (section === 'Statement' && field === 'Period') {
    const dates = value.split(' - ')
    report.asOf = findDate(dates.at(-1) ?? '') ?? null
  }
  const known = SECTION_VERDICTS.find((one) => one.section.test(section))
  if (known) report.say(row, known.verdict, known.note)
  else report.say(row, 'transaction', TRANSACTION_NOTE)
}

/** Names and ISINs that the section of instruments gives, by symbol. */
function listInstruments(table: SourceTable): Map<string, { name: string; isin: string }> {
  const instruments = new Map<string, { name: string; isin: string }>()
  let header: readonly string[] = []
  for (const { cells } of table.rows) {
    if (cells[0]?.trim() !== 'Financial Instrument Information') continue
    if (cells[1] === 'Header') header = cells.map((cell) => cell.trim())
    const at = (name: string) => (header.includes(name) ? (cells[header.indexOf(name)] ?? '').trim() : '')
    if (cells[1] !== 'Data') continue
    for (const symbol of at('Symbol').split(/,\s*/)) {
      instruments.set(symbol, { name: at('Description'), isin: at('Security ID') })
    }
  }
  return instruments
}
