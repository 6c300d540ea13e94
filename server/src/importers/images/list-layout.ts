import { findCardColumns } from './columns-of-cards.ts'
import { readFigure } from './figures.ts'
import { centreOf, heightOf, middleOf, sharedRows } from './grey-image.ts'
import { type ImageRole, toImageRole } from './labels.ts'
import {
  type Candidate,
  type FigureRole,
  type Layout,
  type LayoutContext,
  pickFigure,
  type Sighting,
} from './layout.ts'
import { isAside } from './line-verdicts.ts'
import { narrowTo, type TextCell } from './read-cells.ts'
import { toBlocks } from './row-blocks.ts'
import { type TextRow, toRows } from './text-rows.ts'
import type { NamedSecurity } from './ticker-dictionary.ts'

interface Anchor {
  cell: TextCell
  security: NamedSecurity
}

const FIGURE_ROLES: readonly ImageRole[] = ['quantity', 'avgCost', 'costTotal', 'price', 'value', 'gain']
/** A dot between two figures may be read close to the first, or not at all. */
const SEPARATOR = / ?[·•|»—*+-] |(?<=\d) (?=avg\b)/i
const LEADING_SEPARATOR = /^ ?[·•|»—*+-] /
/** "12 shares @ $150.25" and the like: what stands behind is what a share has cost. */
const AT = /^(-?[\d.,]+)(?: (?:shares?|shs?|units?))? ?(?:@|at) ?(?:avg\.? )?([$€£]?[\d.,]+)$/i
/** Decimals that were read as two words. */
const BROKEN_FIGURE = /(\d[.,]\d{1,8}) (?=\d{1,8} [a-z])/
const FIGURE_FIRST = /^([-−]?[\d.,]+) ?([A-Za-z][A-Za-z. ]*)$/
const LABEL_FIRST = /^([A-Za-z][A-Za-z.&/ -]*?) ?[:.]? ?([-−+]?[$€£]?[-−+]?\d[\d.,]*[KMB]?)$/

/**
 * The positions of a list of tickers or cards without named columns, or of a screen about a single position. Cards that
 * stand beside each other are read column by column.
 */
export function readList(context: LayoutContext): Layout | undefined {
  const edges = findCardColumns(nameSecurities(toRows(context.cells), context).map(({ cell }) => cell))
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
  const candidates = chosen.map((anchor, index) => toCandidate(anchor, blocks[index] ?? [], labelled, context))
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

/** "AAPL · 10 shares", "AAPL 10 @ $150.25" and "10 AAPL @ $150.25" begin with a ticker, or nearly so. */
const TICKER_THEN_FIGURE = /^([A-Z]{1,5}(?:[./][A-Z])?|0)(?: (?=[-$]?\d)| ?(?=\d[\d.,]* ?@))/
const FIGURE_THEN_TICKER = /^\d[\d.,]*(?: (?:x |× )?(?=[A-Z])|(?=[A-Z]{2,5}$))([A-Z]{1,5}(?:[./][A-Z])?)(?= @| at |$)/

/** "12.5 AAPL" and nothing else. */
const COUNTED = /^(\d[\d.,]*)(?: (?:x |× )?(?=[A-Z])|(?=[A-Z]{2,5}$))[A-Z]{1,5}(?:[./][A-Z])?$/

function headOf(text: string): string {
  const head = text.split(SEPARATOR)[0] ?? ''
  return TICKER_THEN_FIGURE.exec(head)?.[1] ?? FIGURE_THEN_TICKER.exec(head)?.[1] ?? head
}

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
        head.length > 6 ||
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
function pairLabels({ cells, mark }: LayoutContext, anchors: ReadonlySet<TextCell>): Map<TextCell, ImageRole> {
  const labels = cells.flatMap((cell) => {
    if (anchors.has(cell)) return []
    const role = toImageRole(cell.text.replace(/:$/, ''))
    return role && FIGURE_ROLES.includes(role) ? [{ cell, role }] : []
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

/** Figures of a piece of text that says itself what they are: "7 shares", "Avg cost $644.42", "12 @ $150.25". */
function findInline(text: string, mark: LayoutContext['mark']): { role: FigureRole; text: string }[] {
  const head = headOf(text)
  const whole = text.replace(BROKEN_FIGURE, '$1')
  const rest = (/^(?:[A-Z./]+|0)$/.test(head) ? whole.replace(head, '').replace(/ {2}/, ' ') : whole).replace(
    LEADING_SEPARATOR,
    '',
  )
  return rest.split(SEPARATOR).flatMap((raw) => {
    const part = raw.trim()
    const at = AT.exec(part)
    if (at?.[1] && at[2] && readFigure(at[1], mark) && readFigure(at[2], mark)) {
      return [
        { role: 'quantity' as const, text: at[1] },
        { role: 'avgCost' as const, text: at[2] },
      ]
    }
    const first = FIGURE_FIRST.exec(part)
    const last = LABEL_FIRST.exec(part)
    const label = first?.[2] ?? last?.[1]
    const figure = first?.[1] ?? last?.[2]
    if (label === undefined || figure === undefined || !readFigure(figure, mark)) return []
    const role = toImageRole(label)
    return role && isFigureRole(role) ? [{ role, text: figure }] : []
  })
}

const isFigureRole = (role: ImageRole): role is FigureRole => FIGURE_ROLES.includes(role)

function hasInlineQuantities(rows: readonly TextRow[], { mark }: LayoutContext): boolean {
  const inline = rows.flatMap((row) => row.cells.flatMap((cell) => findInline(cell.text, mark)))
  return inline.filter(({ role }) => role === 'quantity').length > 1
}

function toCandidate(
  { cell: symbolCell, security }: Anchor,
  block: readonly TextRow[],
  labelled: ReadonlyMap<TextCell, ImageRole>,
  { dictionary, mark }: LayoutContext,
): Candidate {
  const cells = block.flatMap((row) => row.cells)
  const figures: Candidate['figures'] = {}
  const loose: TextCell[] = []
  // What stands beside or below the ticker is its own rather than what stands above.
  const isAbove = (cell: TextCell) => cell.bottom < symbolCell.top
  const quantities: TextCell[] = []
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
    if (role && isFigureRole(role)) figures[role] ??= { cell, pick: pickFigure }
    else if (readFigure(cell.text, mark) && !readFigure(cell.text, mark)?.isPercent) loose.push(cell)
  }
  const sharesDoubt = quantities.length > 1 ? 'More than one number of shares stands near this ticker.' : null
  Object.assign(figures, placeLoose(figures, loose, mark))
  const name = cells.find((cell) => isName(cell, symbolCell, mark)) ?? null
  const pick = (text: string) => dictionary.findIn(headOf(text), false)?.ticker
  const symbol = { cell: narrowTo(symbolCell, headOf(symbolCell.text)), pick }
  return { security, symbol, name, figures, currency: null, sector: null, costDoubt: null, sharesDoubt, cells }
}

/** The shares of "12.5 AAPL". */
function sightCounted(cell: TextCell): Sighting | undefined {
  const pick = (text: string) => COUNTED.exec(text)?.[1]
  const shares = pick(cell.text)
  if (shares === undefined) return undefined
  const narrow = narrowTo(cell, shares)
  return narrow === cell ? { cell, pick } : { cell: narrow, pick: pickFigure }
}

/** Where the figure alone stands when that can be told, else the whole piece of text that it stands in. */
function sightInline(cell: TextCell, role: FigureRole, mark: LayoutContext['mark']): Sighting {
  const pick = (text: string) => findInline(text, mark).find((part) => part.role === role)?.text
  const narrow = narrowTo(cell, pick(cell.text) ?? '')
  return narrow === cell ? { cell, pick } : { cell: narrow, pick: pickFigure }
}

/** Figures without a label are price and value when they are one another's product with the shares; else unknown. */
function placeLoose(
  figures: Candidate['figures'],
  loose: readonly TextCell[],
  mark: LayoutContext['mark'],
): Candidate['figures'] {
  const quantity = figureOf(figures.quantity, mark)
  if (!quantity || figures.price || figures.value) return {}
  for (const price of loose) {
    for (const value of loose) {
      const a = readFigure(price.text, mark)
      const b = readFigure(value.text, mark)
      if (price === value || !a || !b) continue
      const isProduct =
        Math.abs(a.value * quantity.value - b.value) <= a.rounding * Math.abs(quantity.value) + b.rounding + 1e-9
      if (isProduct && Math.abs(quantity.value) !== 1) {
        return { price: { cell: price, pick: pickFigure }, value: { cell: value, pick: pickFigure } }
      }
    }
  }
  return {}
}

function figureOf(sighting: Sighting | undefined, mark: LayoutContext['mark']) {
  const text = sighting?.pick(sighting.cell.text)
  return text === undefined ? undefined : readFigure(text, mark)
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
