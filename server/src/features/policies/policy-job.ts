// Tests: policies.test.ts

import { formatIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { type CheckDependencies, checkPortfolio, storeUnchecked } from './check-policies.service.ts'
import { type DuePortfolio, listDuePortfolios, listUsersToRest, restPolicies } from './policies.repository.ts'

const EVERY_MILLISECONDS = 60_000
/** Less than the lease lasts; what is left is done by the next run. */
const RUN_MILLISECONDS = 240_000
/** Quotes that have not come so long after the close are told of; before that the next run tries again. */
const PATIENCE_MILLISECONDS = 6 * 3_600_000

/**
 * Checks open policies after each close in New York and after each change of their portfolio, and lets those rest whose
 * owner is not on PRO any more. What fails is tried again by the next run; a day without quotes is told of.
 */
export function createPolicyJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log } = deps

  async function check(due: DuePortfolio, day: number, signal: AbortSignal): Promise<void> {
    try {
      await checkPortfolio(deps, { ...due, cause: 'close', signal })
    } catch (err) {
      log.warn({ err, portfolioId: due.portfolioId }, 'policies could not be checked')
      const waited = clock.now().getTime() - Date.parse(toCloseInstant(day))
      if (!signal.aborted && waited > PATIENCE_MILLISECONDS) await storeUnchecked(deps, due, 'there are no quotes')
    }
  }

  async function rest(userId: string): Promise<void> {
    const now = clock.now()
    await db.asUser(userId, async (tx) => {
      if ((await restPolicies(tx, now)) === 0) return
      await addMessage(tx, {
        userId,
        eventKey: `rest ${now.toISOString()}`,
        title: 'Your policies are not checked any more',
        text: 'Checks are part of PRO. Your policies and their history stay readable, and checks go on when you are on PRO again.',
        link: '/policies',
        now,
      })
    })
  }

  return {
    name: 'policies',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      const now = clock.now()
      const day = toLastFinishedTradingDay(now)
      const { due, resting } = await db.asSystem(async (tx) => ({
        due: await listDuePortfolios(tx, formatIsoDate(day), now),
        resting: await listUsersToRest(tx, now),
      }))
      for (const userId of resting) await rest(userId)
      const until = performance.now() + RUN_MILLISECONDS
      for (const portfolio of due) {
        if (signal.aborted || performance.now() > until) return
        await check(portfolio, day, signal)
      }
    },
  }
}
