import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { findActingUser } from '../../acting-user.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { makeAccessToken } from './testing/mcp-client.ts'

const AT_A_TIME = 6
let closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})

function closeLater<T extends { close(): Promise<void> }>(what: T): T {
  closing.push(() => what.close())
  return what
}

/** Somebody with a portfolio and an access token. */
async function join(app: TestApp, email: string) {
  const browser = await app.signIn(email)
  const [{ id: userId }, portfolioId, { token }] = await Promise.all([
    browser.json<{ id: string }>('/api/auth/user'),
    browser.upload('Mine'),
    makeAccessToken(browser),
  ])
  return { browser, userId, portfolioId, token }
}

interface Message {
  method: string
  params?: Record<string, unknown>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends one message as an assistant does, and reads the answer to its end. */
async function send({ url }: TestApp, token: string, { headers, signal, ...message }: Message): Promise<string> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      connection: 'close',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    ...(signal && { signal }),
  })
  return `${answer.status} ${await answer.text()}`
}

const toToolCall = (name: string, input: Record<string, unknown> = {}) => ({
  method: 'tools/call',
  params: { name, arguments: input },
})

/** A market that keeps whoever asks for prices waiting until it opens, and counts them by user. */
function createHeldMarket() {
  const market = createFixedMarket({ quotes: { AAPL: { price: 200 } } })
  const opening = Promise.withResolvers<void>()
  const waiting = new Map<string | undefined, number>()
  let isHeld = false
  return {
    market: {
      ...market,
      async getQuotes(request: Parameters<typeof market.getQuotes>[0]) {
        const user = findActingUser()
        waiting.set(user, (waiting.get(user) ?? 0) + 1)
        if (isHeld) await opening.promise
        return market.getQuotes(request)
      },
    },
    countOf: (user: string) => waiting.get(user) ?? 0,
    hold() {
      waiting.clear()
      isHeld = true
    },
    open() {
      isHeld = false
      opening.resolve()
    },
  }
}

const countConnections = ({ app }: TestApp) => promisify(app.server.getConnections.bind(app.server))()

test('of one user’s assistants six tools are at work at a time, and others, screens and short messages wait for none of them', {
  tags: ['full'],
}, async () => {
  const { market, countOf, hold, open } = createHeldMarket()
  const app = closeLater(await createTestApp({ overrides: { marketData: market } }))
  const [ann, bob] = await Promise.all([join(app, 'ann@example.com'), join(app, 'bob@example.com')])
  const call = toToolCall('get_portfolio', { portfolioId: ann.portfolioId })
  const session = { 'mcp-session-id': 'one' }
  hold()
  closing.push(async () => open())
  const gone = new AbortController()
  const flood = Array.from({ length: AT_A_TIME }, () => send(app, ann.token, call))
  await expect.poll(() => countOf(ann.userId)).toBe(AT_A_TIME)
  const leaving = send(app, ann.token, { ...call, headers: session, signal: gone.signal }).catch(() => 'gone')
  flood.push(...Array.from({ length: 14 }, () => send(app, ann.token, call)))

  expect(await send(app, bob.token, toToolCall('list_portfolios'))).toMatch(/^200 .*1 portfolio: /s)
  expect(await send(app, ann.token, { method: 'ping' })).toMatch(/^200 /)
  expect((await ann.browser.fetch('/api/portfolios')).status).toBe(200)
  expect(countOf(ann.userId)).toBe(AT_A_TIME)
  gone.abort()
  expect(await leaving).toBe('gone')
  await expect.poll(() => countConnections(app)).toBe(flood.length)

  open()
  const answers = await Promise.all(flood)
  expect(answers.filter((text) => /^200 .*1 of 1 position/s.test(text))).toHaveLength(20)
  // Whoever went away while waiting is not worked for.
  expect(countOf(ann.userId)).toBe(20)
})

/** A database that notes in whose turn it is asked for what belongs to nobody: look-ups of tokens, counts of requests. */
async function createWatchedDatabase() {
  const db = closeLater(await createTestDatabase())
  const turns: (string | undefined)[] = []
  const watched: TestDatabase = {
    ...db,
    asSystem(work) {
      turns.push(findActingUser())
      return db.asSystem(work)
    },
  }
  return { watched, takeTurns: () => turns.splice(0) }
}

test('a token is looked up, and its requests are counted, in the turn of its owner as soon as one look has told who that is', async () => {
  const { watched, takeTurns } = await createWatchedDatabase()
  const app = closeLater(await createTestApp({ db: watched, environment: { RATE_LIMITS: '0.1' } }))
  const { userId, token } = await join(app, 'ann@example.com')
  takeTurns()
  expect(await send(app, token, toToolCall('list_portfolios'))).toMatch(/^200 /)
  expect(new Set(takeTurns())).toEqual(new Set(['127.0.0.1', userId]))
  expect(await send(app, token, toToolCall('list_portfolios'))).toMatch(/^200 /)
  const turns = takeTurns()
  expect(turns.length).toBeGreaterThan(1)
  expect(new Set(turns)).toEqual(new Set([userId]))
})

test('so is a session, by a process that remembers none', { tags: 'full' }, async () => {
  const { watched, takeTurns } = await createWatchedDatabase()
  // Sessions of admins are read anew at each request.
  const environment = { RATE_LIMITS: '0.1', ADMIN_EMAILS: 'ann@example.com' }
  const app = closeLater(await createTestApp({ db: watched, environment }))
  const { browser, userId } = await join(app, 'ann@example.com')
  const look = async (who: TestClient) => expect((await who.fetch('/api/portfolios')).status).toBe(200)
  await look(browser)
  takeTurns()
  await look(browser)
  const turns = takeTurns()
  expect(turns.length).toBeGreaterThan(0)
  expect(new Set(turns)).toEqual(new Set([userId]))
})
