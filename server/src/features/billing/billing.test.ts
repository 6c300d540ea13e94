import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../accounts/testing/pro-user.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { type FakeStripe, startFakeStripe } from '../../payments/testing/fake-stripe.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const DAY = 24 * 60 * 60_000
const START = new Date('2026-11-20T15:00:00Z').getTime()

let now = START
const clock = { now: () => new Date(now) }
let db: TestDatabase
let app: TestApp

beforeAll(async () => {
  db = await createTestDatabase()
  app = await createTestApp({ db, overrides: { clock } })
})
afterAll(async () => {
  await app.close()
  await db.close()
})
afterEach(async () => {
  now = START
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

const settle = async () => {
  await app.dependencies.billingSandbox!.settle()
  await app.dependencies.billing.catchUp()
}
const post = (client: TestClient, path: string, json?: unknown) =>
  client.fetch(path, { method: 'POST', ...(json !== undefined && { json }) })
const urlOf = async (client: TestClient, path: string, json?: unknown) => {
  const response = await post(client, path, json)
  const body = (await response.json()) as { url: string }
  expect({ status: response.status, body }).toMatchObject({ status: 200, body: { url: expect.any(String) } })
  return body.url
}
const subscriptionCheckout = (client: TestClient) => urlOf(client, '/api/stripe/create-subscription-checkout')
const tokenCheckout = (client: TestClient, packageId: string) =>
  urlOf(client, '/api/stripe/create-token-checkout', { packageId })
const statusOf = (client: TestClient) => client.json<Record<string, unknown>>('/api/billing/status')
const userOf = (client: TestClient) =>
  client.json<{ id: string; subscriptionTier: string; discoveryTokens: number }>('/api/auth/user')

/** Does what a person does at the sandbox's checkout. @returns where the browser goes then */
async function pay(client: TestClient, url: string): Promise<string> {
  const page = await client.fetch(url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('no money moves')
  const paid = await post(client, `${url}/pay`)
  expect(paid.status).toBe(303)
  await settle()
  return paid.headers.get('location')!
}
async function subscribe(client: TestClient) {
  return pay(client, await subscriptionCheckout(client))
}
async function atPortal(client: TestClient, act: string) {
  const url = await urlOf(client, '/api/stripe/create-portal-session')
  expect((await client.fetch(url)).status).toBe(200)
  expect((await post(client, `${url}/${act}`)).status).toBe(303)
  await settle()
}
/** Sessions do not live for weeks: after a jump of the clock the person signs in again. */
async function later(email: string, days: number) {
  now += days * DAY
  await settle()
  return app.signIn(email)
}

test('from Free to PRO, to tokens, to the end: the whole journey', async () => {
  const email = 'journey@example.com'
  const ann = await app.signIn(email)
  expect(await statusOf(ann)).toEqual({
    tier: 'free',
    unlimited: false,
    subscription: null,
    proEndsAt: null,
    monthlyTokens: 0,
    monthlyAllowance: 7,
    purchasedTokens: 0,
    spendableTokens: 0,
    owedTokens: 0,
    trialAvailable: true,
    trialDays: 7,
    canOpenPortal: false,
    paymentsAvailable: true,
    sandbox: true,
    test: true,
  })
  expect((await post(ann, '/api/stripe/create-portal-session')).status).toBe(409)

  const returned = new URL(await subscribe(ann))
  expect(returned.pathname + returned.search).toMatch(/^\/pricing\?checkout=subscribed&session=cs_test_\w+$/)
  // The user menu knows at the next request, though sessions are remembered.
  expect(await userOf(ann)).toMatchObject({ subscriptionTier: 'pro', discoveryTokens: 7 })
  expect(await statusOf(ann)).toMatchObject({
    tier: 'pro',
    subscription: { status: 'trialing', trialEndsAt: '2026-11-27T15:00:00.000Z', cancelAtPeriodEnd: false },
    proEndsAt: '2026-11-27T15:00:00.000Z',
    spendableTokens: 7,
    trialAvailable: false,
    canOpenPortal: true,
  })

  await pay(ann, await tokenCheckout(ann, 'medium'))
  expect(await userOf(ann)).toMatchObject({ discoveryTokens: 32 })

  const afterTrial = await later(email, 8)
  expect(await statusOf(afterTrial)).toMatchObject({
    subscription: { status: 'active', currentPeriodStart: '2026-11-27T15:00:00.000Z', trialEndsAt: null },
    monthlyTokens: 7,
    purchasedTokens: 25,
  })

  await atPortal(afterTrial, 'cancel')
  expect(await statusOf(afterTrial)).toMatchObject({
    tier: 'pro',
    subscription: { cancelAtPeriodEnd: true },
    proEndsAt: '2026-12-27T15:00:00.000Z',
  })

  const afterEnd = await later(email, 35)
  expect(await statusOf(afterEnd)).toMatchObject({
    tier: 'free',
    proEndsAt: null,
    monthlyTokens: 0,
    purchasedTokens: 25,
    spendableTokens: 0,
    subscription: { status: 'canceled' },
  })
  expect(await userOf(afterEnd)).toMatchObject({ subscriptionTier: 'free', discoveryTokens: 25 })

  await subscribe(afterEnd)
  expect(await statusOf(afterEnd)).toMatchObject({
    subscription: { status: 'active', trialEndsAt: null },
    spendableTokens: 32,
  })

  const { entries } = await afterEnd.json<{ entries: { kind: string; tokens: number; balanceAfter: number }[] }>(
    '/api/billing/ledger',
  )
  expect(entries.map(({ kind, tokens, balanceAfter }) => [kind, tokens, balanceAfter])).toEqual([
    ['monthly-grant', 7, 32],
    ['monthly-lapse', -7, 25],
    ['monthly-grant', 7, 32],
    ['monthly-lapse', -7, 25],
    ['purchase', 25, 32],
    ['monthly-grant', 7, 7],
  ])
})

describe('the edges of a subscription', () => {
  test('a second one is refused with the address of the portal', async () => {
    const ann = await app.signIn('second@example.com')
    await subscribe(ann)
    const response = await post(ann, '/api/stripe/create-subscription-checkout')
    expect(response.status).toBe(409)
    const { url } = (await response.json()) as { url: string }
    expect(await (await ann.fetch(url)).text()).toContain('Billing portal')
  })

  test('a checkout that was left cannot be paid once another is open', async () => {
    const ann = await app.signIn('left@example.com')
    const left = await subscriptionCheckout(ann)
    await pay(ann, await subscriptionCheckout(ann))
    expect((await ann.fetch(left)).status).toBe(404)
    expect((await post(ann, `${left}/pay`)).status).toBe(404)
  })

  test('a failed payment leaves PRO and its tokens for 7 days, grants none, and ends it', async () => {
    const email = 'overdue@example.com'
    const ann = await app.signIn(email)
    await subscribe(ann)
    now += 60_000
    await atPortal(ann, 'fail')
    expect(await statusOf(ann)).toMatchObject({
      tier: 'pro',
      subscription: { status: 'past_due', graceEndsAt: '2026-11-27T15:01:00.000Z' },
      monthlyTokens: 7,
    })
    const inGrace = await later(email, 6.9)
    expect(await userOf(inGrace)).toMatchObject({ subscriptionTier: 'pro' })
    const afterGrace = await later(email, 0.2)
    expect(await userOf(afterGrace)).toMatchObject({ subscriptionTier: 'free', discoveryTokens: 0 })
    await atPortal(afterGrace, 'pay-overdue')
    expect(await statusOf(afterGrace)).toMatchObject({
      tier: 'pro',
      subscription: { status: 'active' },
      monthlyTokens: 7,
    })
  })

  test('a renewal replaces what is left of the month and keeps what was bought', async () => {
    const ann = await app.signIn('renewal@example.com')
    await subscribe(ann)
    await pay(ann, await tokenCheckout(ann, 'small'))
    now += 60_000
    await atPortal(ann, 'renew')
    expect(await statusOf(ann)).toMatchObject({ monthlyTokens: 7, purchasedTokens: 10 })
    await atPortal(ann, 'cancel')
    await atPortal(ann, 'resume')
    expect(await statusOf(ann)).toMatchObject({ monthlyTokens: 7, subscription: { cancelAtPeriodEnd: false } })
  })

  test('at an hour when nobody hears of anything, PRO ends by itself', async () => {
    const ann = await app.signIn('itself@example.com')
    const { id } = await userOf(ann)
    await makePro(db, id, { monthly: 7, purchased: 3, until: new Date(now + 60_000) })
    await app.dependencies.sessions.forget(id)
    expect(await userOf(ann)).toMatchObject({ subscriptionTier: 'pro', discoveryTokens: 10 })
    now += 60_000
    expect(await userOf(ann)).toMatchObject({ subscriptionTier: 'free', discoveryTokens: 3 })
    expect(await statusOf(ann)).toMatchObject({ tier: 'free', monthlyTokens: 0, spendableTokens: 0 })
    await app.dependencies.billing.catchUp()
    expect(await db.asOwner(`select monthly from token_balances where user_id = '${id}'`)).toEqual([{ monthly: 0 }])
  })
})

describe('who may buy what', () => {
  test('tokens are for PRO and admins', async () => {
    const ann = await app.signIn('free@example.com')
    const response = await post(ann, '/api/stripe/create-token-checkout', { packageId: 'small' })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: 'PRO Feature',
      requiresUpgrade: true,
      message: expect.any(String),
    })
  })

  test.each([[{ packageId: 'huge' }], [{ packageId: 'small', price: 1 }], [{ packageId: 'small', userId: 'x' }], [{}]])(
    '%o is no package',
    async (json) => {
      const ann = await app.signIn('package@example.com')
      expect((await post(ann, '/api/stripe/create-token-checkout', json)).status).toBe(400)
    },
  )

  test('nobody can confirm the checkout of somebody else, or one that never was', async () => {
    const [ann, bob] = [await app.signIn('own@example.com'), await app.signIn('foreign@example.com')]
    const sessionId = (await subscriptionCheckout(ann)).split('/').at(-1)
    for (const id of [sessionId, 'cs_test_none']) {
      expect((await post(bob, '/api/billing/confirm-checkout', { sessionId: id })).status).toBe(404)
    }
  })

  test('whoever comes back from the checkout need not wait for a webhook', async () => {
    const ann = await app.signIn('confirm@example.com')
    const url = await subscriptionCheckout(ann)
    const sessionId = url.split('/').at(-1)!
    const confirm = async () => (await post(ann, '/api/billing/confirm-checkout', { sessionId })).json()
    expect(await confirm()).toMatchObject({ state: 'pending', billing: { tier: 'free' } })
    await app.dependencies.billingSandbox!.plays.pay(sessionId)
    expect(await confirm()).toMatchObject({ state: 'complete', billing: { tier: 'pro', monthlyTokens: 7 } })
    await settle()
    expect(await statusOf(ann)).toMatchObject({ monthlyTokens: 7 })
  })
})

test('what a use costs shows at the very next request, and so does what it gives back', async () => {
  const ann = await app.signIn('at-once@example.com')
  const { id } = await userOf(ann)
  await makePro(db, id, { monthly: 2 })
  const { sessions, tokenMeter } = app.dependencies
  const user = (await sessions.authenticate(/ballast_session=([\w-]+)/.exec(ann.cookie())![1]!))!
  const seen: number[] = []
  const see = async () => void seen.push((await userOf(ann)).discoveryTokens)
  for (const delivered of [true, false]) {
    const { signal } = new AbortController()
    const use = { user, feature: 'hedge_analysis' as const, portfolioId: null, idempotencyKey: `${delivered}`, signal }
    await tokenMeter.charge(use, async () => {
      await see()
      return { answer: null, delivered }
    })
    await see()
  }
  expect(seen).toEqual([1, 1, 0, 1])
})

test('the statement comes in pages, newest first', async () => {
  const ann = await app.signIn('pages@example.com')
  const { id } = await userOf(ann)
  for (let count = 0; count < 5; count += 1) await makePro(db, id, { monthly: 0, purchased: 1 })
  type Page = { entries: { sequence: number }[]; nextBefore: number | null }
  const first = await ann.json<Page>('/api/billing/ledger?limit=3')
  const second = await ann.json<Page>(`/api/billing/ledger?limit=3&before=${first.nextBefore}`)
  expect([first.entries.length, second.entries.length, second.nextBefore]).toEqual([3, 2, null])
  const sequences = [...first.entries, ...second.entries].map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, another) => another - one))
  expect(new Set(sequences).size).toBe(5)
})

describe('the sandbox', () => {
  test('answers only to this machine’s right name, and its pages are in nobody’s frame', async () => {
    const ann = await app.signIn('host@example.com')
    const url = await subscriptionCheckout(ann)
    expect((await ann.fetch(url)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const injected = await app.app.inject({ url: new URL(url).pathname, headers: { host: 'evil.example' } })
    expect(injected.statusCode).toBe(404)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expect((await ann.fetch(url, { headers: { [header]: '203.0.113.9' } })).status, header).toBe(404)
    }
  })

  test('writes no markup of others and runs no script', async () => {
    const ann = await app.signIn('markup@example.com')
    const url = await subscriptionCheckout(ann)
    const id = url.split('/').at(-1)!
    const evil = '<img src=x onerror=alert(1)>'
    await app.dependencies.billingSandbox!.store.change(id, (session) => ({
      ...session,
      sandbox: { name: evil, trialDays: 0 },
    }))
    const text = await (await ann.fetch(url)).text()
    expect(text).not.toContain(evil)
    expect(text).not.toContain('<script')
  })
})

describe('with Stripe itself', () => {
  let stripe: FakeStripe
  let live: TestApp
  beforeAll(async () => {
    stripe = await startFakeStripe(db, clock)
    live = await createTestApp({ db, environment: stripe.environment, overrides: { clock } })
  })
  afterAll(async () => {
    await live.close()
    await stripe.close()
  })

  test('there is no sandbox', async () => {
    expect(live.dependencies.billingSandbox).toBeUndefined()
    const ann = await live.signIn('live@example.com')
    expect(await statusOf(ann)).toMatchObject({ sandbox: false, paymentsAvailable: true })
    expect((await live.client().fetch('/dev-stripe/checkout/cs_test_x/pay', { method: 'POST' })).status).toBe(404)
  })

  test('a provider that is down is told in words, and nothing is charged', async () => {
    const ann = await live.signIn('down@example.com')
    stripe.fail(400)
    const response = await post(ann, '/api/stripe/create-subscription-checkout')
    stripe.fail(undefined)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('Nothing was charged') })
    expect((await post(ann, '/api/stripe/create-subscription-checkout')).status).toBe(200)
  })

  test('deleting the account ends the subscription first, or nothing is deleted', async () => {
    const ann = await live.signIn('leaves@example.com')
    const { id: userId } = await userOf(ann)
    const url = await subscriptionCheckout(ann)
    await stripe.plays.pay(url.split('/').at(-1)!)
    for (const { body, signature } of await stripe.takeEvents()) {
      await live.dependencies.billing.receiveWebhook(Buffer.from(body), signature)
    }
    await live.dependencies.billing.catchUp()
    expect(await userOf(ann)).toMatchObject({ subscriptionTier: 'pro' })
    const remove = () => ann.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: 'leaves@example.com' } })

    stripe.fail(400)
    expect((await remove()).status).toBe(502)
    stripe.fail(undefined)
    expect((await ann.fetch('/api/auth/user')).status).toBe(200)

    const [customer] = await db.asOwner(`select customer_id from payment_customers where user_id = '${userId}'`)
    expect((await remove()).status).toBe(200)
    expect(await stripe.store.find(String(customer!.customer_id))).toBeUndefined()
    const ended = (await stripe.takeEvents()).map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(ended).toContain('customer.subscription.deleted')
    expect(await db.asOwner(`select 1 from subscriptions where user_id = '${userId}'`)).toEqual([])
  })
})

test('on a server that others can reach, without keys, nothing can be bought and there is no sandbox', async () => {
  const open = await createTestApp({
    db,
    environment: {
      PUBLIC_URL: 'https://ballast.example.com',
      OIDC_ISSUER: 'https://issuer.example.com',
      OIDC_CLIENT_ID: 'ballast',
      RATE_LIMITS: '1',
    },
  })
  expect(open.dependencies.billingSandbox).toBeUndefined()
  expect(await open.client().json('/api/billing/offer')).toMatchObject({ paymentsAvailable: false, sandbox: false })
  expect((await open.client().fetch('/api/stripe/webhook', { method: 'POST', body: '{}' })).status).toBe(404)
  expect((await open.client().fetch('/dev-stripe/portal/bps_x/cancel', { method: 'POST' })).status).toBe(404)
  await open.close()
})
