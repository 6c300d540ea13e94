// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import { heightOf, middleOf, sharedRows } from '../decode/grey-image.ts'
import { inferRoles } from '../figures/free-figures.ts'
import {
  findInline,
  hasSplitQuantity,
  headOf,
  isFigureRole,
  sightInline,
  toFigureRole,
} from '../figures/inline-figures.ts'
import { type ImageRole, isLabelOfOther, toImageRole } from '../figures/labels.ts'
import {
  type Candidate,
  countComplete,
  type FigureRole,
  type Layout,
  type LayoutContext,
  pickFigure,
  type Sighting,
} from '../layout.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { findCardColumns, findStarts } from './columns-of-cards.ts'
import { pairLabels } from './label-pairs.ts'
import { findLegend, type Legend, readByLegend } from './legend.ts'
import { withoutAsides } from './line-verdicts.ts'
import { type Anchor, findPlaces, nameSecurities } from './list-anchors.ts'
import { toBlocks } from './row-blocks.ts'
import { type TextRow, toRows } from './text-rows.ts'
import { haveWeights } from './weights.ts'

/**
 * The positions of a list of tickers or cards without named columns, or of a screen about a single position. Cards that
 * stand beside each other are read column by column.
 */
export function readList(context: LayoutContext): Layout | undefined {
  const named = nameSecurities(toRows(context.cells), context)
  // A line of a chart beside a ticker may be read as letters; it is no ticker that exists.
  const edges = findCardColumns(named.flatMap(({ cell, security }) => (security.isKnown ? [cell] : [])))
  // Where tickers were misread or stand at the right of their cards, the labels still stand beside each other.
  const labels = findCardColumns(findRepeatedLabel(context.cells))
  const cards = labels.length > 1 ? readCards(labels, context) : undefined
  const others = edges.length > 1 ? readCards(edges, context) : readColumn(context)
  const count = (layout: Layout | undefined) => (layout ? countComplete(layout, context.mark) : 0)
  return count(cards) > count(others) ? cards : others
}

/** The label furthest to the left of those that stand more than once in a row, at every place where it stands. */
function findRepeatedLabel(cells: readonly TextCell[]): readonly TextCell[] {
  const labels = cells.filter(({ text }) => toImageRole(text) !== undefined || isLabelOfOther(text))
  const isBeside = (a: TextCell, b: TextCell) => a !== b && a.text === b.text && sharedRows(a, b) > 0.5
  const repeated = labels.filter((label) => labels.some((other) => isBeside(label, other)))
  const [first] = repeated.toSorted((a, b) => a.left - b.left)
  return repeated.filter(({ text }) => text === first?.text)
}

/** The positions of cards, column by column. @param edges left edges of what stands in all columns of cards */
function readCards(edges: readonly number[], context: LayoutContext): Layout {
  const starts = findStarts(edges, context.cells)
  const columns = edges.map((_, index) =>
    context.cells.filter(({ left }) => {
      return left < (starts[index + 1] ?? Number.POSITIVE_INFINITY) && (index === 0 || left >= (starts[index] ?? 0))
    }),
  )
  const layouts = columns.flatMap((cells) => readColumn({ ...context, cells }) ?? [])
  return { kind: 'list', candidates: layouts.flatMap(({ candidates }) => candidates), headers: new Set() }
}

function readColumn(context: LayoutContext): Layout | undefined {
  const rows = withoutAsides(toRows(context.cells), context.mark)
  let best: { layout: Layout; points: number } | undefined
  // Words such as the label of a price stand below each other as tickers do: the place that makes most holdings is theirs.
  for (const anchors of findPlaces(rows, context)) {
    const layout = readPlace(anchors, rows, context)
    const points = countComplete(withoutRepeated(layout), context.mark)
    if (!best || points > best.points) best = { layout, points }
  }
  return best?.layout
}

/** Leaves out a ticker that stands at several positions: it is a label or a mark, and counts as one. */
function withoutRepeated(layout: Layout): Layout {
  const seen = new Set<string>()
  const candidates = layout.candidates.filter(({ security }) => {
    const isNew = !seen.has(security.ticker)
    seen.add(security.ticker)
    return isNew
  })
  return { ...layout, candidates }
}

function readPlace(anchors: readonly Anchor[], rows: readonly TextRow[], context: LayoutContext): Layout {
  const labelled = pairLabels(context, new Set(anchors.map(({ cell }) => cell)))
  const legend = findLegend(context.cells)
  const quantities = [...labelled.values()].filter((role) => role === 'quantity').length
  const isDetail = anchors.length === 1 || (quantities === 1 && !legend && !hasInlineQuantities(rows, context))
  const chosen = isDetail ? anchors.slice(0, 1) : anchors
  const rowsOfAnchors = chosen.map(({ cell }) => rows.findIndex((row) => row.cells.includes(cell)))
  const toCandidates = (blocks: readonly (readonly TextRow[])[]) =>
    inferRoles(
      chosen.map((anchor, index) => toCandidate(anchor, blocks[index] ?? [], { labelled, legend }, context)),
      context.mark,
    )
  const candidates = isDetail ? toCandidates([rows]) : partBest(rows, rowsOfAnchors, toCandidates, context)
  // Below the holdings many screens list what is only watched; a ticker above the last holding has shares, read or not.
  const last = candidates.findLastIndex(({ figures }) => figures.quantity)
  if (last === -1 && haveWeights(candidates)) return { kind: 'list', candidates, headers: new Set() }
  const kept = candidates.filter(
    ({ figures, security }, index) =>
      figures.quantity || (index < last && security.isKnown && chosen[index]?.cell.text === security.ticker),
  )
  return { kind: 'list', candidates: kept, headers: new Set() }
}

/**
 * The candidates of rows parted at their widest gaps; of rows parted at their tickers, where these make more holdings
 * complete: a gap below a ticker, as a line leaves that says nothing, then gave each holding the figures of the one before.
 */
function partBest(
  rows: readonly TextRow[],
  anchors: readonly number[],
  toCandidates: (blocks: readonly (readonly TextRow[])[]) => Candidate[],
  { mark }: LayoutContext,
): Candidate[] {
  const [byGaps, byTickers] = [toBlocks(rows, anchors), toBlocks(rows, anchors, false)].map(toCandidates)
  const count = (candidates: readonly Candidate[] = []) =>
    countComplete({ kind: 'list', candidates, headers: new Set() }, mark)
  return (count(byTickers) > count(byGaps) ? byTickers : byGaps) ?? []
}

function hasInlineQuantities(rows: readonly TextRow[], { mark }: LayoutContext): boolean {
  const inline = rows.flatMap((row) => row.cells.flatMap((cell) => findInline(cell.text, mark)))
  return inline.filter(({ role }) => role === 'quantity').length > 1
}

function toCandidate(
  anchor: Anchor,
  block: readonly TextRow[],
  { labelled, legend }: { labelled: ReadonlyMap<TextCell, ImageRole | 'other'>; legend: Legend | undefined },
  { dictionary, mark }: LayoutContext,
): Candidate {
  const cells = block.flatMap((row) => row.cells)
  const { cell: symbolCell, security } = findTickerOf(anchor, cells, dictionary)
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
    for (const [of, sighting] of Object.entries(readByLegend(cell, legend, mark)))
      figures[of as FigureRole] ??= sighting
    if (role && role !== 'other' && isFigureRole(role)) figures[role] ??= { cell, pick: pickFigure }
  }
  const isSplit = quantities.some(({ text }) => hasSplitQuantity(text, mark))
  const sharesDoubt = quantities.length > 1 ? SEVERAL_SHARES : isSplit ? SPLIT_SHARES : null
  const name = findName(anchor, symbolCell, cells, { dictionary, mark })
  const pick = (text: string) => dictionary.findIn(headOf(text), false)?.ticker
  const symbol = { cell: narrowTo(symbolCell, headOf(symbolCell.text)), pick }
  return {
    security,
    symbol,
    terms: [],
    name,
    figures,
    currency: null,
    sector: null,
    costDoubt: figures.costTotal && isBareCost(figures.costTotal.cell, cells) ? ONE_OR_ALL : null,
    costChoices: [],
    sharesDoubt,
    cells,
    others,
  }
}

const SEVERAL_SHARES = 'There is more than one number of shares near this ticker.'
const SPLIT_SHARES = 'Another number is close before the number of shares. The two may be one.'

/** The name beside a ticker: what it was found by, what looks like one, or what is known as one. */
function findName(
  anchor: Anchor,
  symbolCell: TextCell,
  cells: readonly TextCell[],
  { dictionary, mark }: Pick<LayoutContext, 'dictionary' | 'mark'>,
): TextCell | null {
  if (anchor.security.isByName && anchor.cell !== symbolCell) return anchor.cell
  const known = cells.find((cell) => cell !== symbolCell && dictionary.findByName(cell.text) !== undefined)
  return cells.find((cell) => isName(cell, symbolCell, mark)) ?? known ?? null
}

/** "Cost $69.34" says neither of one share nor of all; the rest of its label may stand where it was not read. */
const BARE_COST = /(?:^|[^\p{L}\d\s] ?)cost(?: of)? (?:[$€£]\s?)?\d/iu
const ONE_OR_ALL = 'The image says "cost" and not whether it is that of one share or of all.'

const isBareCost = (figure: TextCell, cells: readonly TextCell[]) =>
  cells.some((cell) => BARE_COST.test(cell.text) && sharedRows(cell, figure) > 0.5)

/** Finds the ticker elsewhere in a position that was found by its name. */
function findTickerOf(anchor: Anchor, cells: readonly TextCell[], dictionary: LayoutContext['dictionary']): Anchor {
  if (!anchor.security.isByName) return anchor
  const tickers = cells.flatMap((cell) => {
    const security = cell === anchor.cell ? undefined : dictionary.findIn(headOf(cell.text), true)
    const head = headOf(cell.text)
    return security?.isKnown && head === security.ticker && !toFigureRole(head) ? [{ cell, security }] : []
  })
  const own = tickers.find(({ security }) => security.ticker === anchor.security.ticker)
  return own ?? (tickers.length === 1 ? tickers[0] : undefined) ?? anchor
}

/** "12.5 AAPL" and nothing else. */
const COUNTED = /^(\d[\d.,]*)(?: (?:x |× )?(?=[A-Z])|(?=[A-Z]{2,5}$))[A-Z]{1,5}(?:[./][A-Z])?$/

/** The shares of "12.5 AAPL". */
function sightCounted(cell: TextCell): Sighting | undefined {
  const pick = (text: string) => COUNTED.exec(text)?.[1]
  const shares = pick(cell.text)
  if (shares === undefined) return undefined
  const narrow = narrowTo(cell, shares)
  return narrow === cell ? { cell, pick } : { cell: narrow, pick: pickFigure }
}

/** The line below or above the ticker, or what follows it in its own, that has letters and says nothing else. */
function isName(cell: TextCell, symbol: TextCell, mark: LayoutContext['mark']): boolean {
  const isAligned = Math.abs(cell.left - symbol.left) < symbol.capHeight
  const isNext =
    cell.left > symbol.right && cell.left - symbol.right < 3 * symbol.capHeight && sharedRows(cell, symbol) > 0.4
  return (
    cell !== symbol &&
    /[A-Za-z]{2}/.test(cell.text) &&
    !toImageRole(cell.text) &&
    findInline(cell.text, mark).length === 0 &&
    (isNext || (isAligned && Math.abs(middleOf(cell) - middleOf(symbol)) < 3 * heightOf(symbol)))
  )
}
