import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { makeAccessToken } from '../features/mcp/testing/mcp-client.ts'
import { createTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { AppError } from './errors.ts'
import { createTokenGuard } from './token-guard.ts'

describe('made-up tokens over HTTP', () => {
  let db: TestDatabase
  /** A tenth of the usual budgets: twelve unknown tokens a minute. */
  let app: TestApp
  let transactions = 0
  let ann: TestClient
  let bearer: string
  beforeAll(async () => {
    db = await createTestDatabase()
    const unlimited = await createTestApp({ db })
    ann = await unlimited.signIn('ann@example.com')
    bearer = (await makeAccessToken(ann)).token
    await unlimited.close()
    const counted: TestDatabase = {
      ...db,
      asSystem(work) {
        transactions += 1
        return db.asSystem(work)
      },
    }
    app = await createTestApp({ db: counted, environment: { RATE_LIMITS: '0.1' } })
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  const made = () => randomBytes(32).toString('base64url')
  const bring = async (cookie: string) => (await app.client().fetch('/api/account', { headers: { cookie } })).status
  const ping = async (token: string) => {
    const headers = { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` }
    const json = { jsonrpc: '2.0', id: 1, method: 'ping' }
    return (await app.client().fetch('/mcp', { method: 'POST', headers, json })).status
  }

  test('one that cannot be one, or was none a moment ago, costs no look at the database', async () => {
    const cookie = `ballast_session=${made()}`
    expect(await bring(cookie)).toBe(401)
    const before = transactions
    for (let time = 0; time < 8; time += 1) {
      expect(await bring(cookie)).toBe(401)
      expect(await bring('ballast_session=forged')).toBe(401)
    }
    // What is left is the count of requests, by address.
    expect(transactions - before).toBeLessThanOrEqual(16)
  })

  test('many of them from one address are refused, and who was signed in or has a good token is not', async () => {
    expect(await bring(ann.cookie())).toBe(200)
    expect(await ping(bearer)).toBe(200)
    const before = transactions
    const statuses = await Promise.all(Array.from({ length: 20 }, () => bring(`ballast_session=${made()}`)))
    const looked = statuses.filter((status) => status === 401).length
    expect(looked).toBeLessThanOrEqual(12)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - looked)
    for (let time = 0; time < 5; time += 1) expect(await ping(`ballast_pat_${made()}`)).toBe(429)
    expect(transactions - before).toBeLessThanOrEqual(2 * looked)
    expect(await bring(ann.cookie())).toBe(200)
    expect(await ping(bearer)).toBe(200)
  })
})

describe('the guard', () => {
  let now = 0
  const nobody = async () => undefined
  const bring = (token: string, look: () => Promise<string | undefined>) => ({
    token,
    address: 'here',
    look,
    ownerOf: (user: string) => user,
  })
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((reason: unknown) => reason)
    return error instanceof AppError ? error.fields.status : 'none'
  }

  test('asks again after a minute, and begins to count anew', async () => {
    const guard = createTokenGuard(1 / 120, () => now)
    expect(await guard.check(bring('a', nobody))).toBeUndefined()
    expect(await refusal(guard.check(bring('b', nobody)))).toBe(429)
    expect(await refusal(guard.check({ ...bring('b', nobody), address: 'elsewhere' }))).toBe('none')
    now += 60_000
    expect(await guard.check(bring('a', async () => 'user'))).toBe('user')
  })

  test('counts nothing where the database does not answer: those who come are no strangers for that', async () => {
    const guard = createTokenGuard(1 / 120, () => now)
    const away = () => Promise.reject(new Error('away'))
    for (let time = 0; time < 3; time += 1) await expect(guard.check(bring(`t${time}`, away))).rejects.toThrow('away')
    expect(await guard.check(bring('t0', async () => 'user'))).toBe('user')
  })
})
