import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { bytes, instant } from './columns.ts'
import { inOwnPortfolio } from './portfolios.ts'

/** A finished comprehensive analysis or discovery, as it was answered, with everything that it was computed from. */
export const aiRuns = pgTable(
  'ai_runs',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    kind: text({ enum: ['comprehensive', 'discovery'] }).notNull(),
    /** SHA-256 of the positions that it is about: another hash, another portfolio. */
    contentKey: text('content_key').notNull(),
    /** Text of the list of runs, so that no answer is unpacked for it. */
    summary: text().notNull(),
    engine: text().notNull(),
    simulated: boolean().notNull(),
    /** The answer as JSON, compressed. */
    answer: bytes('answer').notNull(),
    /** Input of the computation, compressed; facts are recomputed from it. Null once newer runs have taken its place. */
    inputs: bytes('inputs'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'ai_runs_own_portfolio'),
    index('ai_runs_portfolio').on(table.portfolioId, table.createdAt),
    index('ai_runs_user').on(table.userId),
  ],
)
