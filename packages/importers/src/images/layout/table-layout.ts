// Tests: table-layout.test.ts, ../layouts.test.ts, ../ordinary-screens.test.ts

import { boxAround, middleOf, widthOf } from '../decode/grey-image.ts'
import { readFigure } from '../figures/figures.ts'
import { inferRoles } from '../figures/free-figures.ts'
import { findInline, isFigureRole, sightInline } from '../figures/inline-figures.ts'
import { isOfOtherMeaning } from '../figures/labels.ts'
import { type Candidate, countComplete, type Layout, type LayoutContext, pickFigure } from '../layout.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { placeInColumns } from './column-places.ts'
import { type FigureRow, findFigureRows } from './figure-rows.ts'
import { DATE } from './full-rows.ts'
import { partAside } from './glued-rows.ts'
import { isAside } from './line-verdicts.ts'
import { toBlocks } from './row-blocks.ts'
import { type Anchor, findAnchors, findSymbolColumn } from './table-anchors.ts'
import { type Column, findHeader, HELD, type Header, isStacked, settleLines, withCountedName } from './table-headers.ts'
import { type TextRow, toRows } from './text-rows.ts'

/** The positions of tables whose columns have names; undefined when no row looks like such names. */
export function readTables(context: LayoutContext): Layout | undefined {
  const rows = toRows(context.cells)
  const candidates: Candidate[] = []
  const headers = new Set<TextCell>()
  let header: Header | undefined
  let body: TextRow[] = []
  const finish = () => {
    for (const part of header ? partBeside(header) : []) {
      const clipped = body.map((row) => clip(row, part.left, part.right)).filter(({ cells }) => cells.length > 0)
      candidates.push(...readBody(part.header, clipped, context))
    }
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

/** Tables that stand beside each other have the names of their columns in one line: each begins with a column of tickers. */
function partBeside(header: Header): { header: Header; left: number; right: number }[] {
  const { columns } = header
  const starts = columns.flatMap(({ roles }, index) => (roles[0] === 'symbol' ? [index] : []))
  const groups = starts.map((start, at) => columns.slice(at === 0 ? 0 : start, starts[at + 1] ?? columns.length))
  const [first = []] = groups
  const isTable = (group: readonly Column[]) => group.length > 1 && group.length === first.length
  if (groups.length < 2 || !groups.every(isTable)) return [{ header, left: 0, right: Number.POSITIVE_INFINITY }]
  const slack = Math.max(...header.cells.map(({ capHeight }) => capHeight))
  const edges = groups.map(([start]) => (start?.box.left ?? 0) - slack)
  return groups.map((group, at) => ({
    // They have the same columns, so a name that was misread in one is that of the other.
    header: { ...header, columns: group.map((column, index) => withRolesOf(column, first[index])) },
    left: at === 0 ? 0 : (edges[at] ?? 0),
    right: edges[at + 1] ?? Number.POSITIVE_INFINITY,
  }))
}

const withRolesOf = (column: Column, other: Column | undefined): Column =>
  column.roles.length === 0 && other ? { ...column, roles: other.roles } : column

function clip(row: TextRow, left: number, right: number): TextRow {
  return { ...row, cells: row.cells.filter((cell) => cell.left >= left && cell.left < right) }
}

function readBody(named: Header, rows: readonly TextRow[], context: LayoutContext): Candidate[] {
  const { dictionary } = context
  const kept = rows.filter((row) => !isAside(row, context.mark))
  const all = withColumnAtLeft(named, kept, context)
  const inColumns = placeInColumns(
    all.columns.map(({ box }) => box),
    kept.map((row) => row.cells),
  )
  const belows = all.columns.map((_, index) =>
    kept.flatMap(({ cells }) => cells.filter((cell) => inColumns.get(cell) === index)),
  )
  const tickers = kept.flatMap(({ cells }) => cells.filter(({ text }) => dictionary.findIn(text, true)?.isKnown)).length
  const counts = belows.map(({ length }) => length)
  const areFigures = (cells: readonly TextCell[] = []) =>
    cells.length > 0 && cells.every(({ text }) => readFigure(text, context.mark)?.isMoney === false)
  const counted = all.columns.map((column, index) => withCountedName(column, areFigures(belows[index])))
  const columns = settleLines(counted, tickers, counts).map((column, index): Column => {
    const mayBeShares = column.roles.length === 0 && HELD.test(column.name)
    // Plain numbers below "Holdings" are shares; amounts of money are what these are worth.
    return mayBeShares && areFigures(belows[index]) ? { ...column, roles: ['quantity'] } : column
  })
  const header = { ...all, columns }
  const symbolColumn = findSymbolColumn(columns, kept, inColumns, context)
  if (symbolColumn === undefined) return []
  const read = (found: readonly FigureRow[]) =>
    found.flatMap(({ anchor, block }) => {
      const called = findCalled(anchor, block, context)
      const candidate = toCandidate(columns, block, inColumns, { ...(called ?? anchor), symbolColumn }, context)
      return candidate ? [called ? { ...candidate, name: anchor.cell } : candidate] : []
    })
  const anchors = findAnchors({ header, rows: kept, inColumns, symbolColumn, context })
  const blocks = toBlocks(
    kept,
    anchors.map(({ row }) => row),
  )
  const byTicker = read(anchors.map((anchor, index) => ({ anchor, block: blocks[index] ?? [] })))
  if (isStacked(header)) return byTicker
  const byFigures = read(findFigureRows(kept, inColumns, symbolColumn, context))
  const count = (candidates: Candidate[]) =>
    countComplete({ kind: 'table', candidates, headers: new Set() }, context.mark)
  // Below a holding its lots may stand, by the day: rows of figures that are none.
  const hasLots = kept.some(({ cells }) =>
    cells.some((cell) => inColumns.get(cell) === symbolColumn && DATE.test(cell.text)),
  )
  return count(byFigures) + (hasLots ? 1 : 0) > count(byTicker) ? byFigures : byTicker
}

/** Tables may leave the head of the column of tickers empty: what stands at the left of all names is one. */
function withColumnAtLeft(header: Header, rows: readonly TextRow[], { dictionary }: LayoutContext): Header {
  const edge = Math.min(...header.columns.map(({ box }) => box.left))
  const first = rows.flatMap(({ cells }) => cells.slice(0, 1))
  const left = first.filter((cell) => cell.right < edge && dictionary.findIn(cell.text, true) !== undefined)
  if (left.length < Math.max(2, 0.5 * rows.length)) return header
  return {
    ...header,
    columns: [
      { box: boxAround(left), name: '', names: [], roles: ['symbol'], lines: [], isBeside: false },
      ...header.columns,
    ],
  }
}

/** "Symbol: BRK.B" below a company's name names its ticker, whatever ticker the name would have. */
function findCalled({ row, cell: named }: Anchor, block: readonly TextRow[], { dictionary }: LayoutContext) {
  for (const cell of block.flatMap(({ cells }) => cells)) {
    const ticker = CALLED.exec(cell.text)?.[1]
    const security = ticker === undefined || cell === named ? undefined : dictionary.findIn(ticker, false)
    if (ticker !== undefined && security) return { row, security, cell: narrowTo(cell, ticker) }
  }
  return undefined
}

const CALLED = /^(?:symbol|ticker) ?[:.]? ?([A-Z0-9.]{1,10})$/i

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
  const stated: Stated = { name: null, currency: null, sector: null }
  for (const [index, column] of columns.entries()) {
    const own = cells.filter((cell) => inColumns.get(cell) === index)
    const stacked = (column.isBeside ? own.flatMap(partAside) : own).sort(inReadingOrder)
    if (index === symbolColumn) {
      stated.name ??= stacked.find((cell) => cell !== symbolCell && isNameLike(cell, mark)) ?? null
      placeInline(stacked, figures, mark)
      placeStacked(column, stacked, symbolCell, figures, mark)
      continue
    }
    if (column.name !== '' && isOfOtherMeaning(column.name)) others.push(...stacked)
    placeNamed(column, stacked, figures, stated)
  }
  // What says itself what it is needs no name: "51.6 shares" below a value.
  const unnamed = cells.filter((cell) => inColumns.get(cell) !== symbolColumn && !isTaken(cell, figures))
  placeInline(unnamed, figures, mark)
  if (Object.keys(figures).length === 0) return undefined
  // A column whose name says nothing may hold the companies' names: those that are known prove the tickers.
  const isKnown = (cell: TextCell) => cell !== symbolCell && dictionary.findByName(cell.text) !== undefined
  const symbol = { cell: symbolCell, pick: (text: string) => dictionary.findIn(text, false)?.ticker }
  const inColumn = (index: number) => cells.filter((cell) => inColumns.get(cell) === index && cell !== symbolCell)
  const costDoubt = findCostDoubt(columns, figures)
  return {
    security,
    symbol,
    terms: findTerms(columns, inColumn),
    ...stated,
    name: stated.name ?? cells.find(isKnown) ?? null,
    figures,
    costDoubt,
    costChoices: [],
    sharesDoubt: null,
    cells,
    others,
  }
}

type Stated = Pick<Candidate, 'name' | 'currency' | 'sector'>

/** Places cells that stand below each other by the names of their column. */
function placeNamed(column: Column, stacked: readonly TextCell[], figures: Candidate['figures'], stated: Stated): void {
  for (const [line, role] of column.roles.entries()) {
    const cell = stacked[line]
    if (role === undefined || !cell) continue
    if (role === 'description') stated.name = cell
    else if (role === 'currency') stated.currency = /^[A-Z]{3}$/.exec(cell.text)?.[0] ?? null
    else if (role === 'sector') stated.sector = cell.text
    else if (isFigureRole(role) && isFigureLike(cell)) figures[role] ??= { cell, pick: pickFigure }
  }
}

/** Finds the terms of an option in their columns, where one of them has a figure. */
function findTerms(columns: readonly Column[], inColumn: (index: number) => readonly TextCell[]): string[] {
  const terms = columns.flatMap(({ name }, index) => (OPTION_TERM.test(name) ? inColumn(index) : []))
  return terms.some(({ text }) => /\d/.test(text)) ? terms.map(({ text }) => text) : []
}

/** Line by line, and in a line from the left. */
const inReadingOrder = (a: TextCell, b: TextCell) =>
  Math.abs(middleOf(a) - middleOf(b)) < 0.5 * a.capHeight ? a.left - b.left : a.top - b.top

/** A short figure such as 11 may be read as letters. */
const isFigureLike = ({ text }: TextCell) => /[\dOolIS]/.test(text) || /^\p{L}{1,2}$/u.test(text)

const isTaken = (cell: TextCell, figures: Candidate['figures']) =>
  Object.values(figures).some((sighting) => sighting.cell === cell)

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

const isNameLike = (cell: TextCell, mark: LayoutContext['mark']) =>
  widthOf(cell) > 0 && findInline(cell.text, mark).length === 0 && !readFigure(cell.text, mark)

/** Columns that hold the terms of options, and nothing for shares. */
const OPTION_TERM =
  /^(?:strike(?: price)?|exp(?:iry|iration|ires)?(?: date)?|type|put\/call|call\/put|[cp]\/[cp]|right)\.?$/i

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
