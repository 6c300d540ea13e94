import { and, asc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { paymentEvents } from '../../database/schema/index.ts'
import type { PaymentEvent } from '../../payments/payment-gateway.ts'

export type StoredEvent = typeof paymentEvents.$inferSelect

/** Keeps an event; one that is there already stays as it is. */
export async function storeEvent(
  tx: Transaction,
  event: PaymentEvent & { objectId: string },
  now: Date,
): Promise<void> {
  await tx
    .insert(paymentEvents)
    .values({ ...event, receivedAt: now, nextAttemptAt: now })
    .onConflictDoNothing()
}

/**
 * Takes the next event that waits, for this process alone until `until`; then, if it is still not done, anybody may.
 *
 * @param farthest nothing is put off for longer: what is due later was put off by a clock that has been set back since
 */
export async function claimEvent(
  tx: Transaction,
  now: Date,
  until: Date,
  farthest: Date,
): Promise<StoredEvent | undefined> {
  const next = tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        isNull(paymentEvents.doneAt),
        or(lte(paymentEvents.nextAttemptAt, now), gt(paymentEvents.nextAttemptAt, farthest)),
      ),
    )
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
