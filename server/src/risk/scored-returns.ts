// Tests: ../features/correlation/analyse-portfolio.test.ts

import { alignPrices, computeReturns, getRow, MINIMUM_PAIR_RETURNS, type ReturnMatrix } from '@ballast/quant'
import type { RiskHolding } from './holding.ts'
import { estimateProxyBeta } from './proxy-beta.ts'
import type { RiskWindow } from './risk-window.ts'

/** Returns that the diversification score is made from; one row per position, in their order. */
export interface ScoredReturns {
  /** Own returns; of a holding with fewer than 60, those of its proxy × beta. */
  returns: ReturnMatrix
  /** Proxy of each row; null for a row of its own, or of too few returns when there is no proxy. */
  proxies: readonly (UsedProxy | null)[]
}

export interface UsedProxy {
  /** Ticker of the returns. */
  ticker: string
  beta: number
}

/**
 * Puts a proxy's returns, scaled by beta, in place of those of holdings that have too few for a score. Both rows stay
 * dated as they are: a day that the proxy lacks is missing.
 */
export function toScoredReturns(
  holdings: readonly RiskHolding[],
  { returns, days }: Pick<RiskWindow, 'returns' | 'days'>,
): ScoredReturns {
  if (holdings.every(({ proxy }) => !proxy)) return { returns, proxies: holdings.map(() => null) }
  const values = new Float64Array(returns.values)
  const proxies = holdings.map(({ proxy }, row) => {
    const own = getRow(returns, row)
    if (!proxy || countPresent(own) >= MINIMUM_PAIR_RETURNS) return null
    const { ticker, history } = proxy
    const replacing = getRow(computeReturns(alignPrices([{ ticker, ...history }], days)), 0)
    if (countPresent(replacing) < MINIMUM_PAIR_RETURNS) return null
    const beta = proxy.method === 'predecessor' ? 1 : estimateProxyBeta(own, replacing)
    for (let t = 0; t < replacing.length; t++) values[row * returns.columns + t] = beta * (replacing[t] ?? Number.NaN)
    return { ticker, beta }
  })
  return { returns: { ...returns, values }, proxies }
}

function countPresent(values: Float64Array): number {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) count++
  return count
}
