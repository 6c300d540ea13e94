import { eq } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { purchases } from '../../database/schema/index.ts'

export type Purchase = typeof purchases.$inferSelect

/** @returns false when the checkout session was credited before */
export async function insertPurchase(tx: Transaction, purchase: typeof purchases.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(purchases)
    .values(purchase)
    .onConflictDoNothing({ target: purchases.sessionId })
    .returning({ id: purchases.id })
  return added.length > 0
}

export async function findPurchaseByIntent(tx: Transaction, paymentIntentId: string): Promise<Purchase | undefined> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.paymentIntentId, paymentIntentId))
  return purchase
}

/** Locked until the transaction ends. */
export async function lockPurchase(tx: Transaction, id: string): Promise<Purchase | undefined> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.id, id)).for('update')
  return purchase
}

export async function savePurchaseReversal(
  tx: Transaction,
  id: string,
  reversal: Pick<Purchase, 'reversedCents' | 'reversedTokens' | 'owedTokens' | 'adjustments'>,
): Promise<void> {
  await tx.update(purchases).set(reversal).where(eq(purchases.id, id))
}
