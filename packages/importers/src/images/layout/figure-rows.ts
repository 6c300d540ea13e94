// Tests: ../layouts.test.ts, ../verdict/judged-figures.test.ts

import { heightOf, middleOf } from '../decode/grey-image.ts'
import { headOf } from '../figures/inline-figures.ts'
import { isLabelOfOther, toImageRole } from '../figures/labels.ts'
import type { LayoutContext } from '../layout.ts'
import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { DATE } from './full-rows.ts'
import type { Anchor } from './table-anchors.ts'
import { type TextRow, toRows } from './text-rows.ts'
import type { NamedInstrument } from './ticker-dictionary.ts'

/** A row of figures has so many of them, and as large a part of what the fullest row has. */
const FEWEST_FIGURES = 2
const MOSTLY_FULL = 0.7
/** Part of the rows of figures whose tickers stand at one place beside them. */
const ENOUGH_TICKERS = 0.5
const TICKER = /^(?=[A-Z0-9.]*[A-Z])[A-Z0-9]{1,6}(?:\.[A-Z]{1,2})?$/
const TO_NUMBER = / ?[·•|-]? ?(?:ISIN|WKN)\b.*$/

export interface FigureRow {
  anchor: Anchor
  block: readonly TextRow[]
}

/**
 * The holdings of a table by its figures: each row of them is one, and what stands nearest to it in the column of names
 * is its own, in as many lines as that takes. Tickers are what stands at the place where most rows have one.
 *
 * @param columnOf the column of each cell
 */
export function findFigureRows(
  rows: readonly TextRow[],
  columnOf: ReadonlyMap<TextCell, number>,
  symbolColumn: number,
  { dictionary }: LayoutContext,
): FigureRow[] {
  const cells = rows.flatMap((row) => row.cells)
  const isName = (cell: TextCell) => columnOf.get(cell) === symbolColumn
  const count = (row: TextRow) =>
    new Set(row.cells.filter(({ text }) => /\d/.test(text)).map((cell) => columnOf.get(cell))).size
  // Names in two lines reach above and below their figures, and into those of no other row.
  const lines = toRows(cells.filter((cell) => !isName(cell)))
  const most = Math.max(0, ...lines.map(count))
  const figureRows = lines.filter((row) => count(row) >= Math.max(FEWEST_FIGURES, MOSTLY_FULL * most))
  const blocks = new Map(figureRows.map((row) => [row, [...row.cells]]))
  const placed = new Set(figureRows.flatMap((row) => row.cells))
  for (const cell of cells) {
    const own = placed.has(cell) ? undefined : nearest(cell, figureRows)
    if (own) blocks.get(own)?.push(cell)
  }
  const namesOf = (row: TextRow) => (blocks.get(row) ?? []).filter(isName).sort((one, other) => one.top - other.top)
  const heads = figureRows.flatMap(namesOf).filter(({ text }) => TICKER.test(toHead(text)))
  const place = findTickerPlace(heads, dictionary, figureRows.length)
  return figureRows.flatMap((row) => {
    const names = namesOf(row).filter(({ text }) => !DATE.test(text))
    const atPlace = names.filter((name) => isAtPlace(name, place))
    const cell = atPlace.find(({ text }) => TICKER.test(toHead(text))) ?? atPlace[0] ?? names[0]
    if (!cell) return []
    const found = isAtPlace(cell, place) ? toSecurity(toHead(cell.text), dictionary) : undefined
    const isCompany = /\p{L}{3}/u.test(cell.text)
    const security =
      found ??
      dictionary.findIn(cell.text, false) ??
      (isCompany ? dictionary.findCompany(cell.text) : dictionary.toUnread(cell.text))
    const block = toRows(blocks.get(row) ?? [])
    const anchor = { row: 0, security, cell: found ? narrowTo(cell, toHead(cell.text)) : cell }
    return [{ anchor, block }]
  })
}

const toHead = (text: string) => headOf(text.replace(TO_NUMBER, ''))

function toSecurity(head: string, dictionary: LayoutContext['dictionary']): NamedInstrument {
  return dictionary.findIn(head, false) ?? dictionary.toUnread(head)
}

/** The row of figures that a piece of text stands beside: at most two of its heights away. */
function nearest(cell: TextCell, figureRows: readonly TextRow[]): TextRow | undefined {
  const away = (row: TextRow) => Math.abs(middleOf(row) - middleOf(cell))
  const [first] = [...figureRows].sort((one, other) => away(one) - away(other))
  return first && away(first) < 2 * heightOf(first) + heightOf(cell) ? first : undefined
}

/** The texts that begin at the same place in most rows and are tickers; none where there is no such place. */
function findTickerPlace(
  heads: readonly TextCell[],
  dictionary: LayoutContext['dictionary'],
  rowCount: number,
): TextCell[] {
  let best: TextCell[] = []
  let most = 0
  for (const head of heads) {
    const place = heads.filter(
      (other) =>
        Math.abs(other.left - head.left) < 0.6 * head.capHeight &&
        Math.abs(other.capHeight - head.capHeight) < 0.3 * head.capHeight,
    )
    const tickers = new Set(place.map(({ text }) => toHead(text)))
    const points = [...tickers].reduce((sum, ticker) => sum + (dictionary.has(ticker) ? 2 : isLabel(ticker) ? 0 : 1), 0)
    if (tickers.size < ENOUGH_TICKERS * rowCount || points <= most) continue
    most = points
    best = place
  }
  return best
}

/** Also what stands there and could not be read. */
function isAtPlace(cell: TextCell, [first]: readonly TextCell[]): boolean {
  if (!first || toHead(cell.text).length > LONGEST_TICKER) return false
  return (
    Math.abs(cell.left - first.left) < 0.6 * first.capHeight &&
    Math.abs(cell.capHeight - first.capHeight) < 0.3 * first.capHeight
  )
}

const LONGEST_TICKER = 10

const isLabel = (text: string) => toImageRole(text) !== undefined || isLabelOfOther(text)
