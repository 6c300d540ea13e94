import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { portfolios } from './portfolios.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Reports behind links: what was frozen, and nothing that leads back to the portfolio for whoever reads it. */
export const reportLinks = pgTable(
  'report_links',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    portfolioId: uuid('portfolio_id').notNull(),
    idHash: text('id_hash').notNull(),
    /** As the API answers it. */
    report: json().$type<unknown>().notNull(),
    hidesAmounts: boolean('hides_amounts').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'report_links_own_portfolio',
      columns: [table.portfolioId, table.userId],
      foreignColumns: [portfolios.id, portfolios.userId],
    }).onDelete('cascade'),
    unique('report_links_id_hash').on(table.idHash),
    index('report_links_portfolio').on(table.portfolioId),
    index('report_links_user').on(table.userId),
  ],
)
