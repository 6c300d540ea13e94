// Tests: background-work.test.ts

import { and, countDistinct, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { policies, users } from '../../database/schema/index.ts'

/**
 * Portfolios of users on PRO with an open policy that was not checked for a day. For the system.
 *
 * @param day last finished trading day, YYYY-MM-DD
 */
export async function countDuePortfolios(tx: Transaction, day: string, now: Date): Promise<number> {
  const [counted] = await tx
    .select({ due: countDistinct(policies.portfolioId) })
    .from(policies)
    .innerJoin(users, eq(users.id, policies.userId))
    .where(
      and(
        isNull(policies.closedAt),
        or(eq(users.isAdmin, true), gt(users.proUntil, now)),
        or(isNull(policies.checkedDay), lt(policies.checkedDay, day)),
      ),
    )
  return counted?.due ?? 0
}

/** Portfolios with an open policy whose checks fail, and why the newest did. For the system. */
export async function countFailingChecks(
  tx: Transaction,
): Promise<{ portfolios: number; newestReason: string | null }> {
  const [found] = await tx
    .select({
      portfolios: countDistinct(policies.portfolioId),
      newestReason: sql<string | null>`(array_agg(${policies.failure} order by ${policies.failingSince} desc))[1]`,
    })
    .from(policies)
    .where(and(isNull(policies.closedAt), isNotNull(policies.failingSince)))
  return found ?? { portfolios: 0, newestReason: null }
}
