// Tests: policies.test.ts, policy-replay.test.ts

import { formatIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { explainFailedCheck } from '../../market-data/failures.ts'
import { checkInTime } from './check-batch.service.ts'
import { type CheckDependencies, storeUnchecked } from './check-policies.service.ts'
import { type DuePortfolio, listDuePortfolios, listUsersToRest, restPolicies } from './policies.repository.ts'

const EVERY_MILLISECONDS = 30_000
/** Wait after the close and after the first try before missing quotes are reported; until then the next run tries again. */
const PATIENCE_MILLISECONDS = 6 * 3_600_000

/**
 * Checks open policies after each close in New York and after each change of their portfolio, and lets those rest whose
 * owner is not on PRO any more. What fails is tried again by the next run; a day without quotes is told of.
 */
export function createPolicyJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log } = deps
  /** When each portfolio that fails was tried first, by this process. */
  const failingSince = new Map<string, number>()

  /** Notes that a portfolio could not be checked: nothing at first, and a message once quotes are overdue. */
  async function noteFailure(due: DuePortfolio, err: unknown, day: number, signal: AbortSignal): Promise<void> {
    log.warn({ err, portfolioId: due.portfolioId }, 'policies could not be checked')
    const now = clock.now().getTime()
    const since = failingSince.get(due.portfolioId) ?? now
    failingSince.set(due.portfolioId, since)
    const waited = now - Math.max(since, Date.parse(toCloseInstant(day)))
    if (!signal.aborted && waited > PATIENCE_MILLISECONDS) await storeUnchecked(deps, due, explainFailedCheck(err))
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
      const dueIds = new Set(due.map(({ portfolioId }) => portfolioId))
      for (const id of failingSince.keys()) if (!dueIds.has(id)) failingSince.delete(id)
      const onFailure = (one: DuePortfolio, error: unknown) => noteFailure(one, error, day, signal)
      await checkInTime(deps, due, { cause: 'close', signal, onFailure })
    },
  }
}
