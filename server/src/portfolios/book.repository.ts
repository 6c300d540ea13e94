// Tests: ../features/portfolios/all-portfolios.test.ts, ../features/portfolios/groups.test.ts, ../features/hedges/hedge-of-a-group.test.ts

import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { portfolios } from '../database/schema/index.ts'

/** Portfolio whose rows are read; a book has those of its members. */
export interface ListedPortfolio {
  id: string
  /** True for what stands for several portfolios: all of the user's, or those of a named group. */
  isBook: boolean
}

/** The condition that a portfolio is a member of a book; both are tables or aliases of `portfolios`. */
const isMember = (portfolio: SQL, book: SQL) => sql`${book}.is_book and not ${portfolio}.is_book
  and ${portfolio}.share_id is null and ${book}.user_id = ${portfolio}.user_id and (not ${book}.is_group or exists (
    select 1 from group_members where group_id = ${book}.id and portfolio_id = ${portfolio}.id))`

const MEMBER = sql`member`
const BOOK = sql`book`

/**
 * The condition that a row belongs to a portfolio, or to a member of a book.
 *
 * @param portfolioId the row's column
 */
export function isHeldIn(portfolioId: Column, { id, isBook }: ListedPortfolio): SQL {
  if (!isBook) return eq(portfolioId, id)
  return sql`${portfolioId} in (select member.id from ${portfolios} as member join ${portfolios} as book
    on ${isMember(MEMBER, BOOK)} where book.id = ${id}::uuid)`
}

/** True if a portfolio is one of those that a book stands for. */
export async function isMemberOf(tx: Transaction, portfolioId: string, bookId: string): Promise<boolean> {
  const found = await tx
    .select({ id: portfolios.id })
    .from(portfolios)
    .where(and(eq(portfolios.id, portfolioId), isHeldIn(portfolios.id, { id: bookId, isBook: true })))
  return found.length > 0
}

/** The condition that a row's portfolio, or the book that it is, holds positions of another portfolio or book. */
export function sharesPositions(portfolioId: Column, id: string): SQL {
  const isIn = (other: SQL | Column) => sql`(member.id = ${other} or exists (
    select 1 from ${portfolios} as book where book.id = ${other} and ${isMember(MEMBER, BOOK)}))`
  return sql`exists (select 1 from ${portfolios} as member where ${isIn(portfolioId)} and ${isIn(sql`${id}::uuid`)})`
}

/** A book has changed when one of its members has: raises the version of each book that the portfolio is in. */
export async function raiseBooks(tx: Transaction, portfolioId: string, now: Date): Promise<void> {
  // Locked in order, so that two changes at once do not wait for each other.
  const books = sql`(select book.id from ${portfolios} as book join ${portfolios} as member on ${isMember(MEMBER, BOOK)}
    where member.id = ${portfolioId}::uuid order by book.id for update of book)`
  await tx
    .update(portfolios)
    .set({ version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(inArray(portfolios.id, books))
}
