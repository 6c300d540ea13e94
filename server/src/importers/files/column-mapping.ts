/**
 * What the columns of a table of unknown layout mean: proposed by their names, and where these say nothing by their
 * content, each with the reason. What a person once confirmed for the same header wins.
 */
import { createHash } from 'node:crypto'
import type { MappedField } from '@ballast/contract'
import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import { type ColumnProfile, profileColumn } from './column-profile.ts'
import { isProduct } from './cost-per-share.ts'
import { type Columns, findRole, type Role, toHeaderName, toRoleColumns } from './header-names.ts'
import { isNothing, type NumberCells } from './number-cells.ts'
import { isHoldingHeader } from './position-table.ts'
import { isBlankRow, type SourceRow, type SourceTable } from './source-table.ts'

const SEARCHED_ROWS = 40
const SAMPLE_ROWS = 200
const MOST_COLUMNS = 50
const MOSTLY = 0.6
/** Part of the lines in which a product must hold before it proves what the columns are. */
const PROVEN = 0.8
const HEADER_CHARACTERS = 60

const FIELD_OF_ROLE: Partial<Record<Role, MappedField>> = {
  symbol: 'ticker',
  description: 'name',
  quantity: 'shares',
  avgCost: 'avgCost',
  costTotal: 'costBasis',
  price: 'price',
  value: 'value',
  currency: 'currency',
  sector: 'sector',
  account: 'account',
  accountName: 'account',
}
const ROLE_OF_FIELD: Record<Exclude<MappedField, 'ignore'>, Role> = {
  ticker: 'symbol',
  name: 'description',
  shares: 'quantity',
  avgCost: 'avgCost',
  costBasis: 'costTotal',
  price: 'price',
  value: 'value',
  currency: 'currency',
  sector: 'sector',
  account: 'account',
}

type Mapping = NonNullable<ImportedSource['mapping']>
type MappedColumn = Mapping['columns'][number]

export interface TableMapping {
  mapping: Mapping
  /** Where each role stands; undefined when what is held or how much of it is not known. */
  columns: Columns | undefined
}

/** How the columns of a table are understood, or `undefined` when this is no table of holdings at all. */
export function mapColumns(table: SourceTable, numbers: NumberCells, options: ReadOptions): TableMapping | undefined {
  const header = findHeaderRow(table, numbers)
  const rows = table.rows.filter((row) => row.line > (header?.line ?? -1) && !isBlankRow(row)).slice(0, SAMPLE_ROWS)
  const width = Math.min(MOST_COLUMNS, header?.cells.length ?? Math.max(0, ...rows.map(({ cells }) => cells.length)))
  if (width < 2 || rows.length === 0) return undefined
  const profiles = Array.from({ length: width }, (_, index) => profileColumn(rows, index, numbers))
  const fingerprint = toFingerprint(header, profiles)
  const remembered = options.mappings?.[fingerprint]
  const known = remembered === undefined ? undefined : Object.hasOwn(options.mappings ?? {}, fingerprint)
  const proposed = propose(header, rows, profiles, numbers)
  const columns: MappedColumn[] = profiles.map((profile, index) => {
    const confirmed = known ? remembered?.[index] : undefined
    const own = proposed[index] ?? { field: 'ignore' as const, because: 'Nothing shows what it is.' }
    return {
      index,
      header: (header?.cells[index] ?? '').trim().slice(0, HEADER_CHARACTERS),
      samples: profile.samples,
      field: confirmed ?? own.field,
      because: confirmed === undefined ? own.because : 'You chose it before.',
    }
  })
  const roles = toRoles(columns, header)
  const isUsable = roles.quantity !== undefined && (roles.symbol !== undefined || roles.description !== undefined)
  const isIdentified = (roles.symbol ?? roles.isin ?? roles.cusip) !== undefined
  return {
    mapping: {
      fingerprint,
      headerLine: header?.line ?? null,
      state: known ? 'remembered' : isUsable && isIdentified ? 'complete' : 'needed',
      columns,
    },
    columns: isUsable ? roles : undefined,
  }
}

/** The row that names the columns: one that names what is held and how much, or words above rows of numbers. */
function findHeaderRow(table: SourceTable, numbers: NumberCells): SourceRow | undefined {
  const rows = table.rows.slice(0, SEARCHED_ROWS).filter((row) => !isBlankRow(row))
  const named = rows.find((row) => row.cells.length > 1 && isHoldingHeader(toRoleColumns(row.cells)))
  if (named) return named
  const partly = rows.find((row) => {
    const columns = toRoleColumns(row.cells)
    return Object.keys(columns).length >= 2 && !row.cells.some((cell) => numbers.textOf(cell) !== null)
  })
  if (partly) return partly
  const [first, second] = rows.filter((row) => row.cells.length > 1)
  if (first === undefined || second === undefined) return undefined
  const isWords = first.cells.every((cell) => isNothing(cell) || numbers.textOf(cell) === null)
  const isNumbered = second.cells.some((cell) => numbers.textOf(cell) !== null)
  return isWords && isNumbered && first.cells.length === second.cells.length ? first : undefined
}

interface Proposal {
  field: MappedField
  because: string
}

function propose(
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
): (Proposal | undefined)[] {
  const proposals = profiles.map((profile, index) => proposeByName(header?.cells[index] ?? '', profile))
  keepFirstOfEach(proposals, profiles)
  proposeTicker(proposals, profiles)
  proposeProduct(proposals, rows, profiles, numbers)
  proposeRest(proposals, profiles, header === undefined)
  checkCostColumns(proposals, header, rows, numbers)
  return proposals
}

/** Fields whose cells are numbers: a column of other cells is none of them, whatever it is called. */
const NUMERIC = new Set<MappedField>(['shares', 'avgCost', 'costBasis', 'price', 'value'])

function proposeByName(name: string, { filled, numbers }: ColumnProfile): Proposal | undefined {
  const role = findRole(name)
  const field = role === undefined ? undefined : FIELD_OF_ROLE[role]
  if (field !== undefined && NUMERIC.has(field) && filled > 0 && numbers === 0) return undefined
  const said = name.trim().slice(0, HEADER_CHARACTERS)
  if (role === undefined) return undefined
  if (field === undefined) return { field: 'ignore', because: `"${said}" is not needed for a position.` }
  return { field, because: `The column is called "${said}".` }
}

function keepFirstOfEach(proposals: (Proposal | undefined)[], profiles: readonly ColumnProfile[]): void {
  const seen = new Set<MappedField>()
  dropNamesAmongTickers(proposals, profiles)
  for (const [index, proposal] of proposals.entries()) {
    if (proposal === undefined || proposal.field === 'ignore') continue
    if (seen.has(proposal.field)) {
      proposals[index] = { field: 'ignore', because: `Another column is taken for the ${proposal.field}.` }
    }
    seen.add(proposal.field)
  }
}

/** Of two columns that are called tickers, the one whose cells say none is that of the names. */
function dropNamesAmongTickers(proposals: (Proposal | undefined)[], profiles: readonly ColumnProfile[]): void {
  const called = proposals.flatMap((proposal, index) => (proposal?.field === 'ticker' ? [index] : []))
  const tells = (index: number) => profiles[index]?.tellsTicker ?? 0
  const best = Math.max(0, ...called.map(tells))
  for (const index of called) {
    if (called.length > 1 && best >= MOSTLY && tells(index) < best / 2) {
      proposals[index] = { field: 'name', because: 'Its cells are names; another column has the tickers.' }
    }
  }
}

/** The column of tickers, where none is called so, or where the one called so has none and another has. */
function proposeTicker(proposals: (Proposal | undefined)[], profiles: readonly ColumnProfile[]): void {
  const named = proposals.findIndex((proposal) => proposal?.field === 'ticker')
  if (named !== -1 && (profiles[named]?.tickers ?? 0) >= 0.3) return
  let best = -1
  for (const [index, profile] of profiles.entries()) {
    if (profile.tickers < MOSTLY || (proposals[index] !== undefined && proposals[index]?.field !== 'name')) continue
    if (best === -1 || profile.tickers > (profiles[best]?.tickers ?? 0)) best = index
  }
  if (best === -1) return
  if (named !== -1) proposals[named] = { field: 'name', because: 'Its cells are names, not tickers.' }
  proposals[best] = { field: 'ticker', because: 'Its cells look like tickers.' }
}

/** Three columns of numbers of which one is the product of the others: shares × price = value. */
function proposeProduct(
  proposals: (Proposal | undefined)[],
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
): void {
  const has = (field: MappedField) => proposals.some((proposal) => proposal?.field === field)
  if (has('shares')) {
    for (const pair of PRODUCTS) proposeOther(proposals, rows, profiles, numbers, pair)
    return
  }
  const open = profiles.flatMap((profile, index) => {
    const field = proposals[index]?.field
    const isOpen = field === undefined || field === 'price' || field === 'value'
    return isOpen && profile.numbers >= MOSTLY ? [index] : []
  })
  for (const a of open.slice(0, 12)) {
    for (const b of open.slice(0, 12)) {
      const product = a === b ? undefined : open.find((c) => c !== a && c !== b && holdsIn(rows, numbers, a, b, c))
      if (product === undefined) continue
      const isPriceFirst = proposals[a]?.field === 'price' || (profiles[a]?.hasMoneySign && !profiles[b]?.hasMoneySign)
      const [shares, price] = isPriceFirst ? [b, a] : [a, b]
      const because = 'In almost every line, shares × price is the value.'
      proposals[shares] = { field: 'shares', because }
      proposals[price] = { field: 'price', because }
      proposals[product] = { field: 'value', because }
      return
    }
  }
}

/** What a share is worth or has cost, and what all of them are or have. */
const PRODUCTS = [
  ['price', 'value'],
  ['avgCost', 'costBasis'],
] as const

/** Where the shares and one of a pair are known, a column that nothing names may prove to be the other. */
function proposeOther(
  proposals: (Proposal | undefined)[],
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
  [each, all]: (typeof PRODUCTS)[number],
): void {
  const at = (field: MappedField) => proposals.findIndex((proposal) => proposal?.field === field)
  const [shares, known] = [at('shares'), at(each) === -1 ? at(all) : at(each)]
  if (known === -1 || (at(each) !== -1 && at(all) !== -1)) return
  const proven = profiles.findIndex((profile, index) => {
    if (proposals[index] !== undefined || profile.numbers < MOSTLY) return false
    return at(each) === -1 ? holdsIn(rows, numbers, shares, index, known) : holdsIn(rows, numbers, shares, known, index)
  })
  if (proven === -1) return
  const because = `In almost every line, shares × ${each === 'price' ? 'price is the value' : 'cost is the total cost'}.`
  proposals[proven] = { field: at(each) === -1 ? each : all, because }
}

function holdsIn(rows: readonly SourceRow[], numbers: NumberCells, a: number, b: number, c: number): boolean {
  let compared = 0
  let held = 0
  for (const { cells } of rows) {
    const [x, y, product] = [a, b, c].map((index) => numbers.textOf(cells[index]))
    if (!x || !y || !product || x === '1' || y === '1') continue
    compared++
    if (isProduct(y, x, product)) held++
  }
  return compared >= 2 && held >= compared * PROVEN
}

/** Numbers that are left: shares first, then the cost; and words beside tickers are names. */
function proposeRest(
  proposals: (Proposal | undefined)[],
  profiles: readonly ColumnProfile[],
  isHeaderless: boolean,
): void {
  const has = (field: MappedField) => proposals.some((proposal) => proposal?.field === field)
  // Percentages, and shares with their unit, are what pages show of a holding: the money beside them is its value.
  const isQuoted = profiles.some(({ hasPercentSign, counted }) => hasPercentSign || counted >= MOSTLY)
  for (const [index, profile] of profiles.entries()) {
    if (proposals[index] !== undefined || profile.filled === 0) continue
    if (profile.hasPercentSign) {
      proposals[index] = { field: 'ignore', because: 'Its cells are percentages.' }
    } else if (profile.numbers >= MOSTLY && !profile.hasMoneySign && !has('shares')) {
      proposals[index] = { field: 'shares', because: 'It is the first column of numbers that are no money.' }
    } else if (profile.numbers >= MOSTLY && isHeaderless && isQuoted && !has('value') && !has('price')) {
      proposals[index] = { field: 'value', because: 'It is money beside what pages show of a holding, as values are.' }
    } else if (profile.numbers >= MOSTLY && isHeaderless && !isQuoted && !has('avgCost') && !has('price')) {
      proposals[index] = {
        field: 'avgCost',
        because: 'It is the second column of numbers, where a cost per share is usual.',
      }
    } else if (profile.currencies >= MOSTLY && !has('currency')) {
      proposals[index] = { field: 'currency', because: 'Its cells are currencies.' }
    } else if (profile.words >= MOSTLY && !has('name')) {
      proposals[index] = { field: 'name', because: 'Its cells are words.' }
    }
  }
}

/** Whether a column of costs is per share or in total is not decided by its name but by what it comes near to. */
function checkCostColumns(
  proposals: (Proposal | undefined)[],
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  numbers: NumberCells,
): void {
  const at = (field: MappedField) => proposals.findIndex((proposal) => proposal?.field === field)
  const [perShare, total] = [at('avgCost'), at('costBasis')]
  if ((perShare === -1) === (total === -1)) return
  const cost = perShare === -1 ? total : perShare
  const places = { cost, shares: at('shares'), price: at('price'), value: at('value') }
  const verdict = weighCost(rows, numbers, places) ?? guessCost(header, rows, numbers, places)
  if (verdict === undefined) return
  const field = verdict === 'per-share' ? 'avgCost' : 'costBasis'
  if (proposals[cost]?.field === field) return
  const because =
    field === 'avgCost'
      ? 'Its figures are what one share may cost, not all of them.'
      : 'Its figures are near the value of all shares.'
  proposals[cost] = { field, because }
}

/** Of three shares or fewer, what all have cost may be what one may cost. */
const TELLING = Math.log(3.5)
/** Of so many, a single line tells. */
const CLEAR = Math.log(20)

interface CostPlaces {
  cost: number
  shares: number
  price: number
  value: number
}

/** Of a column called just "Cost" with nothing to compare it with: as a total, few shares cost less than this. */
const CHEAPEST_SHARE = 6

function guessCost(
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  numbers: NumberCells,
  at: CostPlaces,
): 'per-share' | undefined {
  if (toHeaderName(header?.cells[at.cost] ?? '') !== 'cost' || at.shares === -1) return undefined
  const implied = rows
    .map(({ cells }) => Math.abs((numbers.valueOf(cells[at.cost]) ?? 0) / (numbers.valueOf(cells[at.shares]) ?? 0)))
    .filter((price) => Number.isFinite(price) && price > 0)
    .sort((a, b) => a - b)
  const middle = implied[Math.floor(implied.length / 2)]
  return middle !== undefined && middle < CHEAPEST_SHARE ? 'per-share' : undefined
}

function weighCost(
  rows: readonly SourceRow[],
  numbers: NumberCells,
  at: CostPlaces,
): 'per-share' | 'total' | undefined {
  let perShare = 0
  let total = 0
  let isClear = false
  for (const { cells } of rows) {
    const read = (index: number) => (index === -1 ? null : numbers.valueOf(cells[index]))
    const [cost, shares] = [Math.abs(read(at.cost) ?? 0), Math.abs(read(at.shares) ?? 0)]
    const stated = read(at.price)
    const value = read(at.value)
    // A cost is rather in the value's currency than in that of the price.
    const price = Math.abs(value !== null && shares > 0 ? value / shares : (stated ?? 0))
    if (cost === 0 || price === 0 || shares === 0 || Math.abs(Math.log(shares)) < TELLING) continue
    const isNearPrice = Math.abs(Math.log(cost / price)) < Math.abs(Math.log(cost / (price * shares)))
    if (isNearPrice) perShare++
    else total++
    isClear ||= Math.abs(Math.log(shares)) > CLEAR
  }
  if ((perShare + total < 2 && !isClear) || Math.max(perShare, total) < PROVEN * (perShare + total)) return undefined
  return perShare > total ? 'per-share' : 'total'
}

/** The roles of the mapped columns, and of those that help and that nobody needs to map: asset types, gains, ISINs. */
function toRoles(columns: readonly MappedColumn[], header: SourceRow | undefined): Columns {
  const roles: Columns = {}
  for (const { index, field, header: name } of columns) {
    if (field === 'ignore') continue
    const role = field === 'account' && findRole(name) === 'accountName' ? 'accountName' : ROLE_OF_FIELD[field]
    if (roles[role] === undefined) roles[role] = index
  }
  const mapped = new Set(Object.values(roles))
  for (const [role, index] of Object.entries(toRoleColumns(header?.cells ?? [])) as [Role, number][]) {
    if (FIELD_OF_ROLE[role] === undefined && !mapped.has(index)) roles[role] = index
  }
  return roles
}

/** The same for every file with this header; of a table without one, for every table of this shape. */
function toFingerprint(header: SourceRow | undefined, profiles: readonly ColumnProfile[]): string {
  const shape = profiles
    .map(({ numbers, tickers }) => (tickers >= MOSTLY ? 't' : numbers >= MOSTLY ? 'n' : 'w'))
    .join('')
  const text = header === undefined ? `no header ${shape}` : header.cells.map(toHeaderName).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
