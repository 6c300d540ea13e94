// Tests: ../file-fixtures.test.ts, ../samples.test.ts

/**
 * Tables of holdings: what all brokers' position files have in common. A layout says what is special about one of them;
 * headers are looked for again in every section, and every row gets its verdict.
 */
import { BASE_CURRENCY } from '@ballast/contract'
import { Big } from 'big.js'
import { toHeaderName, toRoleColumns } from '../headers/header-names.ts'
import { findHeaderUnit, type HeaderUnit } from '../headers/header-units.ts'
import type { Columns, HeaderNames, Role } from '../headers/roles.ts'
import { OF_HUNDREDTHS } from '../hundredths.ts'
import { toOptionSymbolOf } from '../option-symbol.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'
import words from '../words.json' with { type: 'json' }
import { findLabelledAccount, isAccountTitle, toLoneText } from './account-titles.ts'
import { takeHolding } from './holding.ts'
import { addLot, findLotHeading, isNameless, type LotHeading } from './lot-headings.ts'
import { findCurrency, isNothing, isOfPence, type NumberCells } from './number-cells.ts'
import { isPending, isSubtotal, isTotal } from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import { findDate } from './stated-date.ts'
import type { StatedHolding } from './stated-holding.ts'

const FOOTER_CHARACTERS = 60
const FOOTER_WORDS =
  /^(?:date downloaded|generated (?:at|on)|exported|downloaded|footnotes?|disclaimer|disclosures?|brokerage (?:services|products)|the data and information|source:|as of |data (?:as of|provided)|values? (?:are|may)|prices? (?:are|may)|securities (?:are|offered)|\*|©|\(c\))/i
const FIGURE_BEGINS = '0123456789$+-(.'
const FIGURE_ENDS = '0123456789%)'
/** Where a file states a date that is of the positions, not of one of them. */
const DATE_WORDS = /\b(?:as of|downloaded|generated|exported|cob date)\b/i

const GROUPS = new Set(words.groupTitles)

export interface TableState {
  columns: Columns | undefined
  /** Label of the account whose rows follow. */
  account: string | null
  inFooter: boolean
  /** Units of the columns, where their names say them. */
  units: Partial<Record<Role, HeaderUnit>>
  /** Line that names what the lots below it are of. */
  heading: LotHeading | undefined
}

export interface PositionLayout {
  /** Where the columns stand, when that is known without a header; a header that comes all the same is one. */
  columns?: Columns
  /** Line of the header when `columns` are given; null when there is none. */
  headerLine?: number | null
  /** Cells of that header, which another section may repeat though no list knows them. */
  header?: readonly string[]
  /** Names of columns that mean something else here than elsewhere, see {@link toRoleColumns}. */
  special?: HeaderNames
  /** True if a row is the header of a table of positions; where nothing is said, one that names what is held and how much. */
  isHeader?(names: readonly string[], columns: Columns): boolean
  /** Looks at a row before anything else does; true when it has said what the row is. */
  before?(row: SourceRow, state: TableState): boolean
  /** Label of a row's account where it stands in columns; the default reads the columns of number and name. */
  account?(cell: (role: Role) => string): string | null
  /** Changes what a row states before it is taken. */
  adjust?(stated: StatedHolding, cell: (role: Role) => string): StatedHolding
}

/** Reads all rows that have no verdict yet. */
export function readPositionTable(
  table: SourceTable,
  report: SourceReport,
  numbers: NumberCells,
  layout: PositionLayout,
): void {
  const state: TableState = {
    columns: layout.headerLine === null ? layout.columns : undefined,
    account: null,
    inFooter: false,
    units: {},
    heading: undefined,
  }
  if (layout.headerLine !== undefined)
    noteUnits(
      state,
      table.rows.find(({ line }) => line === layout.headerLine),
      layout.columns,
    )
  const filled = table.rows.filter((row) => !isBlankRow(row))
  const above = new Map(filled.map((row, index) => [row, filled[index + 1]]))
  for (const row of table.rows) {
    if (report.isSaid(row)) continue
    if (isBlankRow(row)) report.say(row, 'blank')
    else if (!layout.before?.(row, state)) readRow(row, above.get(row), report, numbers, layout, state)
  }
}

/** The account that a line names for what stands below it: it says that it is one, or stands above a header. */
function findAccountAbove(
  row: SourceRow,
  next: SourceRow | undefined,
  layout: PositionLayout,
  state: TableState,
): string | undefined {
  const text = toLoneText(row)
  const labelled = findLabelledAccount(firstText(row))
  if (labelled !== undefined && (text !== undefined || state.columns === undefined)) return labelled
  const isAbove = text !== undefined && next !== undefined && findColumns(next, layout) !== undefined
  return isAbove && isAccountTitle(text) ? text : undefined
}

function readRow(
  row: SourceRow,
  next: SourceRow | undefined,
  report: SourceReport,
  numbers: NumberCells,
  layout: PositionLayout,
  state: TableState,
): void {
  const columns = findColumns(row, layout)
  if (columns !== undefined) {
    state.columns = columns
    state.inFooter = false
    noteUnits(state, row, columns)
    report.say(row, 'header')
    return
  }
  const text = firstText(row)
  const named = findAccountAbove(row, next, layout, state)
  if (named !== undefined) {
    state.account = report.accounts.toLabel(named)
    report.say(row, 'account')
  } else if (state.columns === undefined) {
    noteDate(report, row)
    report.say(row, 'header', 'Text above the table.')
  } else if (isFooter(row, text, state) && !statesHolding(row, state.columns, numbers)) {
    state.inFooter = true
    noteDate(report, row)
    report.say(row, 'footer')
  } else {
    takeRow(row, report, numbers, layout, state, state.columns)
  }
}

function noteUnits(state: TableState, header: SourceRow | undefined, columns: Columns = {}): void {
  state.units = {}
  for (const role of MONEY_ROLES) {
    const unit = findHeaderUnit(header?.cells[columns[role] ?? -1] ?? '')
    if (unit !== undefined) state.units[role] = unit
  }
}

/** Columns of money; what one of them is counted in, the others are too unless they say otherwise. */
const COST_ROLES = ['avgCost', 'costTotal'] as const
const MONEY_ROLES = ['avgCost', 'costTotal', 'value', 'price', 'gain'] as const

function takeRow(
  row: SourceRow,
  report: SourceReport,
  numbers: NumberCells,
  layout: PositionLayout,
  state: TableState,
  columns: Columns,
): void {
  const cell = (role: Role): string => {
    const index = columns[role]
    return index === undefined ? '' : (row.cells[index] ?? '')
  }
  const text = firstText(row)
  const account = layout.account ? layout.account(cell) : toAccount(report, cell)
  if ([text, cell('symbol'), cell('description')].some(isTotal) && !isHeldByName(cell, numbers)) {
    takeTotal(row, report, numbers, account ?? state.account, cell, toUnit(state))
    return
  }
  if (isOfLots(row, report, numbers, state, columns, cell)) return
  const optional = (role: Role) => (columns[role] === undefined ? undefined : cell(role))
  const currency = cell('currency').trim()
  const money = (role: Role) =>
    isOfOther(state.units[role], currency)
      ? undefined
      : inUnitsOfLine(role, optional(role), state.units[role], currency, numbers)
  const stated: StatedHolding = {
    row,
    symbol: cell('symbol'),
    description: state.heading?.name ?? withTerms(optional('description'), cell),
    quantity: toSigned(optional('quantity'), cell('side')),
    price: money('price'),
    value: money('value'),
    avgCost: money('avgCost'),
    costTotal: money('costTotal'),
    gain: money('gain'),
    currency: isNothing(currency) ? findUnstatedCurrency(state, cell) : currency,
    assetType: optional('assetType'),
    sector: optional('sector'),
    multiplier: optional('multiplier'),
    identifier: [cell('isin'), cell('cusip')].find((written) => !isNothing(written)),
    exchange: cell('exchange'),
    option: toOptionOfColumns(cell),
    account: account ?? state.account,
    isInPence: QUOTED.some((role) => state.units[role]?.perUnit === 100 || isOfPence(cell(role))),
  }
  const date = columns.asOf === undefined ? undefined : findDate(cell('asOf'))
  if (date !== undefined && (report.asOf === null || date > report.asOf)) report.asOf = date
  if (isGroupLabel(row, stated)) {
    report.say(row, isPending(text) ? 'pending' : 'header', isPending(text) ? null : 'Heads a group of lines.')
    return
  }
  takeHolding(report, numbers, withCostDoubt(layout.adjust?.(stated, cell) ?? stated, cell, state.units))
}

/** True for a line that heads lots or adds them up, after saying so; keeps the heading whose lots follow. */
function isOfLots(
  row: SourceRow,
  report: SourceReport,
  numbers: NumberCells,
  state: TableState,
  columns: Columns,
  cell: (role: Role) => string,
): boolean {
  const heading = findLotHeading(row, cell, columns)
  if (heading !== undefined || !isNameless(cell)) state.heading = heading
  if (heading !== undefined) report.say(row, 'header', 'Heads the lots below it.')
  else if (state.heading && !addLot(state.heading, row, numbers.textOf(cell('quantity')))) {
    report.say(row, 'total', 'Adds up the lots above it.')
  } else return false
  return true
}

/** The currency that the names of columns say, or amounts in pence. */
const findUnstatedCurrency = (state: TableState, cell: (role: Role) => string) =>
  toUnit(state)?.currency ?? (QUOTED.some((role) => isOfPence(cell(role))) ? 'GBP' : undefined)

/** A cost that is stated in another currency only is a doubt of the line, and none of its figures. */
function withCostDoubt(stated: StatedHolding, cell: (role: Role) => string, units: TableState['units']): StatedHolding {
  const role = COST_ROLES.find((one) => isOfOther(units[one], cell('currency')) && !isNothing(cell(one)))
  if (role === undefined || COST_ROLES.some((one) => !isNothing(stated[one] ?? ''))) return stated
  const reason = `The cost of ${cell(role).trim().slice(0, 30)} is in ${units[role]?.currency}, not in ${cell('currency').trim()}.`
  return { ...stated, doubts: [...(stated.doubts ?? []), { field: 'avgCost', reason }] }
}

/** True if a column is in a currency of its own, and not in that of the line. */
function isOfOther(unit: HeaderUnit | undefined, currency: string): boolean {
  const code = currency.trim()
  return unit !== undefined && /^[A-Z]{3}$/.test(code) && (OF_HUNDREDTHS.get(code) ?? code) !== unit.currency
}

/** Unit of the columns of money, where the name of one of them says it. */
const toUnit = ({ units }: TableState) => MONEY_ROLES.flatMap((role) => units[role] ?? [])[0]

/** Roles that a line may state in its currency's hundredths: the price and the costs, but not the value. */
const QUOTED: readonly Role[] = ['price', 'avgCost', 'costTotal']

/** An amount in pounds where its column or itself is in pence, and in pence where the line says that it is quoted so. */
function inUnitsOfLine(
  role: Role,
  cell: string | undefined,
  unit: HeaderUnit | undefined,
  currency: string,
  numbers: NumberCells,
): string | undefined {
  const text = numbers.textOf(cell)
  if (cell === undefined || text === null) return cell
  if (OF_HUNDREDTHS.has(currency) && QUOTED.includes(role)) {
    const isWhole = unit?.perUnit === 1 || findCurrency(cell) !== undefined
    return isWhole ? new Big(text).times(100).toFixed() : cell
  }
  return unit?.perUnit === 100 || isOfPence(cell) ? new Big(text).div(100).toFixed() : cell
}

/** The quantity with the sign that a column of its own gives it. */
function toSigned(quantity: string | undefined, side: string): string | undefined {
  const isShort = /^s(?:hort|ell|old)?$/i.test(side.trim())
  return isShort && /^\s*\+?\d/.test(quantity ?? '') ? `-${(quantity ?? '').trim().replace(/^\+/, '')}` : quantity
}

/** The name of a debt security with the terms that columns of its own state: they tell what it is and what it pays. */
function withTerms(description: string | undefined, cell: (role: Role) => string): string | undefined {
  const [coupon, maturity] = [cell('coupon').trim(), cell('maturity').trim()]
  if (isNothing(coupon) || isNothing(maturity) || findDate(maturity) === undefined) return description
  return `${description ?? ''} ${coupon.replace(/ ?%?$/, '%')} ${maturity}`.trim()
}

/** The option that columns of expiry, strike and right spell out beside its underlying. */
function toOptionOfColumns(cell: (role: Role) => string): string | undefined {
  const [strike, right, underlying] = [cell('strike').replace('$', ''), cell('right'), cell('symbol').trim()]
  if (isNothing(strike) || isNothing(right) || isNothing(underlying)) return undefined
  const expiry = findDate(cell('expiry'))
  if (expiry === undefined) return undefined
  const root = underlying.split(/\s+/)[0] ?? ''
  return toOptionSymbolOf({ underlying: root.replace(/^[./]/, ''), expiry, strike, right })
}

/** True if a line that speaks of a total has a ticker or a price beside its shares, as a fund has and a sum has not. */
function isHeldByName(cell: (role: Role) => string, numbers: NumberCells): boolean {
  const isStated = (role: Role) => !isNothing(cell(role))
  if (numbers.textOf(cell('quantity')) === null || isTotal(cell('symbol'))) return false
  return isStated('price') || ['symbol' as const, 'isin' as const, 'cusip' as const].some(isStated)
}

function takeTotal(
  row: SourceRow,
  report: SourceReport,
  numbers: NumberCells,
  accountAbove: string | null,
  cell: (role: Role) => string,
  unit: HeaderUnit | undefined,
): void {
  report.say(row, 'total')
  const value = numbers.valueOf(cell('value'))
  const account = /^(?:grand|overall)\b/i.test(firstText(row)) ? null : accountAbove
  if (value === null) return
  const currency =
    findCurrency(cell('value')) ??
    (/^[A-Z]{3}$/.test(cell('currency')) ? cell('currency') : (unit?.currency ?? findOnlyCurrency(report)))
  const at = report.statedTotals.findIndex((total) => total.account === account && total.currency === currency)
  const told = report.statedTotals[at]
  const stated = { account, currency, value }
  if (isSubtotal(firstText(row))) report.subtotals.add(stated)
  if (told === undefined) report.statedTotals.push(stated)
  else if (report.subtotals.has(told) && !report.subtotals.has(stated)) report.statedTotals[at] = stated
}

/** The currency of all lines above; that of the user where they have several. */
function findOnlyCurrency({ positions }: SourceReport): string {
  const [first = BASE_CURRENCY, ...others] = new Set(positions.map(({ currency }) => currency))
  return others.length === 0 ? first : BASE_CURRENCY
}

/** Label of the account that columns of number and name give. */
function toAccount(report: SourceReport, cell: (role: Role) => string): string | null {
  const number = isNothing(cell('account')) ? '' : cell('account')
  const name = isNothing(cell('accountName')) ? '' : cell('accountName')
  return number === '' && name === '' ? null : report.accounts.toLabel(name, number)
}

function findColumns(row: SourceRow, layout: PositionLayout): Columns | undefined {
  if (layout.columns !== undefined) {
    const isRepeated = isHoldingHeader(toRoleColumns(row.cells)) && layout.headerLine !== null
    return row.line === layout.headerLine || isRepeated || isSameRow(row.cells, layout.header)
      ? layout.columns
      : undefined
  }
  if (row.cells.length < 2 || row.cells.some(isFigure)) return undefined
  const columns = toRoleColumns(row.cells, layout.special)
  const isHeader = layout.isHeader ? layout.isHeader(row.cells.map(toHeaderName), columns) : isHoldingHeader(columns)
  return isHeader ? columns : undefined
}

const isSameRow = (cells: readonly string[], header: readonly string[] = []) =>
  header.length > 1 && header.every((cell, index) => cells[index] === cell)

/** A cell that begins and ends like a number; no header has one, and most lines need not be looked at any further. */
function isFigure(cell: string): boolean {
  return FIGURE_BEGINS.includes(cell[0] ?? ' ') && FIGURE_ENDS.includes(cell.at(-1) ?? ' ')
}

/** Names what is held and how much of it: the decoy `Symbol,Security type(s),Sort by` of E*TRADE does not. */
export function isHoldingHeader(columns: Columns): boolean {
  const namesWhat = columns.symbol !== undefined || columns.description !== undefined || columns.isin !== undefined
  return namesWhat && columns.quantity !== undefined && Object.keys(columns).length >= 2
}

function firstText(row: SourceRow): string {
  return row.cells.find((cell) => cell.trim() !== '')?.trim() ?? ''
}

function isFooter(row: SourceRow, text: string, state: TableState): boolean {
  if (FOOTER_WORDS.test(text)) return true
  const isAlone = row.cells.filter((cell) => cell.trim() !== '').length === 1
  if (!isAlone) return false
  return state.inFooter || text.length > FOOTER_CHARACTERS
}

/** True if a line has a number where the shares or the value stand and something where the security does: no footer has. */
function statesHolding({ cells }: SourceRow, columns: Columns, numbers: NumberCells): boolean {
  const isFilled = (index: number | undefined) => index !== undefined && !isNothing(cells[index] ?? '')
  const hasFigure = [columns.quantity, columns.value].some(
    (at) => at !== undefined && numbers.textOf(cells[at]) !== null,
  )
  if (!hasFigure) return false
  return [columns.symbol, columns.isin, columns.cusip].some(isFilled)
}

/** A line that names a group and states nothing: `Equities`, `ETFs & Closed End Funds`. */
function isGroupLabel(row: SourceRow, stated: StatedHolding): boolean {
  const filled = row.cells.filter((cell) => !isNothing(cell))
  const [text = ''] = filled
  const isTitle = /[a-z]/.test(text) || GROUPS.has(text)
  return filled.length === 1 && isTitle && !isPending(stated.symbol) && stated.quantity !== undefined
}

function noteDate(report: SourceReport, row: SourceRow): void {
  if (report.asOf !== null) return
  const text = row.cells.join(' ').slice(0, 400).replace(/\s+/g, ' ')
  const place = DATE_WORDS.exec(text)
  if (place) report.asOf = findDate(text.slice(place.index)) ?? null
}
