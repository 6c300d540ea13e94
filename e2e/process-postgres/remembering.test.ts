/** @module-tag full */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { ApiClient } from '../support/api-client.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { type ServerPair, startPair, stopPair } from '../support/server-pair.ts'
import { type RunningServer, startServer, stopServer } from '../support/server-process.ts'

const LISTENER = 'ballast-listen'
/** Well within a second where a core is free, and before anything is forgotten for its age alone, on any machine. */
const ONCE_TOLD = { timeout: 4_000, interval: 10 }
const RECONNECTED = { timeout: 10_000 }

let db: TestDatabase
let users = 0

beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
})
afterAll(() => db.close())

/** A signed-in browser with a portfolio of one position. */
async function signInWithPortfolio(server: RunningServer) {
  users += 1
  const email = `remembers${users}@example.com`
  const client = new ApiClient(server.url)
  await client.signIn(email)
  const data = 'ticker,shares,avgCost,sector\nAAPL,1,2,Technology'
  const saved = await client.send('POST', '/api/portfolios/upload', { name: 'Mine', data })
  const path = `/api/portfolios/${((await saved.json()) as { id: string }).id}/positions`
  const read = (from = server) => client.request(`${from.url}${path}`)
  const statusAt = async (from: RunningServer) => (await read(from)).status
  const readPositions = async (from: RunningServer) =>
    (await (await read(from)).json()) as { id: string; shares: number }[]
  return {
    client,
    path,
    sessions: `select id_hash from sessions where user_id = (select id from users where email = '${email}')`,
    statusAt,
    readPositions,
    sharesAt: async (from: RunningServer) => (await readPositions(from))[0]?.shares,
    /** Until a process answers without reading the session or the portfolio: then it remembers both. */
    untilRememberedAt: (from: RunningServer) =>
      expect.poll(() => answersWithoutTables(() => read(from)), RECONNECTED).toBe(true),
  }
}

/** Asks with the cookies as they are now, whatever becomes of them in the browser. */
function statusWithCookiesOf({ client, path }: { client: ApiClient; path: string }) {
  // A connection that is kept may be closed by the server just when it is used again.
  const headers = { cookie: client.cookieHeader(), connection: 'close' }
  return async (server: RunningServer) => (await fetch(`${server.url}${path}`, { headers })).status
}

/** True if a request is answered while nobody can read the tables that tell who asks and what has changed. */
async function answersWithoutTables(request: () => Promise<Response>): Promise<boolean> {
  await request()
  let hasEnded = false
  const lock = db
    .asOwner('begin; lock table sessions, portfolios in access exclusive mode; select pg_sleep(0.5); rollback')
    .finally(() => {
      hasEnded = true
    })
  const isLocked = async () => {
    const locks =
      await db.asOwner(`select 1 from pg_locks where relation in ('sessions'::regclass, 'portfolios'::regclass)
      and mode = 'AccessExclusiveLock' and granted`)
    return locks.length === 2
  }
  while (!hasEnded && !(await isLocked()));
  const response = await request()
  const wasLocked = await isLocked()
  await lock
  return wasLocked && response.status === 200
}

describe('two processes that remember a session and a portfolio', () => {
  let pair: ServerPair
  let ann: Awaited<ReturnType<typeof signInWithPortfolio>>

  beforeAll(async () => {
    pair = await startPair({ DATABASE_URL: db.url! })
  })
  afterAll(() => stopPair(pair))
  beforeEach(async () => {
    ann = await signInWithPortfolio(pair.first)
    for (const server of [pair.first, pair.second]) await ann.untilRememberedAt(server)
  })

  test('a position changed in one is seen in the same at once, and in the other once it is told', async () => {
    const [position] = await ann.readPositions(pair.first)
    await ann.client.send('PATCH', `${ann.path}/${position!.id}`, { shares: 7 })
    expect(await ann.sharesAt(pair.first)).toBe(7)
    await expect.poll(() => ann.sharesAt(pair.second), ONCE_TOLD).toBe(7)
  })

  test('signing out everywhere at one ends the session in the other', async () => {
    const statusOf = statusWithCookiesOf(ann)
    await ann.client.send('POST', '/api/account/sign-out-everywhere')
    expect(await statusOf(pair.first)).toBe(401)
    await expect.poll(() => statusOf(pair.second), ONCE_TOLD).toBe(401)
  })

  test('a session that is deleted by hand ends in both', async () => {
    await db.asOwner(`delete from sessions where id_hash in (${ann.sessions})`)
    for (const server of [pair.first, pair.second]) {
      await expect.poll(() => ann.statusAt(server), ONCE_TOLD).toBe(401)
    }
  })

  test('an account deleted at one is gone from the other', async () => {
    const user = await ann.client.getJson<{ email: string }>('/api/auth/user')
    const statusOf = statusWithCookiesOf(ann)
    await ann.client.send('DELETE', '/api/account', { confirmEmail: user.email })
    await expect.poll(() => statusOf(pair.second), ONCE_TOLD).toBe(401)
  })

  test('when the connection that tells of changes is cut, they are seen all the same, and later it is remembered again', async () => {
    const bob = await signInWithPortfolio(pair.first)
    const [position] = await bob.readPositions(pair.first)
    const statusOfAnn = statusWithCookiesOf(ann)
    await db.asOwner(`select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where application_name = '${LISTENER}' and datname = current_database()`)
    await db.asOwner(`delete from sessions where id_hash in (${ann.sessions})`)
    await bob.client.send('PATCH', `${bob.path}/${position!.id}`, { shares: 8 })
    await expect.poll(() => statusOfAnn(pair.second), ONCE_TOLD).toBe(401)
    await expect.poll(() => bob.sharesAt(pair.second), ONCE_TOLD).toBe(8)
    await bob.untilRememberedAt(pair.second)
    expect(await statusOfAnn(pair.second)).toBe(401)
    expect(await bob.sharesAt(pair.second)).toBe(8)
  })
})

test('when the connection that tells of changes falls silent, nothing older than 5 s is answered, and a new one is opened', async () => {
  const address = new URL(db.url!)
  const proxy = await startFaultProxy(Number(address.port))
  address.port = String(proxy.port)
  const server = await startServer({ DATABASE_URL: address.href })
  const ann = await signInWithPortfolio(server)
  const bob = await signInWithPortfolio(server)
  await ann.untilRememberedAt(server)

  proxy.goSilent(LISTENER)
  await db.asOwner(`delete from sessions where id_hash in (${ann.sessions})`)
  await expect.poll(() => ann.statusAt(server), { timeout: 9_000, interval: 50 }).toBe(401)
  expect(await bob.statusAt(server)).toBe(200)

  await bob.untilRememberedAt(server)
  await db.asOwner(`delete from sessions where id_hash in (${bob.sessions})`)
  await expect.poll(() => bob.statusAt(server), ONCE_TOLD).toBe(401)
  expect(await stopServer(server)).toBe(0)
  await proxy.close()
})
