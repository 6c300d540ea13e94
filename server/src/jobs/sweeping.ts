import { lt } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { leases, rateHits } from '../database/schema/index.ts'
import type { Job } from './job-runner.ts'

const EVERY_MILLISECONDS = 10 * 60_000
/** A lease of a process that died is of no use to anybody long after it ran out. */
const OLD_LEASE_MILLISECONDS = 24 * 60 * 60_000

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
        await sweeper.sweep()
      }
      const now = clock.now()
      await db.asSystem((tx) => tx.delete(rateHits).where(lt(rateHits.resetAt, now)))
      await db.asSystem((tx) =>
        tx.delete(leases).where(lt(leases.expiresAt, new Date(now.getTime() - OLD_LEASE_MILLISECONDS))),
      )
    },
  }
}
