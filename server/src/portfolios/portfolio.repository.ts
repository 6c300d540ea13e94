// Tests: ../features/portfolios/portfolios.test.ts, ../features/portfolios/all-portfolios.test.ts

import { and, asc, count, eq, isNull, not, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'

export interface OwnedPortfolio {
  id: string
  name: string
  /** Grows with every change of the positions. */
  version: number
  /** True for the one that stands for all portfolios of the user together. */
  isBook: boolean
  createdAt: Date
  updatedAt: Date
}

export interface CountedPortfolio extends OwnedPortfolio {
  positionCount: number
  /** True while an open policy protects it. */
  isProtected: boolean
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const columns = {
  id: portfolios.id,
  name: portfolios.name,
  version: portfolios.version,
  isBook: portfolios.isBook,
  createdAt: portfolios.createdAt,
  updatedAt: portfolios.updatedAt,
}

// Names written out: inside the subquery a bare "id" would be the policy's.
const isProtected = sql<boolean>`exists (select 1 from policies where policies.portfolio_id = portfolios.id and policies.closed_at is null)`

/** True when the text could be one of our ids; anything else must not reach the database, which would refuse it loudly. */
export const isId = (text: string): boolean => UUID.test(text)

/**
 * The one ownership check. Row-level security shows a transaction only its user's rows, so a portfolio of somebody else
 * is as absent as one that never existed, and both are answered alike.
 *
 * @throws AppError 404 when the user has no such portfolio, or the id is none
 */
export async function getOwnedPortfolio(tx: Transaction, portfolioId: string): Promise<OwnedPortfolio> {
  if (!isId(portfolioId)) throw errors.notFound('portfolio')
  const [portfolio] = await tx.select(columns).from(portfolios).where(eq(portfolios.id, portfolioId))
  if (!portfolio) throw errors.notFound('portfolio')
  return portfolio
}

/**
 * Holds the portfolio against being deleted until the transaction ends, for storing what belongs to it: work that took a
 * while may find it gone.
 *
 * @throws AppError 404 as {@link getOwnedPortfolio}
 */
export async function holdOwnedPortfolio(tx: Transaction, portfolioId: string): Promise<void> {
  if (!isId(portfolioId)) throw errors.notFound('portfolio')
  const found = await tx
    .select({ id: portfolios.id })
    .from(portfolios)
    .where(eq(portfolios.id, portfolioId))
    .for('key share')
  if (found.length === 0) throw errors.notFound('portfolio')
}

/**
 * The portfolio with its version raised, for a change of its positions. Locks it until the transaction ends, so that
 * changes of one portfolio happen one after the other.
 *
 * @throws AppError 404 as {@link getOwnedPortfolio}, 409 for all portfolios together
 */
export async function changeOwnedPortfolio(tx: Transaction, portfolioId: string, now: Date): Promise<OwnedPortfolio> {
  if (!isId(portfolioId)) throw errors.notFound('portfolio')
  const [portfolio] = await tx
    .update(portfolios)
    .set({ version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(eq(portfolios.id, portfolioId))
    .returning({ ...columns, userId: portfolios.userId })
  if (!portfolio) throw errors.notFound('portfolio')
  requireNoBook(portfolio)
  await raiseBook(tx, portfolio.userId, now)
  return portfolio
}

/** @throws AppError 409 for all portfolios together, which can be read and not changed */
function requireNoBook({ isBook }: Pick<OwnedPortfolio, 'isBook'>): void {
  if (!isBook) return
  throw errors.conflict(
    `${BOOK_NAME} shows what your portfolios hold together and cannot be changed itself. Change one of your portfolios instead.`,
  )
}

/** All portfolios of a user together have changed when one of them has. */
async function raiseBook(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(portfolios)
    .set({ version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(and(eq(portfolios.userId, userId), portfolios.isBook))
}

export const BOOK_NAME = 'All portfolios'

/**
 * All portfolios of the user as one, which is a portfolio with an id of its own, so that everything that can be asked of
 * a portfolio can be asked of it. Made when it is first asked for.
 */
export async function ensureBook(tx: Transaction, { userId, now }: { userId: string; now: Date }) {
  const isTheirs = and(eq(portfolios.userId, userId), portfolios.isBook)
  const select = () =>
    tx
      .select({ ...columns, isProtected })
      .from(portfolios)
      .where(isTheirs)
  const [known] = await select()
  if (known) return known
  await tx
    .insert(portfolios)
    .values({ userId, name: BOOK_NAME, isBook: true, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  const [made] = await select()
  if (!made) throw new Error('Making all portfolios one returned no row')
  return made
}

/** The user's portfolios, oldest first, without the one that stands for all. */
export async function listPortfolios(tx: Transaction): Promise<CountedPortfolio[]> {
  return tx
    .select({ ...columns, positionCount: count(positions.id), isProtected })
    .from(portfolios)
    .leftJoin(positions, and(eq(positions.portfolioId, portfolios.id), isNull(positions.replacedBy)))
    .where(not(portfolios.isBook))
    .groupBy(portfolios.id)
    .orderBy(asc(portfolios.createdAt), asc(portfolios.id))
}

export async function createPortfolio(
  tx: Transaction,
  { userId, name, now }: { userId: string; name: string; now: Date },
): Promise<OwnedPortfolio> {
  const [portfolio] = await tx
    .insert(portfolios)
    .values({ userId, name, createdAt: now, updatedAt: now })
    .returning(columns)
  if (!portfolio) throw new Error('Creating a portfolio returned no row')
  await raiseBook(tx, userId, now)
  return portfolio
}

/**
 * Renames a portfolio; its version is raised, because all portfolios together name the one that each lot lies in.
 * @throws AppError as {@link changeOwnedPortfolio}
 */
export async function renamePortfolio(
  tx: Transaction,
  portfolioId: string,
  { name, now }: { name: string; now: Date },
): Promise<CountedPortfolio> {
  await changeOwnedPortfolio(tx, portfolioId, now)
  await tx.update(portfolios).set({ name, updatedAt: now }).where(eq(portfolios.id, portfolioId))
  const renamed = (await listPortfolios(tx)).find(({ id }) => id === portfolioId)
  if (!renamed) throw errors.notFound('portfolio')
  return renamed
}

/** Deletes a portfolio and everything in it. @throws AppError as {@link changeOwnedPortfolio} */
export async function deletePortfolio(tx: Transaction, portfolioId: string, now: Date): Promise<void> {
  await changeOwnedPortfolio(tx, portfolioId, now)
  await tx.delete(portfolios).where(eq(portfolios.id, portfolioId))
}
