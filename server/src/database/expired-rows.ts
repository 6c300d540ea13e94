import { lt } from 'drizzle-orm'
import type { Database } from './database.ts'
import { leases, rateHits } from './schema/index.ts'

/** A lease of a process that died is of no use to anybody long after it ran out. */
const OLD_LEASE_MILLISECONDS = 24 * 60 * 60_000

/** Forgets counts of requests that have run out, and leases that ran out a day ago. */
export async function deleteExpiredRows(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - OLD_LEASE_MILLISECONDS)
  await db.asSystem(async (tx) => {
    await tx.delete(rateHits).where(lt(rateHits.resetAt, now))
    await tx.delete(leases).where(lt(leases.expiresAt, longAgo))
  })
}
