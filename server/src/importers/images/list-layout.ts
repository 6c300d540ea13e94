import { findCardColumns } from './columns-of-cards.ts'
import { readFigure } from './figures.ts'
import { inferRoles } from './free-figures.ts'
import { centreOf, heightOf, middleOf, sharedRows } from './grey-image.ts'
import { FIGURE_ROLES, findInline, headOf, isFigureRole, sightInline } from './inline-figures.ts'
import { type ImageRole, isLabelOfOther, toImageRole } from './labels.ts'
import { type Candidate, type Layout, type LayoutContext, pickFigure, type Sighting } from './layout.ts'
import { isAside } from './line-verdicts.ts'
import { narrowTo, type TextCell } from './read-cells.ts'
import { toBlocks } from './row-blocks.ts'
import { type TextRow, toRows } from './text-rows.ts'
import type { NamedSecurity } from './ticker-dictionary.ts'

interface Anchor {
  cell: TextCell
  security: NamedSecurity
}

/**
 * The positions of a list of tickers or cards without named columns, or of a screen about a single position. Cards that
 * stand beside each other are read column by column.
 */
export function readList(context: LayoutContext): Layout | undefined {
  const named = nameSecurities(toRows(context.cells), context)
  // A line of a chart beside a ticker may be read as letters; it is no ticker that exists.
  const edges = findCardColumns(named.flatMap(({ cell, security }) => (security.isKnown ? [cell] : [])))
  if (edges.length < 2) return readColumn(context)
  const slack = 1.5 * Math.max(...context.cells.map(({ capHeight }) => capHeight))
  const columns = edges.map((_, index) =>
    context.cells.filter((cell) => {
      const next = (edges[index + 1] ?? Number.POSITIVE_INFINITY) - slack
      return cell.left < next && (index === 0 || cell.left >= (edges[index] ?? 0) - slack)
    }),
  )
  const layouts = columns.flatMap((cells) => readColumn({ ...context, cells }) ?? [])
  return { kind: 'list', candidates: layouts.flatMap(({ candidates }) => candidates), headers: new Set() }
}

function readColumn(context: LayoutContext): Layout | undefined {
  const rows = toRows(context.cells).filter((row) => !isAside(row, context.mark))
  const anchors = findAnchors(rows, context)
  if (anchors.length === 0) return undefined
  const labelled = pairLabels(context, new Set(anchors.map(({ cell }) => cell)))
  const quantities = [...labelled.values()].filter((role) => role === 'quantity').length
  const isDetail = anchors.length === 1 || (quantities === 1 && !hasInlineQuantities(rows, context))
  const chosen = isDetail ? anchors.slice(0, 1) : anchors
  const rowsOfAnchors = chosen.map(({ cell }) => rows.findIndex((row) => row.cells.includes(cell)))
  const blocks = isDetail ? [rows] : toBlocks(rows, rowsOfAnchors)
  const candidates = inferRoles(
    chosen.map((anchor, index) => toCandidate(anchor, blocks[index] ?? [], labelled, context)),
    context.mark,
  )
  // Below the holdings many screens list what is only watched; a ticker above the last holding has shares, read or not.
  const last = candidates.findLastIndex(({ figures }) => figures.quantity)
  const kept = candidates.filter(
    ({ figures, security }, index) =>
      figures.quantity || (index < last && security.isKnown && chosen[index]?.cell.text === security.ticker),
  )
  return { kind: 'list', candidates: kept, headers: new Set() }
}

/** Pieces of text that begin with a ticker. */
function nameSecurities(rows: readonly TextRow[], { dictionary }: LayoutContext): Anchor[] {
  return rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const head = headOf(cell.text)
      const security = dictionary.findIn(head, true)
      return security && (security.isKnown || !toImageRole(cell.text)) ? [{ cell, security }] : []
    }),
  )
}

/** Tickers that begin at the same place of their lines; of several such places the one with the most known tickers. */
function findAnchors(rows: readonly TextRow[], context: LayoutContext): Anchor[] {
  const { dictionary } = context
  const named = nameSecurities(rows, context)
  const best = findBestPlace(named).filter((anchor, at, all) => !isNameOf(all[at - 1], anchor))
  if (best.length > 0) return addUnread(best, rows, context)
  const byName = rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const ticker = dictionary.findByName(cell.text)
      return ticker === undefined ? [] : [{ cell, security: { ticker, name: cell.text, isKnown: true } }]
    }),
  )
  return findBestPlace(byName)
}

/** "GE Aerospace" below "GE" is its name, not another holding; so is "ProShares UltraPro QQQ" below "TQQQ". */
function isNameOf(above: Anchor | undefined, { cell, security }: Anchor): boolean {
  return (
    above !== undefined &&
    above.cell.text === above.security.ticker &&
    security.name !== null &&
    (security.ticker === above.security.ticker || cell.capHeight < 0.95 * above.cell.capHeight) &&
    cell.top - above.cell.bottom < 1.5 * above.cell.capHeight
  )
}

/** "12.5 AAPL" and nothing else. */
const COUNTED = /^(\d[\d.,]*)(?: (?:x |× )?(?=[A-Z])|(?=[A-Z]{2,5}$))[A-Z]{1,5}(?:[./][A-Z])?$/

/** What stands where the tickers stand and has shares of its own, but cannot be read as a ticker. */
function addUnread(anchors: readonly Anchor[], rows: readonly TextRow[], context: LayoutContext): Anchor[] {
  const { dictionary, mark } = context
  const [first] = anchors
  if (!first || anchors.length < 2) return [...anchors]
  const sized = anchors.map(({ cell }) => cell.capHeight).sort((a, b) => a - b)
  const capHeight = sized[Math.floor(sized.length / 2)] ?? 0
  const taken = new Set(anchors.map(({ cell }) => cell))
  const labelled = pairLabels(context, taken)
  const quantities = rows.flatMap((row) =>
    row.cells.filter(
      (cell) =>
        labelled.get(cell) === 'quantity' || findInline(cell.text, mark).some(({ role }) => role === 'quantity'),
    ),
  )
  const unread = rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const isThere = Math.abs(cell.left - first.cell.left) < 0.5 * capHeight
      const isSize = Math.abs(cell.capHeight - capHeight) < 0.2 * capHeight
      const head = headOf(cell.text)
      if (
        !isThere ||
        !isSize ||
        taken.has(cell) ||
        head.length > LONGEST_UNREAD ||
        isFigureLabel(cell.text) ||
        (readFigure(head, mark) && head.replace(/\D/g, '') !== '0')
      )
        return []
      return [{ cell, security: dictionary.findIn(head, false) ?? dictionary.toUnread(head) }]
    }),
  )
  const all = [...anchors, ...unread].sort((a, b) => a.cell.top - b.cell.top)
  return all.filter((anchor, index) => {
    if (taken.has(anchor.cell)) return true
    const from = anchor.cell.top - 0.5 * capHeight
    const next = all.slice(index + 1).find(({ cell }) => taken.has(cell))?.cell.top ?? Number.POSITIVE_INFINITY
    const previous = all.slice(0, index).findLast(({ cell }) => taken.has(cell))?.cell.top ?? Number.NEGATIVE_INFINITY
    const own = quantities.filter(({ top }) => top >= from && top < next - 0.5 * capHeight)
    const before = quantities.filter(({ top }) => top >= previous - 0.5 * capHeight && top < from)
    return own.length > 0 && (before.length > 0 || previous === Number.NEGATIVE_INFINITY)
  })
}

function isFigureLabel(text: string): boolean {
  const role = toImageRole(text)
  return role !== undefined && isFigureRole(role)
}

/** A ticker of which nothing can be made is no longer than that. */
const LONGEST_UNREAD = 8

function findBestPlace(named: readonly Anchor[]): Anchor[] {
  let best: Anchor[] = []
  let most = 0
  for (const { cell } of named) {
    const aligned = named.filter(
      (other) =>
        Math.abs(other.cell.left - cell.left) < 0.8 * cell.capHeight &&
        Math.abs(other.cell.capHeight - cell.capHeight) < 0.35 * cell.capHeight,
    )
    const points = aligned.reduce((sum, { security }) => {
      const { length } = security.ticker
      return sum + (security.isKnown ? (length > 1 ? 2 : 1) : length > 1 ? 0.6 : 0.2)
    }, 0)
    if (points > most) {
      most = points
      best = aligned
    }
  }
  return [...best].sort((a, b) => a.cell.top - b.cell.top)
}

const LONGEST_FIGURE = 14

/** Figures beside, below or above a label of their own, by the direction in which most labels have one. */
function pairLabels(
  { cells, mark }: LayoutContext,
  anchors: ReadonlySet<TextCell>,
): Map<TextCell, ImageRole | 'other'> {
  const labels = cells.flatMap((cell): { cell: TextCell; role: ImageRole | 'other' }[] => {
    if (anchors.has(cell)) return []
    const text = cell.text.replace(/:$/, '')
    const role = toImageRole(text)
    if (role) return FIGURE_ROLES.includes(role) ? [{ cell, role }] : []
    return isLabelOfOther(text) ? [{ cell, role: 'other' }] : []
  })
  const figures = cells.filter(({ text }) => readFigure(pickFigure(text) ?? '', mark)?.isPercent === false)
  const directions = [findBeside, findBelow, findAbove].map((find) =>
    labels.flatMap(({ cell, role }) => {
      const figure = find(cell, figures, cells)
      const isMoney = figure && readFigure(pickFigure(figure.text) ?? '', mark)?.isMoney
      return figure && !(isMoney && role === 'quantity') ? [[figure, role] as const] : []
    }),
  )
  const best = directions.reduce((most, pairs) => (pairs.length > most.length ? pairs : most), [])
  const find = [findBeside, findBelow, findAbove][directions.indexOf(best)]
  const paired = new Map(best)
  const roles = new Set(labels.map(({ cell }) => cell))
  // Where the figure of a label stands though it was not read as one, it will be looked at again.
  const others = cells.filter((cell) => !roles.has(cell) && !anchors.has(cell) && cell.text.length <= LONGEST_FIGURE)
  for (const { cell, role } of labels) {
    const figure = find?.(cell, others, cells)
    if (figure && !paired.has(figure)) paired.set(figure, role)
  }
  return paired
}

type Find = (label: TextCell, figures: readonly TextCell[], cells: readonly TextCell[]) => TextCell | undefined

const findBeside: Find = (label, figures, cells) => {
  const right = cells.filter((cell) => cell.left >= label.right && sharedRows(cell, label) > 0.4)
  const nearest = right.sort((a, b) => a.left - b.left)[0]
  return nearest && figures.includes(nearest) ? nearest : undefined
}

const isUnder = (label: TextCell, cell: TextCell) =>
  Math.min(
    Math.abs(cell.left - label.left),
    Math.abs(cell.right - label.right),
    Math.abs(centreOf(cell) - centreOf(label)),
  ) <
  1.2 * label.capHeight

const findBelow: Find = (label, figures) =>
  figures
    .filter((cell) => {
      const gap = cell.top - label.bottom
      return gap > -0.2 * label.capHeight && gap < 2.2 * label.capHeight && isUnder(label, cell)
    })
    .sort((a, b) => a.top - b.top)[0]

const findAbove: Find = (label, figures) =>
  figures
    .filter((cell) => {
      const gap = label.top - cell.bottom
      return gap > -0.2 * label.capHeight && gap < 2.2 * label.capHeight && isUnder(label, cell)
    })
    .sort((a, b) => b.top - a.top)[0]

function hasInlineQuantities(rows: readonly TextRow[], { mark }: LayoutContext): boolean {
  const inline = rows.flatMap((row) => row.cells.flatMap((cell) => findInline(cell.text, mark)))
  return inline.filter(({ role }) => role === 'quantity').length > 1
}

function toCandidate(
  { cell: symbolCell, security }: Anchor,
  block: readonly TextRow[],
  labelled: ReadonlyMap<TextCell, ImageRole | 'other'>,
  { dictionary, mark }: LayoutContext,
): Candidate {
  const cells = block.flatMap((row) => row.cells)
  const figures: Candidate['figures'] = {}
  // What stands beside or below the ticker is its own rather than what stands above.
  const isAbove = (cell: TextCell) => cell.bottom < symbolCell.top
  const quantities: TextCell[] = []
  const others = cells.filter((cell) => labelled.get(cell) === 'other')
  for (const cell of [...cells].sort((a, b) => Number(isAbove(a)) - Number(isAbove(b)))) {
    const role = labelled.get(cell)
    const inline = findInline(cell.text, mark)
    const counted = cell === symbolCell && inline.length === 0 ? sightCounted(cell) : undefined
    if (counted) figures.quantity ??= counted
    for (const { role: found } of inline) {
      figures[found] ??= sightInline(cell, found, mark)
    }
    if (role === 'quantity' || inline.some((found) => found.role === 'quantity')) quantities.push(cell)
    if (inline.length > 0) continue
    if (role && role !== 'other' && isFigureRole(role)) figures[role] ??= { cell, pick: pickFigure }
  }
  const sharesDoubt = quantities.length > 1 ? 'More than one number of shares stands near this ticker.' : null
  const name = cells.find((cell) => isName(cell, symbolCell, mark)) ?? null
  const pick = (text: string) => dictionary.findIn(headOf(text), false)?.ticker
  const symbol = { cell: narrowTo(symbolCell, headOf(symbolCell.text)), pick }
  return {
    security,
    symbol,
    name,
    figures,
    currency: null,
    sector: null,
    costDoubt: null,
    costChoices: [],
    sharesDoubt,
    cells,
    others,
  }
}

/** The shares of "12.5 AAPL". */
function sightCounted(cell: TextCell): Sighting | undefined {
  const pick = (text: string) => COUNTED.exec(text)?.[1]
  const shares = pick(cell.text)
  if (shares === undefined) return undefined
  const narrow = narrowTo(cell, shares)
  return narrow === cell ? { cell, pick } : { cell: narrow, pick: pickFigure }
}

/** The line below or above the ticker that has letters and says nothing else. */
function isName(cell: TextCell, symbol: TextCell, mark: LayoutContext['mark']): boolean {
  return (
    cell !== symbol &&
    /[A-Za-z]{2}/.test(cell.text) &&
    !toImageRole(cell.text) &&
    findInline(cell.text, mark).length === 0 &&
    Math.abs(cell.left - symbol.left) < symbol.capHeight &&
    Math.abs(middleOf(cell) - middleOf(symbol)) < 3 * heightOf(symbol)
  )
}
