import { type Covers, countCovers } from '@ballast/contract'
import { formatCount } from '../../lib/format.ts'
import { isSettled, type PositionRow } from './position-rows.ts'

export interface SummaryView {
  /** Over the positions whose cost is known and cash; null when that would be cash alone although more is held. */
  totalCostBasis: number | null
  /** Coverage of the cost basis. */
  costCovers: Covers
  /**
   * Value today of what the cost basis was paid for: over the same lots, of those that have a price. Over all without a
   * cost basis.
   */
  worth: number | null
  /** Gain in percent of the gross cost of the positions with both, cash not counted; null without any, or without cost. */
  gainPercent: number | null
  withoutCost: string[]
  /** Tickers that `worth` is about and leaves out, because they have no price. */
  withoutPrice: string[]
  /** Tickers held, cash not counted. */
  positionCount: number
  inProfit: number
  atLoss: number
  /** Positions that cannot be compared, because their price or their cost is not known. */
  notCompared: number
  /** Prices are still on their way, so that nothing can be said about worth and gain yet. */
  awaitsPrices: boolean
  /** Shares of securities; contracts and units of cash are not shares. */
  totalShares: number
  mostShares: { ticker: string; shares: number } | null
}

/** The figures of the three cards at the head of the overview. */
export function toSummaryView(rows: readonly PositionRow[]): SummaryView {
  const holdings = rows.filter((row) => row.kind !== 'cash')
  const costed = rows.filter((row) => !isSettled(row))
  const securities = rows.filter((row) => row.kind === 'security')
  const most = securities.toSorted((a, b) => b.shares - a.shares)[0]
  const costsCashAlone = holdings.length > 0 && holdings.every((row) => isSettled(row) || row.costBasis === null)
  const marketValue = (row: PositionRow) => (row.isPriced ? row.marketValue : null)
  return {
    totalCostBasis: costsCashAlone ? null : totalOf(costed.map((row) => row.costBasis)),
    costCovers: countCovers(rows, (row) => {
      if (row.missingPrice === 'expired' || row.missingPrice === 'matured') return row.missingPrice
      return row.lots.some((lot) => lot.costBasis === null) ? 'no-cost' : null
    }),
    worth: totalOf(
      costsCashAlone
        ? rows.map(marketValue)
        : costed.map((row) => (row.kind === 'cash' ? marketValue(row) : paidWorth(row))),
    ),
    gainPercent: toGainPercent(holdings),
    withoutCost: holdings.filter((row) => row.costBasis === null).map((row) => row.ticker),
    withoutPrice: (costsCashAlone ? rows : costed.filter((row) => row.costBasis !== null))
      .filter((row) => !row.isPriced && row.missingPrice !== 'pending')
      .map((row) => row.ticker),
    positionCount: holdings.length,
    inProfit: holdings.filter((row) => (row.gain?.value ?? 0) > 0).length,
    atLoss: holdings.filter((row) => (row.gain?.value ?? 0) < 0).length,
    notCompared: holdings.filter((row) => row.gain === null).length,
    awaitsPrices: rows.some((row) => row.missingPrice === 'pending'),
    totalShares: securities.reduce((total, row) => total + row.shares, 0),
    mostShares: most ? { ticker: most.ticker, shares: most.shares } : null,
  }
}

/** Sums the value of a row's lots with a known cost; null without such lots or without a price. */
const paidWorth = ({ costBasis, gain }: PositionRow) =>
  costBasis === null || gain === null ? null : costBasis + gain.value

/**
 * Gain of several holdings as a percentage of what they cost together. The cost is the gross one, as in the strip, so that
 * a short position does not turn the sign.
 */
export function toGainPercent(rows: readonly PositionRow[]): number | null {
  const gained = rows.filter((row) => row.gain !== null)
  const gain = gained.reduce((total, row) => total + (row.gain?.value ?? 0), 0)
  const cost = gained.flatMap((row) => row.lots).reduce((total, lot) => total + Math.abs(lot.costBasis ?? 0), 0)
  return cost === 0 ? null : (gain / cost) * 100
}

/** The sum of what is known, or null when nothing is. */
export function totalOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

/** `10 in profit, 4 at a loss`, with how many are worth their cost, and how many cannot be compared with it. */
export function toOutcomeCaption({ inProfit, atLoss, notCompared, positionCount }: SummaryView): string {
  if (notCompared === positionCount) return 'No prices to compare with'
  const atCost = positionCount - inProfit - atLoss - notCompared
  const rest = [
    atCost > 0 && `, ${formatCount(atCost)} at cost`,
    notCompared > 0 && `, ${formatCount(notCompared)} unknown`,
  ]
  return `${formatCount(inProfit)} in profit, ${formatCount(atLoss)} at a loss${rest.filter(Boolean).join('')}`
}

export type Outcome = 'profit' | 'loss' | 'even'

/** Most bars that still read as a picture of single positions. */
const MOST_BARS = 20

/**
 * A bar for each position while there are few, else a fixed number in the same proportion; an outcome that exists keeps
 * at least one bar.
 */
export function toOutcomeBars({ inProfit, atLoss, positionCount }: SummaryView): Outcome[] {
  const even = positionCount - inProfit - atLoss
  const scale = positionCount > MOST_BARS ? MOST_BARS / positionCount : 1
  const bars = (count: number, outcome: Outcome): Outcome[] =>
    count === 0 ? [] : new Array(Math.max(1, Math.round(count * scale))).fill(outcome)
  return [...bars(inProfit, 'profit'), ...bars(atLoss, 'loss'), ...bars(even, 'even')]
}
