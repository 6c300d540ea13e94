// Tests: ../mapped-columns.test.ts, ../samples.test.ts

/**
 * Meanings of the columns of a table of unknown layout: proposed by their names, and where these say nothing by their
 * content, each with the reason. What a person once confirmed for the same header wins.
 */
import { createHash } from 'node:crypto'
import type { MappedField } from '@ballast/contract'
import { findRole, toHeaderName, toRoleColumns } from '../headers/header-names.ts'
import { findHeaderUnit } from '../headers/header-units.ts'
import type { Columns, Role } from '../headers/roles.ts'
import type { ImportedSource, ReadOptions, SourcePosition } from '../imported-source.ts'
import type { NumberCells } from '../meaning/number-cells.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'
import { isOfActions } from './activity-by-content.ts'
import { type ColumnProfile, type ColumnProposal, MOSTLY, profileColumn } from './column-profile.ts'
import { findHeaderRow, toFullName, toGroups } from './header-row.ts'
import {
  checkCostColumns,
  EITHER_FACTOR,
  isCostGuessed,
  isCostOpen,
  proposeCostByMoves,
  proposeProduct,
} from './proven-columns.ts'

const SAMPLE_ROWS = 200
const MOST_COLUMNS = 50
const HEADER_CHARACTERS = 60

const ROLE_OF_FIELD = {
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
} as const satisfies Record<Exclude<MappedField, 'ignore'>, Role>
const FIELD_OF_ROLE = new Map<Role, MappedField>([
  ...Object.entries(ROLE_OF_FIELD).map(([field, role]) => [role, field as MappedField] as const),
  ['accountName', 'account'],
])

type Mapping = NonNullable<ImportedSource['mapping']>
type MappedColumn = Mapping['columns'][number]

export interface TableMapping {
  mapping: Mapping
  /** Where each role stands; undefined when what is held or how much of it is not known. */
  columns: Columns | undefined
  /** Why columns may be something else than they were taken for; none when that is told. */
  doubts: readonly SourcePosition['doubts'][number][]
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
  const proposed = propose(header, rows, profiles, numbers, toGroups(table, header))
  const columns = profiles.map(({ samples }, index): MappedColumn => {
    const name = (header?.cells[index] ?? '').trim().slice(0, HEADER_CHARACTERS)
    return { index, header: name, samples, ...toMeaning(known ? remembered?.[index] : undefined, proposed[index]) }
  })
  const roles = toRoles(columns, header)
  const isIdentified = (roles.symbol ?? roles.isin ?? roles.cusip) !== undefined
  const isUsable = roles.quantity !== undefined && (isIdentified || roles.description !== undefined)
  return {
    mapping: {
      fingerprint,
      headerLine: header?.line ?? null,
      state: known ? 'remembered' : isUsable && isIdentified ? 'complete' : 'needed',
      columns,
    },
    columns: isUsable ? roles : undefined,
    doubts: known
      ? []
      : [...findCostDoubts(proposed, header, rows, numbers), ...findGuesses(header, proposed, profiles, rows)],
  }
}

/** Meaning of a column: as the person said before, or else as it is proposed. */
function toMeaning(confirmed: MappedField | undefined, proposed: ColumnProposal | undefined): ColumnProposal {
  if (confirmed !== undefined) return { field: confirmed, because: 'You chose it before.' }
  return proposed ?? { field: 'ignore', because: 'Nothing shows what it is.' }
}

function findCostDoubts(...[proposals, header, rows, numbers]: Parameters<typeof isCostOpen>): TableMapping['doubts'] {
  const reason = isCostGuessed(proposals)
    ? 'No column is called the cost: this one is near the price.'
    : 'The column does not tell whether its costs are of one share or of all; they were taken for those of all.'
  const isOpen = isCostGuessed(proposals) || isCostOpen(proposals, header, rows, numbers)
  return isOpen ? [{ field: 'avgCost', reason }] : []
}

/** With as many columns of numbers the first one may be anything. */
const AMBIGUOUS_NUMBERS = 3
const TRADE = /^(?:buy|sell|bought|sold|reinvest\w*|dividends?)$/i

/** Doubts of columns that no name tells and that were chosen by their cells, where others look like that too. */
function findGuesses(
  header: SourceRow | undefined,
  proposals: readonly (ColumnProposal | undefined)[],
  profiles: readonly ColumnProfile[],
  rows: readonly SourceRow[],
): TableMapping['doubts'] {
  const find = (because: string) => proposals.findIndex((proposal) => proposal?.because === because)
  const [ticker, shares] = [find(LOOKS_LIKE_TICKERS), find(FIRST_NUMBERS)]
  // A column of numbers that lost some of them may be the one that counts.
  const isPartly = profiles.slice(0, Math.max(0, shares)).some(({ numbers }) => numbers > 0 && numbers < MOSTLY)
  const areMany = profiles.filter(isNumbers).length >= AMBIGUOUS_NUMBERS || shares < ticker || isPartly
  const isOpen = (shares !== -1 && areMany) || find(EITHER_FACTOR) !== -1
  const chosen = 'This one was chosen by its cells.'
  const openShares = { field: 'shares' as const, reason: `No column is called the number of shares. ${chosen}` }
  const isSide = (index: number) => findRole(header?.cells[index] ?? '') === 'side'
  const areTrades = profiles.some(
    ({ samples }, index) =>
      !isSide(index) &&
      (samples.some((cell) => TRADE.test(cell)) || (header && isOfActions(header, rows, index, MOSTLY))),
  )
  const trades = { field: 'shares' as const, reason: 'The lines look like trades, whose columns have no known names.' }
  const openOnes = areTrades ? [trades] : isOpen ? [openShares] : []
  const cells = profiles[ticker]
  const isOneOfMany = profiles.filter(({ tickers }) => tickers >= MOSTLY).length > 1
  const isSameInAll = cells !== undefined && cells.filled > 1 && new Set(cells.samples).size === 1
  return [
    ...(cells && (isOneOfMany || isSameInAll)
      ? [{ field: 'ticker' as const, reason: `No column is called the ticker. ${chosen}` }]
      : []),
    ...openOnes,
  ]
}

const LOOKS_LIKE_TICKERS = 'Its cells look like tickers.'
const FIRST_NUMBERS = 'It is the first column of numbers that are not money.'

function propose(
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
  numbers: NumberCells,
  groups: readonly string[],
): (ColumnProposal | undefined)[] {
  const proposals = profiles.map((profile, index) => proposeByName(toFullName(header, index, groups), profile))
  dropOtherCurrencies(proposals, header, rows, profiles)
  keepFirstOfEach(proposals, profiles, header)
  proposeTicker(proposals, profiles)
  proposeProduct(proposals, rows, profiles, numbers)
  if (header === undefined) proposeCostByMoves(proposals, rows, profiles, numbers)
  proposeRest(proposals, profiles, header === undefined)
  checkCostColumns(proposals, header, rows, numbers)
  return proposals
}

/** Fields whose cells are numbers: a column of other cells is none of them, whatever it is called. */
const NUMERIC = new Set<MappedField>(['shares', 'avgCost', 'costBasis', 'price', 'value'])

function proposeByName(name: string, { filled, numbers }: ColumnProfile): ColumnProposal | undefined {
  const role = findRole(name)
  const field = role === undefined ? undefined : FIELD_OF_ROLE.get(role)
  if (field !== undefined && NUMERIC.has(field) && filled > 0 && numbers === 0) return undefined
  const said = name.trim().slice(0, HEADER_CHARACTERS)
  if (role === undefined) return undefined
  if (field === undefined) return { field: 'ignore', because: `"${said}" is not needed for a position.` }
  return { field, because: `The column is called "${said}".` }
}

function keepFirstOfEach(
  proposals: (ColumnProposal | undefined)[],
  profiles: readonly ColumnProfile[],
  header: SourceRow | undefined,
): void {
  const seen = new Set<MappedField>()
  dropNamesAmongTickers(proposals, profiles)
  takeBalanceForShares(proposals, header)
  for (const [index, proposal] of proposals.entries()) {
    if (proposal === undefined || proposal.field === 'ignore') continue
    if (seen.has(proposal.field)) {
      proposals[index] = { field: 'ignore', because: `Another column is taken for the ${proposal.field}.` }
    }
    seen.add(proposal.field)
  }
}

/** Drops one of two columns of the same money: the one whose name states another currency than some lines do. */
function dropOtherCurrencies(
  proposals: (ColumnProposal | undefined)[],
  header: SourceRow | undefined,
  rows: readonly SourceRow[],
  profiles: readonly ColumnProfile[],
): void {
  const named = proposals.findIndex((proposal) => proposal?.field === 'currency')
  const stated = named === -1 ? profiles.findIndex(({ currencies }) => currencies >= MOSTLY) : named
  if (stated === -1) return
  const currencies = new Set(rows.map(({ cells }) => (cells[stated] ?? '').trim()).filter((code) => code !== ''))
  const isOfAll = (index: number) => {
    const unit = findHeaderUnit(header?.cells[index] ?? '')
    return unit === undefined || [...currencies].every((code) => code === unit.currency)
  }
  for (const field of NUMERIC) {
    const places = proposals.flatMap((proposal, index) => (proposal?.field === field ? [index] : []))
    if (!places.some(isOfAll)) continue
    const because = 'It is in another currency than some of the lines.'
    for (const index of places) if (!isOfAll(index)) proposals[index] = { field: 'ignore', because }
  }
}

/** A balance beside a value, where nothing else is the number of shares, counts what is held. */
function takeBalanceForShares(proposals: (ColumnProposal | undefined)[], header: SourceRow | undefined): void {
  const fields = proposals.map((proposal) => proposal?.field)
  if (fields.includes('shares') || fields.filter((field) => field === 'value').length < 2) return
  const balance = (header?.cells ?? []).findIndex((cell) => toHeaderName(cell) === 'balance')
  if (balance !== -1) proposals[balance] = { field: 'shares', because: 'It is a balance next to a value.' }
}

/** Takes the column of names for what it is, where two are called tickers: its cells hold none. */
function dropNamesAmongTickers(proposals: (ColumnProposal | undefined)[], profiles: readonly ColumnProfile[]): void {
  const called = proposals.flatMap((proposal, index) => (proposal?.field === 'ticker' ? [index] : []))
  const tells = (index: number) => profiles[index]?.tellsTicker ?? 0
  const areWords = (index: number) => (profiles[index]?.words ?? 0) >= MOSTLY && tells(index) < MOSTLY
  const best = Math.max(0, ...called.map(tells))
  const bestAlone = Math.max(0, ...called.filter((index) => !areWords(index)).map(tells))
  for (const index of called) {
    const isLess = best >= MOSTLY && tells(index) < best / 2
    if (called.length > 1 && (isLess || (bestAlone >= MOSTLY && areWords(index)))) {
      proposals[index] = { field: 'name', because: 'Its cells are names; another column has the tickers.' }
    }
  }
}

/** The column of tickers, where none is called so, or where the one called so has none and another has. */
function proposeTicker(proposals: (ColumnProposal | undefined)[], profiles: readonly ColumnProfile[]): void {
  const named = proposals.findIndex((proposal) => proposal?.field === 'ticker')
  if (named !== -1 && (profiles[named]?.tickers ?? 0) >= 0.3) return
  let best = -1
  for (const [index, profile] of profiles.entries()) {
    if (profile.tickers < MOSTLY || (proposals[index] !== undefined && proposals[index]?.field !== 'name')) continue
    if (best === -1 || profile.tickers > (profiles[best]?.tickers ?? 0)) best = index
  }
  if (best === -1) return
  if (named !== -1) proposals[named] = { field: 'name', because: 'Its cells are names, not tickers.' }
  proposals[best] = { field: 'ticker', because: LOOKS_LIKE_TICKERS }
}

/** Numbers that are left: shares first, then the cost; and words beside tickers are names. */
function proposeRest(
  proposals: (ColumnProposal | undefined)[],
  profiles: readonly ColumnProfile[],
  isHeaderless: boolean,
): void {
  const has = (field: MappedField) => proposals.some((proposal) => proposal?.field === field)
  // Percentages, and shares with their unit, are what pages show of a holding: the money beside them is its value.
  const isQuoted = profiles.some(({ hasPercentSign, counted }) => hasPercentSign || counted >= MOSTLY)
  for (const [index, profile] of profiles.entries()) {
    if (proposals[index] !== undefined || profile.filled === 0) continue
    const guess = GUESSES.find(
      ({ field, holds }) =>
        holds(profile, { isHeaderless, isQuoted, hasPrice: has('price') }) && (field === 'ignore' || !has(field)),
    )
    if (guess !== undefined) proposals[index] = { field: guess.field, because: guess.because }
  }
}

interface Guess {
  field: MappedField
  because: string
  holds(profile: ColumnProfile, table: { isHeaderless: boolean; isQuoted: boolean; hasPrice: boolean }): boolean
}

const isNumbers = ({ numbers }: ColumnProfile) => numbers >= MOSTLY
/** Guesses at a column without other evidence, the likeliest first; only "ignored" is guessed twice. */
const GUESSES: readonly Guess[] = [
  { field: 'ignore', because: 'Its cells are percentages.', holds: ({ hasPercentSign }) => hasPercentSign },
  {
    field: 'shares',
    because: FIRST_NUMBERS,
    holds: (profile) => isNumbers(profile) && !profile.hasMoneySign,
  },
  {
    field: 'value',
    because: 'It is money next to the other columns of a position, as values are.',
    holds: (profile, { isHeaderless, isQuoted, hasPrice }) =>
      isNumbers(profile) && isHeaderless && isQuoted && !hasPrice,
  },
  {
    field: 'avgCost',
    because: 'It is the second column of numbers, where a cost per share is usual.',
    holds: (profile, { isHeaderless, isQuoted, hasPrice }) =>
      isNumbers(profile) && isHeaderless && !isQuoted && !hasPrice,
  },
  { field: 'currency', because: 'Its cells are currencies.', holds: ({ currencies }) => currencies >= MOSTLY },
  { field: 'name', because: 'Its cells are words.', holds: ({ words }) => words >= MOSTLY },
]

/** The roles of the mapped columns, and of those that help and that nobody needs to map: asset types, gains, ISINs. */
function toRoles(columns: readonly MappedColumn[], header: SourceRow | undefined): Columns {
  const roles: Columns = {}
  for (const { index, field, header: name } of columns) {
    if (field === 'ignore') continue
    const role = field === 'account' && findRole(name) === 'accountName' ? 'accountName' : ROLE_OF_FIELD[field]
    if (roles[role] === undefined) roles[role] = index
  }
  const mapped = new Set(Object.values(roles))
  const isOfAccounts = roles.account !== undefined || roles.accountName !== undefined
  for (const [role, index] of Object.entries(toRoleColumns(header?.cells ?? [])) as [Role, number][]) {
    // Accounts have a number and a name: a person maps one of them, and both tell accounts apart.
    const helps = !FIELD_OF_ROLE.has(role) || (isOfAccounts && FIELD_OF_ROLE.get(role) === 'account')
    if (helps && !mapped.has(index) && roles[role] === undefined) roles[role] = index
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
