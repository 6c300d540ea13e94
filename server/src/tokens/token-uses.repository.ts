import type { MeteredFeature } from '@ballast/contract'
import { and, count, desc, eq, gt, gte, lt, ne, or } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { tokenUses, useAnswers } from '../database/schema/index.ts'

export type TokenUse = typeof tokenUses.$inferSelect
/** Answer at the end of a use; a refusal is what an `AppError` is made of. */
export type UseAnswer = Pick<typeof useAnswers.$inferSelect, 'delivered' | 'body'>

/** The use that was asked for under this key and did not fail, if any. */
export async function findUseByKey(
  tx: Transaction,
  userId: string,
  feature: MeteredFeature,
  idempotencyKey: string,
): Promise<TokenUse | undefined> {
  const [use] = await tx
    .select()
    .from(tokenUses)
    .where(
      and(
        eq(tokenUses.userId, userId),
        eq(tokenUses.feature, feature),
        eq(tokenUses.idempotencyKey, idempotencyKey),
        ne(tokenUses.status, 'failed'),
      ),
    )
  return use
}

/** The latest use for the same thing between two times that did not fail, if any. */
export async function findRepeatedUse(
  tx: Transaction,
  userId: string,
  fingerprint: string,
  after: Date,
  before: Date,
): Promise<TokenUse | undefined> {
  const [use] = await tx
    .select()
    .from(tokenUses)
    .where(
      and(
        eq(tokenUses.userId, userId),
        eq(tokenUses.fingerprint, fingerprint),
        gt(tokenUses.createdAt, after),
        lt(tokenUses.createdAt, before),
        ne(tokenUses.status, 'failed'),
      ),
    )
    .orderBy(desc(tokenUses.createdAt))
    .limit(1)
  return use
}

export async function insertUse(tx: Transaction, use: typeof tokenUses.$inferInsert): Promise<void> {
  await tx.insert(tokenUses).values(use)
}

export async function findUse(tx: Transaction, id: string): Promise<TokenUse | undefined> {
  const [use] = await tx.select().from(tokenUses).where(eq(tokenUses.id, id))
  return use
}

/** Ends a use that is still under way. */
export async function settleUse(
  tx: Transaction,
  id: string,
  status: 'delivered' | 'free' | 'failed',
  now: Date,
): Promise<void> {
  await tx.update(tokenUses).set({ status, settledAt: now }).where(eq(tokenUses.id, id))
}

/** How often tokens of the user went back for an answer that was given, since then. */
export async function countForgiven(tx: Transaction, userId: string, since: Date): Promise<number> {
  const wasPaid = or(gt(tokenUses.monthly, 0), gt(tokenUses.purchased, 0))
  const isMine = and(eq(tokenUses.userId, userId), eq(tokenUses.status, 'free'), gte(tokenUses.createdAt, since))
  const [found] = await tx.select({ count: count() }).from(tokenUses).where(and(isMine, wasPaid))
  return found?.count ?? 0
}

/** Says that the work goes on. */
export async function extendLease(tx: Transaction, id: string, leaseUntil: Date): Promise<void> {
  await tx
    .update(tokenUses)
    .set({ leaseUntil })
    .where(and(eq(tokenUses.id, id), eq(tokenUses.status, 'reserved')))
}

/** Uses under way whose process has not said for long that it goes on. */
export async function listAbandonedUses(tx: Transaction, now: Date): Promise<TokenUse[]> {
  return tx
    .select()
    .from(tokenUses)
    .where(and(eq(tokenUses.status, 'reserved'), lt(tokenUses.leaseUntil, now)))
    .limit(500)
}

export async function saveAnswer(
  tx: Transaction,
  answer: UseAnswer & { useId: string; userId: string; createdAt: Date },
): Promise<void> {
  await tx.insert(useAnswers).values(answer).onConflictDoNothing()
}

export async function findAnswer(tx: Transaction, useId: string): Promise<UseAnswer | undefined> {
  const [answer] = await tx.select().from(useAnswers).where(eq(useAnswers.useId, useId))
  return answer
}

/** Forgets answers that nobody will ask for again. @returns how many there were */
export async function deleteAnswersBefore(tx: Transaction, time: Date): Promise<number> {
  const gone = await tx.delete(useAnswers).where(lt(useAnswers.createdAt, time)).returning({ useId: useAnswers.useId })
  return gone.length
}
