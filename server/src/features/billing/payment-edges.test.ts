import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../accounts/testing/pro-user.ts'
import { createLeaseRepository } from '../../database/lease.repository.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import type { PaymentGateway } from '../../payments/payment-gateway.ts'
import type { SandboxCharge, SandboxSubscription } from '../../payments/sandbox/sandbox-objects.ts'
import { type FakeStripe, type SignedEvent, startFakeStripe } from '../../payments/testing/fake-stripe.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { createBillingService } from './billing.service.ts'
import { createCustomers } from './customers.service.ts'

const START = new Date('2026-11-20T15:00:00Z').getTime()
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let now = START
const clock = { now: () => new Date(now) }
let db: TestDatabase
let stripe: FakeStripe
let app: TestApp
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
afterEach(async () => {
  now = START
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

const receive = ({ body, signature }: SignedEvent) =>
  fetch(`${app.url}/api/stripe/webhook`, { method: 'POST', body, headers: { 'stripe-signature': signature } })
async function deliver(events: readonly SignedEvent[]) {
  for (const event of events) expect((await receive(event)).status).toBe(200)
  await app.dependencies.billing.catchUp()
}
const deliverAll = async () => deliver(await stripe.takeEvents())

const idOf = async (client: TestClient) => (await client.json<{ id: string }>('/api/auth/user')).id
const post = (client: TestClient, path: string, json?: unknown) =>
  client.fetch(path, { method: 'POST', ...(json !== undefined && { json }) })
const statusOf = (client: TestClient) => client.json<Record<string, unknown>>('/api/billing/status')
async function open(client: TestClient, path: string, json?: unknown): Promise<string> {
  const { url } = await client.json<{ url: string }>(path, { method: 'POST', ...(json !== undefined && { json }) })
  return url.split('/').at(-1)!
}
async function subscribe(client: TestClient): Promise<SandboxSubscription> {
  const sessionId = await open(client, '/api/stripe/create-subscription-checkout')
  await stripe.plays.pay(sessionId)
  await deliverAll()
  const session = await stripe.store.find(sessionId)
  return (await stripe.store.find(String(session!.subscription))) as SandboxSubscription
}
const leave = async (client: TestClient, confirmEmail: string) =>
  expect((await client.fetch('/api/account', { method: 'DELETE', json: { confirmEmail } })).status).toBe(200)

describe('a trial is had once by a person', () => {
  test('also by somebody who deleted the account and came back', async () => {
    const email = 'comes-back@example.com'
    const first = await app.signIn(email)
    expect(await subscribe(first)).toMatchObject({ status: 'trialing' })
    await leave(first, email)

    const again = await app.signIn(email)
    expect(await statusOf(again)).toMatchObject({ tier: 'free', trialAvailable: false })
    expect(await subscribe(again)).toMatchObject({ status: 'active' })
    expect(await statusOf(await app.signIn('somebody-else@example.com'))).toMatchObject({ trialAvailable: true })
  })

  test('also by somebody who deleted the account before word of the trial came', async () => {
    const email = 'quick@example.com'
    const first = await app.signIn(email)
    await stripe.plays.pay(await open(first, '/api/stripe/create-subscription-checkout'))
    await leave(first, email)
    await deliverAll()
    expect(await statusOf(await app.signIn(email))).toMatchObject({ tier: 'free', trialAvailable: false })
  })

  test('while somebody who left without one has it still', async () => {
    const email = 'only-looked@example.com'
    await leave(await app.signIn(email), email)
    expect(await statusOf(await app.signIn(email))).toMatchObject({ trialAvailable: true })
  })
})

test('the subscription of a deleted account is over in the books', { tags: 'full' }, async () => {
  const email = 'ends@example.com'
  const ann = await app.signIn(email)
  const { id } = await subscribe(ann)
  await leave(ann, email)
  await deliverAll()
  expect(await db.asOwner(`select user_id, status, ended_at from subscriptions where id = '${id}'`)).toEqual([
    { user_id: null, status: 'canceled', ended_at: clock.now() },
  ])
})

test('a purchase outlives its account without a name, and so does what becomes of it', { tags: 'full' }, async () => {
  const email = 'refunded-later@example.com'
  const ann = await app.signIn(email)
  await subscribe(ann)
  const sessionId = await open(ann, '/api/stripe/create-token-checkout', { packageId: 'small' })
  await stripe.plays.pay(sessionId)
  const session = await stripe.store.find(sessionId)
  const charges = (await stripe.store.list('charge')) as SandboxCharge[]
  const charge = charges.find(({ payment_intent }) => payment_intent === session?.payment_intent)
  await deliverAll()
  await leave(ann, email)
  await stripe.store.add({ ...charge!, disputed: false, amount_refunded: 2_900 })
  await deliver([
    stripe.sign('checkout.session.completed', { id: sessionId, object: 'checkout.session' }),
    stripe.sign('charge.refunded', charge),
  ])
  expect(
    await db.asOwner(
      `select user_id, reversed_cents, reversed_tokens from purchases where session_id = '${sessionId}'`,
    ),
  ).toEqual([{ user_id: null, reversed_cents: 2_900, reversed_tokens: 10 }])
})

describe('an event that is about nothing of ours', () => {
  test.each([
    ['balance.available', { object: 'balance', available: [] }],
    ['invoice.upcoming', { object: 'invoice', customer: 'cus_x' }],
  ])('%s has no id: it is taken and forgotten', async (type, object) => {
    expect((await receive(stripe.sign(type, object))).status).toBe(200)
  })

  test('a checkout of another shop on the same account is worked off once', async () => {
    await stripe.store.add({
      id: 'cs_other_shop',
      object: 'checkout.session',
      mode: 'payment',
      payment_status: 'paid',
      client_reference_id: 'order-42',
      customer: null,
      amount_total: 5_900,
      currency: 'usd',
    })
    await deliver([
      stripe.sign('checkout.session.completed', { id: 'cs_other_shop', object: 'checkout.session' }, 'evt_42'),
    ])
    expect(await db.asOwner("select done_at, last_error from payment_events where id = 'evt_42'")).toEqual([
      { done_at: clock.now(), last_error: null },
    ])
  })
})

describe('what a subscription paid and got back', () => {
  const paymentsOf = (userId: string) =>
    db.asOwner(`select amount_cents, reversed_cents from subscription_payments where user_id = '${userId}'`)

  test('is in the books also when word of the refund comes first', async () => {
    const ann = await app.signIn('refund-first@example.com')
    const { id, customer } = await subscribe(ann)
    await stripe.plays.renew(id, true)
    const [charge] = (await stripe.store.list('charge', customer)) as SandboxCharge[]
    await stripe.plays.refund(charge!.id, 4_900)
    await deliver((await stripe.takeEvents()).toReversed())
    expect(await paymentsOf(await idOf(ann))).toEqual([{ amount_cents: 4_900, reversed_cents: 4_900 }])
  })
})

test('a payment that stays overdue gives seven days of PRO once, not each month', async () => {
  const email = 'overdue@example.com'
  const ann = await app.signIn(email)
  const { id } = await subscribe(ann)
  await stripe.plays.renew(id, false)
  await deliverAll()
  const graceEndsAt = new Date(START + 7 * DAY).toISOString()
  expect(await statusOf(ann)).toMatchObject({ tier: 'pro', subscription: { status: 'past_due', graceEndsAt } })
  now = START + 7 * DAY - 1
  expect(await statusOf(await app.signIn(email))).toMatchObject({ tier: 'pro' })
  now = START + 7 * DAY
  expect(await statusOf(await app.signIn(email))).toMatchObject({ tier: 'free' })

  // A provider that leaves it overdue begins the next period all the same.
  now = START + 31 * DAY
  await stripe.plays.renew(id, false)
  await deliverAll()
  const later = await app.signIn(email)
  expect(await statusOf(later)).toMatchObject({ tier: 'free', subscription: { status: 'past_due', graceEndsAt } })

  await stripe.plays.payOverdue(id)
  await deliverAll()
  expect(await statusOf(later)).toMatchObject({ tier: 'pro', monthlyTokens: 7, subscription: { status: 'active' } })
  now += 31 * DAY
  await stripe.plays.renew(id, false)
  await deliverAll()
  expect(await statusOf(await app.signIn(email))).toMatchObject({ tier: 'pro', subscription: { status: 'past_due' } })
})

test('a customer whose state cannot be read keeps nobody else waiting', { tags: 'full' }, async () => {
  const [ann, bob] = [await app.signIn('unreadable@example.com'), await app.signIn('waits@example.com')]
  const [broken, good] = [await subscribe(ann), await subscribe(bob)]
  await stripe.store.change(broken.id, (subscription) => ({ ...subscription, status: 'a status of next year' }))
  const farFuture = { current_period_start: now / 1_000, current_period_end: 4e9 }
  await stripe.store.change(broken.id, (subscription) => ({ ...subscription, items: { data: [farFuture] } }))
  await db.asOwner(`update subscriptions set current_period_end = 'epoch' where id = '${broken.id}'`)
  const carl = await app.signIn('lapses@example.com')
  const carlId = await idOf(carl)
  await makePro(db, carlId, { monthly: 7, until: new Date(now - 1) })
  await stripe.plays.setCancelling(good.id, true)
  await stripe.takeEvents()
  now += 8 * DAY
  await app.dependencies.billing.catchUp()
  expect(await db.asOwner(`select status from subscriptions where id = '${good.id}'`)).toEqual([{ status: 'canceled' }])
  expect(await db.asOwner(`select monthly from token_balances where user_id = '${carlId}'`)).toEqual([{ monthly: 0 }])
  await db.asOwner(`update subscriptions set status = 'canceled' where id = '${broken.id}'`)
})

test('a subscription that ends before its period does is told to have ended then', async () => {
  const ann = await app.signIn('ended-early@example.com')
  const { id } = await subscribe(ann)
  now += HOUR
  await stripe.plays.end(id)
  await deliverAll()
  const currentPeriodEnd = clock.now().toISOString()
  expect(await statusOf(ann)).toMatchObject({ tier: 'free', subscription: { status: 'canceled', currentPeriodEnd } })
})

describe('what the provider knows is what counts', () => {
  test('a subscription that it never heard of is in nobody’s way', { tags: 'full' }, async () => {
    const ann = await app.signIn('played-before@example.com')
    await db.asOwner(`insert into subscriptions (id, user_id, status, current_period_start, current_period_end,
        cancel_at_period_end, created_at, synced_at)
      values ('sub_of_the_sandbox', '${await idOf(ann)}', 'active', '2026-11-01', '2026-12-01', false, '2026-11-01', '2026-11-01')`)
    await subscribe(ann)
    expect(await statusOf(ann)).toMatchObject({ tier: 'pro', monthlyTokens: 7 })
  })

  test('whom it forgot may subscribe anew, as a new customer', { tags: 'full' }, async () => {
    const email = 'forgotten@example.com'
    const ann = await app.signIn(email)
    await subscribe(ann)
    const customerOf = async () =>
      db.asOwner(`select customer_id from payment_customers where user_id = '${await idOf(ann)}'`)
    const [before] = await customerOf()
    await stripe.store.forgetCustomer(String(before!.customer_id))
    expect((await post(ann, '/api/stripe/create-portal-session')).status).toBe(409)
    await subscribe(ann)
    expect(await customerOf()).not.toEqual([before])
    expect(await statusOf(ann)).toMatchObject({ tier: 'pro', monthlyTokens: 7, subscription: { status: 'active' } })
    expect((await post(ann, '/api/stripe/create-portal-session')).status).toBe(200)
  })

  test('something else that it does not know makes nobody a new customer', async () => {
    const ann = await app.signIn('still-known@example.com')
    await subscribe(ann)
    const gateway: Partial<PaymentGateway> = {
      provider: 'stripe',
      createCustomer: () => Promise.reject(new Error('a new customer was made')),
    }
    const customers = createCustomers({ db, clock, gateway: gateway as PaymentGateway })
    const unknown = Object.assign(new Error('No such checkout'), { code: 'resource_missing', param: 'id' })
    const user = { id: await idOf(ann), email: null, firstName: null, lastName: null } as SignedInUser
    await expect(customers.actAs(user, () => Promise.reject(unknown))).rejects.toBe(unknown)
    expect(await statusOf(ann)).toMatchObject({ tier: 'pro', subscription: { status: 'trialing' } })
  })

  test('an account is not deleted while nobody can end its subscription', async () => {
    const ann = await app.signIn('keys-lost@example.com')
    await subscribe(ann)
    const { log, config, sessions } = app.dependencies
    const billing = createBillingService({
      db,
      clock,
      log,
      leases: createLeaseRepository(db),
      forget: sessions.forget,
      publicUrl: config.publicUrl,
      gateway: undefined,
      trialDays: 7,
      supportEmail: undefined,
    })
    await expect(billing.closeAccount(await idOf(ann))).rejects.toThrow('Nothing was deleted')
    const bob = await app.signIn('never-paid@example.com')
    await expect(billing.closeAccount(await idOf(bob))).resolves.toBeUndefined()
  })
})

test('who only looked at a checkout has nothing to manage', async () => {
  const ann = await app.signIn('looked@example.com')
  await open(ann, '/api/stripe/create-subscription-checkout')
  expect(await statusOf(ann)).toMatchObject({ canOpenPortal: false })
  expect((await post(ann, '/api/stripe/create-portal-session')).status).toBe(409)
})

test('another site cannot press the buttons of the sandbox', async () => {
  const local = await createTestApp({ db, overrides: { clock } })
  const ann = await local.signIn('pressed@example.com')
  const { url } = await ann.json<{ url: string }>('/api/stripe/create-subscription-checkout', { method: 'POST' })
  const press = (headers: Record<string, string>) =>
    fetch(`${url}/pay`, { method: 'POST', headers, redirect: 'manual' }).then(({ status }) => status)
  const own = new URL(url).origin
  expect(await press({})).toBe(403)
  expect(await press({ origin: 'https://evil.example' })).toBe(403)
  expect(await press({ origin: own, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await press({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
  // As a form of a page without referrer sends it.
  expect(await press({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(303)
  await local.dependencies.billingSandbox!.settle()
  await local.close()
})

test('an event that was stored before the clock was set back is not left for as long', async () => {
  const ann = await app.signIn('clock@example.com')
  await makePro(db, await idOf(ann), { monthly: 0 })
  await stripe.plays.pay(await open(ann, '/api/stripe/create-token-checkout', { packageId: 'small' }))
  const events = await stripe.takeEvents()
  stripe.fail(400)
  await deliver(events)
  stripe.fail(undefined)
  now -= HOUR
  await app.dependencies.billing.catchUp()
  expect(await statusOf(ann)).toMatchObject({ purchasedTokens: 10 })
})
