import { customType, foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { portfolios } from './portfolios.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A question about a portfolio with its answer; those of one thread follow each other by `place`. */
export const askTurns = pgTable(
  'ask_turns',
  {
    threadId: uuid('thread_id').notNull(),
    place: integer().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
    foreignKey({
      name: 'ask_turns_own_portfolio',
      columns: [table.portfolioId, table.userId],
      foreignColumns: [portfolios.id, portfolios.userId],
    }).onDelete('cascade'),
    index('ask_turns_portfolio').on(table.portfolioId, table.createdAt),
    index('ask_turns_user').on(table.userId),
  ],
)
