import type { Overview } from '@ballast/contract'
import type { PricedLots } from '../../holdings/value-lots.ts'

const LISTED_MOVES = 3

type Totals = Pick<Overview, 'marketValue' | 'dayChange' | 'totalGain' | 'moves'>

/**
 * Computes value, day change and gain of the portfolio, over the lots that have what each figure needs.
 *
 * - market value: Σ value, signs kept, cash included
 * - day change: Σ units × (price − previous close), as a percentage of Σ |units × previous close|
 * - total gain: Σ (value − cost) over securities and options, as a percentage of Σ |cost|
 *
 * Percentages are of gross amounts, so that a short position does not turn their sign.
 *
 * @returns null for a figure that no lot contributes to; a percentage of nothing is null too
 */
export function computeTotals(priced: readonly PricedLots[]): Totals {
  let marketValue = 0
  let [dayValue, dayBase, dayLots] = [0, 0, 0]
  let [gainValue, gainBase, gainLots] = [0, 0, 0]
  for (const { kind, units, price, previousClose, value, cost, grossCost } of priced) {
    marketValue += value
    if (previousClose !== null) {
      dayValue += units * (price - previousClose)
      dayBase += Math.abs(units * previousClose)
      if (kind !== 'cash') dayLots++
    }
    if (cost !== null && kind !== 'cash') {
      gainValue += value - cost
      gainBase += grossCost
      gainLots++
    }
  }
  return {
    marketValue: priced.length === 0 ? null : round(marketValue),
    dayChange: dayLots === 0 ? null : toChange(dayValue, dayBase),
    totalGain: gainLots === 0 ? null : toChange(gainValue, gainBase),
    moves: findMoves(priced),
  }
}

/** Six decimals: below every amount that is shown, above the noise of binary sums. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function toChange(value: number, base: number): Totals['dayChange'] {
  return { value: round(value), percent: base === 0 ? null : round((100 * value) / base) }
}

function findMoves(priced: readonly PricedLots[]): Totals['moves'] {
  const moves = new Map<string, Totals['moves'][number]>()
  for (const { ticker, kind, price, previousClose } of priced) {
    if (kind === 'cash' || previousClose === null || previousClose === 0) continue
    moves.set(ticker, { ticker, price, changePercent: round(100 * (price / previousClose - 1)) })
  }
  const bySize = (a: Totals['moves'][number], b: Totals['moves'][number]) =>
    Math.abs(b.changePercent) - Math.abs(a.changePercent) || (a.ticker < b.ticker ? -1 : 1)
  return [...moves.values()].sort(bySize).slice(0, LISTED_MOVES)
}
