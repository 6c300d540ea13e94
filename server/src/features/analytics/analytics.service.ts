// Tests: analytics.test.ts, analytics-edges.test.ts

import {
  ANALYTICS_BAR_DAYS,
  ANALYTICS_DAYS,
  ANALYTICS_RECORDS,
  PAST_DUE_GRACE_DAYS,
  TOKEN_PACKAGES,
  type UsageSummary,
} from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import type { Parts } from '../../parts.ts'
import {
  countSubscriptions,
  type DayOfUse,
  listPurchases,
  listSubscriptionsSince,
  listUses,
  listUsesByDay,
  sumOwedTokens,
  sumPurchases,
  sumSubscriptionPayments,
} from './analytics.repository.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000

export type AnalyticsDependencies = Pick<Parts, 'db' | 'clock'>

/** Delivered uses of the last 30 days, the newest 1,000. */
export async function listTokenUses({ db, clock }: AnalyticsDependencies) {
  const uses = await db.asSystem((tx) => listUses(tx, windowOf(clock).since, ANALYTICS_RECORDS))
  return uses.map((use) => ({
    ...use,
    // The query asks for the features that take tokens only.
    feature: use.feature as 'hedge_analysis' | 'agentic_discovery',
    createdAt: use.createdAt.toISOString(),
  }))
}

/** Token purchases of the last 30 days, the newest 1,000. */
export async function listTokenSales({ db, clock }: AnalyticsDependencies) {
  const rows = await db.asSystem((tx) => listPurchases(tx, windowOf(clock).since, ANALYTICS_RECORDS))
  return rows.map(({ purchase, email, subscription }) => ({
    id: purchase.id,
    createdAt: purchase.createdAt.toISOString(),
    packageId: purchase.packageId,
    amountPaid: toDollars(purchase.amountCents),
    amountReversed: toDollars(purchase.reversedCents),
    tokensAdded: purchase.tokens,
    email,
    subscription: subscription && {
      status: subscription.status,
      currentPeriodStart: subscription.currentPeriodStart.toISOString(),
      currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    },
  }))
}

/** Subscriptions that ran at some time in the last 30 days, the newest 1,000. */
export async function listRecentSubscriptions({ db, clock }: AnalyticsDependencies) {
  const rows = await db.asSystem((tx) => listSubscriptionsSince(tx, windowOf(clock).since, ANALYTICS_RECORDS))
  return rows.map(({ subscription, email }) => ({
    id: subscription.id,
    status: subscription.status,
    currentPeriodStart: subscription.currentPeriodStart.toISOString(),
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    createdAt: subscription.createdAt.toISOString(),
    endedAt: subscription.endedAt?.toISOString() ?? null,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    email,
  }))
}

/** Totals of the last 30 days against the 30 before, counted in the database. */
export async function summariseUsage({ db, clock }: AnalyticsDependencies): Promise<UsageSummary> {
  const { since, days } = windowOf(clock)
  const graceSince = new Date(clock.now().getTime() - PAST_DUE_GRACE_DAYS * DAY_MILLISECONDS)
  const firstDay = since.getTime() / DAY_MILLISECONDS - ANALYTICS_DAYS
  const facts = await db.asSystem(async (tx) => ({
    uses: await listUsesByDay(tx, toDay(firstDay)),
    packages: await sumPurchases(tx, since),
    payments: await sumSubscriptionPayments(tx, since),
    counts: await countSubscriptions(tx, since, graceSince),
    owedTokens: await sumOwedTokens(tx),
  }))
  const from = days[0] ?? ''
  const { counts } = facts
  return {
    from,
    to: days.at(-1) ?? '',
    uses: totalOf(facts.uses.filter(({ day }) => day >= from)),
    previousUses: totalOf(facts.uses.filter(({ day }) => day < from)),
    daily: days.slice(-ANALYTICS_BAR_DAYS).map((date) => {
      const { hedge_analysis, agentic_discovery } = totalOf(facts.uses.filter(({ day }) => day === date))
      return { date, hedge_analysis, agentic_discovery }
    }),
    spending: toSpending(facts.packages, facts.payments),
    subscriptions: { ...counts, running: counts.active + counts.trialing + counts.pastDue },
    owedTokens: facts.owedTokens,
  }
}

/** The days that count, today last, and the instant at which they begin. */
function windowOf(clock: Clock): { since: Date; days: string[] } {
  const today = Math.floor(clock.now().getTime() / DAY_MILLISECONDS)
  const days = Array.from({ length: ANALYTICS_DAYS }, (_, index) => toDay(today - ANALYTICS_DAYS + 1 + index))
  return { since: new Date((today - ANALYTICS_DAYS + 1) * DAY_MILLISECONDS), days }
}

const toDay = (dayNumber: number) => new Date(dayNumber * DAY_MILLISECONDS).toISOString().slice(0, 10)
const toDollars = (cents: number) => cents / 100

function totalOf(days: readonly DayOfUse[]): UsageSummary['uses'] {
  const total = { total: 0, hedge_analysis: 0, agentic_discovery: 0, tokens: 0 }
  for (const { feature, uses, tokens } of days) {
    total.total += uses
    total[feature] += uses
    total.tokens += tokens
  }
  return total
}

function toSpending(
  sums: Awaited<ReturnType<typeof sumPurchases>>,
  payments: { cents: number; reversedCents: number },
): UsageSummary['spending'] {
  const packages = TOKEN_PACKAGES.map(({ id: packageId }) => {
    const { sold = 0, tokens = 0, cents = 0 } = sums.find((found) => found.packageId === packageId) ?? {}
    return { packageId, sold, tokens, amount: toDollars(cents) }
  })
  const tokenCents = sums.reduce((total, { cents }) => total + cents, 0)
  const reversedCents = sums.reduce((total, found) => total + found.reversedCents, payments.reversedCents)
  return {
    packages,
    tokens: packages.reduce((total, { tokens }) => total + tokens, 0),
    tokenAmount: toDollars(tokenCents),
    subscriptionAmount: toDollars(payments.cents),
    reversedAmount: toDollars(reversedCents),
    total: toDollars(tokenCents + payments.cents - reversedCents),
  }
}
