/** @module-tag full */

import { setTimeout as sleep } from 'node:timers/promises'
import type { ComprehensiveAnalysis, DiscoveryRun, HedgeAnalysis } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../accounts/testing/pro-user.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { requestComprehensive } from '../features/ai-analysis/testing/analysis-client.ts'
import { requestDiscovery } from '../features/discovery/testing/discovery-client.ts'
import { countTokens, readEvents, requestAnalysis, signInPro, upload } from '../features/hedges/testing/hedge-client.ts'
import { createLog } from '../log.ts'
import { createTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { mostTokens } from './budgets.ts'
import { createAnalystModel } from './create-analyst-model.ts'
import { createModelCalls } from './model-calls.repository.ts'
import { chooseShown, createChooser } from './testing/chooser.ts'
import { KEY } from './testing/model-bench.ts'
import { createModelServer, type ModelReply, type ModelServer } from './testing/model-server.ts'

const NOON = new Date('2026-11-20T22:00:00.000Z')
/** For those who are kept waiting for ever; whoever is to be answered is given what a busy machine needs. */
const SHORT_MILLISECONDS = 1_500
const LONG_MILLISECONDS = 60_000
const ROWS = 'AAPL,100,1\nMSFT,50,1\nKO,100,1\n'
const JSON_TYPE = { 'content-type': 'application/json' }
const repeat = createChooser(chooseShown)

let server: ModelServer
let db: TestDatabase
let app: TestApp
/** Shares the database with the other. */
let impatient: TestApp
let now = NOON
let lines = ''
const clock = { now: () => now }
/** Two analyses fit into a user's day while the first is not settled, three into that of all. */
const daily = { user: 2 * mostTokens('comprehensive'), all: 3 * mostTokens('comprehensive') }

const log = createLog('trace', { write: (line: string) => (lines += line) })

/** A server whose model has so much time, on the database that all share. */
function createServerOf(wallMilliseconds: number): Promise<TestApp> {
  const config = {
    provider: 'anthropic' as const,
    model: 'claude-sonnet-5',
    apiKey: KEY,
    baseUrl: new URL(server.url),
    dailyTokens: daily,
  }
  const calls = createModelCalls(db, clock, daily)
  const analystModel = createAnalystModel({ config, clock, log, calls, wallMilliseconds })
  return createTestApp({ db, overrides: { clock, log, analystModel } })
}

beforeAll(async () => {
  server = await createModelServer()
  db = await createTestDatabase()
  app = await createServerOf(LONG_MILLISECONDS)
  impatient = await createServerOf(SHORT_MILLISECONDS)
})
afterAll(async () => {
  await impatient?.close()
  await app?.close()
  await server?.close()
  await db?.close()
})
beforeEach(async () => {
  // Each test has a day of its own, after the model's rest.
  now = new Date(now.getTime() + 24 * 60 * 60_000)
  server.play(repeat)
})
afterEach(async () => {
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

let people = 0
async function newPerson(at = app): Promise<{ client: TestClient; portfolioId: string }> {
  people += 1
  const client = await signInPro(at, `person${people}@example.com`, 10)
  return { client, portfolioId: await upload(client, ROWS) }
}

/** Analyses that cost a token, and one that costs none. */
const REQUESTS = { discovery: requestDiscovery, hedges: toHedges, comprehensive: requestComprehensive }
type Answer = Pick<ComprehensiveAnalysis | DiscoveryRun | HedgeAnalysis, 'engine'>

function toHedges(client: TestClient, portfolioId: string, options: { accept?: string; key?: string } = {}) {
  return requestAnalysis(client, portfolioId, {}, options)
}

async function ask(request: typeof toHedges, { client, portfolioId }: Awaited<ReturnType<typeof newPerson>>) {
  const response = await request(client, portfolioId)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

const IN_TIME = /in time/
const FAULTS: readonly [string, ModelReply, RegExp][] = [
  [
    'drips',
    {
      async raw(response) {
        response.writeHead(200, JSON_TYPE)
        while (!response.destroyed) {
          response.write(' ')
          await sleep(50)
        }
      },
    },
    IN_TIME,
  ],
  ['is silent after its headers', { raw: (response) => response.writeHead(200, JSON_TYPE).flushHeaders() }, IN_TIME],
  ['is overloaded', { status: 529, kind: 'overloaded_error', headers: { 'retry-after': '0' } }, /failed/],
  ['sends elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, /not an answer/],
]

describe.each(Object.entries(REQUESTS))('%s of a model that', (_, request) => {
  test.each(FAULTS)(
    '%s: the whole answer is the engine’s, with the reason, and the token comes back once',
    async (...args) => {
      const [, fault, words] = args
      server.play([fault])
      const person = await newPerson(words === IN_TIME ? impatient : app)
      const answer = await ask(request, person)
      expect(answer.engine).toMatchObject({ kind: 'built-in', fallbackReason: expect.stringMatching(words) })
      expect(await countTokens(person.client)).toBe(10)
      await expect.poll(() => server.connections()).toBeLessThanOrEqual(1)
    },
  )
})

test('the reason comes with the stream as well', async () => {
  server.play([{ status: 500 }])
  const { client, portfolioId } = await newPerson()
  const response = await requestComprehensive(client, portfolioId, { accept: 'text/event-stream' })
  const result = (await readEvents(response)).find(({ event }) => event === 'result')?.data as Answer
  expect(result.engine.fallbackReason).toMatch(/service failed/)
  expect(await countTokens(client)).toBe(10)
})

test('a token comes back five times a day; beyond, the built-in answer has its price', async () => {
  server.play([{ status: 500 }])
  const person = await newPerson()
  const left: number[] = []
  for (let time = 0; time < 7; time += 1) {
    expect((await ask((client, id) => toHedges(client, id, { key: `once-${time}` }), person)).engine.kind).toBe(
      'built-in',
    )
    left.push(await countTokens(person.client))
  }
  expect(left).toEqual([10, 10, 10, 10, 10, 9, 8])
  now = new Date(`${now.toISOString().slice(0, 10)}T23:59:59.999Z`)
  now = new Date(now.getTime() + 1)
  server.play([{ status: 500 }])
  await ask((client, id) => toHedges(client, id, { key: 'the next day' }), person)
  expect(await countTokens(person.client)).toBe(8)
})

describe('the budget of a day', () => {
  const dear = { prompt_tokens: daily.user - mostTokens('comprehensive') + 1, completion_tokens: 0 }

  test('is a user’s own and comes back at midnight UTC; when it is used up, the built-in answer has its price', async () => {
    server.charge(dear)
    const [ann, bob] = [await newPerson(), await newPerson()]
    expect((await ask(requestComprehensive, ann)).engine.kind).toBe('model')
    const refused = await ask(toHedges, ann)
    expect(refused.engine.fallbackReason).toMatch(/^Your share .* today is used up/)
    expect(refused.engine).toMatchObject({ isOwnLimit: true })
    expect(await countTokens(ann.client)).toBe(9)
    server.charge({ prompt_tokens: 100, completion_tokens: 100 })
    expect((await ask(requestComprehensive, bob)).engine.kind).toBe('model')
    now = new Date(`${now.toISOString().slice(0, 10)}T23:59:59.999Z`)
    expect((await ask(requestComprehensive, ann)).engine.kind).toBe('built-in')
    now = new Date(now.getTime() + 1)
    expect((await ask(requestComprehensive, ann)).engine.kind).toBe('model')
  })

  test('of all is one for several servers, also while runs are under way, and is settled with what they cost', {
    tags: 'full',
  }, async () => {
    const [one, other] = [app, await createServerOf(LONG_MILLISECONDS)]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    server.play((request) => ({ after: released, reply: repeat(request) }))
    const asked = await Promise.all([one, other, one, other, one].map(newPerson))
    const reasons: string[] = []
    const answers = asked.map(async (person) => {
      const { engine } = await ask(requestComprehensive, person)
      if (engine.fallbackReason !== null) reasons.push(engine.fallbackReason)
      return engine.kind
    })
    await expect.poll(() => reasons, { timeout: 45_000 }).toHaveLength(2)
    expect(reasons).toEqual(Array(2).fill(expect.stringMatching(/budget for today is used up/)))
    release()
    expect((await Promise.all(answers)).filter((kind) => kind === 'model')).toHaveLength(3)
    // What was entered for the most that they may cost is given back: three times 1,200 were spent.
    expect((await ask(requestComprehensive, await newPerson(other))).engine.kind).toBe('model')
    await other.close()
  })
})

test('five failures of a service open the breaker for all; one of those who ask after a minute tries, and closes it', async () => {
  server.play([{ status: 401, kind: 'authentication_error', message: `bad key ${KEY}` }])
  const person = await newPerson()
  for (let count = 0; count < 5; count += 1) {
    expect((await ask(toHedges, person)).engine.fallbackReason).toMatch(/refused the key/)
  }
  const asked = server.requests.length
  const others = await Promise.all([app, app, app].map(newPerson))
  const resting = await Promise.all(others.map((one) => ask(requestComprehensive, one)))
  for (const { engine } of resting) expect(engine.fallbackReason).toMatch(/left alone/)
  expect(server.requests).toHaveLength(asked)
  now = new Date(now.getTime() + 60_000)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.play((request) => ({ after: released, reply: repeat(request) }))
  let left = others.length
  const kinds = others.map(async (one) => {
    const { engine } = await ask(requestComprehensive, one)
    left -= 1
    return engine.kind
  })
  await expect.poll(() => left, { timeout: 45_000 }).toBe(1)
  release()
  expect((await Promise.all(kinds)).filter((kind) => kind === 'model')).toHaveLength(1)
  expect(server.requests).toHaveLength(asked + 1)
  expect(await countTokens(person.client)).toBe(10)
  expect((await ask(toHedges, person)).engine.kind).toBe('model')
  expect(await countTokens(person.client)).toBe(9)
})

test('the log holds neither key nor prompt nor answer nor person', () => {
  expect(lines).toContain('the built-in engine replaces the model')
  expect(lines).not.toContain(KEY)
  expect(lines).not.toMatch(/person\d+@|about the|customPrompt|AAPL|sections/)
})
