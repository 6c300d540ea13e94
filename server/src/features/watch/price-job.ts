// Tests: watch.test.ts

import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { isSessionOpen } from '../../market-data/calendar.ts'
import { getSessionPrices, SESSION_PRICES_MILLISECONDS } from '../../market-data/session-prices.ts'
import { type CheckDependencies, checkRules } from './check-rules.service.ts'
import { isPriceReached } from './judge-rule.ts'
import { listWaitingPrices } from './watch.repository.ts'

/**
 * While the exchange is open, checks the rules whose price has been reached since their last check. The provider is asked for one
 * quote of each ticker. A rule that has told of its price waits for the next close to be watched again.
 */
export function createPriceJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log, marketData } = deps
  return {
    name: 'watch-prices',
    everyMilliseconds: SESSION_PRICES_MILLISECONDS,
    async run(signal) {
      const now = clock.now()
      if (!isSessionOpen(now)) return
      const waiting = await db.asSystem((tx) => listWaitingPrices(tx, now))
      if (waiting.length === 0) return
      const prices = await getSessionPrices(
        marketData,
        waiting.map(({ ticker }) => ticker),
      )
      for (const { ruleId, userId, portfolioId, ...terms } of waiting) {
        const price = prices.get(terms.ticker)
        if (price === undefined || !isPriceReached(terms, price)) continue
        if (signal.aborted) return
        const request = { userId, portfolioId, ruleIds: [ruleId], isAsked: false, isReached: true, signal }
        await checkRules(deps, request).catch((err: unknown) => {
          log.warn({ err, portfolioId }, 'watch rules could not be checked')
        })
      }
    },
  }
}
