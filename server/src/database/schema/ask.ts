import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { bytes, instant } from './columns.ts'
import { inOwnPortfolio } from './portfolios.ts'

/** A question about a portfolio with its answer; those of one thread follow each other by `place`. */
export const askTurns = pgTable(
  'ask_turns',
  {
    threadId: uuid('thread_id').notNull(),
    place: integer().notNull(),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    question: text().notNull(),
    /** Topic that the next question continues: the row of the table of questions, and its subject. */
    topic: text(),
    /** The answer as JSON, compressed. */
    answer: bytes('answer').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.place] }),
    inOwnPortfolio(table, 'ask_turns_own_portfolio'),
    index('ask_turns_portfolio').on(table.portfolioId, table.createdAt),
    index('ask_turns_user').on(table.userId),
  ],
)
