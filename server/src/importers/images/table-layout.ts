import { findKnownRole } from '../files/header-names.ts'
import { placeInColumns } from './column-places.ts'
import { readFigure } from './figures.ts'
import { inferRoles } from './free-figures.ts'
import { type Box, boxAround, middleOf, widthOf } from './grey-image.ts'
import { findInline, sightInline } from './inline-figures.ts'
import { type ImageRole, isOfOtherMeaning, toImageRole } from './labels.ts'
import { type Candidate, type FigureRole, type Layout, type LayoutContext, pickFigure } from './layout.ts'
import { isAside } from './line-verdicts.ts'
import type { TextCell } from './read-cells.ts'
import { toBlocks } from './row-blocks.ts'
import { type TextRow, toRows } from './text-rows.ts'
import type { NamedSecurity } from './ticker-dictionary.ts'

/** A column; two roles when two figures stand above each other in it. */
interface Column {
  box: Box
  /** As it was read. */
  name: string
  roles: readonly (ImageRole | undefined)[]
}

interface Header {
  columns: readonly Column[]
  cells: readonly TextCell[]
  /** How many rows of text its names take. */
  rowCount: number
}

const MOST_HEADER_ROWS = 3
const NEEDED_ROLES = 2
/** A ticker of which nothing can be made is no longer than that. */
const LONGEST_UNREAD = 8

/** The positions of tables whose columns have names; undefined when no row looks like such names. */
export function readTables(context: LayoutContext): Layout | undefined {
  const rows = toRows(context.cells)
  const candidates: Candidate[] = []
  const headers = new Set<TextCell>()
  let header: Header | undefined
  let body: TextRow[] = []
  const finish = () => {
    if (header) candidates.push(...readBody(header, body, context))
    body = []
  }
  for (let index = 0; index < rows.length; ) {
    const found = findHeader(rows, index, context)
    if (found) {
      finish()
      header = found
      for (const cell of found.cells) headers.add(cell)
      index += found.rowCount
      continue
    }
    const row = rows[index]
    if (row) body.push(row)
    index++
  }
  finish()
  return header ? { kind: 'table', candidates: inferRoles(candidates, context.mark), headers } : undefined
}

/** The names of columns that begin in a row: the band of one to three rows that names most. */
function findHeader(rows: readonly TextRow[], start: number, { mark }: LayoutContext): Header | undefined {
  let best: { header: Header; score: number } | undefined
  for (let rowCount = 1; rowCount <= MOST_HEADER_ROWS; rowCount++) {
    const band = rows.slice(start, start + rowCount)
    const previous = band.at(-2)
    const last = band.at(-1)
    if (!last || last.cells.some((cell, at) => !isRowNumber(cell, at) && readFigure(cell.text, mark))) break
    if (previous && last.top - previous.bottom > 1.3 * (last.cells[0]?.capHeight ?? 0)) break
    const cells = band.flatMap((row) => row.cells)
    const columns = toColumns(cells)
    const roles = columns.flatMap((column) => column.roles.filter((role) => role !== undefined))
    const score = new Set(roles).size
    const isHeader =
      score >= NEEDED_ROLES && (roles.includes('quantity') || roles.includes('symbol') || roles.includes('description'))
    // The first row has to name something itself, or a title above the table would become a part of it.
    const top = band[0]?.cells ?? []
    const beginsHere = columns.some(
      ({ box, roles: [first] }) => first !== undefined && top.some((cell) => cell.top === box.top),
    )
    if (isHeader && beginsHere && score > (best?.score ?? 0)) best = { header: { columns, cells, rowCount }, score }
  }
  return best?.header
}

/** Spreadsheets count their rows at the left edge. */
const isRowNumber = ({ text }: TextCell, at: number) => at === 0 && /^\d{1,4}$/.test(text)

/** Names above each other are one column: of one name in two rows, or of two figures above each other. */
function toColumns(cells: readonly TextCell[]): Column[] {
  const stacks: TextCell[][] = []
  for (const cell of [...cells].sort((a, b) => a.top - b.top)) {
    const stack = stacks.find((members) =>
      members.every((member) => member.left < cell.right && member.right > cell.left && cell.top > member.top + 2),
    )
    if (stack) stack.push(cell)
    else stacks.push([cell])
  }
  return stacks
    .map((members) => {
      const names = members.map(({ text }) => text)
      return { box: boxAround(members), name: names.join(' ').slice(0, 40), roles: toRoles(names) }
    })
    .sort((a, b) => a.box.left - b.box.left)
}

/** A stroke between two names; the one in P/L and G/L stands between two letters. */
const BETWEEN_NAMES = /(?<!\b[PG]) ?[/|] ?(?!L\b)/i

function toRoles(names: readonly string[]): readonly (ImageRole | undefined)[] {
  const known = toImageRole(names.join(' '), findKnownRole)
  if (known) return [known]
  const parts = names.length > 1 ? names : (names[0] ?? '').split(BETWEEN_NAMES)
  const roles = parts.map((part) => toImageRole(part))
  // "Mkt value" above "Quantity" are two names, "Average" above "cost of a share" is one.
  const whole = roles.every((role) => role !== undefined) && parts.length > 1 ? undefined : toImageRole(names.join(' '))
  if (whole) return [whole]
  return roles.some((role) => role !== undefined) ? roles : []
}

function readBody(header: Header, rows: readonly TextRow[], context: LayoutContext): Candidate[] {
  const columns = header.columns
  const kept = rows.filter((row) => !isAside(row, context.mark))
  const inColumns = placeInColumns(
    columns.map(({ box }) => box),
    kept.map((row) => row.cells),
  )
  const symbolColumn = findSymbolColumn(columns, kept, inColumns, context)
  if (symbolColumn === undefined) return []
  const anchors = findAnchors(header, kept, inColumns, symbolColumn, context)
  const blocks = toBlocks(
    kept,
    anchors.map(({ row }) => row),
  )
  return anchors.flatMap((anchor, index) => {
    const block = blocks[index] ?? []
    const candidate = toCandidate(columns, block, inColumns, { ...anchor, symbolColumn }, context)
    return candidate ? [candidate] : []
  })
}

interface Anchor {
  row: number
  security: NamedSecurity
  cell: TextCell
}

/** The rows that begin a holding: with a ticker, or with shares beside what can only be one. */
function findAnchors(
  { columns }: Header,
  rows: readonly TextRow[],
  inColumns: ReadonlyMap<TextCell, number>,
  symbolColumn: number,
  context: LayoutContext,
): Anchor[] {
  const isStacked = columns.some(({ roles }) => roles.length > 1)
  const named: Anchor[] = []
  const unread: Anchor[] = []
  const counted = new Set<Anchor>()
  for (const [row, { cells: all }] of rows.entries()) {
    const cells = all.filter((cell) => inColumns.get(cell) === symbolColumn)
    const hasFigures = all.some((cell) => !cells.includes(cell) && /\d/.test(cell.text))
    // Figures may stand half a line below a ticker, between it and its company's name.
    const near = rows.slice(Math.max(0, row - 1), row + 2)
    const isCounted = (cell: TextCell) =>
      isBesideOne(cell, near, (other) => inColumns.get(other) !== symbolColumn && /\d/.test(other.text))
    if (!hasFigures && !cells.some((cell) => isPlainTicker(cell, context) && isCounted(cell))) continue
    const found = cells.flatMap((cell) => {
      const security = context.dictionary.findIn(cell.text, false) ?? nameOnly(columns, symbolColumn, cell, context)
      return security ? [{ row, security, cell }] : []
    })
    const best = found.find(({ security }) => security.isKnown) ?? found[0]
    const short = cells.find(({ text }) => text.length <= LONGEST_UNREAD && !isAmount(text, context.mark))
    const isQuantity = (cell: TextCell) =>
      (columns[inColumns.get(cell) ?? -1]?.roles.includes('quantity') ?? false) &&
      readFigure(cell.text, context.mark) !== undefined
    if (best) {
      named.push(best)
      if (all.some(isQuantity)) counted.add(best)
    } else if (short && isBesideOne(short, rows.slice(Math.max(0, row - 1), row + 2), isQuantity)) {
      unread.push({ row, security: context.dictionary.toUnread(short.text), cell: short })
    }
  }
  // Where shares stand in the line of the ticker, what has none in the line below is the company's name.
  const areCounted = counted.size >= 0.4 * named.length
  const isName = (anchor: Anchor) =>
    areCounted && !counted.has(anchor) && [...counted].some((other) => other.row === anchor.row - 1)
  const holdings = named.filter((anchor) => !isName(anchor))
  const capHeight = usualCapHeight(holdings)
  // Names are set smaller; a J or a Q that reaches below the line makes a ticker seem larger.
  const isOfSize = ({ cell }: Anchor) =>
    cell.capHeight >= capHeight - Math.max(1.5, 0.12 * capHeight) && cell.capHeight <= 1.5 * capHeight
  const ofSize = holdings.filter(isOfSize)
  // Names below the tickers are set smaller; without two lines a row any short word with shares is a ticker.
  const kept = isStacked && ofSize.length > 1 ? ofSize : holdings
  const added = unread.filter((anchor) => !isStacked || isOfSize(anchor))
  return [...kept, ...added].sort((a, b) => a.row - b.row)
}

/** Whether a piece of text is a ticker that exists, and nothing else. */
const isPlainTicker = ({ text }: TextCell, { dictionary }: LayoutContext) => text.length > 1 && dictionary.has(text)

/** Whether shares stand beside a piece of text, at most half a line above or below it. */
function isBesideOne(cell: TextCell, rows: readonly TextRow[], isQuantity: (cell: TextCell) => boolean): boolean {
  return rows.some((row) =>
    row.cells.some((other) => isQuantity(other) && Math.abs(middleOf(other) - middleOf(cell)) < 1.2 * cell.capHeight),
  )
}

function usualCapHeight(anchors: readonly Anchor[]): number {
  const heights = anchors.map(({ cell }) => cell.capHeight).sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

/** Tables that name companies only: the ticker is that of the name, or the name itself when it is not known. */
function nameOnly(
  columns: readonly Column[],
  symbolColumn: number,
  cell: TextCell,
  { dictionary, mark }: LayoutContext,
): NamedSecurity | undefined {
  if (columns[symbolColumn]?.roles[0] !== 'description' || readFigure(cell.text, mark)) return undefined
  const ticker = dictionary.findByName(cell.text)
  return ticker === undefined ? undefined : { ticker, name: cell.text, isKnown: true }
}

/** The column named for tickers, else the one in which most known tickers stand. */
function findSymbolColumn(
  columns: readonly Column[],
  rows: readonly TextRow[],
  inColumns: ReadonlyMap<TextCell, number>,
  { dictionary }: LayoutContext,
): number | undefined {
  const points: number[] = columns.map((column) =>
    column.roles.includes('symbol') ? 1 : column.roles.includes('description') ? 0.5 : 0,
  )
  const seen = new Set<string>()
  for (const cell of rows.flatMap((row) => row.cells)) {
    const column = inColumns.get(cell) ?? -1
    const security = dictionary.findIn(cell.text, true)
    // Arrows that are read as letters name the same few tickers over and over.
    const key = `${column} ${security?.ticker}`
    if (!security || points[column] === undefined || seen.has(key)) continue
    seen.add(key)
    points[column] += security.isKnown ? 1 : 0.4
  }
  const most = Math.max(...points)
  return most > 0 ? points.indexOf(most) : undefined
}

const FIGURE_ROLES = new Set<ImageRole>(['quantity', 'avgCost', 'costTotal', 'price', 'value', 'gain'])
const isFigureRole = (role: ImageRole): role is FigureRole => FIGURE_ROLES.has(role)

function toCandidate(
  columns: readonly Column[],
  block: readonly TextRow[],
  inColumns: ReadonlyMap<TextCell, number>,
  { security, cell: symbolCell, symbolColumn }: Anchor & { symbolColumn: number },
  { dictionary, mark }: LayoutContext,
): Candidate | undefined {
  const cells = block.flatMap((row) => row.cells)
  const figures: Candidate['figures'] = {}
  const others: TextCell[] = []
  let name: TextCell | null = null
  let currency: string | null = null
  let sector: string | null = null
  for (const [index, column] of columns.entries()) {
    const stacked = cells.filter((cell) => inColumns.get(cell) === index).sort((a, b) => a.top - b.top)
    if (index === symbolColumn) {
      name ??= stacked.find((cell) => cell !== symbolCell && isNameLike(cell, mark)) ?? null
      placeInline(stacked, figures, mark)
      placeStacked(column, stacked, symbolCell, figures, mark)
      continue
    }
    if (column.name !== '' && isOfOtherMeaning(column.name)) others.push(...stacked)
    for (const [line, role] of column.roles.entries()) {
      const cell = stacked[line]
      if (role === undefined || !cell) continue
      if (role === 'description') name = cell
      else if (role === 'currency') currency = /^[A-Z]{3}$/.test(cell.text) ? cell.text : null
      else if (role === 'sector') sector = cell.text
      else if (isFigureRole(role) && /[\dOolIS]/.test(cell.text)) figures[role] ??= { cell, pick: pickFigure }
    }
  }
  if (Object.keys(figures).length === 0) return undefined
  // A column whose name says nothing may hold the companies' names: those that are known prove the tickers.
  name ??= cells.find((cell) => cell !== symbolCell && dictionary.findByName(cell.text) !== undefined) ?? null
  const symbol = { cell: symbolCell, pick: (text: string) => dictionary.findIn(text, false)?.ticker }
  const costDoubt = findCostDoubt(columns, figures)
  return {
    security,
    symbol,
    name,
    figures,
    currency,
    sector,
    costDoubt,
    costChoices: [],
    sharesDoubt: null,
    cells,
    others,
  }
}

/** "115 shares" below a ticker says itself what it is. */
function placeInline(cells: readonly TextCell[], figures: Candidate['figures'], mark: LayoutContext['mark']): void {
  for (const cell of cells) {
    for (const { role } of findInline(cell.text, mark)) figures[role] ??= sightInline(cell, role, mark)
  }
}

/** The figures below a ticker in a column that is named for them too: its shares, or its price. */
function placeStacked(
  { roles }: Column,
  stacked: readonly TextCell[],
  symbolCell: TextCell,
  figures: Candidate['figures'],
  mark: LayoutContext['mark'],
): void {
  const below = stacked.filter(
    (cell) => cell !== symbolCell && cell.top > symbolCell.top && readFigure(cell.text, mark),
  )
  const named = roles.filter((role) => role !== undefined && isFigureRole(role))
  for (const [line, role] of named.entries()) {
    const cell = below[line]
    if (cell && isFigureRole(role)) figures[role] ??= { cell, pick: pickFigure }
  }
}

/** Money and decimals are no ticker, however badly one was read. */
function isAmount(text: string, mark: LayoutContext['mark']): boolean {
  const figure = readFigure(text, mark)
  return figure !== undefined && (figure.isMoney || figure.isPercent || figure.rounding < 0.5)
}

const isNameLike = (cell: TextCell, mark: LayoutContext['mark']) =>
  widthOf(cell) > 0 && findInline(cell.text, mark).length === 0 && !readFigure(cell.text, mark)

/** Without a column for the cost, one that was not understood or that is named like another may be it. */
function findCostDoubt(columns: readonly Column[], figures: Candidate['figures']): string | null {
  if (figures.avgCost || figures.costTotal) return null
  const roles = columns.flatMap((column) => column.roles.filter((role) => role !== undefined && isFigureRole(role)))
  if (new Set(roles).size < roles.length) return 'Two columns seem to have the same name; one of them may be the cost.'
  const unknown = columns.find(
    (column) => column.name !== '' && column.roles.every((role) => !role) && MAY_BE_COST.test(column.name),
  )
  return unknown ? `The column "${unknown.name}" was not understood; it may be the cost.` : null
}

/** Words of columns that state what was paid, in one way or another. */
const MAY_BE_COST = /cost|paid|avg|av[ge]|price|basis|buy|purchase|invest|book|entry|open/i
