/** @module-tag postgres */

import { ALL_CALLS, type Call } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { signInPro } from '../hedges/testing/hedge-client.ts'
import { CALL_BODIES, UNKNOWN_ID } from './testing/call-bodies.ts'
import { invite, share } from './testing/share-portfolio.ts'

const SWEEP_MILLISECONDS = 120_000
const nameOf = ({ method, path }: Call) => `${method} ${path}`

/**
 * Requests and results of a guest, kept or deleted: they are the guest's, they cost the guest, and they change nothing of the
 * owner. Every other call that is no GET must be refused; a call that is added later is, until it stands here.
 */
const OWN_WORK = new Set([
  'POST /api/portfolios/:portfolioId/ask',
  'DELETE /api/portfolios/:portfolioId/ask-threads',
  'DELETE /api/portfolios/:portfolioId/ask-threads/:threadId',
  'POST /api/portfolios/:portfolioId/analyze-hedges',
  'DELETE /api/portfolios/:portfolioId/hedge-analyses/:analysisId',
  'POST /api/portfolios/:portfolioId/ticket-split',
  'POST /api/portfolios/:portfolioId/import-difference',
  'POST /api/ai-analysis/comprehensive',
  'POST /api/agentic-discovery',
  'POST /api/backtest/scenario',
  'POST /api/backtest/scenario/series',
])

/** Bodies that name a portfolio where others need not. */
const FULLER_BODIES: Record<string, object> = {
  'PATCH /api/portfolio-groups/:groupId': { portfolioIds: [UNKNOWN_ID] },
  'POST /api/portfolios/save-from-review': { portfolioId: UNKNOWN_ID, mode: 'replace' },
}

const NAMES_PORTFOLIO = /"(?:portfolioIds?|whatIf|positionsIn)"/
const namesPortfolio = (schema: z.ZodType | undefined) =>
  schema !== undefined &&
  NAMES_PORTFOLIO.test(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))

const CALLS = ALL_CALLS.filter(
  ({ path, query, body }) => path.includes(':portfolioId') || namesPortfolio(query) || namesPortfolio(body),
)

let app: TestApp
let owner: TestClient
let guest: TestClient
let ownersId: string
let guestsId: string
/** The owner's portfolio as the guest reads it. */
let sharedId: string
/** A group of the guest's own, into which nothing of others goes. */
let groupId: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn('owner@example.com', 'Olga Owner')
  guest = await signInPro(app, 'guest@example.com')
  const saved = await owner.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Shown', data: 'ticker,shares,avgCost\nAAPL,40,150\nMSFT,20,300\nXOM,50,90\n' },
  })
  ownersId = saved.id
  const own = await guest.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Own', data: 'ticker,shares\nSPY,100\n' },
  })
  guestsId = own.id
  const group = { method: 'POST', json: { name: 'Group', portfolioIds: [guestsId] } }
  groupId = (await guest.json<{ id: string }>('/api/portfolio-groups', group)).id
  sharedId = (await share(owner, ownersId, guest)).portfolioId
})
afterAll(() => app?.close())

async function request(call: Call, portfolioId: string): Promise<{ status: number; text: string }> {
  const name = nameOf(call)
  const path = call.path
    .replace(':portfolioId', portfolioId)
    .replace(':groupId', groupId)
    .replaceAll(/:\w+/g, UNKNOWN_ID)
  const body = CALL_BODIES[name] && { ...(CALL_BODIES[name] as object), ...FULLER_BODIES[name] }
  const answer = await guest.fetch(path.replace(`changes/${UNKNOWN_ID}`, 'changes/1'), {
    method: call.method,
    ...(body !== undefined && {
      json: JSON.parse(JSON.stringify(body).replaceAll(UNKNOWN_ID, portfolioId)) as unknown,
    }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** All rows of the owner's portfolio, as they are stored. */
async function readStored(): Promise<unknown> {
  const tables = await app.db.asOwner(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'portfolio_id' order by 1",
  )
  const rows: unknown[] = [await app.db.asOwner(`select * from portfolios where id = '${ownersId}'`)]
  for (const { name } of tables) {
    rows.push([name, await app.db.asOwner(`select * from ${name} where portfolio_id = '${ownersId}' order by 1, 2`)])
  }
  return rows
}

test('every call with a portfolio’s id reads for a guest, or refuses to write', {
  tags: 'full',
  timeout: SWEEP_MILLISECONDS,
}, async () => {
  expect(CALLS.length).toBeGreaterThan(50)
  expect([...OWN_WORK].filter((name) => !CALLS.some((call) => nameOf(call) === name))).toEqual([])
  const before = await readStored()
  const wrong: unknown[] = []
  for (const call of CALLS) {
    const { status, text } = await request(call, sharedId)
    const reads = call.method === 'GET' || OWN_WORK.has(nameOf(call))
    const namesMore = /:(?!portfolioId)\w+/.test(call.path)
    const isRight = reads
      ? status === 200 || (namesMore && status === 404)
      : (status === 403 && text.includes('shared with you')) || (status === 404 && text.includes('no such portfolio'))
    if (!isRight) wrong.push([nameOf(call), status, text.slice(0, 200)])
  }
  expect(wrong).toEqual([])
  expect(await readStored()).toEqual(before)

  // A policy of the guest's own that would put its options into the shared portfolio.
  const policy = CALL_BODIES['POST /api/portfolios/:portfolioId/policies'] as object
  const into = await guest.fetch(`/api/portfolios/${guestsId}/policies`, {
    method: 'POST',
    json: { ...policy, positionsIn: sharedId },
  })
  expect([into.status, await into.text()]).toEqual([403, expect.stringContaining('shared with you')])
  expect(await guest.json('/api/policies')).toEqual([])
  expect(await readStored()).toEqual(before)
})

test('every call with the id answers “no such portfolio” from the end of the share on', {
  timeout: SWEEP_MILLISECONDS,
}, async () => {
  const second = await app.signIn('second@example.com')
  const code = await invite(owner, ownersId)
  const { id, portfolioId } = (await (
    await second.fetch('/api/shares', { method: 'POST', json: { code } })
  ).json()) as { id: string; portfolioId: string }
  expect((await second.fetch(`/api/portfolios/${portfolioId}/overview`)).status).toBe(200)
  await owner.json(`/api/shares/${id}`, { method: 'DELETE' })
  const shares = await guest.json<{ received: { id: string; portfolioId: string }[] }>('/api/shares')
  const received = shares.received.find(({ portfolioId: read }) => read === sharedId)
  await owner.json(`/api/shares/${received!.id}`, { method: 'DELETE' })
  const wrong: unknown[] = []
  for (const call of CALLS) {
    const { status, text } = await request(call, sharedId)
    if (status !== 404) wrong.push([nameOf(call), status, text.slice(0, 200)])
  }
  expect(wrong).toEqual([])
})
