/**
 * Pages of admins and sweeps look at as many rows as they show or delete, however many there are. Rows are counted by PostgreSQL
 * itself, so that a busy machine changes nothing; the planner is kept from reading whole tables because at this size that is cheap.
 *
 * @module-tag full
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccessTokens } from '../../server/src/accounts/access-tokens.repository.ts'
import { createSessions } from '../../server/src/accounts/sessions.repository.ts'
import { systemClock } from '../../server/src/clock.ts'
import type { Database, Transaction } from '../../server/src/database/database.ts'
import { createExpiredRowSweeper } from '../../server/src/database/expired-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { FULL_SCALE, fillDatabase } from '../../server/src/database/testing/fill-database.ts'
import { readAuditLog, readSupportRequests, searchUsers } from '../../server/src/features/admin/admin.service.ts'
import {
  listRecentSubscriptions,
  listTokenSales,
  listTokenUses,
  summariseUsage,
} from '../../server/src/features/analytics/analytics.service.ts'
import { createLog } from '../../server/src/log.ts'
import { listWidelyHeldTickers } from '../../server/src/portfolios/held-tickers.repository.ts'

const SCALE = 0.05
const USERS = FULL_SCALE.users * SCALE
/** The generator has one for each user, a minute apart: at this scale all of the last month. */
const MONTH_OF_PURCHASES = USERS
const PAGE = 1_000
/** Rows of indexes and small tables that every transaction may look at on the way. */
const BESIDES = 100

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  await fillDatabase(db.url, SCALE, () => undefined)
})
afterAll(() => db.close())

const ROWS_READ = `
  select coalesce(of_index.relname, c.relname) as name, sum(pg_stat_get_xact_tuples_returned(c.oid))::int as rows
  from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class of_index on of_index.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') group by 1`

/** Since the connection last handed in its counts, which it does between transactions. */
async function readCounts(tx: Transaction): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ name: string; rows: number }>(ROWS_READ)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** Rows that some work makes PostgreSQL look at, by table. */
async function countRowsRead(work: (counted: Database) => Promise<unknown>): Promise<Record<string, number>> {
  const read: Record<string, number> = {}
  const counted: Database = {
    ...db,
    asSystem: (inside) =>
      db.asSystem(async (tx: Transaction) => {
        await tx.execute(`set local enable_seqscan = off`)
        const before = await readCounts(tx)
        const result = await inside(tx)
        for (const [name, rows] of await readCounts(tx)) {
          const more = rows - (before.get(name) ?? 0)
          if (more > 0) read[name] = (read[name] ?? 0) + more
        }
        return result
      }),
  }
  await work(counted)
  return read
}
const admins = { emails: new Set<string>(), issuer: 'growth' }
const forget = () => undefined
const clock = systemClock
const newAdmin = (counted: Database) => ({ db: counted, clock, log: createLog('silent'), admins, forget })

test('pages of admins read what they show', async () => {
  const pages: Record<string, (counted: Database) => Promise<unknown>> = {
    users: (counted) => searchUsers(newAdmin(counted), undefined),
    'log of acts': (counted) => readAuditLog(newAdmin(counted), { limit: 50 }),
    support: (counted) => readSupportRequests(newAdmin(counted)),
    uses: (counted) => listTokenUses({ db: counted, clock }),
    purchases: (counted) => listTokenSales({ db: counted, clock }),
    subscriptions: (counted) => listRecentSubscriptions({ db: counted, clock }),
  }
  for (const [name, page] of Object.entries(pages)) {
    const read = await countRowsRead(page)
    for (const [table, rows] of Object.entries(read)) {
      expect(rows, `${name}: ${table}`).toBeLessThanOrEqual(name === 'users' ? BESIDES : 2 * PAGE + BESIDES)
    }
  }
  const summary = await countRowsRead((counted) => summariseUsage({ db: counted, clock }))
  expect(summary.purchases).toBeLessThanOrEqual(MONTH_OF_PURCHASES + BESIDES)
  expect(summary.token_uses ?? 0).toBe(0)
  expect(summary.token_balances ?? 0).toBe(0)
  expect(Object.keys(summary).toSorted()).toEqual(['purchases', 'subscriptions', 'usage_days'])
})

test('sweeps read what they delete', async () => {
  const sessions = await countRowsRead((counted) => createSessions({ db: counted, clock, admins }).sweep())
  expect(sessions.sessions ?? 0).toBeLessThanOrEqual(BESIDES)
  const tokens = await countRowsRead((counted) => createAccessTokens({ db: counted, clock, admins }).sweep())
  expect(tokens.access_tokens ?? 0).toBe(0)
  const expired = await countRowsRead((counted) => createExpiredRowSweeper({ db: counted, clock }).sweep())
  expect(expired.token_uses ?? 0).toBeLessThanOrEqual(BESIDES)
  await db.asOwner(`alter table token_uses no force row level security;
    update token_uses set status = 'failed' where id in (select id from token_uses limit 300);
    alter table token_uses force row level security`)
  const { token_uses: swept } = await countRowsRead((counted) =>
    createExpiredRowSweeper({ db: counted, clock }).sweep(),
  )
  expect(swept).toBeGreaterThanOrEqual(300)
  expect(swept).toBeLessThanOrEqual(4 * 300)
})

test('the most widely held tickers are read from as many rows as there are tickers', async () => {
  const [{ tickers } = {}] = await db.asOwner('select count(distinct ticker)::int as tickers from held_lots')
  const read = await countRowsRead((counted) => listWidelyHeldTickers(counted, 300))
  expect(read).toEqual({ held_lots: tickers })
})
