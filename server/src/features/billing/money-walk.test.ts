/** @module-tag postgres */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import type { SandboxCharge, SandboxSubscription } from '../../payments/sandbox/sandbox-objects.ts'
import { type FakeStripe, startFakeStripe } from '../../payments/testing/fake-stripe.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'

const RUNS = process.env.BALLAST_LONG === undefined ? 4 : 200
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
let db: TestDatabase
let stripe: FakeStripe
let app: TestApp
let users = 0
beforeAll(async () => {
  db = await createTestDatabase()
  stripe = await startFakeStripe(db, clock)
  app = await createTestApp({ db, environment: stripe.environment, overrides: { clock } })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
  await db.close()
})

async function pass(milliseconds: number) {
  now += milliseconds
}

/** A person, and the provider's side of what they do. Every step may find nothing to do. */
async function newPerson() {
  users += 1
  const [row] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', 'walk-${users}', now(), now()) returning id`)
  const id = String(row!.id)
  const { billing, tokenMeter } = app.dependencies
  let clicks = 0

  async function signedIn(): Promise<SignedInUser> {
    const [user] = await db.asOwner(`select pro_until from users where id = '${id}'`)
    const isPro = user!.pro_until !== null && now < (user!.pro_until as Date).getTime()
    return {
      id,
      email: null,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      isAdmin: false,
      sessionIdHash: '',
      subscriptionTier: isPro ? 'pro' : 'free',
      discoveryTokens: 0,
      createdAt: clock.now(),
    }
  }
  const ownCustomer = async () => {
    const [customer] = await db.asOwner(`select customer_id from payment_customers where user_id = '${id}'`)
    return String(customer?.customer_id)
  }
  const subscription = async () =>
    ((await stripe.store.list('subscription', await ownCustomer())) as SandboxSubscription[]).find(
      ({ status }) => status !== 'canceled',
    )
  const withSubscription = async (act: (subscription: SandboxSubscription) => Promise<unknown>) => {
    const found = await subscription()
    if (found) await act(found)
  }
  /** Charges of token packages, in the order in which they were made. */
  const charges: SandboxCharge[] = []
  const noteCharges = async () => {
    const all = (await stripe.store.list('charge', await ownCustomer())) as SandboxCharge[]
    const isNew = ({ id: found }: SandboxCharge) => charges.every((known) => known.id !== found)
    charges.push(...all.filter((charge) => charge.description.includes('tokens') && isNew(charge)))
  }
  const withNewestCharge = async (act: (charge: SandboxCharge) => Promise<unknown>) => {
    const newest = charges.at(-1)
    if (newest) await act(newest)
  }
  const pay = async (opened: Promise<string>) => {
    const url = await opened.catch(() => undefined)
    if (url !== undefined) await stripe.plays.pay(url.split('/').at(-1)!)
  }
  async function use(delivered: boolean) {
    clicks += 1
    const request = { user: await signedIn(), feature: 'hedge_analysis' as const, portfolioId: null }
    const { signal } = new AbortController()
    await tokenMeter
      .charge({ ...request, idempotencyKey: `click ${clicks}`, signal }, async () => ({ answer: clicks, delivered }))
      .catch(() => undefined)
  }

  const steps = {
    subscribe: async () => pay(billing.openSubscriptionCheckout(await signedIn())),
    buy: async () => {
      await pay(billing.openTokenCheckout(await signedIn(), 'small'))
      await noteCharges()
    },
    renew: () => withSubscription(({ id: found }) => stripe.plays.renew(found, true)),
    fail: () => withSubscription(({ id: found }) => stripe.plays.renew(found, false)),
    payOverdue: () => withSubscription(({ id: found }) => stripe.plays.payOverdue(found)),
    cancel: () => withSubscription(({ id: found }) => stripe.plays.setCancelling(found, true)),
    resume: () => withSubscription(({ id: found }) => stripe.plays.setCancelling(found, false)),
    end: () => withSubscription(({ id: found }) => stripe.plays.end(found)),
    refundHalf: () => withNewestCharge(({ id: charge, amount }) => stripe.plays.refund(charge, amount / 2)),
    refund: () => withNewestCharge(({ id: charge, amount }) => stripe.plays.refund(charge, amount)),
    dispute: () => withNewestCharge(({ id: charge }) => stripe.plays.dispute(charge, 'needs_response')),
    win: () => withNewestCharge(({ id: charge }) => stripe.plays.dispute(charge, 'won')),
    use: () => use(true),
    useThrice: async () => void (await Promise.all([use(true), use(false), use(true)])),
    sweep: async () => void (await tokenMeter.sweep()),
    hour: () => pass(HOUR),
    hourBack: () => pass(-HOUR),
    week: () => pass(8 * DAY),
    month: () => pass(31 * DAY),
    yearAndMore: () => pass(400 * DAY),
  }
  return { id, steps, ownCustomer }
}

/** Delivers what happened, each event twice and out of order, and lets the jobs do their work. */
async function tell(order: number) {
  const events = await stripe.takeEvents()
  const told = [...events, ...events].map((event, place) => ({ ...event, weight: (place * (order + 7)) % 31 }))
  // By their places, not by what stands in them: that holds ids, which are drawn.
  for (const { body } of told.toSorted((one, other) => one.weight - other.weight)) {
    // As the provider does, each delivery is signed anew.
    const { data, type, id } = JSON.parse(body) as { data: { object: unknown }; type: string; id: string }
    const again = stripe.sign(type, data.object, id)
    await app.dependencies.billing.receiveWebhook(Buffer.from(again.body), again.signature)
  }
  await app.dependencies.billing.catchUp()
}

async function factsOf(userId: string) {
  const [facts] = await db.asOwner(`
    select b.monthly, b.purchased, b.owed, u.pro_until,
      (select coalesce(sum(tokens - reversed_tokens), 0)::int from purchases p where p.user_id = u.id) as bought,
      (select coalesce(sum(purchased), 0)::int from token_uses t where t.user_id = u.id and t.status = 'delivered') as spent,
      (select count(*)::int from token_uses t where t.user_id = u.id and t.status = 'reserved') as reserved,
      (select count(*)::int from purchases p where p.user_id = u.id) as purchases,
      (select count(distinct session_id)::int from purchases p where p.user_id = u.id) as sessions,
      (select count(*)::int from token_ledger l where l.user_id = u.id and l.kind = 'purchase') as credits
    from users u left join token_balances b on b.user_id = u.id where u.id = '${userId}'`)
  return facts as Record<string, number> & { pro_until: Date | null }
}

test('whatever people, provider and clock do in whatever order, the books are right after each step', {
  tags: ['full'],
  timeout: 600_000,
}, async () => {
  const { steps: known } = await newPerson()
  const names = Object.keys(known) as (keyof typeof known)[]
  const walk = fc.array(fc.record({ name: fc.constantFrom(...names), told: fc.integer({ min: 0, max: 5 }) }), {
    minLength: 5,
    maxLength: 25,
  })
  await fc.assert(
    fc.asyncProperty(walk, async (taken) => {
      const { id, steps, ownCustomer } = await newPerson()
      // Most people begin so, and without it nothing else happens.
      for (const { name, told } of [
        { name: 'subscribe', told: 1 },
        { name: 'buy', told: 1 },
        ...taken,
        { name: 'sweep', told: 1 },
      ] as typeof taken) {
        await steps[name]()
        // Word of some things comes only with that of later ones.
        if (told === 0) continue
        await tell(told)
        expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
        const { monthly, purchased, owed, pro_until, bought, spent, reserved, ...counts } = await factsOf(id)
        const isPro = pro_until !== null && now < pro_until.getTime()
        expect(monthly ?? 0).toBeLessThanOrEqual(isPro ? 7 : 0)
        expect({ bought, reserved, owedBesideHeld: Math.min(purchased ?? 0, owed ?? 0) }).toEqual({
          bought: (purchased ?? 0) - (owed ?? 0) + (spent ?? 0),
          reserved: 0,
          owedBesideHeld: 0,
        })
        expect(counts).toEqual({ purchases: counts.sessions, sessions: counts.sessions, credits: counts.sessions })
        const stated = (await stripe.store.list('subscription', await ownCustomer())) as SandboxSubscription[]
        const stored = await db.asOwner(`select id, status from subscriptions where user_id = '${id}' order by id`)
        expect(stored).toEqual(
          stated.map((each) => ({ id: each.id, status: each.status })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        )
      }
    }),
    { numRuns: RUNS },
  )
})
