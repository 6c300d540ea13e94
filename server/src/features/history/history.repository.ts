// Tests: history.test.ts

import { and, asc, eq } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { policies, splitAdjustments } from '../../database/schema/index.ts'
import { isHeldIn, type ListedPortfolio } from '../../portfolios/book.repository.ts'

/** A hedge that was placed: what was paid for which contracts. */
export type PlacedHedge = Pick<typeof policies.$inferSelect, 'legs' | 'fees' | 'closedAt'>

/** Hedges that were placed for a portfolio, open and closed; of a book, those of each member. */
export function listPlacedHedges(tx: Transaction, portfolio: ListedPortfolio): Promise<PlacedHedge[]> {
  return tx
    .select({ legs: policies.legs, fees: policies.fees, closedAt: policies.closedAt })
    .from(policies)
    .where(isHeldIn(policies.portfolioId, portfolio))
    .orderBy(asc(policies.createdAt), asc(policies.id))
}

/** Splits that the owner has said are in the shares already, as `AAPL 2020-08-31`. */
export async function listDismissedSplits(tx: Transaction, portfolio: ListedPortfolio): Promise<string[]> {
  const rows = await tx
    .select({ ticker: splitAdjustments.ticker, date: splitAdjustments.date })
    .from(splitAdjustments)
    .where(and(eq(splitAdjustments.action, 'dismiss'), isHeldIn(splitAdjustments.portfolioId, portfolio)))
  return rows.map(({ ticker, date }) => `${ticker} ${date}`)
}
