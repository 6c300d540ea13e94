// Tests: odd-books.test.ts, comprehensive.test.ts

import { computeTermSummary, type HedgeHolding, type TermSummary, toTermPoints } from '@ballast/quant'
import type { BookModel } from '../../advice/book/build-book-model.ts'
import { analyseChain } from '../../market-data/options/analyse-chain.ts'
import { decodeChain } from '../../market-data/options/option-chain.ts'
import type { VolatilityChain } from './analysis-input.ts'

/** So many of the largest holdings are looked at. */
export const LARGEST_HOLDINGS = 5

/** Volatility of a position by its options. */
export interface HoldingVolatility extends Pick<TermSummary, 'volatility30'> {
  ticker: string
  /** One standard deviation over thirty days, a fraction of the price. */
  expectedMove: number
}

/** The largest first, whether held or owed. */
export function listLargest<Holding extends Pick<HedgeHolding, 'ticker' | 'value'>>(
  holdings: readonly Holding[],
): Holding[] {
  return holdings
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, LARGEST_HOLDINGS)
}

/** Volatility that options imply of the largest holdings, the largest holding first; without a chain, a holding is left out. */
export function readVolatilities({ situation }: BookModel, chains: readonly VolatilityChain[]): HoldingVolatility[] {
  return listLargest(situation.holdings).flatMap(({ ticker }): HoldingVolatility[] => {
    const { spot, expiries } = findChain(ticker, situation, chains) ?? { spot: null, expiries: [] }
    const points = toTermPoints(expiries)
    const term = spot === null || points.length === 0 ? null : computeTermSummary(points, spot)
    if (spot === null || term === null) return []
    return [{ ticker, volatility30: term.volatility30, expectedMove: term.expectedMove / spot }]
  })
}

function findChain(ticker: string, { markets }: BookModel['situation'], chains: readonly VolatilityChain[]) {
  const market = markets.find((one) => one.ticker === ticker)
  if (market) return { spot: market.spot, expiries: market.chain.expiries }
  const encoded = chains.find((one) => one.ticker === ticker)?.encoded
  return encoded === undefined ? undefined : analyseChain(decodeChain(encoded))
}
