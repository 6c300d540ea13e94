/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro, toSignedInPro } from '../accounts/testing/pro-user.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import type { SignedInUser } from '../http/authentication.ts'
import { AppError, errors } from '../http/errors.ts'
import { createLog } from '../log.ts'
import { createTokenMeter, type MeteredRequest } from './token-meter.ts'

const RUNS = process.env.BALLAST_LONG ? 60 : 6
const ROUNDS = process.env.BALLAST_LONG ? 200 : 3

let now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
const log = createLog('silent')
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const newMeter = () => createTokenMeter({ db, clock, log, forget: () => undefined, stopMilliseconds: 200 })
let meter = newMeter()
beforeEach(() => {
  meter = newMeter()
  // Out of reach of the double-click rule for what the test before did.
  now += 60_000
})
afterEach(async () => {
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

let users = 0
async function newUser(overrides: Partial<SignedInUser> = {}): Promise<SignedInUser> {
  users += 1
  const [row] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', 'meter-${users}', now(), now()) returning id`)
  return { ...toSignedInPro(String(row!.id), new Date(now)), ...overrides }
}
async function newPro(tokens: { monthly?: number; purchased?: number }) {
  const user = await newUser()
  await makePro(db, user.id, tokens)
  return user
}

const requestOf = (user: SignedInUser, overrides: Partial<MeteredRequest> = {}): MeteredRequest => ({
  user,
  feature: 'hedge_analysis',
  portfolioId: randomUUID(),
  idempotencyKey: randomUUID(),
  signal: new AbortController().signal,
  ...overrides,
})
const deliver = async () => ({ answer: { found: 'something' }, delivered: true })
const refusalOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof AppError)) throw new Error(`expected a refusal, got ${error}`)
  return { status: error.fields.status, ...error.toBody('id') }
}
async function tokensOf({ id }: SignedInUser) {
  const [row] = await db.asOwner(`select monthly, purchased, owed from token_balances where user_id = '${id}'`)
  return row
}
const statusesOf = async ({ id }: SignedInUser) =>
  (await db.asOwner(`select status from token_uses where user_id = '${id}' order by created_at, id`)).map(
    (row) => row.status,
  )

describe('who may', () => {
  let worked = 0
  const work = async () => {
    worked += 1
    return { answer: null, delivered: true }
  }

  test.each([
    ['hedge_analysis', 'AI Hedge Recommendations is a PRO feature. Upgrade to access AI-powered hedge analysis.'],
    ['agentic_discovery', expect.stringContaining('PRO feature')],
    ['comprehensive_analysis', expect.stringContaining('PRO feature')],
  ] as const)('on Free, %s asks for an upgrade before anything is done', async (feature, message) => {
    const user = await newUser({ subscriptionTier: 'free' })
    const refusal = { status: 403, error: 'PRO Feature', requiresUpgrade: true, message, requestId: 'id' }
    worked = 0
    expect(await refusalOf(meter.charge(requestOf(user, { feature }), work))).toEqual(refusal)
    expect(await refusalOf(meter.assertAllowed({ user, feature }))).toEqual(refusal)
    expect(worked).toBe(0)
  })

  test('on PRO without tokens, a purchase is asked for before anything is done', async () => {
    const user = await newPro({ monthly: 0 })
    const message = "You've used all your AI analysis tokens. Purchase more to continue."
    const refusal = { status: 403, error: 'No Tokens Remaining', requiresPurchase: true, message, requestId: 'id' }
    worked = 0
    expect(await refusalOf(meter.charge(requestOf(user), work))).toEqual(refusal)
    expect(await refusalOf(meter.assertAllowed({ user, feature: 'hedge_analysis' }))).toEqual(refusal)
    expect(worked).toBe(0)
  })

  test('what the plan includes needs no token', async () => {
    const user = await newPro({ monthly: 0 })
    await meter.assertAllowed({ user, feature: 'comprehensive_analysis' })
    const { answer, tokensRemaining } = await meter.charge(
      requestOf(user, { feature: 'comprehensive_analysis' }),
      deliver,
    )
    expect([answer, tokensRemaining]).toEqual([{ found: 'something' }, 0])
  })

  test('an admin is never short, pays nothing and is recorded', async () => {
    const admin = await newUser({ subscriptionTier: 'free', isAdmin: true })
    const { tokensRemaining } = await meter.charge(requestOf(admin), deliver)
    expect(tokensRemaining).toBe(-1)
    expect(await statusesOf(admin)).toEqual(['delivered'])
    expect(await tokensOf(admin)).toEqual({ monthly: 0, purchased: 0, owed: 0 })
  })
})

test('monthly tokens go first', async () => {
  const user = await newPro({ monthly: 1, purchased: 2 })
  await meter.charge(requestOf(user), deliver)
  expect(await tokensOf(user)).toEqual({ monthly: 0, purchased: 2, owed: 0 })
  expect((await meter.charge(requestOf(user), deliver)).tokensRemaining).toBe(1)
})

describe('tokens go back, to where they came from', () => {
  test('when the work throws, and the client gets what it threw', async () => {
    const user = await newPro({ monthly: 1, purchased: 1 })
    const failing = meter.charge(requestOf(user), async () => {
      throw errors.badGateway('The engine failed.')
    })
    expect(await refusalOf(failing)).toMatchObject({ status: 502 })
    expect(await tokensOf(user)).toEqual({ monthly: 1, purchased: 1, owed: 0 })
    expect(await statusesOf(user)).toEqual(['failed'])
  })

  test('when the work says that nothing was delivered; the answer is given all the same', async () => {
    const user = await newPro({ monthly: 1 })
    const { answer, tokensRemaining } = await meter.charge(requestOf(user), async () => ({
      answer: 'fallback',
      delivered: false,
    }))
    expect([answer, tokensRemaining]).toEqual(['fallback', 1])
    expect(await statusesOf(user)).toEqual(['free'])
  })

  test('five times a day and user, counted by the calendar’s day', async () => {
    const [user, other] = [await newPro({ monthly: 1 }), await newPro({ monthly: 1 })]
    for (let free = 1; free <= 5; free += 1) {
      expect(await meter.forgives(user.id)).toBe(true)
      await meter.charge(requestOf(user), async () => ({ answer: 'fallback', delivered: false }))
    }
    expect(await meter.forgives(user.id)).toBe(false)
    expect(await meter.forgives(other.id)).toBe(true)
    now += 24 * 60 * 60_000
    expect(await meter.forgives(user.id)).toBe(true)
  })

  test('when the client goes away, even if the work does not listen', async () => {
    const user = await newPro({ monthly: 1 })
    const client = new AbortController()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const charging = meter.charge(requestOf(user, { signal: client.signal }), () => {
      begin()
      return new Promise<never>(() => undefined)
    })
    await begun
    client.abort()
    await expect(charging).rejects.toThrow()
    expect(await tokensOf(user)).toMatchObject({ monthly: 1 })
  })

  test('when the server stops, and the next request is refused', async () => {
    const user = await newPro({ monthly: 2 })
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const charging = meter.charge(requestOf(user), (signal) => {
      begin()
      return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('told'))))
    })
    const refused = refusalOf(charging)
    await begun
    await meter.stop()
    expect(await refused).toMatchObject({ status: 503, error: expect.stringContaining('Nothing was charged') })
    expect(await refusalOf(meter.charge(requestOf(user), deliver))).toMatchObject({ status: 503 })
    expect(await tokensOf(user)).toMatchObject({ monthly: 2 })
  })

  test('by the sweeper when the process died, once, however many sweep', async () => {
    const user = await newPro({ monthly: 1 })
    void meter.charge(requestOf(user), () => new Promise<never>(() => undefined))
    await expect.poll(() => statusesOf(user)).toEqual(['reserved'])
    expect(await newMeter().sweep()).toBe(0)
    now += 46_000
    const swept = await Promise.all(Array.from({ length: 5 }, () => newMeter().sweep()))
    expect(swept.reduce((sum, count) => sum + count)).toBe(1)
    expect(await tokensOf(user)).toMatchObject({ monthly: 1 })
  })
})

test('work that ends after it was taken for dead is answered and not charged', async () => {
  const user = await newPro({ monthly: 1 })
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const charging = meter.charge(requestOf(user), async () => {
    await promise
    return { answer: 'late', delivered: true }
  })
  await expect.poll(() => statusesOf(user)).toEqual(['reserved'])
  now += 46_000
  expect(await newMeter().sweep()).toBe(1)
  finish()
  expect(await charging).toEqual({ answer: 'late', tokensRemaining: 1 })
})

describe('asking twice', () => {
  test.each([
    ['with the same key', { idempotencyKey: 'one click' }],
    ['without a key, within two seconds', { idempotencyKey: undefined }],
  ])('%s is charged once and answered the same, also by another process', async (_name, how) => {
    const user = await newPro({ monthly: 5 })
    const request = requestOf(user, how)
    let worked = 0
    const work = async () => {
      worked += 1
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { answer: { number: worked }, delivered: true }
    }
    const meters = [meter, newMeter(), newMeter()]
    const together = await Promise.all(meters.map((each) => each.charge(request, work)))
    const later = await newMeter().charge(request, work)
    for (const answer of [...together, later]) expect(answer).toEqual({ answer: { number: 1 }, tokensRemaining: 4 })
    expect(await tokensOf(user)).toMatchObject({ monthly: 4 })
  })

  test('without a key, more than two seconds later, is another use', async () => {
    const user = await newPro({ monthly: 5 })
    const request = requestOf(user, { idempotencyKey: undefined })
    await meter.charge(request, deliver)
    now += 2_001
    expect((await meter.charge(request, deliver)).tokensRemaining).toBe(3)
  })

  test('with the same key for something else is refused', async () => {
    const user = await newPro({ monthly: 5 })
    const request = requestOf(user)
    await meter.charge(request, deliver)
    expect(await refusalOf(meter.charge({ ...request, input: 'another prompt' }, deliver))).toMatchObject({
      status: 409,
    })
    expect(await tokensOf(user)).toMatchObject({ monthly: 4 })
  })

  test('while the first is under way and fails gets the same refusal; asking later tries anew', async () => {
    const user = await newPro({ monthly: 5 })
    const request = requestOf(user)
    const failing = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      throw errors.badGateway('The engine failed.')
    }
    const both = [meter, newMeter()].map((each) => refusalOf(each.charge(request, failing)))
    for (const refusal of await Promise.all(both))
      expect(refusal).toMatchObject({ status: 502, error: 'The engine failed.' })
    expect(await statusesOf(user)).toEqual(['failed'])
    expect((await meter.charge(request, deliver)).tokensRemaining).toBe(4)
  })

  test('after the first asker went away, the second does the work', async () => {
    const user = await newPro({ monthly: 5 })
    const request = requestOf(user)
    const client = new AbortController()
    const first = meter.charge({ ...request, signal: client.signal }, () => new Promise<never>(() => undefined))
    first.catch(() => undefined)
    await expect.poll(() => statusesOf(user)).toEqual(['reserved'])
    const second = newMeter().charge(request, deliver)
    client.abort()
    expect(await second).toEqual({ answer: { found: 'something' }, tokensRemaining: 4 })
  })

  test('a day later, the answer is gone and says so', async () => {
    const user = await newPro({ monthly: 5 })
    const request = requestOf(user)
    await meter.charge(request, deliver)
    now += 25 * 60 * 60_000
    await meter.sweep()
    expect(await refusalOf(meter.charge(request, deliver))).toMatchObject({ status: 409 })
  })

  test('two users may use the same key', async () => {
    const [one, two] = [await newPro({ monthly: 1 }), await newPro({ monthly: 1 })]
    for (const user of [one, two]) await meter.charge(requestOf(user, { idempotencyKey: 'same' }), deliver)
    expect([await tokensOf(one), await tokensOf(two)]).toMatchObject([{ monthly: 0 }, { monthly: 0 }])
  })
})

test(`50 at once on 5 tokens over two meters: 5 succeed, in each of ${ROUNDS} rounds`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await newPro({ monthly: 2, purchased: 3 })
    const meters = [newMeter(), newMeter()]
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => meters[index % 2]!.charge(requestOf(user), deliver)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const refusals = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => (reason as AppError).fields)
    expect(refusals.every(({ requiresPurchase }) => requiresPurchase)).toBe(true)
    expect(await tokensOf(user)).toEqual({ monthly: 0, purchased: 0, owed: 0 })
  }
}, 600_000)

test('whatever happens in whatever order, the books are right', async () => {
  const step = fc.record({
    end: fc.constantFrom('deliver', 'nothing', 'throw', 'abort', 'crash'),
    key: fc.constantFrom('a', 'b', 'c', undefined),
    wait: fc.constantFrom(0, 0, 1_000, 3_000, 50_000),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 6 }),
      async (steps, tokens) => {
        const user = await newPro({ monthly: Math.min(3, tokens), purchased: Math.max(0, tokens - 3) })
        await Promise.all(
          steps.map(async ({ end, key }) => {
            const client = new AbortController()
            const request = requestOf(user, { portfolioId: null, idempotencyKey: key, signal: client.signal })
            const charged = meter.charge(request, async () => {
              if (end === 'throw') throw new Error('failed')
              if (end === 'abort') client.abort()
              if (end === 'crash')
                return new Promise<never>((_, reject) => setTimeout(() => reject(new Error('died')), 20))
              return { answer: end, delivered: end === 'deliver' }
            })
            await charged.catch(() => undefined)
          }),
        )
        now += steps[0]!.wait
        await meter.sweep()
        expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
        const [spent] = await db.asOwner(
          `select count(*)::int as delivered from token_uses where user_id = '${user.id}' and status = 'delivered'`,
        )
        const left = (await tokensOf(user))!
        expect(Number(left.monthly) + Number(left.purchased)).toBe(tokens - Number(spent!.delivered))
      },
    ),
    { numRuns: RUNS },
  )
}, 600_000)
