import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { PLANS } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createLog } from '../../log.ts'
import type { SandboxCharge } from '../../payments/sandbox/sandbox-objects.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

/** The whole journey, on a machine that may be busy. */
const PATIENCE_MS = 120_000
const DAY = 24 * 60 * 60_000

let text = ''
const destination = new Writable({
  write(chunk, _encoding, done) {
    text += chunk
    done()
  },
})
let now = new Date('2026-11-20T15:00:00Z').getTime()
let db: TestDatabase
let app: TestApp
beforeAll(async () => {
  db = await createTestDatabase()
  const overrides = { log: createLog('info', destination), clock: { now: () => new Date(now) } }
  app = await createTestApp({ db, overrides, environment: { ADMIN_EMAILS: 'admin@example.com' } })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

/** Takes what was written of tokens since the last look. */
function takeMoves(): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.includes('"event":"tokens-'))
  text = ''
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
const settle = async () => {
  await app.dependencies.billingSandbox!.settle()
  await app.dependencies.billing.catchUp()
}
async function buy(client: TestClient, path: string, json?: object) {
  const { url } = await client.json<{ url: string }>(path, { method: 'POST', ...(json && { json }) })
  expect((await client.fetch(`${url}/pay`, { method: 'POST' })).status).toBe(303)
  await settle()
}
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

test('every movement of tokens is written, with whose they are', { timeout: PATIENCE_MS }, async () => {
  const [ann, admin] = [await app.signIn('ann@example.com'), await app.signIn('admin@example.com')]
  const { id: userId } = await ann.json<{ id: string }>('/api/auth/user')
  const moved = (event: string, fields: object) => expect.objectContaining({ event, userId, ...fields })

  await buy(ann, '/api/stripe/create-subscription-checkout')
  expect(takeMoves()).toEqual([moved('tokens-granted', { tokens: PLANS.pro.monthlyTokens })])

  await buy(ann, '/api/stripe/create-token-checkout', { packageId: 'small' })
  expect(takeMoves()).toEqual([moved('tokens-bought', { tokens: 10, amountCents: 2_900 })])

  const gift = { userId, tokens: 3, reason: 'a present', requestId: randomUUID() }
  for (const _click of [1, 2]) await admin.json('/api/admin/token-grants', { method: 'POST', json: gift })
  // What a person asked for bears the id of the request.
  expect(takeMoves()).toEqual([moved('tokens-given', { tokens: 3, by: uuid, requestId: uuid })])

  const user = { ...(await ann.json<object>('/api/auth/user')), isAdmin: false } as never
  const request = { user, feature: 'hedge_analysis' as const, portfolioId: null, signal: new AbortController().signal }
  const use = (isDelivered: boolean) =>
    app.dependencies.tokenMeter.charge({ ...request, idempotencyKey: randomUUID() }, async () => {
      if (!isDelivered) throw new Error('failed')
      return { answer: 1, delivered: true }
    })
  await use(true)
  await use(false).catch(() => undefined)
  const used = (event: string) => moved(event, { feature: 'hedge_analysis', tokens: 1, useId: uuid })
  expect(takeMoves()).toEqual(['tokens-reserved', 'tokens-spent', 'tokens-reserved', 'tokens-returned'].map(used))

  const [charge] = (await app.dependencies.billingSandbox!.store.list('charge')) as SandboxCharge[]
  await app.dependencies.billingSandbox!.plays.refund(charge!.id, charge!.amount)
  await settle()
  expect(takeMoves()).toEqual([moved('tokens-reversed', { tokens: 10, purchaseId: expect.anything() })])

  const [subscription] = await app.dependencies.billingSandbox!.store.list('subscription')
  await app.dependencies.billingSandbox!.plays.setCancelling(subscription!.id, true)
  await settle()
  now += 8 * DAY
  await settle()
  expect(takeMoves()).toEqual([moved('tokens-lapsed', { tokens: PLANS.pro.monthlyTokens - 1 })])
})
