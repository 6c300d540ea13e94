import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { createLog } from './log.ts'
import { createTestApp } from './test-app.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

function recordLog(level = 'trace') {
  let text = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return { log: createLog(level, destination), lines: () => text.split('\n').filter((line) => line !== '') }
}

test('nothing secret or personal of a whole visit is written, at the most talkative level', async () => {
  const { log, lines } = recordLog()
  const app = await createTestApp({ db, overrides: { log } })
  const ann = await app.signIn('canary@example.com', 'Canary Person')
  const [session] = (await db.asOwner('select id_token, id_hash from sessions')) as {
    id_token: string
    id_hash: string
  }[]
  await ann.fetch('/api/auth/callback?code=canary-code&state=canary-state')
  await ann.fetch('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Canary name', data: 'ticker,shares\nCNRY,bad' },
  })
  await ann.fetch('/api/portfolios/CNRY/positions?secret=canary-query')
  await ann.fetch('/api/preferences', {
    method: 'PATCH',
    json: { hedgePrompt: 'canary-prompt' },
    headers: { authorization: 'Bearer canary-bearer', origin: 'https://evil.example' },
  })
  await db.asOwner('alter table portfolios rename to portfolios_away')
  expect((await ann.fetch('/api/portfolios', { headers: { 'user-agent': 'canary-agent' } })).status).toBe(500)
  await db.asOwner('alter table portfolios_away rename to portfolios')
  await app.close()
  const text = lines().join('\n')
  const cookie = /ballast_session=([\w-]+)/.exec(ann.cookie())![1]!
  for (const canary of [cookie, session!.id_token, session!.id_hash, 'canary', 'CNRY', 'Canary']) {
    expect({ canary, leaked: text.includes(canary) }).toEqual({ canary, leaked: false })
  }
  expect(text).toContain('"event":"signed-in"')
  expect(text).toContain('"event":"cross-site-refused"')
  expect(text).toContain('"sqlState":"42P01"')
})

test.each(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])(
  'no cookie and no key of an upload is written at level %s',
  async (level) => {
    const { log, lines } = recordLog(level)
    const environment = { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: 'http://127.0.0.1:2/v1', AI_MODEL: 'a' }
    const app = await createTestApp({
      db,
      overrides: { log },
      environment: { ...environment, AI_API_KEY: 'canary-key' },
    })
    const ann = await app.signIn(`uploads-${level}@example.com`)
    for (const [path, field] of [
      ['/api/imports', 'files'],
      ['/api/portfolios/extract-image', 'images'],
    ] as const) {
      const form = new FormData()
      form.append(field, new Blob(['ticker,shares\nAAPL,1\n']), 'canary-name.csv')
      await ann.fetch(path, { method: 'POST', body: form, headers: { authorization: 'Bearer canary-bearer' } })
    }
    await app.close()
    const text = lines().join('\n')
    const [, cookie = 'no cookie'] = /ballast_session=([\w-]+)/.exec(ann.cookie()) ?? []
    for (const canary of [cookie, 'canary']) {
      expect({ canary, leaked: text.includes(canary) }).toEqual({ canary, leaked: false })
    }
  },
)

test('secrets are left out however deep they lie', () => {
  const { log, lines } = recordLog()
  const deep = { a: { b: [{ c: { headers: { cookie: 'canary' }, kept: 'seen', token: 'canary' } }] } }
  log.info(deep, 'words')
  const circular: Record<string, unknown> = { kept: 'seen' }
  circular.self = circular
  log.info({ circular }, 'words')
  expect(lines()).toHaveLength(2)
  expect(lines().join('\n')).not.toContain('canary')
  expect(lines()[0]).toContain('seen')
})

test.each<[string, string, string, Record<string, string>]>([
  ['a session that is none', 'unauthenticated', '/api/account', { cookie: 'ballast_session=forged' }],
  ['an access token that is none', 'unauthenticated', '/mcp', { authorization: 'Bearer forged' }],
  ['an answer to a sign-in that nobody began', 'sign-in-refused', '/api/auth/callback?code=forged&state=forged', {}],
])('%s is written with UTC time and the id that the answer bore', async (_kind, event, path, headers) => {
  const { log, lines } = recordLog()
  const app = await createTestApp({ db, overrides: { log } })
  const { requestId } = (await (await app.client().fetch(path, { headers })).json()) as { requestId: string }
  await app.close()
  const line = lines()
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find((written) => written.event === event)
  expect(line).toMatchObject({ level: 'warn', requestId, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
  expect(JSON.stringify(lines())).not.toContain('forged')
})

test('no text can forge a line or move the cursor', () => {
  const { log, lines } = recordLog()
  log.warn({ origin: 'a\nb\r\u001b[2J\u0000' }, 'first\n{"level":"info"}')
  expect(lines()).toHaveLength(1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(lines()[0]).not.toMatch(/[\u0000-\u001f]/)
})

test('an error is written with its causes and stacks, and without the values of a statement', () => {
  const { log, lines } = recordLog()
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(canary@example.com)',
    constraint: 'users_key',
  })
  log.error({
    err: Object.assign(new Error('Failed query: insert … params: canary@example.com', { cause }), {
      query: 'insert',
      params: ['canary@example.com'],
    }),
  })
  expect(lines()[0]).not.toContain('canary')
  expect(JSON.parse(lines()[0]!)).toMatchObject({
    err: { message: 'a query failed', cause: { message: 'duplicate key', sqlState: '23505', constraint: 'users_key' } },
  })
})
