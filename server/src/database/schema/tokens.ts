import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { instant } from './columns.ts'

/** Tokens of a user, kept equal to the sum of the ledger; the row is the lock that every movement of tokens takes. */
export const tokenBalances = pgTable(
  'token_balances',
  {
    userId: ownerId().primaryKey(),
    /** Left of the grant of `monthlyPeriod`. */
    monthly: integer().notNull().default(0),
    /** Bought or given; never expire. */
    purchased: integer().notNull().default(0),
    /** Tokens that were taken back after they had been spent. */
    owed: integer().notNull().default(0),
    /** Which billing period the monthly tokens are of; null when none was granted yet. */
    monthlyPeriod: text('monthly_period'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('token_balances_monthly_not_negative', sql`${table.monthly} >= 0`),
    check('token_balances_purchased_not_negative', sql`${table.purchased} >= 0`),
    check('token_balances_owed_not_negative', sql`${table.owed} >= 0`),
    index('token_balances_owed').on(table.owed).where(sql`${table.owed} > 0`),
  ],
)

/** Where tokens can be. A user holds `monthly` and `purchased`, `owed` is what is missing; the rest is the other side. */
const ACCOUNTS = [
  'monthly',
  'purchased',
  'owed',
  'reserved',
  'used',
  'unlimited',
  'allowance',
  'sales',
  'gifts',
  'lapsed',
  'reversed',
] as const

/**
 * Every movement of tokens, from one account to another; rows are only ever added. A user's balance of an account is what
 * came in less what went out. The reason key says why, once: the same event cannot move tokens twice.
 */
export const tokenLedger = pgTable(
  'token_ledger',
  {
    /** Order of the ledger, whatever the clock says. */
    sequence: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    kind: text({
      enum: [
        'monthly-grant',
        'monthly-lapse',
        'purchase',
        'use',
        'use-delivered',
        'refund',
        'purchase-reversal',
        'purchase-restored',
        'debt-settlement',
        'admin-grant',
      ],
    }).notNull(),
    fromAccount: text('from_account', { enum: ACCOUNTS }).notNull(),
    toAccount: text('to_account', { enum: ACCOUNTS }).notNull(),
    tokens: integer().notNull(),
    reasonKey: text('reason_key').notNull(),
    /** Both pools of the user after this row. */
    balanceAfter: integer('balance_after').notNull(),
    feature: text(),
    amountCents: integer('amount_cents'),
    /** Words that an admin gave. */
    note: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('token_ledger_reason').on(table.reasonKey),
    index('token_ledger_user').on(table.userId, table.sequence),
    check('token_ledger_tokens_positive', sql`${table.tokens} > 0`),
  ],
)

/** Uses that cost nothing in the end. Written without parameters, so that a query finds the index that says the same. */
export const costNothing = (table: {
  status: AnyPgColumn
  monthly: AnyPgColumn
  purchased: AnyPgColumn
  unlimited: AnyPgColumn
}) =>
  sql`(${table.status} in ('free', 'failed') or (${table.status} = 'delivered' and ${table.monthly} + ${table.purchased} + ${table.unlimited} = 0))`

/** One use of a feature: reserved before the work, then delivered, given back, or failed. */
export const tokenUses = pgTable(
  'token_uses',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    feature: text({ enum: ['hedge_analysis', 'agentic_discovery', 'comprehensive_analysis'] }).notNull(),
    /** No foreign key: the use stays when the portfolio goes. */
    portfolioId: uuid('portfolio_id'),
    monthly: integer().notNull(),
    purchased: integer().notNull(),
    /** An admin's: counted, not deducted. */
    unlimited: integer().notNull(),
    /** `delivered` is paid for; `free` was answered and given back; `failed` gave no answer and was given back. */
    status: text({ enum: ['reserved', 'delivered', 'free', 'failed'] }).notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Hash of what was asked for. */
    fingerprint: text().notNull(),
    /** While the work goes on it is moved forward; once it has passed, the process that did the work is gone. */
    leaseUntil: instant('lease_until').notNull(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('token_uses_idempotency')
      .on(table.userId, table.feature, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null and ${table.status} <> 'failed'`),
    index('token_uses_repeated').on(table.userId, table.fingerprint, table.createdAt),
    index('token_uses_left').on(table.leaseUntil).where(sql`${table.status} = 'reserved'`),
    index('token_uses_delivered')
      .on(table.createdAt, table.feature, table.monthly, table.purchased)
      .where(sql`${table.status} = 'delivered'`),
    index('token_uses_cost_nothing').on(table.createdAt).where(costNothing(table)),
  ],
)

/** Answer to a use, for the same request made again; kept for a day. */
export const useAnswers = pgTable(
  'use_answers',
  {
    useId: uuid('use_id')
      .primaryKey()
      .references(() => tokenUses.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    /** True when `body` is an answer, false when it is a refusal. */
    delivered: boolean().notNull(),
    body: jsonb().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('use_answers_user').on(table.userId), index('use_answers_age').on(table.createdAt)],
)

/** Delivered uses that take tokens, counted by day (UTC); triggers on `token_uses` keep it, so that it is never behind. */
export const usageDays = pgTable(
  'usage_days',
  {
    day: date({ mode: 'string' }).notNull(),
    feature: text({ enum: ['hedge_analysis', 'agentic_discovery'] }).notNull(),
    uses: integer().notNull(),
    tokens: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.feature] })],
)
