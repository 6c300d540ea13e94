/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { encodedJson } from '../http/answers.ts'
import { createLog } from '../log.ts'
import { createPortfolio } from './portfolio.repository.ts'
import { type ComputedResult, createResultCache, type ResultCache, type ResultQuestion } from './result-cache.ts'

const db = await createTestDatabase()
afterAll(() => db.close())

const log = createLog('silent')
const day = 24 * 60 * 60_000
let now: number
let question: ResultQuestion
let computations: number
const clock: Clock = { now: () => new Date(now) }
/** Database as the cache sees it when other processes use it as well. */
const shared: Database = { ...db, engine: 'postgres' }
const opened: ResultCache[] = []

function openCache(database: Database = shared): ResultCache {
  const cache = createResultCache({ db: database, clock, log })
  opened.push(cache)
  return cache
}

const compute =
  (text: string, isFinal = true) =>
  async (): Promise<ComputedResult> => {
    computations++
    return { body: Buffer.from(text), etag: text, isFinal }
  }

beforeEach(async () => {
  now = new Date('2026-11-20T15:00:00Z').getTime()
  computations = 0
  const portfolio = await addPortfolio(await addUser())
  question = { ...portfolio, kind: 'correlation', request: '', origin: 'a' }
})

// What one test still writes must not lie in the way of the next.
afterEach(() => Promise.all(opened.splice(0).map((cache) => cache.settle())))

test('an answer is computed once and then remembered, also for what was held before an edit and its undoing', async () => {
  const cache = openCache()
  await cache.getOrCompute(question, compute('first'))
  await cache.getOrCompute({ ...question, origin: 'b' }, compute('second'))
  const answer = await cache.getOrCompute(question, compute('third'))
  expect({ body: String(answer.body), etag: answer.etag, computations }).toEqual({
    body: 'first',
    etag: encodedJson('', 'first').etag,
    computations: 2,
  })
})

test('another process on the same database has it without computing', async () => {
  const first = openCache()
  await first.getOrCompute(question, compute('answer'))
  await first.settle()
  const answer = await openCache().getOrCompute(question, compute('other'))
  expect({ body: String(answer.body), etag: answer.etag, computations }).toEqual({
    body: 'answer',
    etag: encodedJson('', 'answer').etag,
    computations: 1,
  })
})

test.each([
  ['another origin', { origin: 'b' }],
  ['another request', { request: 'gfc-2007' }],
  ['another kind', { kind: 'backtest' }],
])('%s is another answer', async (_, change) => {
  const first = openCache()
  await first.getOrCompute(question, compute('answer'))
  await first.settle()
  const answer = await openCache().getOrCompute({ ...question, ...change }, compute('other'))
  expect(String(answer.body)).toBe('other')
})

test('somebody else never gets it, not even with the portfolio’s id', async () => {
  const first = openCache()
  await first.getOrCompute(question, compute('mine'))
  await first.settle()
  const stranger = { ...question, userId: await addUser() }
  for (const cache of [first, openCache()]) {
    expect(String((await cache.getOrCompute(stranger, compute('theirs'))).body)).toBe('theirs')
    await cache.settle()
  }
  expect(String((await openCache().getOrCompute(question, compute('none'))).body)).toBe('mine')
})

test('an answer that may be better in a moment is given and not kept', async () => {
  const cache = openCache()
  await cache.getOrCompute(question, compute('partial', false))
  expect(String((await cache.getOrCompute(question, compute('whole'))).body)).toBe('whole')
})

test('what was computed two days ago is swept away, and what is newer stays', async () => {
  const cache = openCache()
  await cache.getOrCompute(question, compute('old'))
  now += day
  await cache.getOrCompute({ ...question, kind: 'backtest' }, compute('new'))
  await cache.settle()
  now += day + 1
  await cache.sweep()
  expect(await db.asOwner(`select kind from computed_results where user_id = '${question.userId}'`)).toEqual([
    { kind: 'backtest' },
  ])
})

test('of a portfolio and kind the newest twenty are kept, and of large ones fewer, however many are asked for', {
  tags: 'full',
}, async () => {
  const cache = openCache()
  const keptOf = async (kind: string) => {
    const where = `user_id = '${question.userId}' and kind = '${kind}'`
    const rows = await db.asOwner(`select request from computed_results where ${where} order by computed_at`)
    return rows.map(({ request }) => request)
  }
  const ask = async (kind: string, request: string, text: string) => {
    now += 1_000
    await cache.getOrCompute({ ...question, kind, request }, compute(text))
    await cache.settle()
  }
  for (let index = 0; index < 100; index += 1) await ask('backtest', `custom-${index}`, 'small')
  expect(await keptOf('backtest')).toEqual(Array.from({ length: 20 }, (_, index) => `custom-${80 + index}`))
  for (let index = 0; index < 5; index += 1) await ask('overview', `${index}`, 'x'.repeat(900_000))
  expect(await keptOf('overview')).toEqual(['3', '4'])
  await ask('overview', 'huge', 'x'.repeat(5_000_000))
  expect(await keptOf('overview')).toEqual(['huge'])
  expect(await keptOf('backtest')).toHaveLength(20)
})

test('a database of one process is not written to', async () => {
  const cache = openCache({ ...db, engine: 'embedded' })
  await cache.getOrCompute(question, compute('answer'))
  await cache.settle()
  expect(await db.asOwner(`select kind from computed_results where user_id = '${question.userId}'`)).toEqual([])
})

async function addUser(): Promise<string> {
  const id = randomUUID()
  await db.asOwner(
    `insert into users (id, issuer, subject, created_at, last_sign_in_at) values ('${id}', 'test', '${id}', now(), now())`,
  )
  return id
}

async function addPortfolio(userId: string): Promise<{ userId: string; portfolioId: string }> {
  const portfolio = await db.asUser(userId, (tx) => createPortfolio(tx, { userId, name: 'Mine', now: clock.now() }))
  return { userId, portfolioId: portfolio.id }
}
