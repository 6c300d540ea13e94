// Tests: watch.test.ts

import { formatIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { type CheckDependencies, checkRules } from './check-rules.service.ts'
import { listDueRules, listRulesToRest, restRules } from './watch.repository.ts'

const EVERY_MILLISECONDS = 60_000
/** Less than the lease lasts; what is left is done by the next run. */
const RUN_MILLISECONDS = 240_000

/**
 * Checks watch rules after each close in New York and after each change of their portfolio. Without PRO the oldest rule that
 * is switched on is checked, and the others rest. What fails is tried again by the next run.
 */
export function createWatchJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log } = deps

  async function rest(userId: string, ruleIds: readonly string[]): Promise<void> {
    const now = clock.now()
    await db.asUser(userId, async (tx) => {
      if ((await restRules(tx, ruleIds, now)) === 0) return
      await addMessage(tx, {
        userId,
        kind: 'watch',
        eventKey: `watch rest ${now.toISOString()}`,
        title: 'Only one watch rule is checked now',
        text: 'More than one watch rule is part of PRO. The oldest rule that is switched on goes on. The others stay readable, and their checks go on when you are on PRO again.',
        link: '/policies',
        now,
      })
    })
  }

  return {
    name: 'watch',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      const now = clock.now()
      const day = formatIsoDate(toLastFinishedTradingDay(now))
      const { due, resting } = await db.asSystem(async (tx) => ({
        due: await listDueRules(tx, day, now),
        resting: await listRulesToRest(tx, now),
      }))
      for (const { userId, ruleIds } of resting) await rest(userId, ruleIds)
      const until = performance.now() + RUN_MILLISECONDS
      for (const portfolio of due) {
        if (signal.aborted || performance.now() > until) return
        await checkRules(deps, { ...portfolio, isAsked: false, signal }).catch((err: unknown) => {
          log.warn({ err, portfolioId: portfolio.portfolioId }, 'watch rules could not be checked')
        })
      }
    },
  }
}
