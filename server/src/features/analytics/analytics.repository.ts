// Tests: analytics.test.ts, analytics-edges.test.ts

import { and, count, desc, eq, gte, inArray, isNull, or, sql, sum } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import {
  purchases,
  subscriptionPayments,
  subscriptions,
  tokenBalances,
  tokenUses,
  usageDays,
  users,
} from '../../database/schema/index.ts'

const FEATURES = ['hedge_analysis', 'agentic_discovery'] as const
type Feature = (typeof FEATURES)[number]

/** Uses that were delivered since then, the newest first. */
export async function listUses(tx: Transaction, since: Date, limit: number) {
  return tx
    .select({
      id: tokenUses.id,
      feature: tokenUses.feature,
      createdAt: tokenUses.createdAt,
      tokens: sql<number>`${tokenUses.monthly} + ${tokenUses.purchased}`,
      email: users.email,
    })
    .from(tokenUses)
    .innerJoin(users, eq(users.id, tokenUses.userId))
    .where(delivered(since))
    .orderBy(desc(tokenUses.createdAt))
    .limit(limit)
}

export interface DayOfUse {
  /** ISO day in UTC. */
  day: string
  feature: Feature
  uses: number
  tokens: number
}

/** How often each feature was delivered on each day (UTC) since then, and the tokens that were deducted. */
export async function listUsesByDay(tx: Transaction, sinceDay: string): Promise<DayOfUse[]> {
  return tx.select().from(usageDays).where(gte(usageDays.day, sinceDay))
}

const delivered = (since: Date) =>
  and(eq(tokenUses.status, 'delivered'), gte(tokenUses.createdAt, since), inArray(tokenUses.feature, [...FEATURES]))

/** Token purchases since then, the newest first, each with its buyer's latest subscription. */
export async function listPurchases(tx: Transaction, since: Date, limit: number) {
  const rows = await tx
    .select({ purchase: purchases, email: users.email })
    .from(purchases)
    .leftJoin(users, eq(users.id, purchases.userId))
    .where(gte(purchases.createdAt, since))
    .orderBy(desc(purchases.createdAt))
    .limit(limit)
  const buyers = [...new Set(rows.flatMap(({ purchase }) => purchase.userId ?? []))]
  const latest =
    buyers.length === 0
      ? []
      : await tx
          .selectDistinctOn([subscriptions.userId])
          .from(subscriptions)
          .where(inArray(subscriptions.userId, buyers))
          .orderBy(subscriptions.userId, desc(subscriptions.createdAt))
  const byBuyer = new Map(latest.map((subscription) => [subscription.userId, subscription]))
  return rows.map((row) => ({ ...row, subscription: byBuyer.get(row.purchase.userId) ?? null }))
}

/** Subscriptions that had not ended then, the newest first. */
export async function listSubscriptionsSince(tx: Transaction, since: Date, limit: number) {
  return tx
    .select({ subscription: subscriptions, email: users.email })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(or(isNull(subscriptions.endedAt), gte(subscriptions.endedAt, since)))
    .orderBy(desc(subscriptions.createdAt))
    .limit(limit)
}

/** Sums purchases since then, by package, in cents. */
export async function sumPurchases(tx: Transaction, since: Date) {
  return tx
    .select({
      packageId: purchases.packageId,
      sold: count(),
      tokens: sum(purchases.tokens).mapWith(Number),
      cents: sum(purchases.amountCents).mapWith(Number),
      reversedCents: sum(purchases.reversedCents).mapWith(Number),
    })
    .from(purchases)
    .where(gte(purchases.createdAt, since))
    .groupBy(purchases.packageId)
}

/** Sums payments of subscriptions since then, in cents. */
export async function sumSubscriptionPayments(tx: Transaction, since: Date) {
  const [row] = await tx
    .select({
      cents: sum(subscriptionPayments.amountCents).mapWith(Number),
      reversedCents: sum(subscriptionPayments.reversedCents).mapWith(Number),
    })
    .from(subscriptionPayments)
    .where(gte(subscriptionPayments.paidAt, since))
  return { cents: row?.cents ?? 0, reversedCents: row?.reversedCents ?? 0 }
}

/** How many subscriptions are in which state, began and ended since then. */
export async function countSubscriptions(tx: Transaction, since: Date, graceSince: Date) {
  const where = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [row] = await tx
    .select({
      active: where(sql`${subscriptions.status} = 'active'`),
      trialing: where(sql`${subscriptions.status} = 'trialing'`),
      pastDue: where(
        sql`${subscriptions.status} = 'past_due' and coalesce(${subscriptions.pastDueSince}, ${subscriptions.currentPeriodStart}) >= ${graceSince.toISOString()}`,
      ),
      started: where(sql`${gte(subscriptions.createdAt, since)}`),
      ended: where(sql`${gte(subscriptions.endedAt, since)}`),
    })
    .from(subscriptions)
  return row ?? { active: 0, trialing: 0, pastDue: 0, started: 0, ended: 0 }
}

/** Tokens that users owe, all together. */
export async function sumOwedTokens(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ owed: sum(tokenBalances.owed).mapWith(Number) })
    .from(tokenBalances)
    .where(sql`${tokenBalances.owed} > 0`)
  return row?.owed ?? 0
}
