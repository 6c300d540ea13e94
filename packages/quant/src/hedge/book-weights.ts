// Tests: book-weights.test.ts

import type { ReturnMatrix } from '../price-matrix.ts'
import type { HedgeHolding } from './hedge-market.ts'
import type { HedgeSituation } from './hedge-situation.ts'

/*
 * What is held as shares of everything, the same for every figure of a book: weights are shares of the gross value, with
 * options at their price; what moves has options by their delta.
 */

/** Sums options and cash by magnitude: all that is held next to shares and funds. */
export function sumBeside({ cash, options }: Pick<HedgeSituation, 'cash' | 'options'>): number {
  const worth = options.map(({ contracts, multiplier, premium }) => Math.abs(contracts * multiplier * premium))
  return worth.reduce((sum, value) => sum + value, Math.abs(cash))
}

/** Sums everything by magnitude, cash and options included: the whole that weights are shares of. */
export function sumGross(situation: Pick<HedgeSituation, 'holdings' | 'cash' | 'options'>): number {
  return situation.holdings.reduce((sum, { value }) => sum + Math.abs(value), sumBeside(situation))
}

/** Weight of each row of a matrix in a book worth `value`: 0 for what is not held. */
export function toWeights(
  holdings: readonly { readonly ticker: string; readonly value: number }[],
  matrix: ReturnMatrix,
  value: number,
): Float64Array {
  const values = new Map(holdings.map((holding) => [holding.ticker, holding.value]))
  return Float64Array.from(matrix.tickers, (ticker) => (values.get(ticker) ?? 0) / value)
}

type Moving = Pick<HedgeHolding, 'ticker' | 'value' | 'internalDiversification'>

/** Lists what moves: positions, with options as the shares of their underlying that move as they do, one entry a ticker. */
export function listMoving({
  holdings,
  optionExposures = [],
}: Pick<HedgeSituation, 'holdings' | 'optionExposures'>): Moving[] {
  const moving = new Map<string, Moving>(holdings.map((holding) => [holding.ticker, holding]))
  for (const exposure of optionExposures) {
    const held = moving.get(exposure.ticker)
    moving.set(exposure.ticker, held ? { ...held, value: held.value + exposure.value } : exposure)
  }
  return [...moving.values()]
}
