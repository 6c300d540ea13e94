// Tests: ../tokens/token-meter.test.ts, ../tokens/token-edges.test.ts, ../features/billing/money-walk.test.ts

import { and, desc, eq, inArray, lt, ne, type SQL } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { tokenBalances, tokenLedger, users } from '../database/schema/index.ts'

type LedgerRow = typeof tokenLedger.$inferInsert
export type TokenAccount = LedgerRow['fromAccount']

/** One movement of tokens, with the reason for which it may happen once. */
export interface Movement {
  kind: LedgerRow['kind']
  from: TokenAccount
  to: TokenAccount
  /** At least 1. */
  tokens: number
  /** Unique in the whole ledger: moving for the same reason again does nothing. */
  reasonKey: string
  feature?: string
  amountCents?: number
  note?: string
}

/** Tokens of a user, locked until the transaction ends, so that movements of one user happen one after the other. */
export interface Wallet {
  readonly userId: string
  readonly monthly: number
  readonly purchased: number
  readonly owed: number
  /** Billing period that the monthly tokens are of. */
  readonly monthlyPeriod: string | null
  /**
   * Adds a row to the ledger and brings the balance in step.
   *
   * @returns false when the reason is in the ledger already; then nothing moved
   * @throws RangeError when more would leave an account of the user than is in it
   */
  move(movement: Movement): Promise<boolean>
  /** True when something moved for this reason. */
  hasMoved(reasonKey: string): Promise<boolean>
  /** True when something moved for both reasons, for the first one later. */
  movedAfter(reasonKey: string, earlierReasonKey: string): Promise<boolean>
  beginMonthlyPeriod(period: string): void
}

/** Accounts that a user holds tokens in; all others belong to the house. */
const POOLS: ReadonlySet<TokenAccount> = new Set(['monthly', 'purchased'])

/** Locks a user's wallet, lets `work` move tokens, and stores the balance. Only as the system: users may not write tokens. */
export async function changeWallet<T>(
  tx: Transaction,
  userId: string,
  now: Date,
  work: (wallet: Wallet) => Promise<T>,
): Promise<T> {
  const before = await lockBalance(tx, userId, now)
  const balance = { monthly: before.monthly, purchased: before.purchased, owed: before.owed }
  let monthlyPeriod = before.monthlyPeriod

  async function move(movement: Movement): Promise<boolean> {
    const { kind, from, to, tokens, reasonKey, feature, amountCents, note } = movement
    const after = applyMovement(balance, movement)
    const added = await tx
      .insert(tokenLedger)
      .values({
        userId,
        kind,
        tokens,
        reasonKey,
        feature,
        amountCents,
        note,
        fromAccount: from,
        toAccount: to,
        balanceAfter: after.monthly + after.purchased,
        createdAt: now,
      })
      .onConflictDoNothing({ target: tokenLedger.reasonKey })
      .returning({ sequence: tokenLedger.sequence })
    if (added.length === 0) return false
    Object.assign(balance, after)
    return true
  }

  const findSequence = async (reasonKey: string) => (await findMovement(tx, reasonKey))?.sequence

  const result = await work({
    userId,
    get monthly() {
      return balance.monthly
    },
    get purchased() {
      return balance.purchased
    },
    get owed() {
      return balance.owed
    },
    get monthlyPeriod() {
      return monthlyPeriod
    },
    move,
    hasMoved: async (reasonKey) => (await findSequence(reasonKey)) !== undefined,
    async movedAfter(reasonKey, earlierReasonKey) {
      const [earlier, later] = [await findSequence(earlierReasonKey), await findSequence(reasonKey)]
      return earlier !== undefined && later !== undefined && earlier < later
    },
    beginMonthlyPeriod(period) {
      monthlyPeriod = period
    },
  })
  const isChanged =
    balance.monthly !== before.monthly ||
    balance.purchased !== before.purchased ||
    balance.owed !== before.owed ||
    monthlyPeriod !== before.monthlyPeriod
  if (isChanged) {
    await tx
      .update(tokenBalances)
      .set({ ...balance, monthlyPeriod, updatedAt: now })
      .where(eq(tokenBalances.userId, userId))
  }
  return result
}

type Balance = Pick<Wallet, 'monthly' | 'purchased' | 'owed'>

function applyMovement(balance: Balance, { from, to, tokens, reasonKey }: Movement): Balance {
  const after = {
    monthly: balance.monthly + flowOf('monthly', from, to, tokens),
    purchased: balance.purchased + flowOf('purchased', from, to, tokens),
    // A debt is what left `owed` and has not come back.
    owed: balance.owed - flowOf('owed', from, to, tokens),
  }
  if (after.monthly < 0 || after.purchased < 0 || after.owed < 0) {
    throw new RangeError(`Moving ${tokens} tokens from ${from} to ${to} for ${reasonKey} would leave less than none`)
  }
  return after
}

const flowOf = (account: TokenAccount, from: TokenAccount, to: TokenAccount, tokens: number) =>
  (to === account ? tokens : 0) - (from === account ? tokens : 0)

async function lockBalance(tx: Transaction, userId: string, now: Date) {
  const find = () => tx.select().from(tokenBalances).where(eq(tokenBalances.userId, userId)).for('update')
  const [known] = await find()
  if (known) return known
  await tx.insert(tokenBalances).values({ userId, updatedAt: now }).onConflictDoNothing()
  const [created] = await find()
  if (!created) throw new Error('A balance that was just inserted is not there')
  return created
}

/** Finds the movement with this reason, if there was one. */
export async function findMovement(
  tx: Transaction,
  reasonKey: string,
): Promise<typeof tokenLedger.$inferSelect | undefined> {
  const [row] = await tx.select().from(tokenLedger).where(eq(tokenLedger.reasonKey, reasonKey))
  return row
}

/** Reads the balance of a user without locking it. */
export async function readBalance(tx: Transaction, userId: string): Promise<Balance> {
  const [row] = await tx.select().from(tokenBalances).where(eq(tokenBalances.userId, userId))
  return row ?? { monthly: 0, purchased: 0, owed: 0 }
}

export interface LedgerFilter {
  /** Absent means everybody's, which only the system sees. */
  userId?: string | undefined
  /** Only entries with smaller sequence numbers. */
  before?: number | undefined
  limit: number
}

/** A row of the ledger as somebody reads it: how it changed what the user holds. */
export interface LedgerLine {
  row: typeof tokenLedger.$inferSelect
  email: string | null
  /** Change of the user's tokens; 0 for uses of admins and for debts. */
  signedTokens: number
}

/** Entries newest first. That a reserved use was delivered moves nothing of the user's and is left out. */
export async function listLedgerLines(tx: Transaction, { userId, before, limit }: LedgerFilter): Promise<LedgerLine[]> {
  const conditions: (SQL | undefined)[] = [
    ne(tokenLedger.kind, 'use-delivered'),
    userId === undefined ? undefined : eq(tokenLedger.userId, userId),
    before === undefined ? undefined : lt(tokenLedger.sequence, before),
  ]
  const rows = await tx
    .select()
    .from(tokenLedger)
    .where(and(...conditions))
    .orderBy(desc(tokenLedger.sequence))
    .limit(limit)
  const emails = await readEmails(tx, [...new Set(rows.map((row) => row.userId))])
  return rows.map((row) => ({
    row,
    email: emails.get(row.userId) ?? null,
    signedTokens: (POOLS.has(row.toAccount) ? row.tokens : 0) - (POOLS.has(row.fromAccount) ? row.tokens : 0),
  }))
}

async function readEmails(tx: Transaction, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids))
  return new Map(rows.map(({ id, email }) => [id, email]))
}
