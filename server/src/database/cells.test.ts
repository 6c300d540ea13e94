/** Users could be spread over many databases one day (docs/scale.md): each row says whose it is, and each user which cell. */
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from './schema/index.ts'

/** Rows of nobody: market data, counters of processes, the record, which names nobody, and what is shared by all. */
const WITHOUT_USERS = new Set([
  ...['daily_bars', 'daily_histories', 'exchange_rates', 'instruments', 'missing_tickers', 'price_quotes'],
  ...['option_chains', 'option_quotes_seen', 'volatility_observations'],
  ...['job_runs', 'leases', 'rate_hits', 'server_secrets', 'sandbox_objects', 'usage_days', 'held_lots'],
  ...['recommendations', 'recommendation_scores', 'recommendation_evidence', 'replayed_recommendations'],
  // Before anybody is signed in, and of events of Stripe that name a customer.
  ...['sign_ins', 'payment_events', 'former_subscribers'],
  // Of addresses, which need be no user's.
  'refused_addresses',
  'users',
])

test('every table with rows of users says in each row whose it is, so that they can be copied to another database', () => {
  const tables = Object.values(schema).filter((one) => is(one, PgTable))
  expect(tables.length).toBeGreaterThan(40)
  const ownerless = tables
    .filter((table) => !getTableConfig(table).columns.some(({ name }) => /(?:^|_)user_id$/.test(name)))
    .map((table) => getTableName(table))
  expect(ownerless.toSorted()).toEqual([...WITHOUT_USERS].toSorted())
})

test('a user’s id is a random UUID, whose first byte names one of 256 cells', () => {
  const id = getTableConfig(schema.users).columns.find(({ name }) => name === 'id')
  expect(id?.getSQLType()).toBe('uuid')
  expect(id?.default).toMatchObject({ queryChunks: [{ value: ['gen_random_uuid()'] }] })
})
