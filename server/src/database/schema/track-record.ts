import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { bytes, instant } from './columns.ts'
import { storedSource } from './market-data.ts'
import { inOwnPortfolio } from './portfolios.ts'

const day = (name: string) => date(name, { mode: 'string' })

/** A row of a hash chain: `hash` is SHA-256 of the row's predecessor's hash, a line break, and `content`. */
const createChained = () => ({
  /** From 1 on, without gaps. */
  sequence: bigint({ mode: 'number' }).primaryKey(),
  /** Text that is hashed, character by character: JSON. */
  content: text().notNull(),
  previousHash: text('previous_hash').notNull().unique(),
  hash: text().notNull().unique(),
})

/**
 * Every recommendation that was made, without whose it was. Rows are only ever added, by triggers also for the owner of
 * the schema. The columns beside the content repeat what queries need of it.
 */
export const recommendations = pgTable(
  'recommendations',
  {
    ...createChained(),
    id: uuid().notNull().unique(),
    simulated: boolean().notNull(),
    /** Last trading day of its horizon. */
    horizonEnds: day('horizon_ends').notNull(),
    /** Why it is not scored; null for what is. */
    excludedBecause: text('excluded_because', { enum: ['no-operations', 'repeated', 'unscorable'] }),
  },
  (table) => [index('recommendations_due').on(table.horizonEnds).where(sql`${table.excludedBecause} is null`)],
)

/** How recommendations turned out, once each; only ever added to. */
export const recommendationScores = pgTable('recommendation_scores', {
  ...createChained(),
  recommendationId: uuid('recommendation_id')
    .notNull()
    .unique()
    .references(() => recommendations.id),
})

/**
 * Inputs of a recommendation and of its score: JSON, compressed; the chains hold the hashes. Only its owner may read it:
 * weights of a small portfolio may tell whose it is.
 */
export const recommendationEvidence = pgTable(
  'recommendation_evidence',
  {
    recommendationId: uuid('recommendation_id')
      .notNull()
      .references(() => recommendations.id),
    part: text({ enum: ['snapshot', 'prices'] }).notNull(),
    body: bytes('body').notNull(),
  },
  (table) => [primaryKey({ name: 'recommendation_evidence_part', columns: [table.recommendationId, table.part] })],
)

/** User and portfolio of a recommendation. It goes with them; the recommendation stays. */
export const recommendationLinks = pgTable(
  'recommendation_links',
  {
    recommendationId: uuid('recommendation_id')
      .primaryKey()
      .references(() => recommendations.id),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** The analysis that it is of: one recommendation each. */
    runId: uuid('run_id').notNull(),
    /** The same for the same operations; null where there are none. */
    operationsHash: text('operations_hash'),
    /** False when it repeats another of the seven days before. */
    counted: boolean().notNull(),
    madeOn: day('made_on').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'recommendation_links_own_portfolio'),
    unique('recommendation_links_run').on(table.runId),
    index('recommendation_links_repeated').on(table.portfolioId, table.operationsHash, table.madeOn),
    index('recommendation_links_user').on(table.userId),
  ],
)

/** Recommendations on their way into the chain: written with the answer that holds them, gone once they are in it. */
export const recommendationDrafts = pgTable(
  'recommendation_drafts',
  {
    /** Run of the analysis. */
    runId: uuid('run_id').primaryKey(),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** The recommendation without a name, as JSON. */
    body: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'recommendation_drafts_own_portfolio'),
    index('recommendation_drafts_age').on(table.createdAt),
    index('recommendation_drafts_user').on(table.userId),
  ],
)

/** Bid and ask of options in open recommendations, once a trading day; providers keep no such history. */
export const optionQuotesSeen = pgTable(
  'option_quotes_seen',
  {
    source: storedSource(),
    symbol: text().notNull(),
    day: day('day').notNull(),
    bid: doublePrecision(),
    ask: doublePrecision(),
  },
  (table) => [primaryKey({ columns: [table.source, table.symbol, table.day] })],
)

/**
 * Recommendations that the built-in engine would have made in the past, and their outcome. Replayed, not live: never in
 * the record.
 */
export const replayedRecommendations = pgTable(
  'replayed_recommendations',
  {
    source: storedSource(),
    portfolio: text().notNull(),
    engineVersion: text('engine_version').notNull(),
    madeOn: day('made_on').notNull(),
    /** Advice and outcome as JSON. */
    content: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'replayed_recommendations_month',
      columns: [table.source, table.portfolio, table.engineVersion, table.madeOn],
    }),
  ],
)
