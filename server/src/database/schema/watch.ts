import { boolean, date, index, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { instant } from './columns.ts'
import { inOwnPortfolio } from './portfolios.ts'

/** Finding of the newest check of a rule. */
export interface StoredFinding {
  sentence: string
  /** Subjects of it, such as the options that expire: a new one is reported. */
  subjects: string[]
  simulated: boolean
}

/** Questions about a portfolio that are asked after each close. */
export const watchRules = pgTable(
  'watch_rules',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** As the API takes them. */
    terms: json().$type<unknown>().notNull(),
    isOn: boolean('is_on').notNull(),
    /** Channels through which it is not told; some may be gone by now. */
    mutedChannels: uuid('muted_channels').array().notNull(),
    state: text({ enum: ['quiet', 'met', 'unknown'] }),
    finding: json().$type<StoredFinding>(),
    checkedAt: instant('checked_at'),
    /** Day and version that the newest check looked at: the trading day, and the version of the portfolio. */
    checkedDay: date('checked_day', { mode: 'string' }),
    checkedVersion: text('checked_version'),
    /** Set while it rests because its owner's plan does not check it, so that this is told once. */
    restingSince: instant('resting_since'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    inOwnPortfolio(table, 'watch_rules_own_portfolio'),
    index('watch_rules_portfolio').on(table.portfolioId),
    index('watch_rules_user').on(table.userId, table.createdAt),
  ],
)
