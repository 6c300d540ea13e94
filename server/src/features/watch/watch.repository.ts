// Tests: watch.test.ts

import { and, asc, count, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { portfolios, users, watchRules } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { isId } from '../../portfolios/portfolio.repository.ts'

export type StoredRule = typeof watchRules.$inferSelect
export type NamedRule = StoredRule & { portfolioName: string }

export async function insertRule(tx: Transaction, rule: typeof watchRules.$inferInsert): Promise<void> {
  await tx.insert(watchRules).values(rule)
}

const named = (tx: Transaction) =>
  tx
    .select({ rule: watchRules, portfolioName: portfolios.name })
    .from(watchRules)
    .innerJoin(portfolios, eq(portfolios.id, watchRules.portfolioId))

/** Rules of the transaction's user, the oldest first. */
export async function listRules(tx: Transaction): Promise<NamedRule[]> {
  const rows = await named(tx).orderBy(asc(watchRules.createdAt), asc(watchRules.id))
  return rows.map(({ rule, portfolioName }) => ({ ...rule, portfolioName }))
}

/**
 * The rule, locked until the transaction ends.
 *
 * @throws AppError 404 when the user has no such rule
 */
export async function holdRule(tx: Transaction, ruleId: string): Promise<StoredRule> {
  const [rule] = isId(ruleId) ? await tx.select().from(watchRules).where(eq(watchRules.id, ruleId)).for('update') : []
  if (!rule) throw errors.notFound('rule')
  return rule
}

export async function updateRule(
  tx: Transaction,
  ruleId: string,
  changes: Partial<Omit<StoredRule, 'id' | 'userId' | 'portfolioId'>>,
): Promise<void> {
  await tx.update(watchRules).set(changes).where(eq(watchRules.id, ruleId))
}

/** @throws AppError 404 when the user has no such rule */
export async function removeRule(tx: Transaction, ruleId: string): Promise<void> {
  const gone = isId(ruleId)
    ? await tx.delete(watchRules).where(eq(watchRules.id, ruleId)).returning({ id: watchRules.id })
    : []
  if (gone.length === 0) throw errors.notFound('rule')
}

export async function countRules(tx: Transaction): Promise<number> {
  const [found] = await tx.select({ rules: count() }).from(watchRules)
  return found?.rules ?? 0
}

export interface DuePortfolio {
  userId: string
  portfolioId: string
  ruleIds: string[]
}

const isPro = (now: Date) => or(eq(users.isAdmin, true), sql`${users.proUntil} > ${now.toISOString()}::timestamptz`)
/** The one that is checked without PRO: the oldest that is switched on. */
const isFirst = sql`${watchRules.id} = (
  select first.id from watch_rules first
  where first.user_id = ${watchRules.userId} and first.is_on
  order by first.created_at, first.id limit 1
)`

/**
 * Rules that are switched on, within their owner's plan, and were not checked for a day or for their portfolio as it is now:
 * by portfolio, those that waited longest first. For the system.
 *
 * @param day last finished trading day, YYYY-MM-DD
 */
export async function listDueRules(tx: Transaction, day: string, now: Date): Promise<DuePortfolio[]> {
  const isUnchecked = or(
    isNull(watchRules.checkedDay),
    sql`${watchRules.checkedDay} < ${day}::date`,
    ne(watchRules.checkedVersion, sql`${portfolios.version}::text`),
  )
  const rows = await tx
    .select({
      userId: watchRules.userId,
      portfolioId: watchRules.portfolioId,
      ruleIds: sql<string[]>`array_agg(${watchRules.id}::text)`,
    })
    .from(watchRules)
    .innerJoin(portfolios, eq(portfolios.id, watchRules.portfolioId))
    .innerJoin(users, eq(users.id, watchRules.userId))
    .where(and(watchRules.isOn, or(isPro(now), isFirst), isUnchecked))
    .groupBy(watchRules.userId, watchRules.portfolioId)
    .orderBy(sql`min(${watchRules.checkedDay}) nulls first`)
  return rows
}

/** A rule whose price was not reached at its last check. */
export interface WaitingPrice {
  ruleId: string
  userId: string
  portfolioId: string
  ticker: string
  direction: 'below' | 'above'
  price: number
}

/** Rules about a price, switched on and within their owner's plan, that wait for it. For the system. */
export function listWaitingPrices(tx: Transaction, now: Date): Promise<WaitingPrice[]> {
  const { terms } = watchRules
  return tx
    .select({
      ruleId: watchRules.id,
      userId: watchRules.userId,
      portfolioId: watchRules.portfolioId,
      ticker: sql<string>`${terms} ->> 'ticker'`,
      direction: sql<'below' | 'above'>`${terms} ->> 'direction'`,
      price: sql<number>`(${terms} ->> 'price')::double precision`.mapWith(Number),
    })
    .from(watchRules)
    .innerJoin(users, eq(users.id, watchRules.userId))
    .where(
      and(watchRules.isOn, or(isPro(now), isFirst), eq(watchRules.state, 'quiet'), sql`${terms} ->> 'kind' = 'price'`),
    )
}

/** Rules that rest from now on, because their owner's plan does not check them, by user. For the system. */
export async function listRulesToRest(tx: Transaction, now: Date): Promise<{ userId: string; ruleIds: string[] }[]> {
  const rows = await tx
    .select({ userId: watchRules.userId, ruleIds: sql<string[]>`array_agg(${watchRules.id}::text)` })
    .from(watchRules)
    .innerJoin(users, eq(users.id, watchRules.userId))
    .where(
      and(watchRules.isOn, isNull(watchRules.restingSince), sql`(${isPro(now)}) is not true`, sql`not (${isFirst})`),
    )
    .groupBy(watchRules.userId)
  return rows
}

/** @returns how many were not resting before */
export async function restRules(tx: Transaction, ruleIds: readonly string[], now: Date): Promise<number> {
  let rested = 0
  for (const id of ruleIds) {
    const changed = await tx
      .update(watchRules)
      .set({ restingSince: now })
      .where(and(eq(watchRules.id, id), isNull(watchRules.restingSince)))
      .returning({ id: watchRules.id })
    rested += changed.length
  }
  return rested
}

/** Rules of one portfolio of the transaction's user that are switched on. */
export function listRulesOf(tx: Transaction, portfolioId: string): Promise<StoredRule[]> {
  return tx
    .select()
    .from(watchRules)
    .where(and(watchRules.isOn, eq(watchRules.portfolioId, portfolioId)))
    .orderBy(asc(watchRules.createdAt), asc(watchRules.id))
}
