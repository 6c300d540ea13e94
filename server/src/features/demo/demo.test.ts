/** @module-tag postgres */

import { ALL_CALLS, CLOSED_IN_DEMO_MESSAGE, DEMO_LIMITS } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { deleteUser, OWNED_TABLES } from '../account/account.repository.ts'
import { createVisitorSweeper } from './demo.service.ts'

const HOUR = 60 * 60_000
const BEGIN = Date.parse('2026-11-20T15:00:00Z')
const HEADER = 'ticker,shares,avgCost,sector'

let now = BEGIN
const clock = { now: () => new Date(now) }
let db: TestDatabase
let demo: TestApp

beforeAll(async () => {
  db = await createTestDatabase()
  demo = await openDemo()
})
beforeEach(() => {
  now = BEGIN
})
afterEach(() => db.asOwner('delete from users'))
afterAll(async () => {
  await demo.close()
  await db.close()
})

const openDemo = (environment: Record<string, string> = {}) =>
  createTestApp({
    db,
    environment: { DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1', ...environment },
    overrides: { clock },
  })

const begin = (client: TestClient, address = '203.0.113.1') =>
  client.fetch('/api/demo', { method: 'POST', headers: { 'x-forwarded-for': address } })

/** A browser that has begun a visit. */
async function visit(app = demo, address?: string): Promise<TestClient> {
  const client = app.client()
  const answer = await begin(client, address)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return client
}

const sweeperOf = ({ dependencies: { sessions } }: TestApp, isDemo = true) =>
  createVisitorSweeper({ db, clock, sessions, isDemo, deleteUser })
const countUsers = async () => Number((await db.asOwner('select count(*) from users'))[0]!.count)
const statusOf = async (client: TestClient, path = '/api/auth/user') => (await client.fetch(path)).status
const upload = (client: TestClient, lots: number) =>
  client.fetch('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Mine', data: [HEADER, ...Array.from({ length: lots }, (_, i) => `T${i},1,1,Tech`)].join('\n') },
  })

describe('a visit', () => {
  test('begins without signing in, on PRO, with a sample portfolio and its figures', async () => {
    const client = demo.client()
    const answer = await begin(client)
    expect(answer.headers.getSetCookie().join()).toMatch(/^ballast_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/)
    const demoUntil = new Date(BEGIN + DEMO_LIMITS.hours * HOUR).toISOString()
    expect(await answer.json()).toEqual({ demoUntil })
    expect(await client.json('/api/auth/user')).toMatchObject({
      email: null,
      subscriptionTier: 'pro',
      discoveryTokens: DEMO_LIMITS.tokens,
      isAdmin: 0,
      demoUntil,
    })
    const portfolios = await client.json<{ id: string }[]>('/api/portfolios')
    expect(portfolios).toMatchObject([{ name: 'Core Growth', positionCount: 14 }])
    expect(await client.json(`/api/portfolios/${portfolios[0]!.id}/prices`)).toMatchObject({ simulated: true })
    expect(await client.json('/api/market-data/status')).toMatchObject({ isDemo: true, simulated: true })
  })

  test('goes on when the button is pressed again', async () => {
    const client = await visit()
    const { id } = await client.json<{ id: string }>('/api/auth/user')
    expect((await begin(client)).status).toBe(200)
    expect(await client.json('/api/auth/user')).toMatchObject({ id })
    expect(await countUsers()).toBe(1)
  })

  test('shows nothing of another one', async () => {
    const [ann, bob] = [await visit(), await visit()]
    const [portfolio] = await ann.json<{ id: string }[]>('/api/portfolios')
    expect(await statusOf(bob, `/api/portfolios/${portfolio!.id}/positions`)).toBe(404)
    expect(await statusOf(ann, `/api/portfolios/${portfolio!.id}/positions`)).toBe(200)
  })

  test('is not begun by another site', async () => {
    const answer = await demo
      .client()
      .fetch('/api/demo', { method: 'POST', headers: { origin: 'https://evil.example' } })
    expect(answer.status).toBe(403)
    expect(await countUsers()).toBe(0)
  })

  test('can be ended by deleting the account', async () => {
    const client = await visit()
    expect(await client.json('/api/account', { method: 'DELETE', json: { confirmEmail: '' } })).toEqual({
      deleted: true,
    })
    expect(await countUsers()).toBe(0)
  })

  test('records no recommendation: the record is kept for ever', { tags: ['full'] }, async () => {
    const client = await visit()
    const [portfolio] = await client.json<{ id: string }[]>('/api/portfolios')
    await client.json('/api/ai-analysis/comprehensive', { method: 'POST', json: { portfolioId: portfolio!.id } })
    expect(await db.asOwner('select id from ai_runs')).toHaveLength(1)
    expect(await db.asOwner('select id from recommendations')).toEqual([])
    expect(await db.asOwner('select run_id from recommendation_drafts')).toEqual([])
  })
})

describe('a demo does not', () => {
  const closed = ALL_CALLS.filter(({ closedInDemo }) => closedInDemo)

  test.each(closed.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const client = await visit()
    const path = call.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const answer = await client.fetch(path, { method: call.method, json: {} })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: CLOSED_IN_DEMO_MESSAGE, requestId: expect.any(String) },
    ])
  })

  test('send, sell, share, or let a program in', () => {
    expect(closed.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'PATCH /api/notifications/channels/:channelId',
      'POST /api/access-tokens',
      'POST /api/billing/confirm-checkout',
      'POST /api/notifications/channels',
      'POST /api/notifications/channels/:channelId/secret',
      'POST /api/notifications/channels/:channelId/test',
      'POST /api/portfolios/:portfolioId/invitations',
      'POST /api/portfolios/:portfolioId/report-links',
      'POST /api/shares',
      'POST /api/stripe/create-portal-session',
      'POST /api/stripe/create-subscription-checkout',
      'POST /api/stripe/create-token-checkout',
      'POST /api/support',
    ])
  })

  test('sign anybody in, or serve assistants', async () => {
    expect((await demo.client().fetch('/api/login')).status).toBe(404)
    expect((await demo.client().fetch('/dev-idp/auth')).status).toBe(404)
    expect((await demo.client().fetch('/mcp', { method: 'POST', json: {} })).status).toBe(404)
  })
})

describe('what visitors bring is bounded', () => {
  test('in rows and bytes', async () => {
    const client = await visit()
    expect((await upload(client, DEMO_LIMITS.positions)).status).toBe(409)
    const huge = { name: 'Mine', data: 'x'.repeat(DEMO_LIMITS.bodyBytes) }
    expect((await client.fetch('/api/portfolios/upload', { method: 'POST', json: huge })).status).toBe(413)
    for (let portfolios = 1; portfolios < DEMO_LIMITS.portfolios; portfolios += 1) {
      expect((await upload(client, 1)).status).toBe(200)
    }
    expect((await upload(client, 1)).status).toBe(409)
    expect(await client.json('/api/account')).toMatchObject({
      usage: { portfolioLimit: DEMO_LIMITS.portfolios, positionLimit: DEMO_LIMITS.positions },
    })
  })

  test('by address, whoever races for the last place', async () => {
    const race = Array.from({ length: DEMO_LIMITS.visitorsPerAddress + 5 }, () => begin(demo.client()))
    const statuses = (await Promise.all(race)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(DEMO_LIMITS.visitorsPerAddress)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await begin(demo.client(), '203.0.113.2')).status).toBe(200)
    const [{ subject } = { subject: '' }] = await db.asOwner('select subject from users limit 1')
    expect(String(subject)).not.toContain('203.0.113')
  })

  test('in all', async () => {
    await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
      select 'urn:ballast:demo', 'x.' || n, now(), now() from generate_series(1, ${DEMO_LIMITS.visitors}) n`)
    const answer = await begin(demo.client())
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('as many visitors as it can') })
  })

  test('in requests: all visitors of an address share one budget', async () => {
    const limited = await openDemo({ RATE_LIMITS: '1' })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const [one, two] = [await visit(limited, '203.0.113.7'), await visit(limited, '203.0.113.7')]
    const ask = async (client: TestClient) =>
      (await client.fetch('/api/ai-analysis/comprehensive', { method: 'POST', json: {}, headers })).status
    for (let asked = 0; asked < 10; asked += 1) expect(await ask(one)).toBe(400)
    expect(await ask(two)).toBe(429)
    await limited.close()
  })
})

describe('within a day', () => {
  const listLeft = async () => {
    const counts = await Promise.all(
      OWNED_TABLES.map(async ({ name }) => [
        name,
        Number((await db.asOwner(`select count(*) from ${name}`))[0]!.count),
      ]),
    )
    return counts.filter(([, count]) => count !== 0)
  }

  test('a visitor is shut out and deleted with everything that is theirs', async () => {
    const client = await visit()
    await client.json('/api/preferences', { method: 'PATCH', json: { hedgePrompt: 'x' } })
    now = BEGIN + DEMO_LIMITS.hours * HOUR - 1_000
    expect(await statusOf(client)).toBe(200)
    expect(await sweeperOf(demo).sweep()).toBe(0)
    now += 2_000
    expect(await statusOf(client)).toBe(401)
    expect(await sweeperOf(demo).sweep()).toBe(1)
    expect(await listLeft()).toEqual([])
    expect((await begin(client)).status).toBe(200)
  })

  test('one who left is deleted soon, for nobody can come back as them', async () => {
    const client = await visit()
    const stays = await visit()
    await client.fetch('/api/logout')
    expect(await sweeperOf(demo).sweep()).toBe(0)
    now += 11 * 60_000
    expect(await sweeperOf(demo).sweep()).toBe(1)
    expect(await statusOf(stays)).toBe(200)
  })

  test('the sweeping job does it', { tags: ['full'] }, async () => {
    await visit()
    now += 24 * HOUR
    await demo.dependencies.jobs.runAll()
    expect(await countUsers()).toBe(0)
  })
})

describe('a server that is no demo', () => {
  test('begins none, takes no visitor of an earlier one, and deletes them; accounts stay', async () => {
    const visitor = await visit()
    const server = await createTestApp({ db, overrides: { clock } })
    const ann = await server.signIn('ann@example.com')
    expect((await server.client().fetch('/api/demo', { method: 'POST' })).status).toBe(404)
    const headers = { cookie: visitor.cookie() }
    expect((await server.client().fetch('/api/auth/user', { headers })).status).toBe(401)
    expect(await sweeperOf(server, false).sweep()).toBe(1)
    expect(await ann.json('/api/auth/user')).not.toHaveProperty('demoUntil')
    expect(await countUsers()).toBe(1)
    await server.close()
  })
})
