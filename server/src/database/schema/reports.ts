import { sql } from 'drizzle-orm'
import { boolean, index, json, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { instant } from './columns.ts'
import { inOwnPortfolio } from './portfolios.ts'

/** Reports behind links: what was frozen, and nothing that leads back to the portfolio for whoever reads it. */
export const reportLinks = pgTable(
  'report_links',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    idHash: text('id_hash').notNull(),
    /** As the API answers it. */
    report: json().$type<unknown>().notNull(),
    hidesAmounts: boolean('hides_amounts').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'report_links_own_portfolio'),
    unique('report_links_id_hash').on(table.idHash),
    index('report_links_portfolio').on(table.portfolioId),
    index('report_links_user').on(table.userId),
  ],
)
