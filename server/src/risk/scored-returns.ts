// Tests: ../features/correlation/analyse-portfolio.test.ts

import { alignPrices, computeReturns, getRow, MINIMUM_PAIR_RETURNS, type ReturnMatrix } from '@ballast/quant'
import type { RiskHolding } from './holding.ts'
import { estimateProxyBeta } from './proxy-beta.ts'
import type { RiskWindow } from './risk-window.ts'

/** Returns that the diversification score is made from; one row per position, in their order. */
export interface ScoredReturns {
  /** Own returns; of a holding with fewer than 60, those of its stand-in × beta. */
  returns: ReturnMatrix
  /** Proxy of each row; null for a row of its own, or of too few returns when there is no proxy. */
  standIns: readonly (StandInUsed | null)[]
}

export interface StandInUsed {
  /** Ticker of the returns. */
  ticker: string
  beta: number
}

/**
 * Puts a stand-in's returns, scaled by beta, in place of those of holdings that have too few for a score. Both rows stay
 * dated as they are: a day that the stand-in lacks is missing.
 */
export function toScoredReturns(
  holdings: readonly RiskHolding[],
  { returns, days }: Pick<RiskWindow, 'returns' | 'days'>,
): ScoredReturns {
  if (holdings.every(({ standIn }) => !standIn)) return { returns, standIns: holdings.map(() => null) }
  const values = new Float64Array(returns.values)
  const standIns = holdings.map(({ standIn }, row) => {
    const own = getRow(returns, row)
    if (!standIn || countPresent(own) >= MINIMUM_PAIR_RETURNS) return null
    const { ticker, history } = standIn
    const proxy = getRow(computeReturns(alignPrices([{ ticker, ...history }], days)), 0)
    if (countPresent(proxy) < MINIMUM_PAIR_RETURNS) return null
    const beta = standIn.method === 'predecessor' ? 1 : estimateProxyBeta(own, proxy)
    for (let t = 0; t < proxy.length; t++) values[row * returns.columns + t] = beta * (proxy[t] ?? Number.NaN)
    return { ticker, beta }
  })
  return { returns: { ...returns, values }, standIns }
}

function countPresent(values: Float64Array): number {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) count++
  return count
}
