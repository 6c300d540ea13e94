// Tests: ../features/brokerage-accounts/ticket-split.test.ts, ../features/hedges/hedge-of-accounts.test.ts

import { BASE_CURRENCY, type BrokerageAccount, type PositionKind } from '@ballast/contract'
import { Big } from 'big.js'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { accountRules, brokerageAccounts, portfolios, positions } from '../database/schema/index.ts'
import { letOthersWork } from '../other-work.ts'
import { isHeldIn, type ListedPortfolio } from './book.repository.ts'
import { PortfolioChangedError, readPages } from './lot-pages.ts'
import { readPortfolio } from './share.repository.ts'

/** Rule for an account, as its owner states it. */
export type AccountRule = Pick<typeof accountRules.$inferSelect, 'level' | 'kind'>

/** An account, and what lies in it. */
export interface HeldAccount extends BrokerageAccount {
  /** Amounts by instrument: shares, contracts, or cash. */
  held: { kind: PositionKind; ticker: string; units: number; multiplier: number }[]
}

type HeldSum = Omit<HeldAccount['held'][number], 'units'> & { units: Big }

/** Accounts in which positions of a portfolio lie, or of the members of a book, in the order of the positions. */
export async function listAccounts(tx: Transaction, portfolio: ListedPortfolio): Promise<BrokerageAccount[]> {
  // Few rows are left of the positions before anything is joined to them.
  const held = tx
    .select({
      portfolioId: positions.portfolioId,
      accountId: positions.accountId,
      first: sql<number>`min(${positions.ordinal})`.as('first'),
    })
    .from(positions)
    .where(and(isHeldIn(positions.portfolioId, portfolio), isNull(positions.replacedBy)))
    .groupBy(positions.portfolioId, positions.accountId)
    .as('held')
  const name = sql`coalesce(${brokerageAccounts.name}, '')`
  const rows = await tx
    .select({
      portfolioId: portfolios.id,
      portfolioName: portfolios.name,
      account: brokerageAccounts.name,
      level: accountRules.level,
      kind: accountRules.kind,
    })
    .from(held)
    .innerJoin(portfolios, eq(portfolios.id, held.portfolioId))
    .leftJoin(brokerageAccounts, eq(brokerageAccounts.id, held.accountId))
    .leftJoin(accountRules, and(eq(accountRules.portfolioId, portfolios.id), eq(accountRules.account, name)))
    .orderBy(portfolios.createdAt, portfolios.id, held.first)
  // Two files may name one account.
  return [...new Map(rows.map((row) => [JSON.stringify([row.portfolioId, row.account]), row])).values()]
}

/** Sums of some lots by account and instrument; decimals are exact text. */
function listHeldSums(tx: Transaction, _portfolio: ListedPortfolio, ids: readonly string[]) {
  const account = sql<string>`coalesce(${brokerageAccounts.name}, '')`.as('account_name')
  const { kind, currency, multiplier } = positions
  const ticker = sql<string>`case when ${kind} = 'cash' then ${currency} else ${positions.ticker} end`.as('held_ticker')
  return tx
    .select({
      portfolioId: positions.portfolioId,
      account,
      kind,
      ticker,
      multiplier,
      units: sql<string>`sum(${positions.shares})`,
    })
    .from(positions)
    .leftJoin(brokerageAccounts, eq(brokerageAccounts.id, positions.accountId))
    .where(sql`${positions.id} = any(${sql.param(ids)}::uuid[])`)
    .groupBy(positions.portfolioId, sql`account_name`, kind, sql`held_ticker`, multiplier)
}

/**
 * The same accounts with what lies in each, added up a page at a time: twenty thousand positions at once would keep everybody
 * waiting.
 *
 * @throws AppError 404 when the user has no such portfolio
 */
export async function readHeldAccounts(db: Database, userId: string, portfolioId: string): Promise<HeldAccount[]> {
  for (;;) {
    try {
      return await addUpAccounts(db, userId, portfolioId)
    } catch (error) {
      if (!(error instanceof PortfolioChangedError)) throw error
    }
  }
}

async function addUpAccounts(db: Database, userId: string, portfolioId: string): Promise<HeldAccount[]> {
  const listed = await readPortfolio(db, userId, portfolioId, listAccounts)
  const { pages } = await readPages(db, userId, portfolioId, listHeldSums)
  const toKey = (...parts: unknown[]) => JSON.stringify(parts)
  const accounts = new Map(listed.map((one) => [toKey(one.portfolioId, one.account ?? ''), new Map<string, HeldSum>()]))
  for await (const page of pages) {
    for (const { portfolioId: id, account, units, ...instrument } of page) {
      const held = accounts.get(toKey(id, account))
      const key = toKey(instrument.kind, instrument.ticker, instrument.multiplier)
      held?.set(key, { ...instrument, units: new Big(held.get(key)?.units ?? 0).plus(units) })
    }
    await letOthersWork()
  }
  return listed.map((one) => {
    const held = [...(accounts.get(toKey(one.portfolioId, one.account ?? ''))?.values() ?? [])]
    return { ...one, held: held.map((sum) => ({ ...sum, units: sum.units.toNumber() })) }
  })
}

/** Cash in the base currency; null when the account lists none. */
export function findCash({ held }: HeldAccount): number | null {
  const cash = held.filter(({ kind, ticker }) => kind === 'cash' && ticker === BASE_CURRENCY)
  return cash.length === 0 ? null : cash.reduce((sum, { units }) => sum + units, 0)
}

/** Stores what an account of a portfolio may hold. */
export async function storeAccountRule(
  tx: Transaction,
  rule: AccountRule & { userId: string; portfolioId: string; account: string | null },
): Promise<void> {
  const { level, kind } = rule
  await tx
    .insert(accountRules)
    .values({ ...rule, account: rule.account ?? '' })
    .onConflictDoUpdate({ target: [accountRules.portfolioId, accountRules.account], set: { level, kind } })
}
