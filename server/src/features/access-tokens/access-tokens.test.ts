import { ACCESS_TOKEN_LIMITS, type AccessToken } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findSqlState } from '../../database/database-errors.ts'
import { accessTokens } from '../../database/schema/index.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const DAY = 24 * 3_600_000
const START = new Date('2026-11-20T15:00:00Z')
let now = START
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
})
afterAll(() => app.close())
afterEach(() => {
  now = START
})

const REQUEST = { name: 'Desktop', scopes: ['run:analysis', 'read:portfolios'], lifetimeDays: 30 }
const make = (client: TestClient, request: object = {}) =>
  client.json<AccessToken & { token: string }>('/api/access-tokens', {
    method: 'POST',
    json: { ...REQUEST, ...request },
  })
const list = (client: TestClient) => client.json<{ tokens: AccessToken[]; mcpUrl: string }>('/api/access-tokens')
const use = (token: string) =>
  fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })

describe('making a token', () => {
  test('shows it once; what is kept opens nothing', async () => {
    const ann = await app.signIn('make@example.com')
    const { token, ...made } = await make(ann)
    expect(token).toMatch(/^ballast_pat_[\w-]{43}$/)
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Desktop',
      scopes: ['read:portfolios', 'run:analysis'],
      expired: false,
      createdAt: START.toISOString(),
      expiresAt: new Date(START.getTime() + 30 * DAY).toISOString(),
      prefix: token.slice(0, 18),
      lastUsedOn: null,
    })
    expect(await list(ann)).toEqual({ tokens: [made], mcpUrl: `${app.url}/mcp` })
    const [stored] = await app.db.asOwner(`select * from access_tokens where id = '${made.id}'`)
    expect(JSON.stringify(stored)).not.toContain(token.slice(18))
    expect((await use(String(stored!.id_hash))).status).toBe(401)
  })

  test.each([
    ['no name', { name: '  ' }, 'Give the token a name'],
    ['a long name', { name: 'x'.repeat(61) }, 'at most 60 characters'],
    ['no scope', { scopes: [] }, 'Choose at least one'],
    ['an unknown scope', { scopes: ['everything'] }, 'scopes'],
    ['a life of its own choosing', { lifetimeDays: 3650 }, 'lifetimeDays'],
    ['a user of its own choosing', { userId: 'x' }, 'userId'],
  ])('with %s is refused in words', async (_what, change, words) => {
    const ann = await app.signIn('refused@example.com')
    const response = await ann.fetch('/api/access-tokens', { method: 'POST', json: { ...REQUEST, ...change } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(words)
  })

  test('ends at twenty, also when many are asked for at once; revoking makes room', async () => {
    const ann = await app.signIn('many@example.com')
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => ann.fetch('/api/access-tokens', { method: 'POST', json: REQUEST })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(ACCESS_TOKEN_LIMITS.perUser)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    const { tokens } = await list(ann)
    await ann.json(`/api/access-tokens/${tokens[0]!.id}`, { method: 'DELETE' })
    expect((await make(ann)).name).toBe('Desktop')
  })
})

describe('using a token', () => {
  test('notes the day and nothing finer', async () => {
    const ann = await app.signIn('used@example.com')
    const { token } = await make(ann)
    await use(token)
    expect((await list(ann)).tokens).toMatchObject([{ lastUsedOn: '2026-11-20' }])
    now = new Date(START.getTime() + DAY)
    await use(token)
    const nextDay = await app.signIn('used@example.com')
    expect((await list(nextDay)).tokens).toMatchObject([{ lastUsedOn: '2026-11-21' }])
  })

  test('it outlives the session that made it, and signing out everywhere', async () => {
    const ann = await app.signIn('outlives@example.com')
    const { token } = await make(ann)
    await ann.json('/api/account/sign-out-everywhere', { method: 'POST' })
    expect((await use(token)).status).toBe(200)
  })

  test('one that ran out is listed as such for a month, and then swept', async () => {
    const ann = await app.signIn('expired@example.com')
    const { token } = await make(ann, { lifetimeDays: 7 })
    await make(ann, { lifetimeDays: 365 })
    now = new Date(START.getTime() + 8 * DAY)
    expect((await use(token)).status).toBe(401)
    const again = await app.signIn('expired@example.com')
    expect((await list(again)).tokens.map(({ expired }) => expired)).toContain(true)
    now = new Date(START.getTime() + 38 * DAY)
    await app.dependencies.accessTokens.sweep()
    const later = await app.signIn('expired@example.com')
    expect((await list(later)).tokens.map(({ expired }) => expired)).toEqual([false])
  })
})

describe('revoking a token', () => {
  test('is for its owner alone, holds at once, and is done once', async () => {
    const [ann, bob] = [await app.signIn('revoke@example.com'), await app.signIn('bob@example.com')]
    const { id, token } = await make(ann)
    const path = `/api/access-tokens/${id}`
    expect((await bob.fetch(path, { method: 'DELETE' })).status).toBe(404)
    expect((await use(token)).status).toBe(200)
    expect(await ann.json(path, { method: 'DELETE' })).toEqual({ revoked: true })
    expect((await use(token)).status).toBe(401)
    expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(404)
  })

  test('a token that is lost with its account opens nothing', async () => {
    const ann = await app.signIn('gone@example.com')
    const { token } = await make(ann)
    await ann.json('/api/account', { method: 'DELETE', json: { confirmEmail: 'gone@example.com' } })
    expect((await use(token)).status).toBe(401)
  })
})

test('the export names a user’s tokens and holds nothing that opens the account', async () => {
  const ann = await app.signIn('export@example.com')
  const { id, token } = await make(ann)
  const [{ id_hash: hash } = {}] = await app.db.asOwner(`select id_hash from access_tokens where id = '${id}'`)
  const text = await (await ann.fetch('/api/account/export')).text()
  expect((JSON.parse(text) as { tables: Record<string, object[]> }).tables.access_tokens).toMatchObject([
    { id, name: 'Desktop', scopes: ['read:portfolios', 'run:analysis'] },
  ])
  for (const secret of [token, String(hash)]) expect(text.includes(secret)).toBe(false)
})

test('nobody can widen a token or lengthen its life, not even through the database’s own role for users', async () => {
  const ann = await app.signIn('widen@example.com')
  const { id: userId } = await ann.json<{ id: string }>('/api/auth/user')
  await make(ann)
  for (const change of [{ scopes: ['spend:tokens' as const] }, { expiresAt: new Date('2099-01-01') }]) {
    const attempt = app.db.asUser(userId, (tx) => tx.update(accessTokens).set(change))
    expect(findSqlState(await attempt.catch((error: unknown) => error))).toBe('42501')
  }
})
