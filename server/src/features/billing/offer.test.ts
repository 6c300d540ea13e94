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
    ...{ sandbox: false, testOrigin: 'http://127.0.0.1:12111' },
  })
  await tested.close()
})
