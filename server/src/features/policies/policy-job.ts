// Tests: policies.test.ts, policy-replay.test.ts

import { formatIsoDate } from '@ballast/quant'
import { addMessage } from '../../accounts/add-message.ts'
import type { Transaction } from '../../database/database.ts'
import type { Job } from '../../jobs/job-runner.ts'
import type { Log } from '../../log.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { explainFailedCheck } from '../../market-data/failures.ts'
import { createPortfolioPieces } from './check-batch.service.ts'
import { type CheckDependencies, storeUnchecked } from './check-policies.service.ts'
import {
  type DuePortfolio,
  listDuePortfolios,
  listUsersToRest,
  noteFailedCheck,
  restPolicies,
} from './policies.repository.ts'

const EVERY_MILLISECONDS = 30_000
/** Wait after the close and after the first try before missing quotes are reported; until then the next run tries again. */
const PATIENCE_MILLISECONDS = 6 * 3_600_000

/**
 * Checks open policies after each close in New York and after each change of their portfolio, and lets those rest whose
 * owner is not on PRO any more. All processes share the work. What fails is tried
 * again by the next run; a day without quotes is told of.
 */
export function createPolicyJob(deps: CheckDependencies & { log: Log }): Job {
  const { db, clock, log } = deps

  /** Notes that a portfolio could not be checked: for admins at first, and in a message once quotes are overdue. */
  async function noteFailure(due: DuePortfolio, err: unknown, day: number, signal: AbortSignal): Promise<void> {
    const { userId, portfolioId } = due
    log.warn({ err, portfolioId }, 'policies could not be checked')
    if (signal.aborted) return
    const now = clock.now()
    const failure = explainFailedCheck(err)
    const since = await db.asUser(userId, (tx) => noteFailedCheck(tx, portfolioId, failure, now))
    const waited = now.getTime() - Math.max(since.getTime(), Date.parse(toCloseInstant(day)))
    if (waited > PATIENCE_MILLISECONDS) await storeUnchecked(deps, due, failure)
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

  const listDue = (tx: Transaction, among?: readonly string[]) =>
    listDuePortfolios(tx, formatIsoDate(toLastFinishedTradingDay(clock.now())), clock.now(), among)

  return {
    name: 'policies',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run() {
      const now = clock.now()
      for (const userId of await db.asSystem((tx) => listUsersToRest(tx, now))) await rest(userId)
      return (await db.asSystem((tx) => listDue(tx))).map(({ portfolioId }) => portfolioId)
    },
    pieces: createPortfolioPieces(deps, async (signal) => {
      const day = toLastFinishedTradingDay(clock.now())
      return { listDue, cause: 'close', onFailure: (one, error) => noteFailure(one, error, day, signal) }
    }),
  }
}
