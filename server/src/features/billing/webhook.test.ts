import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../accounts/testing/pro-user.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import type { SandboxCharge, SandboxSubscription } from '../../payments/sandbox/sandbox-objects.ts'
import { type FakeStripe, type SignedEvent, signBody, startFakeStripe } from '../../payments/testing/fake-stripe.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const LONG = process.env.BALLAST_LONG !== undefined
const PURCHASES = LONG ? 1_000 : 40
const COPIES = 20

let now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
let db: TestDatabase
let stripe: FakeStripe
let app: TestApp
/** A second process on the same database. */
let other: TestApp

beforeAll(async () => {
  db = await createTestDatabase()
  stripe = await startFakeStripe(db, clock)
  const options = { db, environment: stripe.environment, overrides: { clock } }
  ;[app, other] = [await createTestApp(options), await createTestApp(options)]
})
afterAll(async () => {
  await Promise.all([app.close(), other.close()])
  await stripe.close()
  await db.close()
})
afterEach(async () => {
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

const post = (payload: string, signature: string | undefined, at = app) =>
  fetch(`${at.url}/api/stripe/webhook`, {
    method: 'POST',
    body: payload,
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  })
async function deliver(events: readonly SignedEvent[], at = app) {
  for (const { body, signature } of events) expect((await post(body, signature, at)).status).toBe(200)
  await at.dependencies.billing.catchUp()
}
const deliverAll = async () => deliver(await stripe.takeEvents())

let users = 0
async function newUser(): Promise<{ client: TestClient; id: string }> {
  users += 1
  const client = await app.signIn(`webhook-${users}@example.com`)
  return { client, id: (await client.json<{ id: string }>('/api/auth/user')).id }
}
const statusOf = (client: TestClient) =>
  client.json<{ tier: string; monthlyTokens: number; purchasedTokens: number; owedTokens: number }>(
    '/api/billing/status',
  )
const sessionIn = (url: string) => url.split('/').at(-1)!

async function openTokens(client: TestClient, packageId = 'medium') {
  const { url } = await client.json<{ url: string }>('/api/stripe/create-token-checkout', {
    method: 'POST',
    json: { packageId },
  })
  return sessionIn(url)
}
async function buyTokens(
  client: TestClient,
  packageId = 'medium',
): Promise<{ sessionId: string; charge: SandboxCharge }> {
  const sessionId = await openTokens(client, packageId)
  await stripe.plays.pay(sessionId)
  const session = await stripe.store.find(sessionId)
  const charges = (await stripe.store.list('charge', String(session!.customer))) as SandboxCharge[]
  return { sessionId, charge: charges.find((charge) => charge.payment_intent === session!.payment_intent)! }
}
async function newBuyer() {
  const user = await newUser()
  await makePro(db, user.id, { monthly: 0 })
  return user
}
async function subscribe(client: TestClient): Promise<SandboxSubscription> {
  const { url } = await client.json<{ url: string }>('/api/stripe/create-subscription-checkout', { method: 'POST' })
  await stripe.plays.pay(sessionIn(url))
  const session = await stripe.store.find(sessionIn(url))
  return (await stripe.store.find(String(session!.subscription))) as SandboxSubscription
}

describe('who did not sign is not heard', () => {
  const seconds = () => Math.floor(now / 1_000)
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'charge.refunded',
    data: { object: { id: 'ch_x', object: 'charge' } },
  })
  const good = () => signBody(body, seconds())
  const digest = () => /v1=(\w+)/.exec(good())![1]!
  const forgeries: [string, () => [string, string | undefined]][] = [
    ['no signature', () => [body, undefined]],
    ['an empty one', () => [body, '']],
    ['words', () => [body, 'let me in']],
    ['a secret of somebody else', () => [body, signBody(body, seconds(), 'whsec_of_somebody_else')]],
    ['the secret "undefined"', () => [body, signBody(body, seconds(), 'undefined')]],
    ['the API key as secret', () => [body, signBody(body, seconds(), 'sk_test_stand_in')]],
    ['a changed byte', () => [body.replace('ch_x', 'ch_y'), good()]],
    ['another order of the same JSON', () => [JSON.stringify({ object: 'event', ...JSON.parse(body) }), good()]],
    ['a blank after the same JSON', () => [`${body} `, good()]],
    ['a signature that is 301 seconds old', () => [body, signBody(body, seconds() - 301)]],
    ['a signature that is 301 seconds ahead', () => [body, signBody(body, seconds() + 301)]],
    ['a signature of the next hour', () => [body, signBody(body, seconds() + 3_600)]],
    [
      'an old signature under a new time',
      () => [body, signBody(body, seconds() - 999).replace(/t=\d+/, `t=${seconds()}`)],
    ],
    ['a time that is none', () => [body, `t=soon,v1=${digest()}`]],
    ['no time', () => [body, `v1=${digest()}`]],
    ['the old scheme only', () => [body, good().replace('v1=', 'v0=')]],
    ['half a signature', () => [body, `t=${seconds()},v1=${digest().slice(0, 32)}`]],
    ['the signature of another event', () => [body, signBody('{}', seconds())]],
    ['nothing, signed', () => ['', signBody('', seconds())]],
  ]

  test.each(forgeries)('%s', async (_name, forge) => {
    const [payload, signature] = forge()
    const response = await post(payload, signature)
    expect(response.status).toBe(400)
    expect(await db.asOwner("select id from payment_events where id = 'evt_forged'")).toEqual([])
  })

  test('the real one, up to 300 seconds old, is', async () => {
    expect((await post(body, signBody(body, seconds() - 299))).status).toBe(200)
    expect(await db.asOwner("select id from payment_events where id = 'evt_forged'")).toHaveLength(1)
  })

  test('more than 256 kB is not read', async () => {
    const large = JSON.stringify({ padding: 'x'.repeat(257 * 1024) })
    expect((await post(large, signBody(large, seconds()))).status).toBe(413)
  })

  test('what does not concern us is taken and forgotten', async () => {
    const { body: text, signature } = stripe.sign('product.created', { id: 'prod_x', object: 'product' }, 'evt_product')
    expect((await post(text, signature)).status).toBe(200)
    expect(await db.asOwner("select id from payment_events where id = 'evt_product'")).toEqual([])
  })
})

test(`${PURCHASES} purchases, each told ${COPIES} times in any order to two processes, are credited once`, {
  tags: ['full'],
  timeout: 600_000,
}, async () => {
  const { client, id } = await newBuyer()
  await stripe.takeEvents()
  for (let number = 0; number < PURCHASES; number += 1) {
    // Opened and paid at the provider; what we know of it is our own record.
    const sessionId = await openTokens(client, 'small')
    await stripe.plays.pay(sessionId)
  }
  const events = await stripe.takeEvents()
  expect(events).toHaveLength(PURCHASES)
  const copies = fc.sample(
    fc.shuffledSubarray(Array.from({ length: COPIES }, () => events).flat(), { minLength: COPIES * PURCHASES }),
    1,
  )[0]!
  const services = [app.dependencies.billing, other.dependencies.billing]
  for (let index = 0; index < copies.length; index += COPIES) {
    const batch = copies.slice(index, index + COPIES)
    await Promise.all(
      batch.map(({ body, signature }, place) => services[place % 2]!.receiveWebhook(Buffer.from(body), signature)),
    )
  }
  await Promise.all(services.map((service) => service.catchUp()))
  expect(await statusOf(client)).toMatchObject({ purchasedTokens: 10 * PURCHASES })
  const [counted] = await db.asOwner(`select count(*)::int as count from purchases where user_id = '${id}'`)
  expect(counted!.count).toBe(PURCHASES)
})

test('subscription events in each of 24 orders lead to what the provider states now', { tags: 'full' }, async () => {
  const orders = permutationsOf([0, 1, 2, 3])
  expect(orders).toHaveLength(24)
  const { client } = await newUser()
  await stripe.takeEvents()
  const { id } = await subscribe(client)
  for (const order of orders) {
    await stripe.plays.renew(id, false)
    await stripe.plays.payOverdue(id)
    await stripe.plays.setCancelling(id, true)
    await stripe.plays.setCancelling(id, false)
    const events = (await stripe.takeEvents()).filter(({ body }) => body.includes('customer.subscription')).slice(-4)
    await deliver(order.map((index) => events[index]!))
    expect(await client.json('/api/billing/status')).toMatchObject({
      tier: 'pro',
      monthlyTokens: 7,
      subscription: { status: 'active', cancelAtPeriodEnd: false },
    })
    now += 60_000
  }
})

describe('only what was paid as offered is credited', () => {
  test.each([
    ['not paid', { payment_status: 'unpaid' }],
    ['paid with less', { amount_total: 100 }],
    ['paid in another currency', { currency: 'jpy' }],
    ['paid by another customer', { customer: 'cus_of_somebody_else' }],
    ['not opened by us', { client_reference_id: '00000000-0000-4000-8000-000000000000' }],
  ])('%s: no', async (_name, lie) => {
    const { client } = await newBuyer()
    const sessionId = await openTokens(client)
    await stripe.store.change(sessionId, (session) => ({
      ...session,
      payment_status: 'paid',
      status: 'complete',
      ...lie,
    }))
    await deliver([stripe.sign('checkout.session.completed', await stripe.store.find(sessionId))])
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0 })
  })

  test('what an event claims does not matter, only what the provider says when asked', async () => {
    const { client } = await newBuyer()
    const sessionId = await openTokens(client, 'small')
    const claim = {
      id: sessionId,
      object: 'checkout.session',
      payment_status: 'paid',
      amount_total: 9_900,
      metadata: { tokens: 50 },
    }
    await deliver([stripe.sign('checkout.session.completed', claim)])
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0 })
  })
})

describe('money that goes back takes its tokens along', () => {
  test('a part of it takes a part, and a won dispute brings back what it held', async () => {
    const { client } = await newBuyer()
    const { charge } = await buyTokens(client, 'medium')
    await deliverAll()
    await stripe.plays.refund(charge.id, charge.amount / 2)
    await deliverAll()
    // Half of 25 tokens, a part of a token counting whole: 13 go.
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 12 })
    await stripe.plays.dispute(charge.id, 'needs_response')
    await deliverAll()
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0, owedTokens: 0 })
    await stripe.plays.dispute(charge.id, 'won')
    await deliverAll()
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 12, owedTokens: 0 })
  })

  test('what was spent is owed, never less than nothing, and taken from the next purchase', async () => {
    const { client, id } = await newBuyer()
    const { charge } = await buyTokens(client, 'small')
    await deliverAll()
    await spend(id, 8)
    await stripe.plays.refund(charge.id, charge.amount)
    await deliverAll()
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0, owedTokens: 8 })
    await buyTokens(client, 'small')
    await deliverAll()
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 2, owedTokens: 0 })
    const { entries } = await client.json<{ entries: { kind: string; tokens: number; label: string }[] }>(
      '/api/billing/ledger?limit=4',
    )
    expect(entries.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['debt-settlement', -8],
      ['purchase', 10],
      ['purchase-reversal', 0],
      ['purchase-reversal', -2],
    ])
  })

  test('word of the refund may come before word of the payment, and both again', async () => {
    const { client } = await newBuyer()
    const { charge } = await buyTokens(client, 'small')
    await stripe.plays.refund(charge.id, charge.amount)
    const events = await stripe.takeEvents()
    await deliver([...events.toReversed(), ...events])
    expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0, owedTokens: 0 })
  })

  async function spend(userId: string, tokens: number) {
    const user = {
      id: userId,
      email: null,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      subscriptionTier: 'pro' as const,
      discoveryTokens: 0,
      isAdmin: false,
      createdAt: clock.now(),
      sessionIdHash: '',
    }
    for (let count = 0; count < tokens; count += 1) {
      await app.dependencies.tokenMeter.charge(
        {
          user,
          feature: 'hedge_analysis',
          portfolioId: null,
          idempotencyKey: `spend ${count}`,
          signal: new AbortController().signal,
        },
        async () => ({ answer: null, delivered: true }),
      )
    }
  }
})

test('an event that could not be worked off is worked off later, with one effect', async () => {
  const { client } = await newBuyer()
  await buyTokens(client, 'small')
  const events = await stripe.takeEvents()
  stripe.fail(400)
  await deliver(events)
  expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0 })
  stripe.fail(undefined)
  await app.dependencies.billing.catchUp()
  expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0 })
  now += 10_000
  await app.dependencies.billing.catchUp()
  await deliver(events)
  expect(await statusOf(client)).toMatchObject({ purchasedTokens: 10 })
})

test('an event that a process took and died with is left to the others after a minute', async () => {
  const { client } = await newBuyer()
  await buyTokens(client, 'small')
  const [{ body, signature }] = (await stripe.takeEvents()) as [SignedEvent]
  const id = (JSON.parse(body) as { id: string }).id
  stripe.fail(400)
  await post(body, signature)
  await app.dependencies.billing.catchUp()
  stripe.fail(undefined)
  const claimed = new Date(now + 60_000).toISOString()
  await db.asOwner(`update payment_events set next_attempt_at = '${claimed}' where id = '${id}'`)
  await other.dependencies.billing.catchUp()
  expect(await statusOf(client)).toMatchObject({ purchasedTokens: 0 })
  now += 60_001
  await other.dependencies.billing.catchUp()
  expect(await statusOf(client)).toMatchObject({ purchasedTokens: 10 })
})

test('two subscriptions that were begun in spite of everything end as one', async () => {
  const { client } = await newUser()
  const first = await subscribe(client)
  now += 1_000
  const second = { ...first, id: 'sub_second', created: first.created + 1 }
  await stripe.store.add(second)
  await deliver([stripe.sign('customer.subscription.created', second)])
  expect(await stripe.store.find('sub_second')).toMatchObject({ status: 'canceled' })
  expect(await client.json('/api/billing/status')).toMatchObject({
    tier: 'pro',
    subscription: { status: 'trialing' },
    monthlyTokens: 7,
  })
})

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
