import { and, eq, inArray, lt, notExists } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import {
  checkouts,
  costNothing,
  leases,
  portfolioInvitations,
  purchases,
  rateHits,
  reportLinks,
  supportRequests,
  tokenUses,
} from './schema/index.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000

/** How long rows are kept that nothing came of, or that are over; `docs/security.md` tells users the same. */
const KEPT_DAYS = {
  /** A lease of a process that died is of no use to anybody long after it ran out. */
  leases: 1,
  /** Uses that cost nothing in the end. Nobody asks again under the same key for longer. */
  freeUses: 7,
  /** A checkout is open for a day, and the slowest ways to pay take two weeks. */
  checkouts: 30,
  /** Requests to support, from their answer on. Those that wait stay: a user has five at most. */
  answeredRequests: 365,
}

/** The oldest so many; the next sweep takes more of them, so that none takes longer than a statement may. */
const USES_PER_SWEEP = 20_000

/**
 * Forgets what has run out. A use that tokens were paid for, and a checkout that tokens were bought by, stay as long as
 * their user: the ledger has their counterpart.
 *
 * @param options.usesPerSweep for tests
 */
export function createExpiredRowSweeper(
  { db, clock }: { db: Database; clock: Clock },
  { usesPerSweep = USES_PER_SWEEP }: { usesPerSweep?: number } = {},
): { sweep(): Promise<number> } {
  async function sweepUses(before: Date): Promise<number> {
    return db.asSystem(async (tx) => {
      const gone = tx
        .select({ id: tokenUses.id })
        .from(tokenUses)
        .where(and(costNothing(tokenUses), lt(tokenUses.createdAt, before)))
        .orderBy(tokenUses.createdAt)
        .limit(usesPerSweep)
      const uses = await tx.delete(tokenUses).where(inArray(tokenUses.id, gone)).returning({ id: tokenUses.id })
      return uses.length
    })
  }

  return {
    async sweep() {
      const now = clock.now()
      const longAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)
      await db.asSystem(async (tx) => {
        await tx.delete(rateHits).where(lt(rateHits.resetAt, now))
        await tx.delete(portfolioInvitations).where(lt(portfolioInvitations.expiresAt, now))
        await tx.delete(reportLinks).where(lt(reportLinks.expiresAt, now))
        await tx.delete(leases).where(lt(leases.expiresAt, longAgo(KEPT_DAYS.leases)))
      })
      const uses = await sweepUses(longAgo(KEPT_DAYS.freeUses))
      const others = await db.asSystem(async (tx) => {
        const purchase = tx.select().from(purchases).where(eq(purchases.sessionId, checkouts.sessionId))
        const unpaid = await tx
          .delete(checkouts)
          .where(and(lt(checkouts.createdAt, longAgo(KEPT_DAYS.checkouts)), notExists(purchase)))
          .returning({ id: checkouts.id })
        const answered = await tx
          .delete(supportRequests)
          .where(lt(supportRequests.closedAt, longAgo(KEPT_DAYS.answeredRequests)))
          .returning({ id: supportRequests.id })
        return unpaid.length + answered.length
      })
      return uses + others
    },
  }
}
