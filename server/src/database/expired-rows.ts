import { and, eq, gt, inArray, lt, lte, notExists, or, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { checkouts, leases, purchases, rateHits, reportLinks, supportRequests, tokenUses } from './schema/index.ts'

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

/** Rows of the books that one sweep looks at: the next one goes on from there, so that no sweep takes longer as they grow. */
const USES_PER_SWEEP = 20_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

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
  /** The last use that was looked at. */
  let seen = BEFORE_ALL

  /** Uses by their id, which is random: those that came meanwhile are looked at in the next round. */
  async function sweepUses(before: Date): Promise<number> {
    const cost = sql`${tokenUses.monthly} + ${tokenUses.purchased} + ${tokenUses.unlimited}`
    const wasFree = and(eq(tokenUses.status, 'delivered'), eq(cost, 0))
    const gone = and(lt(tokenUses.createdAt, before), or(inArray(tokenUses.status, ['failed', 'free']), wasFree))
    return db.asSystem(async (tx) => {
      const [end] = await tx
        .select({ id: tokenUses.id })
        .from(tokenUses)
        .where(gt(tokenUses.id, seen))
        .orderBy(tokenUses.id)
        .offset(usesPerSweep - 1)
        .limit(1)
      const page = and(gt(tokenUses.id, seen), end && lte(tokenUses.id, end.id))
      const uses = await tx.delete(tokenUses).where(and(page, gone)).returning({ id: tokenUses.id })
      seen = end?.id ?? BEFORE_ALL
      return uses.length
    })
  }

  return {
    async sweep() {
      const now = clock.now()
      const longAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)
      await db.asSystem(async (tx) => {
        await tx.delete(rateHits).where(lt(rateHits.resetAt, now))
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
