// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import { middleOf } from '../decode/grey-image.ts'
import { readFigure } from '../figures/figures.ts'
import type { LayoutContext } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { findFullRows } from './full-rows.ts'
import { type Column, type Header, isStacked } from './table-headers.ts'
import type { TextRow } from './text-rows.ts'
import type { NamedInstrument } from './ticker-dictionary.ts'

const NEEDED_ROWS = 2
/** A ticker of which nothing can be made is no longer than that. */
const LONGEST_UNREAD = 8

export interface Anchor {
  row: number
  security: NamedInstrument
  cell: TextCell
}

/** A table as it is looked through for the rows that begin a holding. */
interface Body {
  header: Header
  rows: readonly TextRow[]
  inColumns: ReadonlyMap<TextCell, number>
  symbolColumn: number
  context: LayoutContext
}

/** How a row begins a holding, the surest first: with a ticker, with what should be one, with a company's name. */
type Evidence = 'named' | 'unread' | 'nameless'

interface Found extends Anchor {
  evidence: Evidence
  /** Shares stand in the row. */
  isCounted: boolean
}

/** The rows that begin a holding: with a ticker, or with shares beside what can only be one. */
export function findAnchors(body: Body): Anchor[] {
  const found = body.rows.flatMap((_, row) => readRow(row, body) ?? [])
  const of = (evidence: Evidence) => found.filter((anchor) => anchor.evidence === evidence)
  const holdings = withoutNames(of('named'))
  const hasTwoLines = isStacked(body.header)
  const anchors = hasTwoLines
    ? takeOfSize(holdings, of('unread'), body)
    : [...holdings, ...of('unread'), ...(of('nameless').length > holdings.length ? of('nameless') : [])]
  const full = hasTwoLines || anchors.length < NEEDED_ROWS ? [] : takeFullRows(anchors, body)
  return [...anchors, ...full].sort((a, b) => a.row - b.row)
}

function readRow(row: number, body: Body): Found | undefined {
  const { header, rows, inColumns, symbolColumn, context } = body
  const all = rows[row]?.cells ?? []
  const cells = all.filter((cell) => inColumns.get(cell) === symbolColumn)
  if (!hasFiguresBeside(row, cells, body)) return undefined
  const isQuantity = (cell: TextCell) =>
    (header.columns[inColumns.get(cell) ?? -1]?.roles.includes('quantity') ?? false) &&
    readFigure(cell.text, context.mark) !== undefined
  // The figures of a name in two lines stand half a line below its first, in a row without another name.
  const below = rows[row + 1]?.cells ?? []
  const isOwnRow = all.length === cells.length && !below.some((cell) => inColumns.get(cell) === symbolColumn)
  const isCounted =
    all.some(isQuantity) ||
    (isOwnRow && cells.some((cell) => isBesideOne(cell, rows.slice(row + 1, row + 2), isQuantity)))
  const named = cells.flatMap((cell) => {
    const nameOnly = () => findNameOnly(header.columns, symbolColumn, cell, context)
    const security = context.dictionary.findIn(cell.text, false) ?? nameOnly()
    return security ? [{ row, security, cell }] : []
  })
  const best = named.length < 2 ? named[0] : findLikeliest(named, body)
  if (best) return { ...best, evidence: 'named', isCounted }
  const short = cells.find(({ text }) => text.length <= LONGEST_UNREAD && !isAmount(text, context.mark))
  if (short && isBesideOne(short, rows.slice(Math.max(0, row - 1), row + 2), isQuantity)) {
    return { row, security: context.dictionary.toUnread(short.text), cell: short, evidence: 'unread', isCounted }
  }
  const company = cells.find(({ text }) => /\p{L}{3}/u.test(text))
  return company && isCounted && !isStacked(header)
    ? { row, security: context.dictionary.findCompany(company.text), cell: company, evidence: 'nameless', isCounted }
    : undefined
}

/** Figures may stand half a line below a ticker, between it and its company's name, or above and below it. */
function hasFiguresBeside(row: number, cells: readonly TextCell[], body: Body): boolean {
  const { rows, inColumns, symbolColumn, context } = body
  const all = rows[row]?.cells ?? []
  if (all.some((cell) => !cells.includes(cell) && /\d/.test(cell.text))) return true
  const near = rows.slice(Math.max(0, row - 1), row + 2)
  const isFigure = (cell: TextCell) => inColumns.get(cell) !== symbolColumn && /\d/.test(cell.text)
  const isAlone = all.length === 1 && isNamed(all[0], context)
  return cells.some((cell) => (isAlone || isPlainTicker(cell, context)) && isBesideOne(cell, near, isFigure))
}

/** Where shares stand in the line of the ticker, what has none in the line below is the company's name. */
function withoutNames(named: readonly Found[]): Found[] {
  const counted = new Set(named.filter(({ isCounted }) => isCounted).map(({ row }) => row))
  const areCounted = counted.size >= 0.4 * named.length
  return named.filter((anchor, at) => {
    const next = named[at + 1]
    const last = named[at - 1]
    // Between a ticker and its name their figures may stand, half a line below the one and above the other.
    const isFarBelow = anchor.security.name !== null && counted.has(anchor.row - 2) && last?.row === anchor.row - 2
    const isNameBelow = areCounted && !anchor.isCounted && (counted.has(anchor.row - 1) || isFarBelow)
    const isOwnName =
      anchor.security.name !== null &&
      last?.security.ticker === anchor.security.ticker &&
      !last.security.isByName &&
      anchor.row - last.row <= MOST_WRAPPED
    const isNameAbove =
      anchor.security.name !== null &&
      next?.security.ticker === anchor.security.ticker &&
      !next.security.isByName &&
      next.row - anchor.row <= MOST_WRAPPED
    return !isNameBelow && !isOwnName && !isNameAbove
  })
}

/** Names below the tickers are set smaller; a J or a Q that reaches below the line makes a ticker seem larger. */
function takeOfSize(holdings: readonly Anchor[], unread: readonly Anchor[], { rows, context }: Body): Anchor[] {
  const capHeight = usualCapHeight(holdings)
  const isOfSize = ({ cell }: Anchor) =>
    cell.capHeight >= capHeight - Math.max(1.5, 0.12 * capHeight) && cell.capHeight <= 1.5 * capHeight
  const ofSize = holdings.filter(isOfSize)
  const known = holdings.filter(({ security }) => security.isKnown)
  const sized = (ofSize.length > 1 ? ofSize : holdings).filter(
    (one) => one.security.isKnown || !isSecondLine(one, known),
  )
  const alone = findAlone(sized, rows, context).filter(isOfSize)
  const isWrapped = ({ row }: Anchor) => alone.some((anchor) => anchor.row >= row && anchor.row - row < MOST_WRAPPED)
  return [...sized, ...alone, ...unread.filter((one) => isOfSize(one) && !isWrapped(one) && !isSecondLine(one, sized))]
}

/** In steps from one holding to the next: a line nearer than that to a ticker says more of the same holding. */
const NEARER = 0.6

/** True if a line stands so close to a ticker that both are of one holding, as "AT&T Inc" above "T". */
function isSecondLine({ cell }: Anchor, holdings: readonly Anchor[]): boolean {
  const tops = holdings.map((holding) => holding.cell.top).sort((a, b) => a - b)
  const steps = tops.flatMap((top, at) => (at === 0 ? [] : [top - (tops[at - 1] ?? 0)])).sort((a, b) => a - b)
  const usual = steps[Math.floor(steps.length / 2)] ?? 0
  return tops.some((top) => Math.abs(top - cell.top) < NEARER * usual)
}

/** Rows that hold as many figures as the holdings do, though nothing in them was read as a ticker. */
function takeFullRows(anchors: readonly Anchor[], { header, rows, inColumns, symbolColumn, context }: Body): Anchor[] {
  const { dictionary } = context
  const quantity = header.columns.findIndex(({ roles }) => roles.includes('quantity'))
  const isAlone = (row: number) => rows[row]?.cells.every((cell) => inColumns.get(cell) === symbolColumn) === true
  const taken = new Set(anchors.flatMap(({ row }) => (isAlone(row) ? [row, row + 1] : [row])))
  return findFullRows(rows, taken, inColumns, quantity === -1 ? undefined : quantity).flatMap((row) => {
    const cells = rows[row]?.cells ?? []
    const own = cells.find((cell) => inColumns.get(cell) === symbolColumn)
    const above = own || !isAlone(row - 1) ? undefined : rows[row - 1]?.cells[0]
    // Figures may stand half a line below a ticker, beside the gap between it and its company's name.
    if (above && isBesideOne(above, rows.slice(row, row + 1), () => true)) {
      const security = dictionary.findIn(above.text, false) ?? dictionary.toUnread(above.text)
      return [{ row: row - 1, security, cell: above }]
    }
    const cell = own ?? cells[0]
    if (!cell) return []
    const text = own?.text ?? ''
    const unknown = () => (/\p{L}{3}/u.test(text) ? dictionary.findCompany(text) : dictionary.toUnread(text))
    return [{ row, security: dictionary.findIn(text, false) ?? unknown(), cell }]
  })
}

/** Lines of a name that was wrapped above its ticker. */
const MOST_WRAPPED = 2

/** Tickers that stand below each other like the rest, but with no figure beside them: a wrapped name pushed them down. */
function findAlone(anchors: readonly Anchor[], rows: readonly TextRow[], context: LayoutContext): Anchor[] {
  const [first] = anchors
  const taken = new Set(anchors.map(({ security }) => security.ticker))
  if (!first || anchors.length < NEEDED_ROWS) return []
  return rows.flatMap(({ cells }, row) => {
    const [cell] = cells
    if (!cell || cells.length > 1 || !isPlainTicker(cell, context) || taken.has(cell.text)) return []
    const isThere = Math.abs(cell.left - first.cell.left) < 0.6 * cell.capHeight
    const above = rows.slice(Math.max(0, row - MOST_WRAPPED), row)
    const isPushed =
      above.length === MOST_WRAPPED && above.every((one) => one.cells.some(({ text }) => /\d/.test(text)))
    const security = isThere && isPushed ? context.dictionary.findIn(cell.text, false) : undefined
    // Its figures begin a line further up than those of the others.
    return security ? [{ row: row - 1, security, cell }] : []
  })
}

/** Finds, of several texts in one row, the one at whose place most tickers differ: pictures are read as the same few. */
function findLikeliest(found: readonly Anchor[], { rows, inColumns, symbolColumn, context }: Body): Anchor | undefined {
  const { dictionary } = context
  const others = rows.flatMap(({ cells }) => cells.filter((cell) => inColumns.get(cell) === symbolColumn))
  const points = ({ cell, security }: Anchor) => {
    const atPlace = others.filter(({ left }) => Math.abs(left - cell.left) < 0.6 * cell.capHeight)
    const tickers = new Set(atPlace.flatMap(({ text }) => dictionary.findIn(text, false)?.ticker ?? []))
    const known = [...tickers].filter((ticker) => dictionary.has(ticker)).length
    return 2 * known + tickers.size + (security.isKnown ? 1 : 0)
  }
  return [...found].sort((a, b) => points(b) - points(a))[0]
}

/** True if a piece of text is a ticker that exists, and nothing else. */
const isPlainTicker = ({ text }: TextCell, { dictionary }: LayoutContext) => text.length > 1 && dictionary.has(text)

/** True if a piece of text names a security that exists by its ticker. */
function isNamed(cell: TextCell | undefined, { dictionary }: LayoutContext): boolean {
  const security = cell && dictionary.findIn(cell.text, true)
  return security?.isKnown === true && !security.isByName
}

/** True if shares stand beside a piece of text, at most half a line above or below it. */
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
function findNameOnly(
  columns: readonly Column[],
  symbolColumn: number,
  cell: TextCell,
  { dictionary, mark }: LayoutContext,
): NamedInstrument | undefined {
  if (columns[symbolColumn]?.roles[0] !== 'description' || readFigure(cell.text, mark)) return undefined
  return dictionary.findByName(cell.text) === undefined ? undefined : dictionary.findCompany(cell.text)
}

/** The column named for tickers, else the one in which most known tickers stand. */
export function findSymbolColumn(
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

/** Money and decimals are no ticker, however badly one was read. */
function isAmount(text: string, mark: LayoutContext['mark']): boolean {
  const figure = readFigure(text, mark)
  return figure !== undefined && (figure.isMoney || figure.isPercent || figure.rounding < 0.5)
}
