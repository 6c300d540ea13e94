// Tests: ../features/portfolios/portfolios.test.ts, ../features/portfolios/all-portfolios.test.ts

import type { PositionKind } from '@ballast/contract'
import { and, count, eq, inArray, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { brokerageAccounts, portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { letOthersWork } from '../other-work.ts'
import { isHeldIn, type ListedPortfolio } from './book.repository.ts'
import { isId } from './portfolio.repository.ts'

/** A lot as it is stored: decimals are exact text. */
export interface StoredLot {
  id: string
  kind: PositionKind
  ticker: string
  shares: string
  avgCost: string | null
  currency: string
  multiplier: number
  /** For a bond: price per $100 of face value as it was stated, and the day it is of. */
  statedPrice?: string | null
  statedOn?: string | null
  /** As uploaded or typed; null when it was not stated. */
  sector: string | null
  account: string | null
  importId: string | null
}

/** Lot before it is stored. */
export type NewLot = Omit<StoredLot, 'id' | 'importId'>

/** Rows sent in one statement: the embedded database runs on the main thread, and others are served in between. */
const ROWS_PER_STATEMENT = 500

const columns = {
  id: positions.id,
  kind: positions.kind,
  ticker: positions.ticker,
  shares: positions.shares,
  avgCost: positions.avgCost,
  currency: positions.currency,
  multiplier: positions.multiplier,
  statedPrice: positions.statedPrice,
  statedOn: positions.statedOn,
  sector: positions.sector,
  account: brokerageAccounts.name,
  importId: positions.importId,
}

const visible = (portfolioId: string) => and(eq(positions.portfolioId, portfolioId), isNull(positions.replacedBy))

/** In a book the account says first which portfolio a lot lies in: shares of one account cover no call of another. */
const bookColumns = {
  ...columns,
  account: sql<string>`concat_ws(' · ', ${portfolios.name}, ${brokerageAccounts.name})`,
}

/**
 * The lots of a portfolio in upload order; those that a standing import has replaced are left out. A book has the lots of
 * the portfolios one after the other, the oldest first, as one file of them all would.
 */
export async function listLots(tx: Transaction, portfolio: ListedPortfolio): Promise<StoredLot[]> {
  return selectLots(tx, portfolio)
}

/** Ids of `listLots`, in its order. */
export async function listLotIds(tx: Transaction, portfolio: ListedPortfolio): Promise<string[]> {
  const [row] = await tx
    // One text: the embedded database hands over a row of its own in a hundredth of the time of twenty thousand.
    .select({ ids: sql<string[]>`coalesce(json_agg(${positions.id} order by ${sql.join(ORDER, sql`, `)}), '[]')` })
    .from(positions)
    .innerJoin(portfolios, eq(portfolios.id, positions.portfolioId))
    .where(isSeenIn(portfolio))
  return row?.ids ?? []
}

/** Those of `listLots` that bear some ids, in its order. */
export async function listLotsById(tx: Transaction, portfolio: ListedPortfolio, ids: readonly string[]) {
  return selectLots(tx, portfolio, sql`${positions.id} = any(${sql.param(ids)}::uuid[])`)
}

const ORDER = [portfolios.createdAt, portfolios.id, positions.ordinal, positions.createdAt, positions.id]

const isSeenIn = (portfolio: ListedPortfolio) =>
  and(isHeldIn(positions.portfolioId, portfolio), isNull(positions.replacedBy))

function selectLots(tx: Transaction, portfolio: ListedPortfolio, also?: SQL) {
  return tx
    .select(portfolio.isBook ? bookColumns : columns)
    .from(positions)
    .innerJoin(portfolios, eq(portfolios.id, positions.portfolioId))
    .leftJoin(brokerageAccounts, eq(brokerageAccounts.id, positions.accountId))
    .where(and(isSeenIn(portfolio), also))
    .orderBy(...ORDER)
}

/** @throws AppError 404 when the portfolio has no such position */
export async function getLot(tx: Transaction, portfolioId: string, positionId: string): Promise<StoredLot> {
  if (!isId(positionId)) throw errors.notFound('position')
  const [lot] = await tx
    .select(columns)
    .from(positions)
    .leftJoin(brokerageAccounts, eq(brokerageAccounts.id, positions.accountId))
    .where(and(visible(portfolioId), eq(positions.id, positionId)))
  if (!lot) throw errors.notFound('position')
  return lot
}

/** The portfolio in which the first of some lots lies that are there; null when none is. */
export async function findPortfolioOfLots(tx: Transaction, lotIds: readonly string[]): Promise<string | null> {
  if (lotIds.length === 0) return null
  const [lot] = await tx
    .select({ portfolioId: positions.portfolioId })
    .from(positions)
    .where(and(inArray(positions.id, [...lotIds]), isNull(positions.replacedBy)))
    .limit(1)
  return lot?.portfolioId ?? null
}

/** Lots that are looked at: more than anybody knows by heart, and twenty thousand would take as long as the whole request. */
const MOST_LOTS_LISTED = 2_000

/** Tickers that the transaction's user holds in any portfolio, each once; of those with thousands of lots, some. */
export async function listHeldTickers(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ ticker: positions.ticker })
    .from(positions)
    .where(and(eq(positions.kind, 'security'), isNull(positions.replacedBy)))
    .limit(MOST_LOTS_LISTED)
  return [...new Set(rows.map(({ ticker }) => ticker))]
}

export interface LotCounts {
  /** Lots that are seen in the portfolio. */
  inPortfolio: number
  /** Lots of the user in all, with those kept for undoing a replacement. */
  inAll: number
}

export async function countLots(tx: Transaction, portfolioId: string): Promise<LotCounts> {
  const [counts] = await tx
    .select({
      inAll: count(),
      inPortfolio: sql<number>`count(*) filter (where ${visible(portfolioId)})`.mapWith(Number),
    })
    .from(positions)
  return counts ?? { inPortfolio: 0, inAll: 0 }
}

/** Stores lots at the end of a portfolio, in the order given. */
export async function insertLots(
  tx: Transaction,
  lots: readonly NewLot[],
  place: { userId: string; portfolioId: string; importId: string | null; now: Date },
): Promise<void> {
  const accountIds = await ensureAccounts(tx, lots, place)
  const first = await nextOrdinal(tx, place.portfolioId)
  const now = place.now.toISOString()
  for (let start = 0; start < lots.length; start += ROWS_PER_STATEMENT) {
    await letOthersWork()
    const rows = lots.slice(start, start + ROWS_PER_STATEMENT).map(({ account, ...lot }, index) => ({
      ...lot,
      accountId: account === null ? null : accountIds.get(account),
      ordinal: first + start + index,
    }))
    // One parameter however many rows: both engines read JSON far faster than thousands of parameters.
    await tx.execute(sql`
      insert into positions (user_id, portfolio_id, account_id, import_id, kind, ticker, shares, avg_cost, currency,
        multiplier, stated_price, stated_on, sector, ordinal, created_at, updated_at)
      select ${place.userId}::uuid, ${place.portfolioId}::uuid, lot."accountId", ${place.importId}::uuid, lot.kind,
        lot.ticker, lot.shares, lot."avgCost", lot.currency, lot.multiplier, lot."statedPrice", lot."statedOn", lot.sector, lot.ordinal,
        ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as lot("accountId" uuid, kind text, ticker text,
        shares numeric, "avgCost" numeric, currency text, multiplier integer, "statedPrice" numeric,
        "statedOn" date, sector text, ordinal integer)`)
  }
}

/** Stores one lot that no import brought. @returns its id */
export async function insertLot(
  tx: Transaction,
  { account, ...lot }: NewLot,
  place: { userId: string; portfolioId: string; now: Date },
): Promise<string> {
  const accountIds = await ensureAccounts(tx, [{ account }], place)
  const [row] = await tx
    .insert(positions)
    .values({
      ...lot,
      userId: place.userId,
      portfolioId: place.portfolioId,
      accountId: account === null ? null : (accountIds.get(account) ?? null),
      ordinal: await nextOrdinal(tx, place.portfolioId),
      createdAt: place.now,
      updatedAt: place.now,
    })
    .returning({ id: positions.id })
  if (!row) throw new Error('Adding a position returned no row')
  return row.id
}

/** Changes what a lot says; its account, import and place stay. */
export async function updateLot(
  tx: Transaction,
  positionId: string,
  lot: Omit<NewLot, 'account'>,
  now: Date,
): Promise<void> {
  const { kind, ticker, shares, avgCost, currency, multiplier, statedPrice = null, statedOn = null, sector } = lot
  await tx
    .update(positions)

    .set({ kind, ticker, shares, avgCost, currency, multiplier, statedPrice, statedOn, sector, updatedAt: now })
    .where(eq(positions.id, positionId))
}

/** @throws AppError 404 when the portfolio has no such position */
export async function deleteLot(tx: Transaction, portfolioId: string, positionId: string): Promise<void> {
  if (!isId(positionId)) throw errors.notFound('position')
  const gone = await tx
    .delete(positions)
    .where(and(visible(portfolioId), eq(positions.id, positionId)))
    .returning({ id: positions.id })
  if (gone.length === 0) throw errors.notFound('position')
}

/**
 * Hides the lots that an import replaces. Those that an earlier one replaced go: only the last replacement can be undone.
 *
 * @param lots all of the portfolio's unless told
 */
export async function hideReplacedLots(
  tx: Transaction,
  portfolioId: string,
  importId: string,
  lots?: readonly Pick<StoredLot, 'id'>[],
): Promise<void> {
  await tx.delete(positions).where(and(eq(positions.portfolioId, portfolioId), isNotNull(positions.replacedBy)))
  const ids = lots?.map(({ id }) => id)
  await tx
    .update(positions)
    .set({ replacedBy: importId })
    .where(and(visible(portfolioId), ids && sql`${positions.id} = any(${sql.param(ids)}::uuid[])`))
}

async function nextOrdinal(tx: Transaction, portfolioId: string): Promise<number> {
  const [last] = await tx
    .select({ ordinal: max(positions.ordinal) })
    .from(positions)
    .where(eq(positions.portfolioId, portfolioId))
  return (last?.ordinal ?? 0) + 1
}

async function ensureAccounts(
  tx: Transaction,
  lots: readonly Pick<NewLot, 'account'>[],
  { userId, portfolioId }: { userId: string; portfolioId: string },
): Promise<ReadonlyMap<string, string>> {
  const names = new Set(lots.flatMap(({ account }) => account ?? []))
  if (names.size === 0) return new Map()
  const known = await tx
    .select({ id: brokerageAccounts.id, name: brokerageAccounts.name })
    .from(brokerageAccounts)
    .where(eq(brokerageAccounts.portfolioId, portfolioId))
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  const missing = [...names].filter((name) => !ids.has(name))
  if (missing.length === 0) return ids
  const rows = missing.map((name) => ({ name }))
  await tx.execute(sql`
    insert into brokerage_accounts (user_id, portfolio_id, name)
    select ${userId}::uuid, ${portfolioId}::uuid, account.name
    from json_to_recordset(${JSON.stringify(rows)}::json) as account(name text)`)
  return ensureAccounts(tx, lots, { userId, portfolioId })
}
