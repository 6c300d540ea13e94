import { PLANS } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createTestApp } from '../../test-app.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

test('the offer names the server that stands in Stripe’s place, because browsers go nowhere else to pay', async () => {
  const tested = await createTestApp({
    db,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_1234567890abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
      STRIPE_API_BASE: 'http://127.0.0.1:12111',
    },
  })
  expect(await tested.client().json('/api/billing/offer')).toMatchObject({
    sandbox: false,
    test: true,
    testOrigin: 'http://127.0.0.1:12111',
  })
  await tested.close()
})

test.each([
  ['sk_live_1234567890abcdef', false],
  ['rk_test_1234567890abcdef', true],
])('who buys is told whether it is a test: with %s %s', async (STRIPE_SECRET_KEY, isTest) => {
  const environment = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef' }
  const tested = await createTestApp({ db, environment })
  expect(await tested.client().json('/api/billing/offer')).toMatchObject({ test: isTest })
  const ann = await tested.signIn('ann@example.com')
  expect(await ann.json('/api/billing/status')).toMatchObject({ test: isTest })
  await tested.close()
})

test('the offer says what the operator decided', async () => {
  const usual = await createTestApp({ db })
  expect(await usual.client().json('/api/billing/offer')).toEqual({
    trialDays: 7,
    supportEmail: null,
    paymentsAvailable: true,
    sandbox: true,
    test: true,
    testOrigin: null,
  })
  await usual.close()
  const without = await createTestApp({ db, environment: { PRO_TRIAL_DAYS: '0', SUPPORT_EMAIL: 'help@example.com' } })
  expect(await without.client().json('/api/billing/offer')).toMatchObject({
    trialDays: 0,
    supportEmail: 'help@example.com',
  })
  const ann = await without.signIn('no-trial@example.com')
  expect(await ann.json('/api/billing/status')).toMatchObject({ trialAvailable: false, trialDays: 0 })
  const { url } = await ann.json<{ url: string }>('/api/stripe/create-subscription-checkout', { method: 'POST' })
  expect(await (await ann.fetch(url)).text()).toContain(`Pay $${PLANS.pro.monthlyPrice}.00`)
  await without.close()
})
