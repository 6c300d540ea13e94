// Tests: background-work.test.ts

import type { BackgroundWork } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { countDeliveries } from '../../accounts/outbox.repository.ts'
import { listJobQueues } from '../../jobs/job-queues.repository.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import type { Parts } from '../../parts.ts'
import { countDuePortfolios, countFailingChecks } from './background-work.repository.ts'

const WEEK_MILLISECONDS = 7 * 86_400_000

/** How the work that nobody waits for goes: jobs, deliveries, and checks that are due. */
export async function summariseBackgroundWork({
  db,
  clock,
}: Pick<Parts, 'db' | 'clock'>): Promise<Omit<BackgroundWork, 'server'>> {
  const now = clock.now()
  const day = formatIsoDate(toLastFinishedTradingDay(now))
  const [queues, { deliveries, duePortfolios, failingChecks }] = await Promise.all([
    listJobQueues(db),
    db.asSystem(async (tx) => ({
      deliveries: await countDeliveries(tx, new Date(now.getTime() - WEEK_MILLISECONDS)),
      duePortfolios: await countDuePortfolios(tx, day, now),
      failingChecks: await countFailingChecks(tx),
    })),
  ])
  return {
    jobs: queues.map(({ endedAt, lastFailedAt, ...queue }) => ({
      ...queue,
      endedAt: endedAt?.toISOString() ?? null,
      lastFailedAt: lastFailedAt?.toISOString() ?? null,
    })),
    deliveries,
    duePortfolios,
    failingChecks,
  }
}
