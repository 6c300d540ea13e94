// Tests: policy-levels.test.ts

import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { isSessionOpen } from '../../market-data/calendar.ts'
import { getSessionPrices, SESSION_PRICES_MILLISECONDS } from '../../market-data/session-prices.ts'
import { createPortfolioPieces } from './check-batch.service.ts'
import type { CheckDependencies } from './check-policies.service.ts'
import { listCrossedPortfolios, listLevelTickers } from './policies.repository.ts'

/**
 * While the exchange is open, checks the policies whose prices have reached a level that the last check found (`findLevels`).
 * The provider is asked for one quote of each ticker, whatever the number of policies; each level is looked at once an hour.
 */
export function createLevelJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log, marketData } = deps

  async function findPrices(): Promise<ReadonlyMap<string, number>> {
    const tickers = await db.asSystem((tx) => listLevelTickers(tx, clock.now()))
    return tickers.length === 0 ? new Map() : getSessionPrices(marketData, tickers)
  }

  return {
    name: 'policy-levels',
    everyMilliseconds: SESSION_PRICES_MILLISECONDS,
    async run() {
      if (!isSessionOpen(clock.now())) return []
      const prices = await findPrices()
      if (prices.size === 0) return []
      const crossed = await db.asSystem((tx) => listCrossedPortfolios(tx, prices, clock.now()))
      return crossed.map(({ portfolioId }) => portfolioId)
    },
    pieces: createPortfolioPieces(deps, async () => {
      const prices = await findPrices()
      return {
        listDue: (tx, among) => listCrossedPortfolios(tx, prices, clock.now(), among),
        cause: 'level',
        prices,
        // After the close they are checked in any case.
        onFailure: async ({ portfolioId }, err) => log.warn({ err, portfolioId }, 'policies could not be checked'),
      }
    }),
  }
}
