// Tests: background-work.test.ts

import { and, countDistinct, eq, gt, isNull, lt, or } from 'drizzle-orm'
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
