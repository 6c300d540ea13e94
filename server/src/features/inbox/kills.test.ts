/** @module-tag postgres */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMessage } from '../../accounts/add-message.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { signInPro } from '../hedges/testing/hedge-client.ts'
import { addWebhook, createDesk, createReceiver, readInbox } from './testing/delivery-desk.ts'

const NOON = new Date('2026-11-20T17:00:00Z').getTime()

let app: TestApp
let now = NOON
let receiver: Awaited<ReturnType<typeof createReceiver>>
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(now) } } })
  receiver = await createReceiver()
})
afterAll(async () => {
  await Promise.all([receiver?.close(), app?.close()])
})

class Killed extends Error {}

/**
 * The database of a process that dies at its n-th step: before a transaction, within it (which rolls it back), or right after
 * it was committed. Every later step of that process fails, too.
 */
function dieAt(step: number, db: Database): Database {
  let steps = 0
  const check = () => {
    steps += 1
    if (steps >= step) throw new Killed('killed')
  }
  const wrap =
    <T>(work: (tx: Transaction) => Promise<T>) =>
    async (tx: Transaction) => {
      const result = await work(tx)
      check()
      return result
    }
  const around = async <T>(run: () => Promise<T>) => {
    check()
    const result = await run()
    check()
    return result
  }
  return {
    ...db,
    asSystem: (work) => around(() => db.asSystem(wrap(work))),
    asUser: (userId, work) => around(() => db.asUser(userId, wrap(work))),
  }
}

async function survive(kills: number, seed: number) {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  now = NOON
  receiver.calls.length = 0
  const client: TestClient = await signInPro(app, `kills${kills}@example.com`)
  const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
  await addWebhook(app, client, receiver.url)
  const committed = new Set<string>()
  for (let kill = 0; kill < kills; kill++) {
    const db = dieAt(1 + Math.floor(random() * 14), app.db)
    // Whoever writes tries the same event again until it is committed, as a job's next run does.
    const eventKey = `event ${Math.floor(kill / 3)}`
    const message = { userId, eventKey, title: eventKey, text: 'x', link: '/policies', now: new Date(now) }
    const isKilled = (error: unknown) => {
      if (!(error instanceof Killed)) throw error
    }
    await db.asUser(userId, (tx) => addMessage(tx, message)).catch(isKilled)
    const stored = await app.db.asOwner(`select 1 from inbox_messages where event_key = '${eventKey}'`)
    if (stored.length > 0) committed.add(eventKey)
    const desk = createDesk(app, { db, random })
    await desk.deliver().catch(isKilled)
    await desk.close()
    now += 61_000
  }
  now += 3_600_000
  const desk = createDesk(app)
  await desk.deliver()
  await desk.close()
  return { client, committed }
}

async function expectToldOnce(kills: number, seed: number) {
  const { client, committed } = await survive(kills, seed)
  expect(committed.size).toBeGreaterThan(kills / 6)
  const events = receiver.calls.map(({ headers, body }) => {
    return { id: headers['webhook-id'], title: (JSON.parse(body.toString()) as { data: { title: string } }).data.title }
  })
  // Nothing that was committed is lost, nothing that was not is told.
  expect(new Set(events.map(({ title }) => title))).toEqual(committed)
  // Every attempt for a message has the same id, by which a receiver drops the second.
  expect(new Set(events.map(({ id }) => id)).size).toBe(committed.size)
  now = NOON
  const titles = (await readInbox(client)).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(await app.db.asOwner('select id from outbox where delivered_at is null')).toEqual([])
}

test('twenty processes that die at random steps lose no message and tell none twice', () => expectToldOnce(20, 7))

const MANY = process.env.BALLAST_LONG ? 1_000 : 150
test('neither do many more', { tags: ['full'], timeout: 300_000 }, () => expectToldOnce(MANY, 11))
