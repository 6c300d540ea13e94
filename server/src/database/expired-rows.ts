import { and, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm'
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

/**
 * Forgets what has run out. A use that tokens were paid for, and a checkout that tokens were bought by, stay as long as
 * their user: the ledger has their counterpart.
 *
 * @param now by the injected clock
 * @returns how many rows there were, counts of requests and leases aside
 */
export async function deleteExpiredRows(db: Database, now: Date): Promise<number> {
  const longAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)
  const cost = sql`${tokenUses.monthly} + ${tokenUses.purchased} + ${tokenUses.unlimited}`
  const wasFree = and(eq(tokenUses.status, 'delivered'), eq(cost, 0))
  await db.asSystem(async (tx) => {
    await tx.delete(rateHits).where(lt(rateHits.resetAt, now))
    await tx.delete(reportLinks).where(lt(reportLinks.expiresAt, now))
    await tx.delete(leases).where(lt(leases.expiresAt, longAgo(KEPT_DAYS.leases)))
  })
  const uses = await db.asSystem((tx) =>
    tx
      .delete(tokenUses)
      .where(
        and(
          lt(tokenUses.createdAt, longAgo(KEPT_DAYS.freeUses)),
          or(inArray(tokenUses.status, ['failed', 'free']), wasFree),
        ),
      )
      .returning({ id: tokenUses.id }),
  )
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
  return uses.length + others
}
