// Tests: ../layouts.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import words from '../../words.json' with { type: 'json' }
import { readFigure } from '../figures/figures.ts'
import { haveWeights } from '../layout/weights.ts'
import type { Candidate, Layout, LayoutContext } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'

/** Names of columns that tell of orders and of quotes; one of them alone may stand in a table of holdings too. */
const OF_ORDERS = /^(?:order(?: type)?|limit(?: price)?|filled|time in force|tif|status)$/i
const OF_QUOTES = /^(?:bid|ask|bid size|ask size|volume|vol\.?)$/i
const SEVERAL = 2
const FEWEST_COUNTED = 4

/**
 * The layout when it is one of holdings: what is watched has no shares and no weight, orders are not held yet, and the ranks of a
 * table count 1, 2, 3.
 */
export function keepHoldings(
  layout: Layout | undefined,
  { cells, mark }: Pick<LayoutContext, 'cells' | 'mark'>,
): Layout | undefined {
  if (!layout) return undefined
  const { candidates } = layout
  const hasCost = candidates.some(({ figures }) => figures.avgCost !== undefined || figures.costTotal !== undefined)
  const isNamed = (of: RegExp) => [...layout.headers].filter(({ text }) => of.test(text)).length >= SEVERAL
  const isNone =
    (!candidates.some(({ figures }) => figures.quantity) && !haveWeights(candidates)) ||
    areRanks(candidates, mark) ||
    areCurrencies(candidates) ||
    (isOfReceipt(cells) && !candidates.some(({ security }) => security.isKnown)) ||
    isOneOfMany(layout, mark) ||
    (!hasCost && (isNamed(OF_ORDERS) || isNamed(OF_QUOTES))) ||
    (layout.kind === 'list' && !candidates.some(isBackedUp))
  return isNone ? undefined : layout
}

/** 1, 2, 3 from row to row are no shares. */
function areRanks(candidates: readonly Candidate[], mark: DecimalMark): boolean {
  const counts = candidates.map(({ figures: { quantity } }) => {
    return readFigure(quantity?.pick(quantity.cell.text) ?? '', mark)?.value
  })
  return counts.length >= FEWEST_COUNTED && counts.every((count, index) => count === index + 1)
}

/** Words of receipts, which count and price what was bought as lists of holdings do. */
const OF_RECEIPTS = /\b(?:tax|vat|sub ?-?total|cashier|receipt|change due|thank you|tip|order no)\b/i

const isOfReceipt = (cells: readonly TextCell[]) => cells.filter(({ text }) => OF_RECEIPTS.test(text)).length >= SEVERAL

const CURRENCIES = new Set(words.currencies)
const FEWEST_CURRENCIES = 3

const areCurrencies = (candidates: readonly Candidate[]) =>
  candidates.filter(({ security }) => CURRENCIES.has(security.ticker)).length >= FEWEST_CURRENCIES

const MOST_FIGURES = 15

/** One ticker above many rows of figures, as of orders to buy and to sell, is what they are about. */
function isOneOfMany({ kind, candidates: [only, ...others] }: Layout, mark: DecimalMark): boolean {
  if (kind !== 'table' || !only || others.length > 0) return false
  return only.cells.filter(({ text }) => readFigure(text, mark)).length > MOST_FIGURES
}

const UNIT = /\b(?:shares?|shs|units?|stk|st[uü]ck|qty|contracts?)\b|^[xX×] ?\d|\d ?[xX×]$/i

/** A word with a number is a holding where the word is a ticker that exists, or other figures speak of one. */
function isBackedUp({ security, figures }: Candidate): boolean {
  const { avgCost, costTotal, price, value, quantity } = figures
  return (
    security.isKnown ||
    [avgCost, costTotal, price, value].some((figure) => figure) ||
    UNIT.test(quantity?.cell.text ?? '')
  )
}
