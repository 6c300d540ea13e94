import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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

/** How the newest run of each background job ended, whichever process made it. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at').notNull(),
  /** Runs that failed one after the other until now; 0 after one that did not. */
  failuresInRow: integer('failures_in_row').notNull(),
  lastFailedAt: instant('last_failed_at'),
  lastError: text('last_error'),
})

/** Secrets that the server makes for itself once, such as the embedded identity provider's signing keys. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
