// Tests: layouts.test.ts, ordinary-screens.test.ts

import type { DecimalMark } from '../decimal-text.ts'
import { type Figure, readFigure } from './figures/figures.ts'
import type { NamedInstrument, TickerDictionary } from './layout/ticker-dictionary.ts'
import type { TextCell } from './recognise/text-cell.ts'

export type FigureRole = 'quantity' | 'avgCost' | 'costTotal' | 'price' | 'value' | 'gain'

/** Where a figure or a ticker stands. */
export interface Sighting {
  cell: TextCell
  /** The part of the cell's text that is meant, or undefined when it does not contain such a part. */
  pick: (text: string) => string | undefined
}

/** A position as the layout tells it, before its characters are looked at closely. */
export interface Candidate {
  security: NamedInstrument
  symbol: Sighting
  /** Terms of an option, where they have their own columns. */
  terms: readonly string[]
  name: TextCell | null
  figures: Partial<Record<FigureRole, Sighting>>
  currency: string | null
  sector: string | null
  /** Why the cost may have been passed over, when the layout has figures that were not understood. */
  costDoubt: string | null
  /** Figures that may be the cost, when it is in doubt. */
  costChoices: readonly string[]
  /** Why the shares may be those of another position. */
  sharesDoubt: string | null
  /** Everything that belongs to it. */
  cells: readonly TextCell[]
  /** Cells of these whose column or label says that they are something else, such as the move of a day. */
  others: readonly TextCell[]
}

export interface Layout {
  kind: 'table' | 'list'
  candidates: readonly Candidate[]
  /** Cells that name columns. */
  headers: ReadonlySet<TextCell>
}

export interface LayoutContext {
  cells: readonly TextCell[]
  dictionary: TickerDictionary
  mark: DecimalMark
}

/** The whole text of a cell, without a percentage in parentheses that follows a figure and without the rules beside it. */
export const pickFigure = (text: string): string | undefined => withoutRules(text).replace(/ ?\([^()]*%\)$/, '')

/** A text without the rules of a table that were read as a part of it. */
export const withoutRules = (text: string): string => text.replace(/^\| ?(?=\S)/, '').replace(/(?<=\S) ?\|$/, '')

/**
 * How many positions of a layout have what makes one, and in how many the figures agree: the layout that explains more is
 * the right one.
 */
export function countComplete({ candidates }: Layout, mark: DecimalMark): number {
  const areWritten = candidates.some(({ security }) => security.isKnown && !security.isByName)
  let points = 0
  for (const { figures, security } of candidates) {
    const read = (role: FigureRole) => {
      const sighting = figures[role]
      return readFigure(sighting?.pick(sighting.cell.text) ?? '', mark)
    }
    if (!figures.quantity) continue
    points +=
      2 +
      (figures.avgCost || figures.costTotal ? 1 : 0) +
      (security.isKnown ? (security.isByName ? (areWritten ? 0 : BY_NAME) : 1) : 0)
    const quantity = read('quantity')
    if (isProduct(quantity, read('price'), read('value')) || isProduct(quantity, read('avgCost'), read('costTotal'))) {
      points += PROOF
    }
  }
  return points
}

const PROOF = 3
/** A ticker that was looked up for a name says less than one that stands there, and nothing where the others stand there. */
const BY_NAME = 0.4

function isProduct(shares: Figure | undefined, each: Figure | undefined, product: Figure | undefined): boolean {
  if (!shares || !each || !product || Math.abs(shares.value) === 1) return false
  const slack = shares.rounding * each.value + each.rounding * shares.value + product.rounding
  return Math.abs(shares.value * each.value - product.value) <= Math.abs(slack)
}
