import { toOptionTerms } from '@ballast/contract'
import { StoredDecimal } from '@ballast/importers'
import { Big } from 'big.js'
import type { DailyHistory } from '../../market-data/market-data.ts'
import type { DatedLot, SplitAdjustment } from '../../portfolios/split-adjustment.repository.ts'

export interface SplitTerms {
  newShares: number
  oldShares: number
}

/** A split that lots of a portfolio are older than, and that nobody has applied to them or dismissed. */
export interface OpenSplit extends SplitTerms {
  ticker: string
  /** ISO date on which it took effect. */
  date: string
  lots: readonly DatedLot[]
}

const LARGEST_OLD_SHARES = 1_000
const RATIO_TOLERANCE = 1e-5

/**
 * The terms of a split from the factor that providers state: 4 is 4 new shares for 1 old one, 1.5 is 3 for 2, 0.05 is 1
 * for 20. The smallest whole numbers within a hundred-thousandth of the factor; else the factor itself for 1.
 */
export function toSplitTerms(ratio: number): SplitTerms {
  for (let oldShares = 1; oldShares <= LARGEST_OLD_SHARES; oldShares++) {
    const newShares = Math.round(ratio * oldShares)
    if (newShares > 0 && Math.abs(newShares / oldShares / ratio - 1) < RATIO_TOLERANCE) return { newShares, oldShares }
  }
  return { newShares: ratio, oldShares: 1 }
}

/** The figures of a lot after a split, as exact decimals: the cost of the whole stays what it was, to the last decimal kept. */
export function adjustFigures(
  lot: { shares: string; avgCost: string | null },
  { newShares, oldShares }: { newShares: number | string; oldShares: number | string },
): { shares: string; avgCost: string | null } {
  return {
    shares: new StoredDecimal(lot.shares).times(newShares).div(oldShares).toFixed(),
    avgCost: lot.avgCost === null ? null : new StoredDecimal(lot.avgCost).times(oldShares).div(newShares).toFixed(),
  }
}

/**
 * The splits of histories that lots have missed, oldest first.
 *
 * @param statedOn ISO date that a lot's figures are of; a split of that very day is in them
 * @param today ISO date; a split that is announced for later is not offered
 */
export function findOpenSplits(
  lots: readonly DatedLot[],
  histories: ReadonlyMap<string, Pick<DailyHistory, 'splits'>>,
  adjustments: readonly SplitAdjustment[],
  { statedOn, today }: { statedOn: (lot: DatedLot) => string; today: string },
): OpenSplit[] {
  const settled = new Set(
    adjustments.flatMap(({ ticker, date, lots: done }) =>
      done.map(({ positionId }) => `${ticker} ${date} ${positionId}`),
    ),
  )
  const securities = Map.groupBy(
    lots.filter(({ kind }) => kind === 'security'),
    ({ ticker }) => ticker,
  )
  return [...securities]
    .flatMap(([ticker, held]) =>
      (histories.get(ticker)?.splits ?? []).map(({ date, ratio }): OpenSplit => {
        const missed = held.filter((lot) => statedOn(lot) < date && !settled.has(`${ticker} ${date} ${lot.id}`))
        return { ticker, date, lots: date <= today && ratio > 0 ? missed : [], ...toSplitTerms(ratio) }
      }),
    )
    .filter((split) => split.lots.length > 0 && split.newShares !== split.oldShares)
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.ticker.localeCompare(b.ticker))
}

export function sumShares(figures: readonly { shares: string }[]): number {
  return figures.reduce((sum, { shares }) => sum.plus(shares), new Big(0)).toNumber()
}

/** A sentence when contracts on the ticker are held: what becomes of them only their exchange knows. */
export function describeOptions(ticker: string, lots: readonly DatedLot[]): string | null {
  const contracts = lots.filter((lot) => lot.kind === 'option' && toOptionTerms(lot.ticker)?.underlying === ticker)
  if (contracts.length === 0) return null
  return contracts.length === 1
    ? `The option contract on ${ticker} is left as it is: the exchange changes its strike and number itself. Import it again, or edit it.`
    : `${contracts.length} option contracts on ${ticker} are left as they are: the exchange changes their strikes and numbers itself. Import them again, or edit them.`
}
