import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from '../../accounts/opaque-token.ts'
import type { Database } from '../../database/database.ts'
import { DatabaseUnavailableError } from '../../database/database-errors.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createTestApp } from '../../test-app.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

test('the probes tell that the process lives, what it works with, and that figures are simulated', async () => {
  const app = await createTestApp({ db })
  expect(await app.client().json('/api/health')).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  expect(await app.client().json('/api/ready')).toEqual({
    status: 'ready',
    database: { engine: db.engine, reachable: true },
    marketData: { source: 'sample', simulated: true, requested: 'sample', state: 'ready', notice: null },
    ai: { engine: 'Built-in quantitative engine' },
    simulated: true,
  })
  for (const path of ['/api/health', '/api/ready']) {
    const head = await app.client().fetch(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  }
  // A head of anything else would be a way to sign out, or to begin a sign-in, that no browser asked for.
  expect((await app.client().fetch('/api/login', { method: 'HEAD' })).status).toBe(404)
  await app.close()
})

test('however many ask whether it is ready at the same moment, the database is asked once at a time', async () => {
  let asked = 0
  let most = 0
  const ping = async () => {
    asked += 1
    most = Math.max(most, asked)
    await new Promise((resolve) => setTimeout(resolve, 50))
    asked -= 1
    return true
  }
  const app = await createTestApp({ db, overrides: { db: { ...db, ping } } })
  const answers = await Promise.all(Array.from({ length: 30 }, () => app.client().fetch('/api/ready')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(most).toBe(1)
  await app.close()
})

test('a configured model is named as whose it is and which', async () => {
  const environment = { AI_PROVIDER: 'openai', AI_MODEL: 'gpt-5', AI_API_KEY: 'never-sent' }
  const app = await createTestApp({ db, environment })
  expect(await app.client().json('/api/ready')).toMatchObject({ ai: { engine: 'OpenAI gpt-5' } })
  await app.close()
})

test('with the disk full a call says so, and does not ask to try again in seconds', async () => {
  const full = async () => {
    throw new DatabaseUnavailableError('full', { cause: Object.assign(new Error('no space left'), { code: '53100' }) })
  }
  const app = await createTestApp({ db, overrides: { db: { ...db, asUser: full, asSystem: full } } })
  const call = await app.client().fetch('/api/portfolios', { headers: { cookie: `ballast_session=${createToken()}` } })
  expect(call.status).toBe(503)
  expect(await call.json()).toMatchObject({
    error: expect.stringMatching(/was not saved, because the server’s disk is full/),
  })
  await app.close()
})

test('with the database away the process lives, is not ready, and answers calls in words', async () => {
  const away = async () => {
    throw new DatabaseUnavailableError('away', { cause: new Error('password=hunter2 in /etc') })
  }
  const database: Database = { ...db, asUser: away, asSystem: away, ping: async () => false }
  const app = await createTestApp({ db, overrides: { db: database } })
  expect((await app.client().fetch('/api/health')).status).toBe(200)
  const ready = await app.client().fetch('/api/ready')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ status: 'unready', database: { reachable: false } })
  const call = await app.client().fetch('/api/portfolios', { headers: { cookie: `ballast_session=${createToken()}` } })
  expect(call.status).toBe(503)
  expect(call.headers.get('retry-after')).toBe('5')
  const body = (await call.json()) as object
  expect(body).toEqual({
    error: expect.stringContaining('The database does not answer'),
    requestId: expect.any(String),
  })
  await app.close()
})
