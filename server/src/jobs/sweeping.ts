import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { deleteExpiredRows } from '../database/expired-rows.ts'
import { measure } from '../measurements.ts'
import type { Job } from './job-runner.ts'

const EVERY_MILLISECONDS = 10 * 60_000

interface Sweeper {
  sweep(): Promise<number>
}

/** Forgets what has run out: sessions, sign-ins nobody finished, counts of requests, leases of the dead. */
export function createSweepingJob(dependencies: { db: Database; clock: Clock; sweepers: readonly Sweeper[] }): Job {
  const { db, clock, sweepers } = dependencies
  return {
    name: 'sweeping',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      for (const sweeper of sweepers) {
        if (signal.aborted) return
        measure('swept', { rows: await sweeper.sweep() })
      }
      measure('swept', { rows: await deleteExpiredRows(db, clock.now()) })
    },
  }
}
