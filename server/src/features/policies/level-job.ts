// Tests: policy-levels.test.ts

import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { isSessionOpen } from '../../market-data/calendar.ts'
import { getSessionPrices, SESSION_PRICES_MILLISECONDS } from '../../market-data/session-prices.ts'
import { checkInTime } from './check-batch.service.ts'
import type { CheckDependencies } from './check-policies.service.ts'
import { listCrossedPortfolios, listLevelTickers } from './policies.repository.ts'

/**
 * While the exchange is open, checks the policies whose prices have reached a level that the last check found (`findLevels`).
 * The provider is asked for one quote of each ticker, whatever the number of policies; each level is looked at once an hour.
 */
export function createLevelJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log, marketData } = deps
  return {
    name: 'policy-levels',
    isShared: true,
    everyMilliseconds: SESSION_PRICES_MILLISECONDS,
    async run(signal) {
      const now = clock.now()
      if (!isSessionOpen(now)) return
      const tickers = await db.asSystem((tx) => listLevelTickers(tx, now))
      if (tickers.length === 0) return
      const prices = await getSessionPrices(marketData, tickers)
      await checkInTime(deps, {
        listDue: (tx, among) => listCrossedPortfolios(tx, prices, now, among),
        cause: 'level',
        prices,
        signal,
        // After the close they are checked in any case.
        onFailure: async ({ portfolioId }, err) => log.warn({ err, portfolioId }, 'policies could not be checked'),
      })
    },
  }
}
