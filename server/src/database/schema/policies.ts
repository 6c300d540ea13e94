import {
  bigint,
  date,
  doublePrecision,
  foreignKey,
  index,
  json,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { instant } from './columns.ts'
import { inOwnPortfolio } from './portfolios.ts'

/** A leg of a policy as it is stored: exact terms stand in the symbol. */
export interface StoredPolicyLeg {
  symbol: string
  /** Contracts of the ticket and of the fills, negative when sold. */
  ordered: number
  filled: number
  /** Average price of the fills, per share. */
  price: number
  multiplier: number
  /** The lot that was added for it; null where the portfolio held the option by itself. */
  positionId: string | null
}

/** Cover of a hedge at its first check; later checks are compared with it. */
export interface PolicyBaseline {
  /** Loss of the book without the legs, and what the legs took off it, in the policy's fall, in dollars. */
  unhedgedLoss: number
  cover: number
}

/** Wishes of the owner when the hedge was searched for: a repair opens nothing that they rule out. */
export interface PolicyWishes {
  allowOptions: boolean
  longOnly: boolean
  noSpreads: boolean
  allowShortCalls: boolean
  underlyings: 'any' | 'index' | 'single-names'
  account: 'margin' | 'cash' | 'ira'
  approval: 'covered' | 'long' | 'spreads' | 'uncovered'
}

/** A hedge that was placed and is watched. */
export const policies = pgTable(
  'policies',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    limitPercent: doublePrecision('limit_percent').notNull(),
    shockPercent: doublePrecision('shock_percent').notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    legs: json().$type<readonly StoredPolicyLeg[]>().notNull(),
    fees: doublePrecision().notNull(),
    placedOn: date('placed_on', { mode: 'string' }).notNull(),
    /** The analysis that recommended it; it may be gone by now. */
    analysisId: uuid('analysis_id'),
    strategyId: text('strategy_id'),
    engineVersion: text('engine_version').notNull(),
    /** Null where no analysis recommended it, or where it was gone. */
    wishes: json().$type<PolicyWishes>(),
    baseline: json().$type<PolicyBaseline>(),
    /** The newest check, as it is answered. */
    judgement: json().$type<unknown>(),
    state: text(),
    stateSince: instant('state_since'),
    /** Day and version that the newest check looked at: the trading day, and the version of the portfolio. */
    checkedDay: date('checked_day', { mode: 'string' }),
    checkedVersion: text('checked_version'),
    /** Since when checks fail one after the other, and why the newest did. */
    failingSince: instant('failing_since'),
    failure: text(),
    /** Set while checks rest because the owner is not on PRO, so that they are told once. */
    restingSince: instant('resting_since'),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    inOwnPortfolio(table, 'policies_own_portfolio'),
    unique('policies_id_user').on(table.id, table.userId),
    index('policies_portfolio').on(table.portfolioId),
    index('policies_user').on(table.userId, table.createdAt),
  ],
)

/** Events of a policy: changes of its owner and every check. */
export const policyHistory = pgTable(
  'policy_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    policyId: uuid('policy_id').notNull(),
    at: instant('at').notNull(),
    kind: text({ enum: ['created', 'changed', 'closed', 'check'] }).notNull(),
    cause: text({ enum: ['placed', 'close', 'change', 'asked', 'level'] }),
    state: text(),
    text: text().notNull(),
    lossPercent: doublePrecision('loss_percent'),
    unhedgedLossPercent: doublePrecision('unhedged_loss_percent'),
    legsValue: doublePrecision('legs_value'),
  },
  (table) => [
    foreignKey({
      name: 'policy_history_own_policy',
      columns: [table.policyId, table.userId],
      foreignColumns: [policies.id, policies.userId],
    }).onDelete('cascade'),
    index('policy_history_policy').on(table.policyId, table.id),
    index('policy_history_user').on(table.userId),
  ],
)

/** Messages to users inside the product: each is written once, with the change that it is about. */
export const inboxMessages = pgTable(
  'inbox_messages',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    /** The same for the same event, so that it is told once whoever tells it. */
    eventKey: text('event_key').notNull(),
    kind: text({ enum: ['policy', 'watch', 'digest', 'service'] })
      .notNull()
      .default('policy'),
    title: text().notNull(),
    text: text().notNull(),
    link: text().notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    unique('inbox_messages_event').on(table.userId, table.eventKey),
    index('inbox_messages_user').on(table.userId, table.createdAt),
  ],
)
