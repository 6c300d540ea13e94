// Tests: ../features/overview/covers-everywhere.test.ts

import type { RiskHolding, RiskInput } from './holding.ts'

/*
 * A weight is one thing on every screen: what a position is worth, signed, as a share of the gross market value of all
 * positions that have a price, cash included, options at their price. Options enter risk by delta, and weights by value.
 */

/** Signed market value of a security itself, without the options on it. */
export const toHeldValue = ({ value, heldValue }: Pick<RiskHolding, 'value' | 'heldValue'>): number =>
  heldValue ?? value

/** Sums the whole that weights are shares of: Σ |market value| of every position that has a price, cash included. */
export function sumGross({ holdings, cash, atMarket }: Pick<RiskInput, 'holdings' | 'cash' | 'atMarket'>): number {
  return atMarket?.gross ?? holdings.reduce((sum, { value }) => sum + Math.abs(value), Math.abs(cash))
}

/** Splits what is held next to shares and funds, by magnitude: cash, and options at their price. */
export function splitGross(input: Pick<RiskInput, 'holdings' | 'cash' | 'atMarket'>): {
  cash: number
  options: number
} {
  const { holdings, atMarket } = input
  const cash = Math.abs(atMarket?.cash ?? input.cash)
  const ofHoldings = holdings.reduce((sum, holding) => sum + Math.abs(toHeldValue(holding)), 0)
  return { cash, options: atMarket ? Math.max(0, atMarket.gross - cash - ofHoldings) : 0 }
}
