// Tests: admin.test.ts

import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../database/database.ts'
import { auditLog, subscriptions, tokenBalances, users } from '../../database/schema/index.ts'

const LISTED_USERS = 20

export type AuditRow = typeof auditLog.$inferSelect & { actorEmail: string | null; subjectEmail: string | null }
export interface UserRow {
  user: typeof users.$inferSelect
  balance: typeof tokenBalances.$inferSelect | null
  subscriptionStatus: (typeof subscriptions.$inferSelect)['status'] | null
}

/** Users whose e-mail or name contains the text; without one, those who signed in last. */
export async function findUserRows(tx: Transaction, search: string | undefined): Promise<UserRow[]> {
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const fullName = sql<string>`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`
  const rows = await tx
    .select({ user: users, balance: tokenBalances })
    .from(users)
    .leftJoin(tokenBalances, eq(tokenBalances.userId, users.id))
    .where(search ? or(ilike(users.email, pattern), ilike(fullName, pattern)) : undefined)
    .orderBy(desc(users.lastSignInAt))
    .limit(LISTED_USERS)
  return withSubscriptions(tx, rows)
}

export async function findUserRow(tx: Transaction, userId: string): Promise<UserRow | undefined> {
  const rows = await tx
    .select({ user: users, balance: tokenBalances })
    .from(users)
    .leftJoin(tokenBalances, eq(tokenBalances.userId, users.id))
    .where(eq(users.id, userId))
  return (await withSubscriptions(tx, rows))[0]
}

async function withSubscriptions(tx: Transaction, rows: Omit<UserRow, 'subscriptionStatus'>[]): Promise<UserRow[]> {
  const ids = rows.map(({ user }) => user.id)
  const latest =
    ids.length === 0
      ? []
      : await tx
          .selectDistinctOn([subscriptions.userId], { userId: subscriptions.userId, status: subscriptions.status })
          .from(subscriptions)
          .where(inArray(subscriptions.userId, ids))
          .orderBy(subscriptions.userId, desc(subscriptions.createdAt))
  const statuses = new Map(latest.map(({ userId, status }) => [userId, status]))
  return rows.map((row) => ({ ...row, subscriptionStatus: statuses.get(row.user.id) ?? null }))
}

export async function insertAuditEntry(tx: Transaction, entry: typeof auditLog.$inferInsert): Promise<void> {
  await tx.insert(auditLog).values(entry)
}

/** True when an admin did the same concerning the same user since then. */
export async function hasActedSince(
  tx: Transaction,
  act: Pick<typeof auditLog.$inferSelect, 'actorUserId' | 'subjectUserId' | 'action'>,
  since: Date,
): Promise<boolean> {
  const isSame = (column: AnyPgColumn, id: string | null) => (id === null ? isNull(column) : eq(column, id))
  const [found] = await tx
    .select({ sequence: auditLog.sequence })
    .from(auditLog)
    .where(
      and(
        isSame(auditLog.actorUserId, act.actorUserId),
        isSame(auditLog.subjectUserId, act.subjectUserId),
        eq(auditLog.action, act.action),
        gte(auditLog.at, since),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Newest first. */
export async function listAuditRows(
  tx: Transaction,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const subjects = alias(users, 'subjects')
  const rows = await tx
    .select({ entry: auditLog, actorEmail: users.email, subjectEmail: subjects.email })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .leftJoin(subjects, eq(subjects.id, auditLog.subjectUserId))
    .where(before === undefined ? undefined : lt(auditLog.sequence, before))
    .orderBy(desc(auditLog.sequence))
    .limit(limit)
  return rows.map(({ entry, actorEmail, subjectEmail }) => ({ ...entry, actorEmail, subjectEmail }))
}
