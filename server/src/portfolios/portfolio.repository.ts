// Tests: ../features/portfolios/portfolios.test.ts

import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'

export interface OwnedPortfolio {
  id: string
  name: string
  /** Grows with every change of the positions. */
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface CountedPortfolio extends OwnedPortfolio {
  positionCount: number
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const columns = {
  id: portfolios.id,
  name: portfolios.name,
  version: portfolios.version,
  createdAt: portfolios.createdAt,
  updatedAt: portfolios.updatedAt,
}

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
 * @throws AppError 404 as {@link getOwnedPortfolio}
 */
export async function changeOwnedPortfolio(tx: Transaction, portfolioId: string, now: Date): Promise<OwnedPortfolio> {
  if (!isId(portfolioId)) throw errors.notFound('portfolio')
  const [portfolio] = await tx
    .update(portfolios)
    .set({ version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(eq(portfolios.id, portfolioId))
    .returning(columns)
  if (!portfolio) throw errors.notFound('portfolio')
  return portfolio
}

/** The user's portfolios, oldest first. */
export async function listPortfolios(tx: Transaction): Promise<CountedPortfolio[]> {
  return tx
    .select({ ...columns, positionCount: count(positions.id) })
    .from(portfolios)
    .leftJoin(positions, and(eq(positions.portfolioId, portfolios.id), isNull(positions.replacedBy)))
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
  return portfolio
}

/** @throws AppError 404 as {@link getOwnedPortfolio} */
export async function renamePortfolio(
  tx: Transaction,
  portfolioId: string,
  { name, now }: { name: string; now: Date },
): Promise<CountedPortfolio> {
  await getOwnedPortfolio(tx, portfolioId)
  await tx.update(portfolios).set({ name, updatedAt: now }).where(eq(portfolios.id, portfolioId))
  const renamed = (await listPortfolios(tx)).find(({ id }) => id === portfolioId)
  if (!renamed) throw errors.notFound('portfolio')
  return renamed
}

/** Deletes a portfolio and everything in it. @throws AppError 404 as {@link getOwnedPortfolio} */
export async function deletePortfolio(tx: Transaction, portfolioId: string): Promise<void> {
  await getOwnedPortfolio(tx, portfolioId)
  await tx.delete(portfolios).where(eq(portfolios.id, portfolioId))
}
