import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { supportRequests, users } from '../database/schema/index.ts'

export type SupportRequest = typeof supportRequests.$inferSelect & { email: string | null }

const LISTED = 200

export async function insertSupportRequest(
  tx: Transaction,
  request: typeof supportRequests.$inferInsert,
): Promise<void> {
  await tx.insert(supportRequests).values(request)
}

/** Requests of the user that nobody has answered. Until the transaction ends, no other one counts those of this user. */
export async function countOpenRequests(tx: Transaction, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`support requests of ${userId}`}, 0))`)
  const isOpen = and(eq(supportRequests.userId, userId), isNull(supportRequests.closedAt))
  const [found] = await tx.select({ count: count() }).from(supportRequests).where(isOpen)
  return found?.count ?? 0
}

/** Open ones first, of those the marked ones first, then the oldest. */
export async function listRequests(tx: Transaction): Promise<SupportRequest[]> {
  const rows = await tx
    .select({ request: supportRequests, email: users.email })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.userId))
    .orderBy(
      sql`${supportRequests.closedAt} is not null`,
      desc(supportRequests.priority),
      asc(supportRequests.createdAt),
    )
    .limit(LISTED)
  return rows.map(({ request, email }) => ({ ...request, email }))
}

/** Marks a request as answered; one that was stays as it is. @returns `undefined` when there is no such request */
export async function closeRequest(tx: Transaction, id: string, now: Date): Promise<SupportRequest | undefined> {
  await tx
    .update(supportRequests)
    .set({ closedAt: now })
    .where(sql`${eq(supportRequests.id, id)} and ${isNull(supportRequests.closedAt)}`)
  const [row] = await tx
    .select({ request: supportRequests, email: users.email })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.userId))
    .where(eq(supportRequests.id, id))
  return row && { ...row.request, email: row.email }
}
