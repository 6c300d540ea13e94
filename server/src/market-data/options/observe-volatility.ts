// Tests: ../../jobs/volatility-watch.test.ts

import { computeChainFigures } from '@ballast/quant'
import type { VolatilityObservation } from '../cache/volatility.repository.ts'
import { toNewYorkTime } from '../calendar.ts'
import { analyseChain } from './analyse-chain.ts'
import { chooseNearTerm } from './choose-expiries.ts'
import { decodeChain } from './option-chain.ts'

const HORIZON_DAYS = 30

/**
 * Reads volatility, and puts against calls, out of a chain as `encodeChain` writes it, on its day; undefined when it
 * gives none.
 */
export function observeVolatility(encoded: string): VolatilityObservation | undefined {
  const chain = decodeChain(encoded)
  const { term, expiries, spot, contracts } = analyseChain(chain)
  if (term === null || spot === null) return undefined
  const toDistance = (years: number) => Math.abs(years * 365 - HORIZON_DAYS)
  const [nearest] = expiries
    .filter(({ skew }) => skew !== null)
    .toSorted((a, b) => toDistance(a.years) - toDistance(b.years))
  const { day } = toNewYorkTime(new Date(chain.asOf))
  const listed = new Set(chooseNearTerm([...new Set(chain.contracts.map(({ expiry }) => expiry))], day))
  const { putCallRatio } = computeChainFigures(contracts.filter(({ expiry }) => listed.has(expiry)))
  const riskReversal = nearest?.skew?.riskReversal
  return {
    ticker: chain.ticker,
    day,
    volatility30: term.volatility30,
    skew25: riskReversal === undefined ? null : -riskReversal,
    underlyingPrice: spot,
    putCallRatio,
  }
}
