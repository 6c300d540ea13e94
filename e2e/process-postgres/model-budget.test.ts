/** @module-tag full */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePro } from '../../server/src/accounts/testing/pro-user.ts'
import { mostTokens } from '../../server/src/ai/budgets.ts'
import { chooseShown, createChooser } from '../../server/src/ai/testing/chooser.ts'
import { createModelServer, type ModelServer } from '../../server/src/ai/testing/model-server.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { ApiClient } from '../support/api-client.ts'
import { type ServerPair, startPair, stopPair } from '../support/server-pair.ts'

const PEOPLE = 6
const FITTING = 3

let db: TestDatabase
let pair: ServerPair
let model: ModelServer
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  model = await createModelServer()
  pair = await startPair({
    DATABASE_URL: db.url,
    MARKET_DATA: 'sample',
    AI_PROVIDER: 'anthropic',
    AI_BASE_URL: model.url,
    AI_MODEL: 'claude-sonnet-5',
    AI_API_KEY: 'sk-canary-12345',
    AI_DAILY_TOKENS: String(FITTING * mostTokens('comprehensive')),
  })
})
afterAll(async () => {
  await stopPair(pair)
  await model.close()
  await db.close()
})

async function newPerson(place: number) {
  const client = new ApiClient(pair.first.url)
  await client.signIn(`person${place}@example.com`)
  const { id } = await client.getJson<{ id: string }>('/api/auth/user')
  await makePro(db, id)
  const json = { name: 'Mine', data: 'ticker,shares,avgCost\nAAPL,10,1\nKO,10,1\n' }
  const uploaded = await client.send('POST', '/api/portfolios/upload', json)
  const { id: portfolioId } = (await uploaded.json()) as { id: string }
  return { client, portfolioId, home: place % 2 === 0 ? pair.first.url : pair.second.url }
}

async function analyse({ client, portfolioId, home }: Awaited<ReturnType<typeof newPerson>>) {
  const response = await client.request(`${home}/api/ai-analysis/comprehensive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ portfolioId }),
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { engine: { kind: string; fallbackReason: string | null } }).engine
}

test('what a model may cost in a day holds over processes, while runs are under way and once they are settled', async () => {
  const repeat = createChooser(chooseShown)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  model.play((request) => ({ after: released, reply: repeat(request) }))
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, place) => newPerson(place)))
  const reasons: (string | null)[] = []
  const engines = people.map(async (person) => {
    const engine = await analyse(person)
    if (engine.kind === 'built-in') reasons.push(engine.fallbackReason)
    return engine.kind
  })
  await expect.poll(() => reasons.length, { timeout: 30_000 }).toBe(PEOPLE - FITTING)
  for (const reason of reasons) expect(reason).toMatch(/budget for today is used up/)
  release()
  expect((await Promise.all(engines)).filter((kind) => kind === 'model')).toHaveLength(FITTING)
  // Settled, they have cost a few thousand tokens: there is room again, at either process.
  model.play(repeat)
  expect((await Promise.all(people.slice(0, 2).map(analyse))).map(({ kind }) => kind)).toEqual(['model', 'model'])
  const [sum] = await db.asOwner('select sum(tokens) as tokens, count(*) as runs from ai_model_calls')
  expect(sum).toEqual({ tokens: String((FITTING + 2) * 1_200), runs: String(FITTING + 2) })
  expect(model.headers()['x-api-key']).toBe('sk-canary-12345')
  expect(pair.first.output() + pair.second.output()).not.toContain('canary')
})
