// Tests: ../features/brokerage-accounts/ticket-split.test.ts, ../features/hedges/hedge-of-accounts.test.ts

import { BASE_CURRENCY, type BrokerageAccount, type PositionKind } from '@ballast/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { accountRules, brokerageAccounts, portfolios, positions } from '../database/schema/index.ts'
import { isHeldIn, type ListedPortfolio } from './book.repository.ts'

/** Rule for an account, as its owner states it. */
export type AccountRule = Pick<typeof accountRules.$inferSelect, 'level' | 'kind'>

/** An account, and what lies in it. */
export interface HeldAccount extends BrokerageAccount {
  /** Amounts by instrument: shares, contracts, or cash. */
  held: { kind: PositionKind; ticker: string; units: number; multiplier: number }[]
}

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

/** The same accounts with what lies in each. */
export async function listHeldAccounts(tx: Transaction, portfolio: ListedPortfolio): Promise<HeldAccount[]> {
  const account = sql<string>`coalesce(${brokerageAccounts.name}, '')`
  const rows = await tx
    .select({
      portfolioId: portfolios.id,
      portfolioName: portfolios.name,
      account: account.as('account_name'),
      level: accountRules.level,
      accountKind: accountRules.kind,
      kind: positions.kind,
      ticker:
        sql<string>`case when ${positions.kind} = 'cash' then ${positions.currency} else ${positions.ticker} end`.as(
          'held_ticker',
        ),
      multiplier: positions.multiplier,
      units: sql<number>`sum(${positions.shares})`.mapWith(Number),
    })
    .from(positions)
    .innerJoin(portfolios, eq(portfolios.id, positions.portfolioId))
    .leftJoin(brokerageAccounts, eq(brokerageAccounts.id, positions.accountId))
    .leftJoin(accountRules, and(eq(accountRules.portfolioId, positions.portfolioId), eq(accountRules.account, account)))
    .where(and(isHeldIn(positions.portfolioId, portfolio), isNull(positions.replacedBy)))
    .groupBy(
      portfolios.id,
      portfolios.name,
      portfolios.createdAt,
      sql`account_name`,
      accountRules.level,
      accountRules.kind,
      positions.kind,
      sql`held_ticker`,
      positions.multiplier,
    )
    .orderBy(portfolios.createdAt, portfolios.id, sql`min(${positions.ordinal})`)
  const accounts = new Map<string, HeldAccount>()
  for (const { kind, ticker, multiplier, units, accountKind, ...row } of rows) {
    const key = JSON.stringify([row.portfolioId, row.account])
    const found = accounts.get(key) ?? { ...row, account: row.account || null, kind: accountKind, held: [] }
    found.held.push({ kind, ticker, multiplier, units })
    accounts.set(key, found)
  }
  return [...accounts.values()]
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
