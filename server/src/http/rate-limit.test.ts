/** @module-tag postgres */

import { RATE_LIMITS_PER_MINUTE } from '@ballast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createTestApp, type TestClient } from '../test-app.ts'
import { createRateCounter } from './rate-counter.repository.ts'
import { countAgainst } from './rate-limit.ts'

let now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

describe('counting', () => {
  const hitTimes = async (
    counter: ReturnType<typeof createRateCounter>,
    key: string,
    budget: number,
    times: number,
  ) => {
    let allowed = 0
    for (let index = 0; index < times; index += 1) if ((await counter.hit(key, budget)).current <= budget) allowed += 1
    return allowed
  }

  test('allows the budget exactly, and begins anew after a minute', async () => {
    const counter = createRateCounter(db, clock)
    for (const budget of [1, 6, 30, 300]) {
      const key = `exact-${budget}`
      expect(await hitTimes(counter, key, budget, budget + 5)).toBe(budget)
      now += 60_000
      expect(await hitTimes(counter, key, budget, 1)).toBe(1)
    }
  })

  test('is shared: two processes together never exceed the budget, nor fall short by more than a step', async () => {
    const [one, two] = [createRateCounter(db, clock), createRateCounter(db, clock)]
    const allowed = await Promise.all([hitTimes(one, 'shared', 300, 250), hitTimes(two, 'shared', 300, 250)])
    expect(allowed[0] + allowed[1]).toBeLessThanOrEqual(300)
    expect(allowed[0] + allowed[1]).toBeGreaterThanOrEqual(290)
    const small = await Promise.all([hitTimes(one, 'small', 6, 10), hitTimes(two, 'small', 6, 10)])
    expect(small[0] + small[1]).toBe(6)
  })

  test.each([6, 30, 300])('requests that come at once use up a budget of %i no faster than others', async (budget) => {
    const counter = createRateCounter(db, clock)
    const hits = await Promise.all(Array.from({ length: budget + 5 }, () => counter.hit(`at-once-${budget}`, budget)))
    expect(hits.filter(({ current }) => current <= budget)).toHaveLength(budget)
    expect(new Set(hits.map(({ current }) => current))).toContain(1)
  })

  test('of what no route counts, such as the use of a tool, is of each user apart', async () => {
    const counter = createRateCounter(db, clock)
    const use = (subject: string) => countAgainst(counter, { limit: 'assistantAi', subject, multiplier: 1 })
    for (let index = 0; index < RATE_LIMITS_PER_MINUTE.assistantAi; index += 1) await use('ann')
    await expect(use('ann')).rejects.toMatchObject({ fields: { status: 429 } })
    await use('bob')
  })

  test('keeps keys apart', async () => {
    const counter = createRateCounter(db, clock)
    expect(await hitTimes(counter, 'a', 6, 10)).toBe(6)
    expect(await hitTimes(counter, 'b', 6, 10)).toBe(6)
  })
})

describe('limiting', () => {
  beforeEach(async () => {
    await db.asOwner('delete from rate_hits')
  })
  const start = (environment: Record<string, string> = {}) =>
    createTestApp({ db, overrides: { clock }, environment: { RATE_LIMITS: '1', ...environment } })

  test('refuses the twenty-first sign-in of an address in a minute, saying when to come back', async () => {
    const app = await start()
    const statuses = []
    for (let index = 0; index < 21; index += 1) {
      const response = await app.client().fetch('/api/login')
      statuses.push(response.status)
      if (index === 20) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await response.json()).toMatchObject({
          error: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/),
        })
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 302), 429])
    await app.close()
  })

  test('is not deceived by X-Forwarded-For', async () => {
    const app = await start({ RATE_LIMITS: '0.02' })
    const hit = async (address: string) =>
      (await app.client().fetch('/api/market-data/status', { headers: { 'x-forwarded-for': address } })).status
    for (let index = 0; index < 6; index += 1) expect(await hit(`10.0.0.${index}`)).toBe(200)
    expect(await hit('10.0.0.9')).toBe(429)
    await app.close()
  })

  test('counts each user apart', async () => {
    const app = await start()
    const [ann, bob] = [await app.signIn('ann@example.com'), await app.signIn('bob@example.com')]
    const attempt = async (client: TestClient) =>
      (await client.fetch('/api/portfolios/upload', { method: 'POST', json: { name: 'x', data: '' } })).status
    for (let index = 0; index < 30; index += 1) expect(await attempt(ann)).toBe(400)
    expect(await attempt(ann)).toBe(429)
    expect(await attempt(bob)).toBe(400)
    await app.close()
  })

  test('believes X-Forwarded-For of a proxy that is named', async () => {
    const app = await start({ RATE_LIMITS: '0.02', TRUSTED_PROXIES: '127.0.0.1' })
    const hit = async (address: string) =>
      (await app.client().fetch('/api/market-data/status', { headers: { 'x-forwarded-for': address } })).status
    for (let index = 0; index < 6; index += 1) expect(await hit('10.0.0.1')).toBe(200)
    expect(await hit('10.0.0.1')).toBe(429)
    expect(await hit('10.0.0.2')).toBe(200)
    await app.close()
  })

  test('never touches the probes', async () => {
    const app = await start({ RATE_LIMITS: '0.001' })
    for (let index = 0; index < 10; index += 1) expect((await app.client().fetch('/api/health')).status).toBe(200)
    await app.close()
  })

  test('lets requests pass when counting fails', async () => {
    const app = await start()
    await db.asOwner('alter table rate_hits rename to rate_hits_away')
    const response = await app.client().fetch('/api/market-data/status')
    await db.asOwner('alter table rate_hits_away rename to rate_hits')
    expect(response.status).toBe(200)
    await app.close()
  })
})
