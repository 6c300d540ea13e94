// Tests: payment-edges.test.ts, billing.test.ts

import { and, count, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import {
  checkouts,
  paymentCustomers,
  purchases,
  subscriptionPayments,
  subscriptions,
  tokenBalances,
  users,
} from '../../database/schema/index.ts'
import type { InvoiceFacts, PaymentGateway, SubscriptionFacts } from '../../payments/payment-gateway.ts'

export type Customer = typeof paymentCustomers.$inferSelect
export type Subscription = typeof subscriptions.$inferSelect
export type Checkout = typeof checkouts.$inferSelect
type Provider = PaymentGateway['provider']

export async function findCustomerOf(
  tx: Transaction,
  userId: string,
  provider: Provider,
): Promise<Customer | undefined> {
  const [customer] = await tx
    .select()
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.provider, provider)))
  return customer
}

/** @param lock until the transaction ends, so that states are taken over one after the other */
export async function findCustomer(tx: Transaction, customerId: string, lock = false): Promise<Customer | undefined> {
  const query = tx.select().from(paymentCustomers).where(eq(paymentCustomers.customerId, customerId))
  const [customer] = await (lock ? query.for('update') : query)
  return customer
}

export async function insertCustomer(
  tx: Transaction,
  customer: { userId: string; provider: Provider; customerId: string; createdAt: Date },
): Promise<void> {
  await tx.insert(paymentCustomers).values(customer).onConflictDoNothing()
}

/** The provider knows a user under another id, and nothing of what was before: no subscription of then is running. */
export async function replaceCustomer(
  tx: Transaction,
  customerId: string,
  successor: string,
  now: Date,
): Promise<void> {
  const customer = await findCustomer(tx, customerId, true)
  if (!customer) return
  const replaced = { customerId: successor, version: customer.version + 1 }
  await tx.update(paymentCustomers).set(replaced).where(eq(paymentCustomers.customerId, customerId))
  await endSubscriptionsOf(tx, customer.userId, now)
}

export async function bumpCustomerVersion(tx: Transaction, customer: Customer): Promise<void> {
  await tx
    .update(paymentCustomers)
    .set({ version: customer.version + 1 })
    .where(eq(paymentCustomers.customerId, customer.customerId))
}

/** Takes over what the provider says of a user's subscriptions. */
export async function saveSubscriptions(
  tx: Transaction,
  userId: string,
  facts: readonly SubscriptionFacts[],
  now: Date,
): Promise<void> {
  for (const { id, endsAt, isPaid: _isPaid, ...stated } of facts) {
    const ends = [stated.currentPeriodEnd, endsAt, stated.endedAt].flatMap((end) => end?.getTime() ?? [])
    const row = {
      ...stated,
      cancelAtPeriodEnd: endsAt !== null,
      // An end within the period, chosen or come, is the period's end for us.
      currentPeriodEnd: new Date(Math.min(...ends)),
      syncedAt: now,
    }
    await tx
      .insert(subscriptions)
      .values({ id, userId, ...row, pastDueSince: stated.status === 'past_due' ? stated.currentPeriodStart : null })
      .onConflictDoUpdate({ target: subscriptions.id, set: { ...row, pastDueSince: toPastDueSince(stated) } })
  }
}

/** A payment failed when its period began; if one is overdue already, the first one counts. */
function toPastDueSince({ status, currentPeriodStart }: Pick<SubscriptionFacts, 'status' | 'currentPeriodStart'>) {
  if (status === 'active' || status === 'trialing') return null
  const known = subscriptions.pastDueSince
  return status === 'past_due'
    ? sql`coalesce(${known}, ${currentPeriodStart.toISOString()}::timestamptz)`
    : sql`${known}`
}

/** Writes down that all of a user's subscriptions are over. */
export async function endSubscriptionsOf(tx: Transaction, userId: string, now: Date): Promise<void> {
  const currentPeriodEnd = sql`least(${subscriptions.currentPeriodEnd}, ${now.toISOString()}::timestamptz)`
  await tx
    .update(subscriptions)
    .set({ status: 'canceled', currentPeriodEnd, endedAt: now, pastDueSince: null, syncedAt: now })
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt)))
}

/** A user's subscriptions, the newest first. */
export async function listSubscriptionsOf(tx: Transaction, userId: string): Promise<Subscription[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
}

export async function saveProUntil(tx: Transaction, userId: string, proUntil: Date | null): Promise<void> {
  await tx.update(users).set({ proUntil }).where(eq(users.id, userId))
}

export async function findProUntil(tx: Transaction, userId: string): Promise<Date | null> {
  const [user] = await tx.select({ proUntil: users.proUntil }).from(users).where(eq(users.id, userId))
  return user?.proUntil ?? null
}

export async function insertCheckout(tx: Transaction, checkout: typeof checkouts.$inferInsert): Promise<void> {
  await tx.insert(checkouts).values(checkout)
}

export async function saveCheckoutSession(tx: Transaction, id: string, sessionId: string): Promise<void> {
  await tx.update(checkouts).set({ sessionId }).where(eq(checkouts.id, id))
}

export async function findCheckoutById(tx: Transaction, id: string): Promise<Checkout | undefined> {
  const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, id))
  return checkout
}

export async function findCheckoutBySession(tx: Transaction, sessionId: string): Promise<Checkout | undefined> {
  const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.sessionId, sessionId))
  return checkout
}

/** True when the user has something to see in the portal: a subscription or a purchase, ever. */
export async function hasPaidBefore(tx: Transaction, userId: string): Promise<boolean> {
  const [subscribed] = await tx.select({ count: count() }).from(subscriptions).where(eq(subscriptions.userId, userId))
  const [bought] = await tx.select({ count: count() }).from(purchases).where(eq(purchases.userId, userId))
  return (subscribed?.count ?? 0) + (bought?.count ?? 0) > 0
}

/** Writes a paid invoice down once. */
export async function savePayment(tx: Transaction, userId: string, invoice: InvoiceFacts, now: Date): Promise<void> {
  const { id: invoiceId, amountCents, paymentIntentId, paidAt } = invoice
  await tx
    .insert(subscriptionPayments)
    .values({ invoiceId, userId, amountCents, paymentIntentId, paidAt: paidAt ?? now })
    .onConflictDoUpdate({ target: subscriptionPayments.invoiceId, set: { amountCents, paymentIntentId } })
}

export type SubscriptionPayment = typeof subscriptionPayments.$inferSelect

export async function findPaymentByIntent(
  tx: Transaction,
  paymentIntentId: string,
): Promise<SubscriptionPayment | undefined> {
  const [payment] = await tx
    .select()
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.paymentIntentId, paymentIntentId))
  return payment
}

/** Notes how much of a subscription's payment was given back. @returns false when it was changed since it was seen */
export async function savePaymentReversal(
  tx: Transaction,
  seen: SubscriptionPayment,
  reversedCents: number,
): Promise<boolean> {
  const saved = await tx
    .update(subscriptionPayments)
    .set({ reversedCents })
    .where(
      and(
        eq(subscriptionPayments.invoiceId, seen.invoiceId),
        eq(subscriptionPayments.reversedCents, seen.reversedCents),
      ),
    )
    .returning({ invoiceId: subscriptionPayments.invoiceId })
  return saved.length > 0
}

/** Customers with a running subscription whose period is over, of which word should have come. */
export async function listOverdueCustomers(tx: Transaction, provider: Provider, now: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ customerId: paymentCustomers.customerId })
    .from(subscriptions)
    .innerJoin(paymentCustomers, eq(paymentCustomers.userId, subscriptions.userId))
    .where(
      and(
        eq(paymentCustomers.provider, provider),
        inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
        lt(subscriptions.currentPeriodEnd, now),
      ),
    )
    .limit(100)
  return rows.map(({ customerId }) => customerId)
}

/** Users who are no longer on PRO and still have tokens of a month. */
export async function listUsersWithLapsedTokens(tx: Transaction, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ userId: tokenBalances.userId })
    .from(tokenBalances)
    .innerJoin(users, eq(users.id, tokenBalances.userId))
    .where(and(gt(tokenBalances.monthly, 0), or(isNull(users.proUntil), lte(users.proUntil, now))))
    .limit(500)
  return rows.map(({ userId }) => userId)
}
