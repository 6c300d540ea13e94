import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'

/**
 * Every run of a configured language model: what it cost and what came of it, nothing of what was said. Budgets are sums
 * over it; a run under way counts with what it may cost at most.
 */
export const aiModelCalls = pgTable(
  'ai_model_calls',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Null once the user is gone; the tokens of the day stay spent. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    feature: text({ enum: ['hedges', 'comprehensive', 'discovery', 'ask', 'evaluation', 'image'] }).notNull(),
    /** `under-way`, `written`, `partly`, `aborted`, or the code of a failure. */
    outcome: text().notNull(),
    /** While under way the most that it may come to, then what it came to. */
    tokens: integer().notNull(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    milliseconds: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('ai_model_calls_day').on(table.createdAt, table.tokens),
    index('ai_model_calls_user').on(table.userId, table.createdAt),
  ],
)
