// Tests: held-funds.test.ts, sample-market-data.test.ts

import type { FundSectors } from '../market-data.ts'
import { GICS_SECTORS } from '../sectors.ts'
import { ANCHOR_DATE } from './benchmark-path.ts'
import { findSectorTwin } from './held-funds.ts'

/**
 * Sectors of the broad funds of the simulated market, in percent, in the order of `GICS_SECTORS`: technology,
 * communication, discretionary, staples, financials, health, industrials, energy, materials, utilities, real estate.
 * Illustrative round figures, a part of the simulation and not market data; what a row lacks to 100 is cash. Funds of a
 * single country and those that are short tell nothing.
 */
const PERCENTAGES: ReadonlyMap<string, readonly number[]> = new Map([
  ['SPY', [34, 10, 10.5, 5, 13.5, 9, 8.5, 3, 2, 2.5, 2]],
  ['VOO', [34, 10, 10.5, 5, 13.5, 9, 8.5, 3, 2, 2.5, 2]],
  ['VTI', [32, 9.5, 10.5, 4.5, 14, 9.5, 9.5, 3, 2.5, 2.5, 2.5]],
  ['QQQ', [53, 16, 13.5, 5, 0.5, 4.5, 4, 0.5, 1.5, 1.5, 0]],
  ['IWM', [15.5, 2.5, 10, 2, 18, 16, 17, 5, 4.5, 3.5, 6]],
  ['DIA', [20, 2, 14, 4.5, 27, 13, 15, 2, 2.5, 0, 0]],
  ['USMV', [24, 8, 6, 11, 14, 14, 9, 3, 2, 8, 1]],
  ['ARKK', [30, 20, 18, 0, 14, 16, 2, 0, 0, 0, 0]],
  ['EFA', [8.5, 5, 10, 7.5, 24, 10.5, 19, 3.5, 5.5, 3.5, 2]],
  ['EEM', [26.5, 10.5, 13, 4, 22.5, 3.5, 6.5, 4, 6.5, 2, 1]],
  ['EWJ', [14, 8, 17.5, 4.5, 17, 6.5, 24, 1, 4, 1, 2.5]],
  ['VGK', [7.5, 3.5, 8, 8.5, 24, 12.5, 19.5, 4.5, 5.5, 4.5, 1.5]],
])

/**
 * Finds the sectors that a broad fund of the simulated market holds; null for other tickers, and where it tells nothing.
 */
export function findSimulatedFundSectors(ticker: string): FundSectors | null {
  const percentages = PERCENTAGES.get(findSectorTwin(ticker) ?? ticker)
  if (!percentages) return null
  const parts = GICS_SECTORS.map((sector, place) => [sector, (percentages[place] ?? 0) / 100] as const)
  return { weights: Object.fromEntries(parts.filter(([, weight]) => weight > 0)), asOf: ANCHOR_DATE }
}
