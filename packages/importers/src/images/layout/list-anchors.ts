// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import { isAllLabelWords } from '../../headers/header-grammar.ts'
import { isBond } from '../../meaning/security-kinds.ts'
import { readFigure } from '../figures/figures.ts'
import { findInline, headOf, toFigureRole } from '../figures/inline-figures.ts'
import { isLabelOfOther, toImageRole } from '../figures/labels.ts'
import type { LayoutContext } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { pairLabels } from './label-pairs.ts'
import type { TextRow } from './text-rows.ts'
import type { NamedInstrument } from './ticker-dictionary.ts'

export interface Anchor {
  cell: TextCell
  security: NamedInstrument
}

/** Pieces of text that begin with a ticker. */
export function nameSecurities(rows: readonly TextRow[], { dictionary, mark }: LayoutContext): Anchor[] {
  const texts = rows.flatMap((row) => row.cells.map(({ text }) => text))
  // Some labels are tickers too, as PRU: it is one of these where it stands at several holdings.
  const isLabel = (text: string) => toImageRole(text) !== undefined && texts.indexOf(text) !== texts.lastIndexOf(text)
  const anchors = rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const head = headOf(cell.text)
      const security = dictionary.findIn(head, !/^[A-Z]{6,12}$/.test(cell.text))
      const role = toFigureRole(head)
      const isLabelled = role !== undefined && findInline(cell.text, mark).some((figure) => figure.role === role)
      return security &&
        !isLabelled &&
        !isLabel(cell.text) &&
        !isOfPercent(cell.text) &&
        (security.isKnown || !toImageRole(cell.text))
        ? [{ cell, security }]
        : []
    }),
  )
  return anchors.filter((anchor) => anchor.security.isKnown || !isRepeated(anchor, anchors))
}

/** In part of the other anchors: what stands there as often, the same each time, is a label; two lots are fewer. */
const OFTEN = 0.5

/** True if what nobody knows as a ticker repeats with the holdings, as the label "P/L" does. */
function isRepeated({ security }: Anchor, anchors: readonly Anchor[]): boolean {
  const same = anchors.filter((other) => other.security.ticker === security.ticker).length
  return same >= Math.max(2, OFTEN * (anchors.length - same))
}

/** "P/L %" and "% of portfolio" are labels: a ticker has no such sign, and a bond that has one has its number, too. */
const isOfPercent = (text: string) => text.includes('%') && !/\d/.test(text)

const MOST_PLACES = 4

/** Groups of what may be tickers and begins at the same place of its lines, the likeliest first; names where none is. */
export function findPlaces(rows: readonly TextRow[], context: LayoutContext): Anchor[][] {
  let left = nameSecurities(rows, context)
  const places: Anchor[][] = []
  while (left.length > 0 && places.length < MOST_PLACES) {
    const place = findBestPlace(left)
    if (place.length === 0) break
    left = left.filter((anchor) => !place.includes(anchor))
    const tickers = place.filter(
      (anchor, at, all) => !isNameOf(all[at - 1], anchor) && !isNameAbove(anchor, all[at + 1]),
    )
    places.push(addUnread(withoutSecondLines(tickers), rows, context))
  }
  return [...places, ...findNames(rows, context)]
}

/** A line below another is smaller or larger by at least so much; less is how exactly letters are measured. */
const OTHER_SIZE = 0.06
/** From a line to the next of its own holding is so much less than to that of the next holding. */
const NEARER = 0.75

/**
 * Drops second lines. Two lines may repeat close together and differ in size, such as "NVDA" above "NVIDIA": one is the
 * ticker, the other says more of it. The whole place decides which: known tickers count most, also of holdings whose other
 * line cannot be taken for a ticker.
 */
function withoutSecondLines(anchors: readonly Anchor[]): Anchor[] {
  const firsts = new Set<Anchor>()
  const seconds = new Set<Anchor>()
  for (const [at, upper] of anchors.entries()) {
    const [lower, next] = [anchors[at + 1], anchors[at + 2]]
    if (!lower || firsts.has(lower) || seconds.has(upper)) continue
    const step = lower.cell.top - upper.cell.top
    const isOneHolding =
      lower.cell.top - upper.cell.bottom < 1.5 * upper.cell.capHeight &&
      Math.abs(lower.cell.capHeight - upper.cell.capHeight) > OTHER_SIZE * upper.cell.capHeight &&
      (!next || step < NEARER * (next.cell.top - lower.cell.top))
    if (!isOneHolding) continue
    firsts.add(upper)
    seconds.add(lower)
  }
  const upper = anchors.filter((anchor) => !seconds.has(anchor))
  const lower = anchors.filter((anchor) => !firsts.has(anchor))
  return countLikely(lower) > countLikely(upper) ? lower : upper
}

const FEWEST_NAMES = 2

/** Names of companies below each other, each with its ticker where one stands by itself in its line. */
function findNames(rows: readonly TextRow[], { dictionary, mark }: LayoutContext): Anchor[][] {
  const named = rows.flatMap((row) =>
    row.cells.flatMap((cell) =>
      isCompanyName(cell, mark) ? [{ cell, security: dictionary.findCompany(cell.text) }] : [],
    ),
  )
  const place = findBestPlace(named)
  return place.length >= FEWEST_NAMES || place[0]?.security.isKnown ? [place] : []
}

/** A text of letters that is no label and no figure with its label. */
function isCompanyName({ text }: TextCell, mark: LayoutContext['mark']): boolean {
  return (
    /\p{L}{3}/u.test(text) &&
    text.length <= LONGEST_COMPANY &&
    !toImageRole(text) &&
    !isOfPercent(text) &&
    !isAllLabelWords(text) &&
    !isLabelOfOther(text) &&
    findInline(text, mark).length === 0
  )
}

const LONGEST_COMPANY = 48

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

/** "BP p.l.c." above "BP" is its name as well. */
function isNameAbove({ cell, security }: Anchor, below: Anchor | undefined): boolean {
  return (
    below !== undefined &&
    security.name !== null &&
    below.security.name === null &&
    security.ticker === below.security.ticker &&
    below.cell.top - cell.bottom < 1.5 * cell.capHeight
  )
}

/** Adds the lines that have shares of their own but no ticker that could be read where the others have theirs. */
function addUnread(anchors: readonly Anchor[], rows: readonly TextRow[], context: LayoutContext): Anchor[] {
  const { dictionary, mark } = context
  const [first] = anchors
  if (!first) return []
  const sized = anchors.map(({ cell }) => cell.capHeight).sort((a, b) => a - b)
  const capHeight = sized[Math.floor(sized.length / 2)] ?? 0
  const taken = new Set(anchors.map(({ cell }) => cell))
  const areNamed = anchors.filter(({ cell }) => TICKER_AND_NAME.test(cell.text)).length > anchors.length / 2
  const labelled = pairLabels(context, taken)
  const quantities = rows.flatMap((row) =>
    row.cells.filter(
      (cell) =>
        labelled.get(cell) === 'quantity' || findInline(cell.text, mark).some(({ role }) => role === 'quantity'),
    ),
  )
  // A screen about one holding states its shares once.
  if (anchors.length < 2 && quantities.length < 3) return [...anchors]
  const unread = rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const isThere = Math.abs(cell.left - first.cell.left) < 0.5 * capHeight
      const isSize = Math.abs(cell.capHeight - capHeight) < 0.2 * capHeight
      const head = headOf(cell.text)
      const isNamed = areNamed && TICKER_AND_NAME.test(head)
      const isDebt = isBond('', cell.text)
      if (
        !isThere ||
        !isSize ||
        taken.has(cell) ||
        (head.length > LONGEST_UNREAD && !isNamed && !isDebt) ||
        toFigureRole(cell.text) !== undefined ||
        isOfPercent(cell.text) ||
        findInline(head, mark).length > 0 ||
        (readFigure(head, mark) && head.replace(/\D/g, '') !== '0')
      )
        return []
      const security = isDebt ? dictionary.findCompany(cell.text) : dictionary.findIn(head, false)
      return [{ cell, security: security ?? dictionary.toUnread(head) }]
    }),
  )
  return withShares([...anchors, ...unread], taken, quantities, capHeight)
}

/** Unread anchors with their own number of shares, where the anchor before them has one too. */
function withShares(
  anchors: readonly Anchor[],
  taken: ReadonlySet<TextCell>,
  quantities: readonly TextCell[],
  capHeight: number,
): Anchor[] {
  const all = anchors.toSorted((a, b) => a.cell.top - b.cell.top)
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

/** "KO Coca-Cola", as all tickers of some lists stand with their names. */
const TICKER_AND_NAME = /^[A-Z]{1,5}(?:\.[A-Z])? \p{L}(?=.{0,40}\p{Ll})/u
/** A ticker of which nothing can be made is no longer than that. */
const LONGEST_UNREAD = 8

/** How likely all of them are tickers; a single letter may be anything. */
function countLikely(anchors: readonly Anchor[]): number {
  return anchors.reduce((sum, { security }) => {
    const { length } = security.ticker
    return sum + (security.isKnown ? (length > 1 ? 2 : 1) : length > 1 ? 0.6 : 0.2)
  }, 0)
}

/** In heights of a letter: tickers that exist stand together also where pictures of different widths push them aside. */
const PUSHED = 1.5

function findBestPlace(named: readonly Anchor[]): Anchor[] {
  let best: Anchor[] = []
  let most = 0
  for (const { cell, security } of named) {
    const isSure = (one: NamedInstrument) => one.isKnown && !one.isByName && one.ticker.length > 1
    const aligned = named.filter((other) => {
      const reach = isSure(security) && isSure(other.security) ? PUSHED : 0.8
      return (
        (Math.abs(other.cell.left - cell.left) < reach * cell.capHeight ||
          Math.abs(other.cell.right - cell.right) < 0.3 * cell.capHeight) &&
        Math.abs(other.cell.capHeight - cell.capHeight) < 0.35 * cell.capHeight
      )
    })
    const points = countLikely(aligned)
    if (points > most) {
      most = points
      best = aligned
    }
  }
  return [...best].sort((a, b) => a.cell.top - b.cell.top)
}
