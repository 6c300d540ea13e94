// Tests: policies.test.ts

import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { policies, policyHistory, portfolios, users } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { sharesPositions } from '../../portfolios/book.repository.ts'
import { isId } from '../../portfolios/portfolio.repository.ts'

export type StoredPolicy = typeof policies.$inferSelect
export type NamedPolicy = StoredPolicy & { portfolioName: string }
type NewEntry = Omit<typeof policyHistory.$inferInsert, 'id'>

/** @returns false when there is one with its id already */
export async function insertPolicy(tx: Transaction, policy: typeof policies.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(policies).values(policy).onConflictDoNothing().returning({ id: policies.id })
  return inserted.length > 0
}

const named = (tx: Transaction) =>
  tx
    .select({ policy: policies, portfolioName: portfolios.name })
    .from(policies)
    .innerJoin(portfolios, eq(portfolios.id, policies.portfolioId))

/** Policies of the transaction's user: open ones first, then the newest. */
export async function listStoredPolicies(tx: Transaction): Promise<NamedPolicy[]> {
  const rows = await named(tx).orderBy(
    sql`${policies.closedAt} is not null`,
    desc(policies.createdAt),
    asc(policies.id),
  )
  return rows.map(({ policy, portfolioName }) => ({ ...policy, portfolioName }))
}

/** @throws AppError 404 when the user has no such policy */
export async function getStoredPolicy(tx: Transaction, policyId: string): Promise<NamedPolicy> {
  if (!isId(policyId)) throw errors.notFound('policy')
  const [row] = await named(tx).where(eq(policies.id, policyId))
  if (!row) throw errors.notFound('policy')
  return { ...row.policy, portfolioName: row.portfolioName }
}

/**
 * The policy, locked until the transaction ends: changes of one policy happen one after the other.
 *
 * @throws AppError 404 when the user has no such policy
 */
export async function holdPolicy(tx: Transaction, policyId: string): Promise<StoredPolicy> {
  if (!isId(policyId)) throw errors.notFound('policy')
  const [row] = await tx.select().from(policies).where(eq(policies.id, policyId)).for('update')
  if (!row) throw errors.notFound('policy')
  return row
}

export async function updatePolicy(
  tx: Transaction,
  policyId: string,
  changes: Partial<Omit<StoredPolicy, 'id' | 'userId' | 'portfolioId'>>,
): Promise<void> {
  await tx.update(policies).set(changes).where(eq(policies.id, policyId))
}

/** Open policies of the transaction's user. */
export async function countOpenPolicies(tx: Transaction): Promise<number> {
  const [found] = await tx.select({ open: count() }).from(policies).where(isNull(policies.closedAt))
  return found?.open ?? 0
}

export async function addEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  await tx.insert(policyHistory).values(entry)
}

/** Newest first. */
export function listEntries(tx: Transaction, policyId: string, limit: number) {
  return tx
    .select()
    .from(policyHistory)
    .where(eq(policyHistory.policyId, policyId))
    .orderBy(desc(policyHistory.id))
    .limit(limit)
}

export interface DuePortfolio {
  userId: string
  portfolioId: string
}

const isOpen = isNull(policies.closedAt)
const isAmong = (ids?: readonly string[]) => ids && inArray(policies.portfolioId, [...ids])
const isPro = (now: Date) => or(eq(users.isAdmin, true), sql`${users.proUntil} > ${now.toISOString()}::timestamptz`)
const isFree = (now: Date) =>
  and(
    eq(users.isAdmin, false),
    sql`(${users.proUntil} is null or ${users.proUntil} <= ${now.toISOString()}::timestamptz)`,
  )

/**
 * Portfolios with an open policy that was not checked for a day or for the portfolio's positions as they are now. Of users on
 * PRO only; those that waited longest first. For the system.
 *
 * @param day last finished trading day, YYYY-MM-DD
 * @param among only some portfolios
 */
export async function listDuePortfolios(
  tx: Transaction,
  day: string,
  now: Date,
  among?: readonly string[],
): Promise<DuePortfolio[]> {
  const isUnchecked = or(
    isNull(policies.checkedDay),
    sql`${policies.checkedDay} < ${day}::date`,
    ne(policies.checkedVersion, sql`${portfolios.version}::text`),
  )
  const rows = await tx
    .select({ userId: policies.userId, portfolioId: policies.portfolioId })
    .from(policies)
    .innerJoin(portfolios, eq(portfolios.id, policies.portfolioId))
    .innerJoin(users, eq(users.id, policies.userId))
    .where(and(isOpen, isPro(now), isUnchecked, isAmong(among)))
    .groupBy(policies.userId, policies.portfolioId)
    .orderBy(sql`min(${policies.checkedDay}) nulls first`)
  return rows
}

/** The levels of a policy's newest check as rows. */
const levels = sql`json_to_recordset(${policies.judgement} -> 'levels')
  as level(ticker text, side text, price double precision, "restsUntil" timestamptz)`

/** Tickers whose prices policies of users on PRO wait for. For the system. */
export async function listLevelTickers(tx: Transaction, now: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ ticker: sql<string>`level.ticker` })
    .from(policies)
    .innerJoin(users, eq(users.id, policies.userId))
    .innerJoin(levels, sql`true`)
    .where(and(isOpen, isPro(now)))
  return rows.map(({ ticker }) => ticker)
}

/**
 * Portfolios with an open policy one of whose levels these prices have reached, and which does not rest. Of users on PRO only. For
 * the system.
 *
 * @param among only some portfolios
 */
export function listCrossedPortfolios(
  tx: Transaction,
  prices: ReadonlyMap<string, number>,
  now: Date,
  among?: readonly string[],
): Promise<DuePortfolio[]> {
  const price = sql`(${JSON.stringify(Object.fromEntries(prices))}::json ->> level.ticker)::double precision`
  const isCrossed = sql`case when level.side = 'below' then ${price} <= level.price else ${price} >= level.price end`
  const rests = sql`level."restsUntil" > ${now.toISOString()}::timestamptz`
  return tx
    .selectDistinct({ userId: policies.userId, portfolioId: policies.portfolioId })
    .from(policies)
    .innerJoin(users, eq(users.id, policies.userId))
    .where(
      and(
        isOpen,
        isPro(now),
        isAmong(among),
        sql`exists (select 1 from ${levels} where ${isCrossed} and (${rests}) is not true)`,
      ),
    )
}

/** Users whose open policies rest from now on, because they are not on PRO any more. For the system. */
export async function listUsersToRest(tx: Transaction, now: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ userId: policies.userId })
    .from(policies)
    .innerJoin(users, eq(users.id, policies.userId))
    .where(and(isOpen, isNull(policies.restingSince), isFree(now)))
  return rows.map(({ userId }) => userId)
}

/** Marks the open policies of the transaction's user as resting. @returns how many were not before */
export async function restPolicies(tx: Transaction, now: Date): Promise<number> {
  const rested = await tx
    .update(policies)
    .set({ restingSince: now })
    .where(and(isOpen, isNull(policies.restingSince)))
    .returning({ id: policies.id })
  return rested.length
}

/**
 * Notes on the open policies of a portfolio of the transaction's user that they could not be checked, and why.
 *
 * @returns since when they fail
 */
export async function noteFailedCheck(tx: Transaction, portfolioId: string, failure: string, now: Date): Promise<Date> {
  const noted = await tx
    .update(policies)
    .set({ failure, failingSince: sql`coalesce(${policies.failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(and(isOpen, eq(policies.portfolioId, portfolioId)))
    .returning({ since: policies.failingSince })
  return noted.reduce((first, { since }) => (since !== null && since < first ? since : first), now)
}

/** Open policies of one portfolio. */
export function listOpenPolicies(tx: Transaction, portfolioId: string): Promise<StoredPolicy[]> {
  return tx
    .select()
    .from(policies)
    .where(and(isOpen, eq(policies.portfolioId, portfolioId)))
    .orderBy(asc(policies.createdAt))
}

/** Open policies by portfolio, of many portfolios at once. For the system. */
export async function readOpenPolicies(tx: Transaction, ids: readonly string[]): Promise<Map<string, StoredPolicy[]>> {
  const open = await tx
    .select()
    .from(policies)
    .where(and(isOpen, isAmong(ids)))
    .orderBy(asc(policies.createdAt))
  return Map.groupBy(open, ({ portfolioId }) => portfolioId)
}

/** Open policies of a portfolio, and of books and members that hold positions of it. */
export function listOpenPoliciesAround(tx: Transaction, portfolioId: string): Promise<StoredPolicy[]> {
  return tx
    .select()
    .from(policies)
    .where(and(isOpen, sharesPositions(policies.portfolioId, portfolioId)))
    .orderBy(asc(policies.createdAt))
}

/** Analyses whose tickets the transaction's user has made a policy of in a portfolio, closed ones too. */
export async function listPlacedAnalyses(tx: Transaction, portfolioId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ analysisId: policies.analysisId })
    .from(policies)
    .where(and(eq(policies.portfolioId, portfolioId), isNotNull(policies.analysisId)))
  return new Set(rows.flatMap(({ analysisId }) => analysisId ?? []))
}
