/**
 * On the embedded database it belongs to the full run; connections are the only cost that is another here.
 *
 * @module-tag full
 * @module-tag long
 */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import {
  invitePeople,
  type People,
  sendFloods,
  startWatchedServer,
  type WatchedServer,
} from '../support/cost-of-one-user.ts'
import { stopServer } from '../support/server-process.ts'

let db: TestDatabase
let server: WatchedServer
let people: People
beforeAll(async () => {
  const ADMIN_EMAILS = 'eve@example.com'
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  server = await startWatchedServer({ DATABASE_URL: db.url, RATE_LIMITS: '1', ADMIN_EMAILS })
  people = await invitePeople(server)
})
afterAll(async () => {
  await stopServer(server)
  await db.close()
})

/** Connections to the database but the test's own. */
async function countConnections(): Promise<number> {
  const rows = await db.asOwner(
    'select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return Number(rows[0]?.open)
}

test('whatever one user sends, turns, memory, threads, connections and answers stay within bounds and others are served', async () => {
  const { floods, ...beyond } = await sendFloods(server, people, countConnections)
  expect(floods).toBeGreaterThanOrEqual(16)
  expect(beyond).toEqual({ excesses: [], rows: [] })
})
