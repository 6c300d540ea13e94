import { gunzipSync, gzipSync } from 'node:zlib'
import type { FactAnswer } from '@ballast/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { createComprehensiveRecomputer } from '../ai-analysis/ai-analysis.service.ts'
import { analyseWhole } from '../ai-analysis/testing/analysis-client.ts'
import { NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'

const LATER = new Date('2026-11-25T22:00:00.000Z')

let app: TestApp
let users = 0
let now = NOW
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
})
afterAll(() => app?.close())

let client: TestClient
let portfolioId: string
beforeEach(async () => {
  now = NOW
  users += 1
  client = await signInPro(app, `user${users}@example.com`)
  portfolioId = await upload(client, 'AAPL,100,1\nKO,100,1\n')
})

const open = (analysisId: string, id: string, by: TestClient = client) => by.fetch(`/api/facts/${analysisId}.${id}`)

test.each([
  ['the worked example', WORKED_EXAMPLE],
  ['a portfolio that is held', 'SPY,100,1\nAGG,500,1\nTLT,100,1\nGLD,50,1\nKO,100,1\nJNJ,50,1\nXLU,100,1\n'],
  ['shorts, options and what has no price', 'AAPL,200,1\nTSLA,-20,1\nSPY270219P00700000,1,10\nZZQQ,5,100\n'],
])('every figure of %s, also after prices have moved on', { tags: 'full' }, async (_name, rows) => {
  const id = await upload(client, rows)
  const { analysisId, facts } = await analyseWhole(client, id)
  now = LATER
  // A session ends when it is not used for days.
  client = await app.signIn(`user${users}@example.com`)
  const later = await analyseWhole(client, id)
  const worthOf = (all: typeof facts) => all.find(({ key }) => key === 'book.value')!.value
  expect(worthOf(later.facts)).not.toBe(worthOf(facts))
  const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
  const recomputer = createComprehensiveRecomputer(app.dependencies)
  const run = await recomputer.findRun(userId, analysisId)
  const options = { owner: userId, signal: new AbortController().signal }
  expect(await recomputer.recompute(run!.inputs!, options)).toEqual(facts)
  for (const fact of facts.filter((_, place) => place % 20 === 0)) {
    const answer = (await (await open(analysisId, fact.id)).json()) as FactAnswer
    expect(answer).toEqual({ fact, recomputed: fact.value, matches: true })
  }
})

test('a figure that was tampered with does not match', async () => {
  const { analysisId, facts } = await analyseWhole(client, portfolioId)
  const fact = facts.find(({ key }) => key === 'book.value')!
  await tamper(analysisId, (kept) => {
    kept.facts.find(({ id }) => id === fact.id)!.value = 999_999
  })
  expect(await (await open(analysisId, fact.id)).json()).toMatchObject({
    fact: { value: 999_999 },
    recomputed: fact.value,
    matches: false,
  })
  await tamper(analysisId, (kept) => {
    kept.facts.find(({ id }) => id === fact.id)!.key = 'book.worth'
  })
  expect(await (await open(analysisId, fact.id)).json()).toMatchObject({ recomputed: null, matches: false })
})

test('a fact of somebody else is as absent as an unknown one', async () => {
  const { analysisId } = await analyseWhole(client, portfolioId)
  const stranger = await app.signIn(`facts${users}@example.com`)
  const told = async (response: Response) => {
    const { error } = (await response.json()) as { error: string }
    return { status: response.status, error }
  }
  const unknown = await told(await open(analysisId, 'F9999'))
  expect(unknown.status).toBe(404)
  expect(await told(await open(analysisId, 'F1', stranger))).toEqual(unknown)
  expect(await told(await open('00000000-0000-4000-8000-000000000000', 'F1'))).toEqual(unknown)
  for (const odd of ['F1', `${analysisId}`, `${analysisId}.`, `${analysisId}.F1.F2`, `${analysisId}.value`, 'x.F1']) {
    expect(await told(await client.fetch(`/api/facts/${encodeURIComponent(odd)}`))).toEqual(unknown)
  }
})

test('what an earlier version computed is told as that, and not as a figure that differs', async () => {
  const { analysisId } = await analyseWhole(client, portfolioId)
  await app.db.asOwner(`update ai_runs set inputs = set_byte(inputs, 0, 0) where id = '${analysisId}'`)
  const response = await open(analysisId, 'F1')
  expect(response.status).toBe(410)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining('earlier version') })
})

test('what another program computed opens while this one computes the same, and is told as older where it does not', {
  tags: ['full'],
}, async () => {
  const { analysisId, facts } = await analyseWhole(client, portfolioId)
  const fact = facts.find(({ key }) => key === 'book.value')!
  await app.db.asOwner(`update ai_runs set inputs = set_byte(inputs, 1, 33) where id = '${analysisId}'`)
  expect(await (await open(analysisId, fact.id)).json()).toMatchObject({ recomputed: fact.value, matches: true })
  await tamper(analysisId, (kept) => {
    kept.facts.find(({ id }) => id === fact.id)!.value = 999_999
  })
  const response = await open(analysisId, fact.id)
  expect(response.status).toBe(410)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining('earlier version') })
})

async function tamper(
  analysisId: string,
  change: (kept: { facts: { id: string; key: string; value: unknown }[] }) => void,
) {
  const [row] = await app.db.asOwner(
    `select encode(answer, 'base64') as answer from ai_runs where id = '${analysisId}'`,
  )
  const kept = JSON.parse(gunzipSync(Buffer.from(String(row!.answer), 'base64')).toString())
  change(kept)
  const packed = gzipSync(JSON.stringify(kept)).toString('base64')
  await app.db.asOwner(`update ai_runs set answer = decode('${packed}', 'base64') where id = '${analysisId}'`)
}
