import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Requests counted per key and window, shared by all processes. */
export const rateHits = pgTable('rate_hits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetAt: instant('reset_at').notNull(),
})

/** Who does a thing that only one process may do at a time: a provider fetch, a scheduled job. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Secrets that the server makes for itself once, such as the embedded identity provider's signing keys. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
