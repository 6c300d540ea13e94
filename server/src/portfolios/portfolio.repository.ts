// Tests: ../features/portfolios/portfolios.test.ts, ../features/portfolios/all-portfolios.test.ts

import { type Benchmark, MARKET_BENCHMARK, nameBenchmark } from '@ballast/contract'
import { and, asc, count, eq, isNull, not, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { type ListedPortfolio, raiseBooks } from './book.repository.ts'

export interface OwnedPortfolio extends ListedPortfolio {
  name: string
  /** Grows with every change of the positions. */
  version: number
  /** True for a book that stands for some portfolios, which the user has named. */
  isGroup: boolean
  /** Set for what stands for a portfolio that another user shares: see `readPortfolio`. */
  shareId: string | null
  /** Null for the market's index: see `toBenchmark`. */
  benchmark: Benchmark | null
  createdAt: Date
  updatedAt: Date
}

/** Benchmark of a portfolio. */
export const toBenchmark = ({ benchmark }: Pick<OwnedPortfolio, 'benchmark'>): Benchmark =>
  benchmark ?? MARKET_BENCHMARK

export interface CountedPortfolio extends OwnedPortfolio {
  positionCount: number
  /** True while an open policy protects it. */
  isProtected: boolean
  /** Labels of the accounts that positions lie in. */
  accounts?: readonly string[]
  /** Portfolios of a group, the oldest first. */
  memberIds?: readonly string[]
  /** Name of the user who shares it. */
  sharedBy?: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const portfolioColumns = {
  id: portfolios.id,
  name: portfolios.name,
  version: portfolios.version,
  isBook: portfolios.isBook,
  isGroup: portfolios.isGroup,
  shareId: portfolios.shareId,
  benchmark: portfolios.benchmark,
  createdAt: portfolios.createdAt,
  updatedAt: portfolios.updatedAt,
}

// Names written out: inside the subquery a bare "id" would be the policy's.
const isProtected = sql<boolean>`exists (select 1 from policies where policies.portfolio_id = portfolios.id and policies.closed_at is null)`

const accounts = sql<
  string[]
>`(select coalesce(json_agg(brokerage_accounts.name order by brokerage_accounts.name), '[]')
  from brokerage_accounts where brokerage_accounts.portfolio_id = portfolios.id
  and exists (select 1 from positions as held where held.account_id = brokerage_accounts.id and held.replaced_by is null))`

/** The condition that a row is a portfolio of the user's own: no book, and nothing that others share. */
export const isPlain = and(not(portfolios.isBook), isNull(portfolios.shareId))

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
  const [portfolio] = await tx.select(portfolioColumns).from(portfolios).where(eq(portfolios.id, portfolioId))
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
 * @throws AppError 404 as {@link getOwnedPortfolio}, 403 and 409 as {@link requireChangeable}
 */
export async function changeOwnedPortfolio(tx: Transaction, portfolioId: string, now: Date): Promise<OwnedPortfolio> {
  if (!isId(portfolioId)) throw errors.notFound('portfolio')
  const [portfolio] = await tx
    .update(portfolios)
    .set({ version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(eq(portfolios.id, portfolioId))
    .returning(portfolioColumns)
  if (!portfolio) throw errors.notFound('portfolio')
  requireChangeable(portfolio)
  await raiseBooks(tx, portfolio.id, now)
  return portfolio
}

/** @throws AppError 403 for what another user shares, which is theirs to change */
export function requireNotShared({ shareId }: Pick<OwnedPortfolio, 'shareId'>): void {
  if (shareId !== null) {
    throw errors.forbidden('This portfolio is shared with you, to read. Only its owner can change it.')
  }
}

/** @throws AppError 403 as {@link requireNotShared}, 409 for a book, which can be read and not changed */
export function requireChangeable(portfolio: Pick<OwnedPortfolio, 'name' | 'isBook' | 'shareId'>): void {
  requireNotShared(portfolio)
  const { name, isBook } = portfolio
  if (!isBook) return
  throw errors.conflict(
    `${name} shows what your portfolios hold together and cannot be changed itself. Change one of your portfolios instead.`,
  )
}

export const BOOK_NAME = 'All portfolios'

/**
 * All portfolios of the user as one, which is a portfolio with an id of its own, so that everything that can be asked of
 * a portfolio can be asked of it. Made when it is first asked for.
 */
export async function ensureBook(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<OwnedPortfolio> {
  const isTheirs = and(eq(portfolios.userId, userId), portfolios.isBook, not(portfolios.isGroup))
  const select = () => tx.select(portfolioColumns).from(portfolios).where(isTheirs)
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

/** The user's own portfolios, oldest first, without books. */
export async function listPortfolios(tx: Transaction): Promise<CountedPortfolio[]> {
  return tx
    .select({ ...portfolioColumns, positionCount: count(positions.id), isProtected, accounts })
    .from(portfolios)
    .leftJoin(positions, and(eq(positions.portfolioId, portfolios.id), isNull(positions.replacedBy)))
    .where(isPlain)
    .groupBy(portfolios.id)
    .orderBy(asc(portfolios.createdAt), asc(portfolios.id))
}

/** A book as it is listed: what its members are together. */
export function countTogether(
  book: OwnedPortfolio,
  members: readonly CountedPortfolio[],
): CountedPortfolio & { memberIds: readonly string[] } {
  return {
    ...book,
    memberIds: members.map(({ id }) => id),
    positionCount: members.reduce((sum, { positionCount }) => sum + positionCount, 0),
    isProtected: members.some((member) => member.isProtected),
  }
}

export async function createPortfolio(
  tx: Transaction,
  { userId, name, benchmark = null, now }: { userId: string; name: string; benchmark?: Benchmark | null; now: Date },
): Promise<OwnedPortfolio> {
  const [portfolio] = await tx
    .insert(portfolios)
    .values({ userId, name, benchmark, createdAt: now, updatedAt: now })
    .returning(portfolioColumns)
  if (!portfolio) throw new Error('Creating a portfolio returned no row')
  await raiseBooks(tx, portfolio.id, now)
  return portfolio
}

/**
 * Renames a portfolio; its version is raised, because a book names the portfolio that each lot lies in.
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

/**
 * Sets what a portfolio is compared with, all portfolios as one included; its version is raised, because answers follow.
 * @throws AppError 404 as {@link getOwnedPortfolio}, 403 as {@link requireNotShared}
 */
export async function setBenchmark(
  tx: Transaction,
  portfolioId: string,
  { benchmark, now }: { benchmark: Benchmark; now: Date },
): Promise<void> {
  const portfolio = await getOwnedPortfolio(tx, portfolioId)
  requireNotShared(portfolio)
  const isMarket = nameBenchmark(benchmark) === nameBenchmark(MARKET_BENCHMARK)
  await tx
    .update(portfolios)
    .set({ benchmark: isMarket ? null : benchmark, version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(eq(portfolios.id, portfolio.id))
}

/** Deletes a portfolio and everything in it. @throws AppError as {@link changeOwnedPortfolio} */
export async function deletePortfolio(tx: Transaction, portfolioId: string, now: Date): Promise<void> {
  await changeOwnedPortfolio(tx, portfolioId, now)
  await tx.delete(portfolios).where(eq(portfolios.id, portfolioId))
}
