// Tests: watch.test.ts

import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { isSessionOpen } from '../../market-data/calendar.ts'
import { type CheckDependencies, checkRules } from './check-rules.service.ts'
import { isPriceReached } from './judge-rule.ts'
import { listWaitingPrices } from './watch.repository.ts'

/** As long as a quote is kept: asking more often would find the same prices. */
const EVERY_MILLISECONDS = 5 * 60_000

/**
 * While the exchange is open, checks the rules whose price has been reached since their last check. The provider is asked for one
 * quote of each ticker. A rule that has told of its price waits for the next close to be watched again.
 */
export function createPriceJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log, marketData } = deps
  return {
    name: 'watch-prices',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      const now = clock.now()
      if (!isSessionOpen(now)) return
      const waiting = await db.asSystem((tx) => listWaitingPrices(tx, now))
      if (waiting.length === 0) return
      const { found } = await marketData.getQuotes({ tickers: [...new Set(waiting.map(({ ticker }) => ticker))] })
      for (const { ruleId, userId, portfolioId, ...terms } of waiting) {
        const quote = found.get(terms.ticker)
        // The last close says nothing of today.
        if (quote?.session !== 'open' || quote.stale || !isPriceReached(terms, quote.price)) continue
        if (signal.aborted) return
        const request = { userId, portfolioId, ruleIds: [ruleId], isAsked: false, isReached: true, signal }
        await checkRules(deps, request).catch((err: unknown) => {
          log.warn({ err, portfolioId }, 'watch rules could not be checked')
        })
      }
    },
  }
}
