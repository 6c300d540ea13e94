// Tests: policy-levels.test.ts

import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { isSessionOpen } from '../../market-data/calendar.ts'
import { checkInTime } from './check-batch.service.ts'
import type { CheckDependencies } from './check-policies.service.ts'
import { listCrossedPortfolios, listLevelTickers } from './policies.repository.ts'

/** As long as a quote is kept: asking more often would find the same prices. */
const EVERY_MILLISECONDS = 5 * 60_000

/**
 * While the exchange is open, checks the policies whose prices have reached a level that the last check found (`findLevels`).
 * The provider is asked for one quote of each ticker, whatever the number of policies; each level is looked at once an hour.
 */
export function createLevelJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log, marketData } = deps
  return {
    name: 'policy-levels',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      const now = clock.now()
      if (!isSessionOpen(now)) return
      const tickers = await db.asSystem((tx) => listLevelTickers(tx, now))
      if (tickers.length === 0) return
      const { found } = await marketData.getQuotes({ tickers })
      // The last close says nothing of today.
      const open = [...found].filter(([, { session, stale }]) => session === 'open' && !stale)
      const prices = new Map(open.map(([ticker, { price }]) => [ticker, price]))
      const due = await db.asSystem((tx) => listCrossedPortfolios(tx, prices, now))
      await checkInTime(deps, due, {
        cause: 'level',
        prices,
        signal,
        // After the close they are checked in any case.
        onFailure: async ({ portfolioId }, err) => log.warn({ err, portfolioId }, 'policies could not be checked'),
      })
    },
  }
}
