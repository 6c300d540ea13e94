// Tests: digest.test.ts

import { and, asc, count, eq, gte, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { inboxMessages, policies, policyHistory, watchRules } from '../../database/schema/index.ts'

/** Open policies of the transaction's user, the oldest first. */
export function listWatchedPolicies(tx: Transaction) {
  const { id, endsOn, legs, state, checkedDay } = policies
  return tx
    .select({ id, endsOn, legs, state, checkedDay })
    .from(policies)
    .where(isNull(policies.closedAt))
    .orderBy(asc(policies.createdAt), asc(policies.id))
}

/** Watch rules of the transaction's user that are switched on and do not rest. */
export async function listWatching(tx: Transaction) {
  const { state, checkedDay } = watchRules
  return tx
    .select({ state, checkedDay })
    .from(watchRules)
    .where(and(watchRules.isOn, isNull(watchRules.restingSince)))
}

export type WatchedPolicy = Awaited<ReturnType<typeof listWatchedPolicies>>[number]

/** Counts the checks of policies, and the messages other than digests, of the transaction's user since an instant. */
export async function countWeek(tx: Transaction, since: Date): Promise<{ checks: number; messages: number }> {
  const [checks] = await tx
    .select({ count: count() })
    .from(policyHistory)
    .where(and(eq(policyHistory.kind, 'check'), gte(policyHistory.at, since)))
  const [messages] = await tx
    .select({ count: count() })
    .from(inboxMessages)
    .where(and(ne(inboxMessages.kind, 'digest'), gte(inboxMessages.createdAt, since)))
  return { checks: checks?.count ?? 0, messages: messages?.count ?? 0 }
}
