import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../accounts/testing/pro-user.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createLog } from '../../log.ts'
import type { ChargeFacts, PaymentGateway, SubscriptionFacts } from '../../payments/payment-gateway.ts'
import { createStripeGateway } from '../../payments/stripe-gateway.ts'
import { createPurchaseBooks } from './purchases.service.ts'
import { createSubscriptionSync } from './subscription-sync.service.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const clock = { now: () => NOW }
const log = createLog('silent')
const forget = () => undefined
const gateway = createStripeGateway({
  provider: 'stripe',
  secretKey: 'sk_unused',
  webhookSecret: 'whsec_unused',
  apiBase: undefined,
  clock,
})

let db: TestDatabase
let userId: string
beforeAll(async () => {
  db = await createTestDatabase()
  const [user] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', 'stale', now(), now()) returning id`)
  userId = String(user!.id)
  await db.asOwner(`insert into payment_customers (user_id, provider, customer_id, created_at)
    values ('${userId}', 'stripe', 'cus_stale', now())`)
})
afterAll(() => db.close())

const subscription = (changes: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  id: 'sub_stale',
  status: 'active',
  currentPeriodStart: NOW,
  currentPeriodEnd: new Date('2026-12-20T15:00:00Z'),
  endsAt: null,
  trialEnd: null,
  createdAt: NOW,
  endedAt: null,
  isPaid: true,
  ...changes,
})

/** A provider whose first answer was true when it was asked, and arrives only when let go. */
function slowAtFirst<Answer>(old: Answer, present: Answer) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked > 1) return present
    await promise
    return old
  }
  return { ask, letGo, askedOnce: () => expect.poll(() => asked).toBe(1) }
}

test('a state of a subscription that was read before a newer one never replaces it', async () => {
  const ended = subscription({ status: 'canceled', endedAt: NOW })
  const { ask, letGo, askedOnce } = slowAtFirst([subscription({})], [ended])
  const slow: PaymentGateway = { ...gateway, listSubscriptions: ask }
  const sync = createSubscriptionSync({ db, clock, log, forget, gateway: slow })
  const first = sync.sync('cus_stale')
  await askedOnce()
  await sync.sync('cus_stale')
  letGo()
  await first
  expect(await db.asOwner('select status from subscriptions')).toEqual([{ status: 'canceled' }])
  expect(await db.asOwner(`select pro_until from users where id = '${userId}'`)).toEqual([{ pro_until: null }])
  expect(await db.asOwner('select monthly from token_balances')).toEqual([{ monthly: 0 }])
})

test('a state of a payment that was read before a newer one never replaces it', async () => {
  await makePro(db, userId, { monthly: 0 })
  const books = (provider: PaymentGateway) => createPurchaseBooks({ db, clock, log, forget, gateway: provider })
  await db.asOwner(`insert into checkouts (id, user_id, kind, package_id, created_at)
    values ('00000000-0000-4000-8000-000000000001', '${userId}', 'tokens', 'small', now())`)
  await books(gateway).credit({
    id: 'cs_stale',
    kind: 'tokens',
    customerId: 'cus_stale',
    checkoutId: '00000000-0000-4000-8000-000000000001',
    isPaid: true,
    amountCents: 2_900,
    currency: 'usd',
    paymentIntentId: 'pi_stale',
    chargeId: null,
  })
  const charge = { id: 'ch_stale', paymentIntentId: 'pi_stale', amountCents: 2_900, isHeldBack: false }
  const [before, after]: ChargeFacts[] = [
    { ...charge, refundedCents: 0 },
    { ...charge, refundedCents: 2_900 },
  ]
  let asked = 0
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  // Each reconciliation asks twice: which payment it is, and how it stands.
  const findCharge = async () => {
    asked += 1
    if (asked === 1) return before
    if (asked > 2) return after
    await promise
    return before
  }
  const first = books({ ...gateway, findCharge }).reconcile('ch_stale')
  await expect.poll(() => asked).toBe(2)
  // As another process does: those of one process take turns.
  await books({ ...gateway, findCharge }).reconcile('ch_stale')
  letGo()
  await first
  expect(await db.asOwner('select reversed_tokens from purchases')).toEqual([{ reversed_tokens: 10 }])
  expect(await db.asOwner('select purchased from token_balances')).toEqual([{ purchased: 0 }])
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

test('a payment that is confirmed by many clicks at once is credited, and no click fails', async () => {
  const id = '00000000-0000-4000-8000-000000000002'
  await db.asOwner(`insert into checkouts (id, user_id, kind, package_id, created_at)
    values ('${id}', '${userId}', 'tokens', 'small', now())`)
  const facts = { id: 'cs_clicked', kind: 'tokens', customerId: 'cus_stale', checkoutId: id, isPaid: true } as const
  const money = { amountCents: 2_900, currency: 'usd', paymentIntentId: 'pi_clicked', chargeId: 'ch_clicked' }
  const charge = {
    id: 'ch_clicked',
    paymentIntentId: 'pi_clicked',
    amountCents: 2_900,
    isHeldBack: false,
    refundedCents: 0,
  }
  const books = createPurchaseBooks({
    db,
    clock,
    log,
    forget,
    gateway: { ...gateway, findCharge: async () => charge },
  })
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => books.credit({ ...facts, ...money })))
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ status: 'fulfilled', value: 'credited' })))
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})
