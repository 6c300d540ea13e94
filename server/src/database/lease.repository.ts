// Tests: ../market-data/cache/shared-load.test.ts

import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { leases } from './schema/index.ts'

/** Who of several processes does a thing; a holder that dies loses its lease when it expires. */
export interface LeaseRepository {
  /** Takes those of `names` that nobody holds at `now` and returns them. */
  acquire(request: { names: readonly string[]; holder: string; now: Date; expiresAt: Date }): Promise<Set<string>>
  release(names: readonly string[], holder: string): Promise<void>
  /** Those of `names` that somebody holds at `now`, with the end of their lease. */
  listHeld(names: readonly string[], now: Date): Promise<Map<string, Date>>
}

export function createLeaseRepository(db: Database): LeaseRepository {
  return {
    async acquire({ names, holder, now, expiresAt }) {
      if (names.length === 0) return new Set()
      // Sorted, because two processes that lock the same rows in different orders would wait for each other.
      const rows = names.toSorted().map((name) => ({ name, holder, expiresAt }))
      const taken = await db.asSystem((tx) =>
        tx
          .insert(leases)
          .values(rows)
          .onConflictDoUpdate({
            target: leases.name,
            set: { holder: sql`excluded.holder`, expiresAt: sql`excluded.expires_at` },
            setWhere: lte(leases.expiresAt, now),
          })
          .returning({ name: leases.name }),
      )
      return new Set(taken.map(({ name }) => name))
    },
    async release(names, holder) {
      if (names.length === 0) return
      await db.asSystem((tx) =>
        tx.delete(leases).where(and(inArray(leases.name, names.toSorted()), eq(leases.holder, holder))),
      )
    },
    async listHeld(names, now) {
      if (names.length === 0) return new Map()
      const rows = await db.asSystem((tx) =>
        tx
          .select({ name: leases.name, expiresAt: leases.expiresAt })
          .from(leases)
          .where(and(inArray(leases.name, [...names]), gt(leases.expiresAt, now))),
      )
      return new Map(rows.map(({ name, expiresAt }) => [name, expiresAt]))
    },
  }
}
