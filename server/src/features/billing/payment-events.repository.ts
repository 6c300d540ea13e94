import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { paymentEvents } from '../../database/schema/index.ts'
import type { PaymentEvent } from '../../payments/payment-gateway.ts'

export type StoredEvent = typeof paymentEvents.$inferSelect

/** Keeps an event; one that is there already stays as it is. */
export async function storeEvent(tx: Transaction, event: PaymentEvent, now: Date): Promise<void> {
  await tx
    .insert(paymentEvents)
    .values({ ...event, receivedAt: now, nextAttemptAt: now })
    .onConflictDoNothing()
}

/** Takes the next event that waits, for this process alone until `until`; then, if it is still not done, anybody may. */
export async function claimEvent(tx: Transaction, now: Date, until: Date): Promise<StoredEvent | undefined> {
  const next = tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.doneAt), lte(paymentEvents.nextAttemptAt, now)))
    .orderBy(asc(paymentEvents.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await tx
    .update(paymentEvents)
    .set({ nextAttemptAt: until, attempts: sql`${paymentEvents.attempts} + 1` })
    .where(eq(paymentEvents.id, next))
    .returning()
  return claimed
}

export async function finishEvent(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(paymentEvents).set({ doneAt: now, lastError: null }).where(eq(paymentEvents.id, id))
}

/** Forgets events that were worked off long ago: the provider repeats itself for days, not for months. */
export async function deleteEventsBefore(tx: Transaction, time: Date): Promise<void> {
  await tx.delete(paymentEvents).where(lt(paymentEvents.doneAt, time))
}

export async function postponeEvent(tx: Transaction, id: string, until: Date, lastError: string): Promise<void> {
  await tx.update(paymentEvents).set({ nextAttemptAt: until, lastError }).where(eq(paymentEvents.id, id))
}
