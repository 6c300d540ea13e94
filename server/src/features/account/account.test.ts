/** @module-tag postgres */

import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInUser } from '../../http/authentication.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { exportEverything } from './account.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { SUPPORT_EMAIL: 'help@example.com' } })
})
afterAll(() => app.close())

const upload = (client: TestClient, name: string) =>
  client.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name, data: 'ticker,shares,avgCost,sector\nAAPL,10,150,Technology\nMSFT,5,300,Technology' },
  })
const idOf = async (client: TestClient) => (await client.json<{ id: string }>('/api/auth/user')).id

/** Rows of a user in every table that has a user id, as the database really holds them. */
async function countRows(userId: string): Promise<Record<string, number>> {
  const tables = await app.db.asOwner(
    "select table_name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'",
  )
  const counts: Record<string, number> = {}
  for (const { table_name: table } of [...tables, { table_name: 'users' }]) {
    const column = table === 'users' ? 'id' : 'user_id'
    const [row] = await app.db.asOwner(`select count(*)::int as count from ${table} where ${column} = '${userId}'`)
    counts[String(table)] = Number(row!.count)
  }
  return counts
}

/** Everything that somebody can leave behind with plans, tokens and support. */
async function useEverything(client: TestClient) {
  const { tokenMeter, billing, billingSandbox, sessions } = app.dependencies
  const checkout = async (path: string, json?: object) => {
    const { url } = await client.json<{ url: string }>(path, { method: 'POST', ...(json && { json }) })
    await billingSandbox!.plays.pay(url.split('/').at(-1)!)
    await billingSandbox!.settle()
    await billing.catchUp()
  }
  await checkout('/api/stripe/create-subscription-checkout')
  await checkout('/api/stripe/create-token-checkout', { packageId: 'small' })
  const token = /ballast_session=([\w-]+)/.exec(client.cookie())![1]!
  const user = (await sessions.authenticate(token))!
  const { signal } = new AbortController()
  const use = { user, feature: 'hedge_analysis' as const, portfolioId: null, idempotencyKey: 'one', signal }
  await tokenMeter.charge(use, async () => ({ answer: 'a hedge', delivered: true }))
  await client.json('/api/support', { method: 'POST', json: { subject: 'Question', message: 'Why?' } })
  const accessToken = { name: 'Mine', scopes: ['read:portfolios'], lifetimeDays: 7 }
  await client.json('/api/access-tokens', { method: 'POST', json: accessToken })
}

describe('the account page', () => {
  test('tells profile, usage against the limits, and where one is signed in', async () => {
    const ann = await app.signIn('page@example.com', 'Ann Lee')
    await app.signIn('page@example.com')
    await upload(ann, 'One')
    expect(await ann.json('/api/account')).toMatchObject({
      user: { email: 'page@example.com' },
      memberSince: expect.stringMatching(/Z$/),
      usage: { portfolios: 1, portfolioLimit: 100, positions: 2, positionLimit: 100_000 },
      sessions: [{ current: false }, { current: true }],
    })
  })

  test('never shows what opens a session', async () => {
    const ann = await app.signIn('secret@example.com')
    const token = /ballast_session=([\w-]+)/.exec(ann.cookie())![1]!
    const [{ id_hash: hash, id_token: idToken }] = (await app.db.asOwner('select * from sessions')) as [
      { id_hash: string; id_token: string },
    ]
    const texts = await Promise.all(
      ['/api/account', '/api/account/export'].map(async (path) => (await ann.fetch(path)).text()),
    )
    for (const text of texts) for (const secret of [token, hash, idToken]) expect(text.includes(secret)).toBe(false)
  })
})

test('signing out everywhere ends every session of the user and nobody else’s', async () => {
  const [one, two, other] = [
    await app.signIn('out@example.com'),
    await app.signIn('out@example.com'),
    await app.signIn('stay@example.com'),
  ]
  await one.json('/api/access-tokens', {
    method: 'POST',
    json: { name: 'Mine', scopes: ['read:portfolios'], lifetimeDays: 7 },
  })
  const path = '/api/account/sign-out-everywhere'
  expect(await one.json(path, { method: 'POST' })).toEqual({ endedSessions: 2, endedAccessTokens: 0 })
  expect((await two.fetch('/api/auth/user')).status).toBe(401)
  expect((await other.fetch('/api/auth/user')).status).toBe(200)
  // The token stays unless it is asked for: a program of the user's own would stop working.
  const again = await app.signIn('out@example.com')
  const ended = await again.json(`${path}?accessTokens=yes`, { method: 'POST' })
  expect(ended).toEqual({ endedSessions: 1, endedAccessTokens: 1 })
})

describe('the export', () => {
  test('holds every row of the user in every table, and of nobody else', async () => {
    const [ann, bob] = [await app.signIn('export@example.com'), await app.signIn('export-bob@example.com')]
    await upload(ann, 'Mine')
    await upload(bob, 'Bob’s secret')
    await useEverything(ann)
    await useEverything(bob)
    await ann.json('/api/preferences', { method: 'PATCH', json: { hedgePrompt: 'cheap puts' } })
    const response = await ann.fetch('/api/account/export')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ballast-account-\d{4}-\d\d-\d\d\.json"/,
    )
    const text = await response.text()
    const { tables } = JSON.parse(text) as { tables: Record<string, unknown[]> }
    const exported = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]))
    expect(exported).toEqual(await countRows(await idOf(ann)))
    expect(exported).toMatchObject({
      users: 1,
      portfolios: 1,
      positions: 2,
      preferences: 1,
      payment_customers: 1,
      checkouts: 2,
      subscriptions: 1,
      purchases: 1,
      token_balances: 1,
      token_ledger: 4,
      token_uses: 1,
      use_answers: 1,
      support_requests: 1,
      access_tokens: 1,
    })
    expect(text.includes('Bob’s secret')).toBe(false)
  })

  test('holds analyses with the own words in them, and what admins did about the user', async () => {
    const [ann, bob] = [await app.signIn('unpacked@example.com'), await app.signIn('unpacked-bob@example.com')]
    const [portfolio, id, bobId] = [await upload(ann, 'Analysed'), await idOf(ann), await idOf(bob)]
    const answer = gzipSync(JSON.stringify({ customPrompt: 'my own words', hedges: [1, 2] })).toString('base64')
    await app.db.asOwner(`
      insert into hedge_analyses (id, user_id, portfolio_id, positions_hash, entry, body, created_at)
        select gen_random_uuid(), '${id}', '${portfolio.id}', 'x', '{}', decode('${answer}', 'base64'), now()
        from generate_series(1, 45);
      insert into ai_runs (id, user_id, portfolio_id, kind, content_key, summary, engine, simulated, answer, created_at)
        values (gen_random_uuid(), '${id}', '${portfolio.id}', 'discovery', 'x', 's', 'e', true, decode('00ff', 'base64'), now());
      insert into audit_log (at, actor_user_id, subject_user_id, action, details) values
        (now(), '${bobId}', '${id}', 'token-grant', 'about me'), (now(), '${id}', '${bobId}', 'token-grant', 'about Bob')`)
    const exported = await ann.json<{
      tables: Record<string, Record<string, unknown>[]>
      adminActions: Record<string, unknown>[]
    }>('/api/account/export')
    const analyses = exported.tables.hedge_analyses ?? []
    expect(analyses).toHaveLength(45)
    expect(analyses[44]?.body).toEqual({ customPrompt: 'my own words', hedges: [1, 2] })
    // What cannot be opened is told as such, and does not keep the rest from its owner.
    expect(exported.tables.ai_runs?.[0]?.answer).toBeNull()
    expect(exported.adminActions).toEqual([
      { at: expect.stringMatching(/Z$/), action: 'token-grant', details: 'about me' },
    ])
  })

  test('is read page by page while it is sent, so that what many rows cost is never paid at once', async () => {
    const ann = await app.signIn('pages@example.com')
    const rows = Array.from({ length: 5_500 }, (_, index) => `T${index},1`).join('\n')
    const json = { name: 'Many', data: `ticker,shares\n${rows}\n` }
    await ann.json('/api/portfolios/upload', { method: 'POST', json })
    const file = exportEverything(app.dependencies, { id: await idOf(ann) } as SignedInUser)
    const pieces = (await Readable.from(file.body).toArray()) as string[]
    const rowsOf = (text: string) => text.match(/^\{/gm)?.length ?? 0
    expect(Math.max(...pieces.map(rowsOf))).toBe(500)
    const { tables } = JSON.parse(pieces.join('')) as { tables: Record<string, { ticker: string }[]> }
    expect(new Set(tables.positions!.map(({ ticker }) => ticker)).size).toBe(5_500)
  })
})

describe('deleting the account', () => {
  test('needs the e-mail address typed again', async () => {
    const ann = await app.signIn('keep@example.com')
    const response = await ann.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: 'other@example.com' } })
    expect(response.status).toBe(400)
    expect((await ann.fetch('/api/auth/user')).status).toBe(200)
  })

  test('leaves no row anywhere and no session open', async () => {
    const [ann, elsewhere, bob] = [
      await app.signIn('gone@example.com'),
      await app.signIn('gone@example.com'),
      await app.signIn('stays@example.com'),
    ]
    await upload(ann, 'Gone')
    await useEverything(ann)
    const bobs = await upload(bob, 'Stays')
    await ann.json('/api/preferences', { method: 'PATCH', json: { hedgePrompt: 'x' } })
    const id = await idOf(ann)
    expect(await ann.json('/api/account', { method: 'DELETE', json: { confirmEmail: ' Gone@Example.com ' } })).toEqual({
      deleted: true,
    })
    expect(Object.values(await countRows(id)).every((count) => count === 0)).toBe(true)
    expect(await app.db.asOwner('select count(*)::int as purchases from purchases where user_id is null')).toEqual([
      { purchases: 1 },
    ])
    expect((await ann.fetch('/api/auth/user')).status).toBe(401)
    expect((await elsewhere.fetch('/api/auth/user')).status).toBe(401)
    expect(await bob.json(`/api/portfolios/${bobs.id}/positions`)).toHaveLength(2)
  })

  test('refuses what is stored meanwhile as it refuses strangers', async () => {
    const ann = await app.signIn('hasty@example.com')
    const id = await idOf(ann)
    const send = (name: string) =>
      ann.fetch('/api/portfolios/upload', { method: 'POST', json: { name, data: 'ticker,shares\nAAPL,1' } })
    const deletion = ann.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: 'hasty@example.com' } })
    const uploads = await Promise.all(Array.from({ length: 20 }, (_, place) => send(`Hasty ${place}`)))
    expect((await deletion).status).toBe(200)
    expect(uploads.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    expect(Object.values(await countRows(id)).every((count) => count === 0)).toBe(true)
  })

  test('lets the same person begin anew with nothing', async () => {
    const ann = await app.signIn('again@example.com')
    const before = await idOf(ann)
    await upload(ann, 'Before')
    await ann.json('/api/account', { method: 'DELETE', json: { confirmEmail: 'again@example.com' } })
    const anew = await app.signIn('again@example.com')
    expect(await idOf(anew)).not.toBe(before)
    expect(await anew.json('/api/portfolios')).toEqual([])
  })
})
