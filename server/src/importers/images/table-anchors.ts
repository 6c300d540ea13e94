// Tests: layouts.test.ts, ordinary-screens.test.ts

import { readFigure } from './figures.ts'
import { findFullRows } from './full-rows.ts'
import { middleOf } from './grey-image.ts'
import type { LayoutContext } from './layout.ts'
import type { TextCell } from './read-cells.ts'
import { type Column, type Header, isStacked } from './table-headers.ts'
import type { TextRow } from './text-rows.ts'
import type { NamedSecurity } from './ticker-dictionary.ts'

const NEEDED_ROWS = 2
/** A ticker of which nothing can be made is no longer than that. */
const LONGEST_UNREAD = 8

export interface Anchor {
  row: number
  security: NamedSecurity
  cell: TextCell
}

/** The rows that begin a holding: with a ticker, or with shares beside what can only be one. */
export function findAnchors(
  header: Header,
  rows: readonly TextRow[],
  inColumns: ReadonlyMap<TextCell, number>,
  symbolColumn: number,
  context: LayoutContext,
): Anchor[] {
  const { columns } = header
  const hasTwoLines = isStacked(header)
  const named: Anchor[] = []
  const unread: Anchor[] = []
  const nameless: Anchor[] = []
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
    const best = found.length < 2 ? found[0] : findLikeliest(found, rows, inColumns, symbolColumn, context)
    const company = cells.find(({ text }) => /\p{L}{3}/u.test(text))
    const short = cells.find(({ text }) => text.length <= LONGEST_UNREAD && !isAmount(text, context.mark))
    const isQuantity = (cell: TextCell) =>
      (columns[inColumns.get(cell) ?? -1]?.roles.includes('quantity') ?? false) &&
      readFigure(cell.text, context.mark) !== undefined
    if (best) {
      named.push(best)
      if (all.some(isQuantity)) counted.add(best)
    } else if (short && isBesideOne(short, rows.slice(Math.max(0, row - 1), row + 2), isQuantity)) {
      unread.push({ row, security: context.dictionary.toUnread(short.text), cell: short })
    } else if (company && !hasTwoLines && all.some(isQuantity)) {
      nameless.push({ row, security: context.dictionary.findCompany(company.text), cell: company })
    }
  }
  // Where shares stand in the line of the ticker, what has none in the line below is the company's name.
  const areCounted = counted.size >= 0.4 * named.length
  const isName = (anchor: Anchor) =>
    areCounted && !counted.has(anchor) && [...counted].some((other) => other.row === anchor.row - 1)
  const isNameAbove = ({ row, security }: Anchor, at: number) =>
    security.name !== null && named[at + 1]?.row === row + 1 && named[at + 1]?.cell.text === security.ticker
  const holdings = named.filter((anchor, at) => !isName(anchor) && !isNameAbove(anchor, at))
  const capHeight = usualCapHeight(holdings)
  // Names are set smaller; a J or a Q that reaches below the line makes a ticker seem larger.
  const isOfSize = ({ cell }: Anchor) =>
    cell.capHeight >= capHeight - Math.max(1.5, 0.12 * capHeight) && cell.capHeight <= 1.5 * capHeight
  const ofSize = holdings.filter(isOfSize)
  // Names below the tickers are set smaller; without two lines a row any short word with shares is a ticker.
  const sized = hasTwoLines && ofSize.length > 1 ? ofSize : holdings
  const alone = hasTwoLines ? findAlone(sized, rows, context).filter(isOfSize) : []
  const kept = [...sized, ...alone].sort((a, b) => a.row - b.row)
  const isWrapped = ({ row }: Anchor) => alone.some((anchor) => anchor.row >= row && anchor.row - row < MOST_WRAPPED)
  const added = unread.filter((anchor) => !hasTwoLines || (isOfSize(anchor) && !isWrapped(anchor)))
  // Where most rows with shares have a ticker, a text of another kind is no holding.
  const companies = nameless.length > kept.length ? nameless : []
  const anchors = [...kept, ...added, ...companies]
  if (hasTwoLines || anchors.length < NEEDED_ROWS) return anchors.sort((a, b) => a.row - b.row)
  const quantity = columns.findIndex(({ roles }) => roles.includes('quantity'))
  const taken = new Set(anchors.map(({ row }) => row))
  for (const row of findFullRows(rows, taken, inColumns, quantity === -1 ? undefined : quantity)) {
    const cells = rows[row]?.cells ?? []
    const own = cells.find((cell) => inColumns.get(cell) === symbolColumn)
    const cell = own ?? cells[0]
    if (!cell) continue
    const isName = own !== undefined && /\p{L}{3}/u.test(own.text)
    const security =
      (own && context.dictionary.findIn(own.text, false)) ??
      (isName ? context.dictionary.findCompany(own.text) : context.dictionary.toUnread(own?.text ?? ''))
    anchors.push({ row, security, cell })
  }
  return anchors.sort((a, b) => a.row - b.row)
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

/** Of several texts in one row the one at whose place most different tickers stand: pictures are read as the same few. */
function findLikeliest(
  found: readonly Anchor[],
  rows: readonly TextRow[],
  columnOf: ReadonlyMap<TextCell, number>,
  symbolColumn: number,
  { dictionary }: LayoutContext,
): Anchor | undefined {
  const others = rows.flatMap(({ cells }) => cells.filter((cell) => columnOf.get(cell) === symbolColumn))
  const points = ({ cell, security }: Anchor) => {
    const atPlace = others.filter(({ left }) => Math.abs(left - cell.left) < 0.6 * cell.capHeight)
    const tickers = new Set(atPlace.flatMap(({ text }) => dictionary.findIn(text, false)?.ticker ?? []))
    const known = [...tickers].filter((ticker) => dictionary.has(ticker)).length
    return 2 * known + tickers.size + (security.isKnown ? 1 : 0)
  }
  return [...found].sort((a, b) => points(b) - points(a))[0]
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
