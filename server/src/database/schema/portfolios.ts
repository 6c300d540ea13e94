import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { bytes, instant } from './columns.ts'

/** Exact decimals; they reach the code as strings so that nothing rounds on the way. */
const decimal = (name: string) => numeric(name, { precision: 30, scale: 10 })

export interface StoredBenchmarkPart {
  ticker: string
  percent: number
}

export const portfolios = pgTable(
  'portfolios',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    name: text().notNull(),
    /** Grows with every change of the positions; encoded answers are cached by it. */
    version: bigint({ mode: 'number' }).notNull().default(1),
    /** True for what stands for portfolios of the user together. It holds no positions of its own. */
    isBook: boolean('is_book').notNull().default(false),
    /** True for a book of the portfolios in `group_members`; a book that is no group stands for all of them. */
    isGroup: boolean('is_group').notNull().default(false),
    /** Set for what stands for a portfolio of another user, who shares it. It holds no positions of its own. */
    shareId: uuid('share_id'),
    /** Benchmark; null for the market's index. Not json, whose values no trigger can compare. */
    benchmark: jsonb().$type<readonly StoredBenchmarkPart[]>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table): PgTableExtraConfigValue[] => [
    index('portfolios_user').on(table.userId, table.createdAt),
    uniqueIndex('portfolios_one_book').on(table.userId).where(sql`${table.isBook} and not ${table.isGroup}`),
    unique('portfolios_id_user').on(table.id, table.userId),
    unique('portfolios_share').on(table.shareId),
    foreignKey({
      name: 'portfolios_received_share',
      columns: [table.shareId, table.userId],
      foreignColumns: [portfolioShares.id, portfolioShares.guestUserId],
    }).onDelete('cascade'),
  ],
)

/** A portfolio that another user may read, as long as this row stands. */
export const portfolioShares = pgTable(
  'portfolio_shares',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** The owner of the portfolio. */
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    guestUserId: ownerId('guest_user_id'),
    /** As each is shown to the other. */
    ownerName: text('owner_name').notNull(),
    guestName: text('guest_name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table): PgTableExtraConfigValue[] => [
    inOwnPortfolio(table, 'portfolio_shares_own_portfolio'),
    unique('portfolio_shares_once').on(table.portfolioId, table.guestUserId),
    unique('portfolio_shares_id_guest').on(table.id, table.guestUserId),
    index('portfolio_shares_user').on(table.userId),
    index('portfolio_shares_guest').on(table.guestUserId),
    check('portfolio_shares_two_users', sql`${table.userId} <> ${table.guestUserId}`),
  ],
)

/** Lets whoever has the code read a portfolio; gone when accepted, withdrawn or seven days old. */
export const portfolioInvitations = pgTable(
  'portfolio_invitations',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    idHash: text('id_hash').notNull(),
    /** As the guest will be shown the owner. */
    ownerName: text('owner_name').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Where it is mailed; null when its owner hands the link on. */
    email: text(),
    mailAttempts: integer('mail_attempts').notNull().default(0),
    /** When the mail is tried next; null once it is sent or given up. */
    mailNextAt: instant('mail_next_at'),
    mailSentAt: instant('mail_sent_at'),
  },
  (table) => [
    index('portfolio_invitations_mail').on(table.mailNextAt),
    inOwnPortfolio(table, 'portfolio_invitations_own_portfolio'),
    unique('portfolio_invitations_id_hash').on(table.idHash),
    index('portfolio_invitations_portfolio').on(table.portfolioId),
    index('portfolio_invitations_user').on(table.userId),
    index('portfolio_invitations_expiry').on(table.expiresAt),
  ],
)

/** Rows of a portfolio belong to the portfolio's owner: the database refuses a row that says otherwise. */
export const inOwnPortfolio = (table: { portfolioId: AnyPgColumn; userId: AnyPgColumn }, name: string) =>
  foreignKey({
    name,
    columns: [table.portfolioId, table.userId],
    foreignColumns: [portfolios.id, portfolios.userId],
  }).onDelete('cascade')

/** Which portfolios a named group stands for. A portfolio that is deleted leaves its groups. */
export const groupMembers = pgTable(
  'group_members',
  {
    groupId: uuid('group_id').notNull(),
    portfolioId: uuid('portfolio_id').notNull(),
    userId: ownerId(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.portfolioId] }),
    inOwnPortfolio({ ...table, portfolioId: table.groupId }, 'group_members_own_group'),
    inOwnPortfolio(table, 'group_members_own_portfolio'),
    index('group_members_portfolio').on(table.portfolioId),
    index('group_members_user').on(table.userId),
  ],
)

/** A brokerage account inside a portfolio; its number is stored masked. */
export const brokerageAccounts = pgTable(
  'brokerage_accounts',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    name: text().notNull(),
    /** Last 3–4 digits at most. */
    numberMask: text('number_mask'),
  },
  (table) => [
    inOwnPortfolio(table, 'brokerage_accounts_own_portfolio'),
    index('brokerage_accounts_portfolio').on(table.portfolioId, table.name),
  ],
)

/** Rules of an account, as its owner says. Known by its name, which a newer file brings again. */
export const accountRules = pgTable(
  'account_rules',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    /** Empty for the positions of a portfolio that name no account. */
    account: text().notNull(),
    userId: ownerId(),
    level: text({ enum: ['none', 'covered', 'long', 'spreads', 'uncovered'] }).notNull(),
    kind: text({ enum: ['margin', 'cash', 'ira'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.portfolioId, table.account] }),
    inOwnPortfolio(table, 'account_rules_own_portfolio'),
    index('account_rules_user').on(table.userId),
  ],
)

/** One upload, so that it can be undone as a whole. */
export const importBatches = pgTable(
  'import_batches',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    source: text({ enum: ['csv', 'json', 'review', 'file', 'text', 'image', 'what-if'] }).notNull(),
    positionCount: integer('position_count').notNull(),
    /** SHA-256 of the files, text or images that were read; null when the positions came without any. */
    contentHash: text('content_hash'),
    /** SHA-256 of the positions as they were saved. */
    positionsHash: text('positions_hash'),
    /** Day that the source states its positions for, when it states one. */
    asOf: date('as_of', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'import_batches_own_portfolio'),
    index('import_batches_portfolio').on(table.portfolioId, table.createdAt),
  ],
)

/**
 * A lot: how much of what, in which account, from which import. Negative shares are short; an option's ticker is its
 * OCC-21 symbol and its shares are contracts; a bond's ticker spells out its terms and its shares are hundreds of dollars
 * of face value; cash has price 1.
 */
export const positions = pgTable(
  'positions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    accountId: uuid('account_id').references(() => brokerageAccounts.id, { onDelete: 'set null' }),
    importId: uuid('import_id').references(() => importBatches.id, { onDelete: 'set null' }),
    /** Set while an import that replaced this lot stands; undoing that import clears it. Such lots are invisible. */
    replacedBy: uuid('replaced_by').references(() => importBatches.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['security', 'option', 'bond', 'cash'] })
      .notNull()
      .default('security'),
    ticker: text().notNull(),
    shares: decimal('shares').notNull(),
    avgCost: decimal('avg_cost'),
    currency: text().notNull().default('USD'),
    multiplier: integer().notNull().default(1),
    /** Price per $100 of face value that the owner or a file states for a bond, and its day. */
    statedPrice: decimal('stated_price'),
    statedOn: date('stated_on', { mode: 'string' }),
    sector: text(),
    /** Place in the upload, so that the list comes back as it was sent. */
    ordinal: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'positions_own_portfolio'),
    index('positions_portfolio').on(table.portfolioId, table.ordinal),
    index('positions_user').on(table.userId),
    index('positions_import').on(table.importId),
    check('positions_shares_not_zero', sql`${table.shares} <> 0`),
    check('positions_avg_cost_not_negative', sql`${table.avgCost} is null or ${table.avgCost} >= 0`),
  ],
)

/**
 * The latest answer of each long computation about a portfolio, so that processes on one database share it. `request`
 * names what was asked beside the portfolio, `origin` what the answer depends on: another origin is another answer.
 */
export const computedResults = pgTable(
  'computed_results',
  {
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    kind: text().notNull(),
    request: text().notNull(),
    origin: text().notNull(),
    etag: text().notNull(),
    body: bytes('body').notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.portfolioId, table.kind, table.request] }),
    inOwnPortfolio(table, 'computed_results_own_portfolio'),
    index('computed_results_user').on(table.userId),
    index('computed_results_age').on(table.computedAt),
  ],
)

/**
 * How many lots of each ticker anybody holds, cash apart, as a sum of all rows of the ticker. Triggers on `positions` add rows
 * for what comes and goes and change none, so that uploads never wait for one another; `listWidelyHeldTickers` adds them up.
 */
export const heldLots = pgTable('held_lots', {
  ticker: text().notNull(),
  /** Negative when lots went. */
  lots: integer().notNull(),
})

export interface SplitLot {
  positionId: string
  before: { shares: string; avgCost: string | null }
  after: { shares: string; avgCost: string | null }
}

/** Positions read from files, a text or images that wait for the user's review; gone after 24 hours, or when saved. */
export const importDrafts = pgTable(
  'import_drafts',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    origin: text({ enum: ['file', 'text', 'image'] }).notNull(),
    contentHash: text('content_hash').notNull(),
    asOf: date('as_of', { mode: 'string' }),
    /** The review as it is answered: JSON, compressed, never looked into here. */
    review: bytes('review').notNull(),
    /** Material to read it again with other columns, likewise; null when no layout is unknown. Never an image. */
    material: bytes('material'),
    /** For a history: its dated trades, likewise. */
    trades: bytes('trades'),
    /** Grows whenever the review changes. */
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('import_drafts_user').on(table.userId, table.createdAt),
    index('import_drafts_expiry').on(table.expiresAt),
  ],
)

/** A split that the user has applied to lots that are older than it, or has dismissed. */
export const splitAdjustments = pgTable(
  'split_adjustments',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    action: text({ enum: ['adjust', 'dismiss'] }).notNull(),
    ticker: text().notNull(),
    /** Day that the split took effect. */
    date: date({ mode: 'string' }).notNull(),
    newShares: decimal('new_shares').notNull(),
    oldShares: decimal('old_shares').notNull(),
    /** The lots that it concerns, as they were and as they became: exact decimals. */
    lots: json().$type<readonly SplitLot[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'split_adjustments_own_portfolio'),
    index('split_adjustments_portfolio').on(table.portfolioId),
    index('split_adjustments_user').on(table.userId),
  ],
)

/** Signed amounts of units by instrument, as exact decimals: see `dated-holdings.repository.ts`. */
export type DatedUnits = Readonly<Record<string, string>>

/**
 * Positions of a portfolio by day: each row says which amounts are others than before. Values are not stored; they follow
 * from the closes that all users share.
 */
export const datedHoldings = pgTable(
  'dated_holdings',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    /** Order of the changes of a portfolio, from 1. */
    place: integer().notNull(),
    userId: ownerId(),
    /** New York day from whose close on this is held. */
    day: date({ mode: 'string' }).notNull(),
    /** The import that brought it; undoing the import takes the row away. */
    importId: uuid('import_id').references(() => importBatches.id, { onDelete: 'cascade' }),
    /** True when an import stated everything that is held, so that what is not in `units` was confirmed. */
    statesAll: boolean('states_all').notNull(),
    units: json().$type<DatedUnits>().notNull(),
    /** Money that came in with the change, negative when it went out, as the owner says; null when nobody has said. */
    moneyIn: decimal('money_in'),
  },
  (table) => [
    primaryKey({ columns: [table.portfolioId, table.place] }),
    inOwnPortfolio(table, 'dated_holdings_own_portfolio'),
    index('dated_holdings_user').on(table.userId),
    index('dated_holdings_import').on(table.importId).where(sql`${table.importId} is not null`),
  ],
)

/** A finished hedge analysis, as it was answered. */
export const hedgeAnalyses = pgTable(
  'hedge_analyses',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** SHA-256 of the positions that were analysed: another hash, another portfolio. */
    positionsHash: text('positions_hash').notNull(),
    /** Entry in the list of analyses, so that no body is unpacked for it. */
    entry: json().$type<StoredHedgeEntry>().notNull(),
    /** The answer as JSON, compressed. */
    body: bytes('body').notNull(),
    /** Input that it was computed from, as `packInputs` packs it; null for older ones. */
    inputs: bytes('inputs'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'hedge_analyses_own_portfolio'),
    index('hedge_analyses_portfolio').on(table.portfolioId, table.createdAt),
    index('hedge_analyses_user').on(table.userId),
  ],
)

export interface StoredHedgeEntry {
  summary: string
  outcome: 'hedge' | 'cannot-be-met' | 'limit-holds-already' | 'do-not-hedge'
  limitPercent: number
  shockPercent: number
  /** Left out in entries from before crises could be asked about. */
  crisisName?: string | null
  recommended: { type: string; instrument: string; costPercent: number } | null
  simulated: boolean
}
