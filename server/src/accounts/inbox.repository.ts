// Tests: ../features/policies/policies.test.ts

import { and, count, desc, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { inboxMessages, outbox, portfolios } from '../database/schema/index.ts'

export type StoredMessage = typeof inboxMessages.$inferSelect

/** Stores a message unless the user has one of the same event. @returns whether it is new */
export async function insertMessage(tx: Transaction, message: typeof inboxMessages.$inferInsert): Promise<boolean> {
  const stored = await tx
    .insert(inboxMessages)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: inboxMessages.id })
  return stored.length > 0
}

/** Deletes all but the newest messages of the transaction's user; those that wait to be delivered stay until they are. */
export async function keepNewest(tx: Transaction, userId: string, kept: number): Promise<void> {
  const newest = tx
    .select({ id: inboxMessages.id })
    .from(inboxMessages)
    .where(eq(inboxMessages.userId, userId))
    .orderBy(desc(inboxMessages.createdAt), desc(inboxMessages.id))
    .limit(kept)
  const waiting = tx.select({ id: outbox.messageId }).from(outbox).where(isNotNull(outbox.nextAt))
  await tx
    .delete(inboxMessages)
    .where(
      and(
        eq(inboxMessages.userId, userId),
        notInArray(inboxMessages.id, newest),
        notInArray(inboxMessages.id, waiting),
      ),
    )
}

/** Newest first. */
export function listMessages(tx: Transaction): Promise<StoredMessage[]> {
  return tx.select().from(inboxMessages).orderBy(desc(inboxMessages.createdAt), desc(inboxMessages.id))
}

export async function countUnreadMessages(tx: Transaction): Promise<number> {
  const [found] = await tx.select({ unread: count() }).from(inboxMessages).where(isNull(inboxMessages.readAt))
  return found?.unread ?? 0
}

/** @returns how many were unread */
export async function markAllRead(tx: Transaction, now: Date): Promise<number> {
  const read = await tx
    .update(inboxMessages)
    .set({ readAt: now })
    .where(isNull(inboxMessages.readAt))
    .returning({ id: inboxMessages.id })
  return read.length
}

/** Name of a portfolio that a message is about; undefined if it is gone. */
export async function readPortfolioName(tx: Transaction, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ name: portfolios.name }).from(portfolios).where(eq(portfolios.id, id))
  return row?.name
}
