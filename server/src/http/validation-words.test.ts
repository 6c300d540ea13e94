import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp({ environment: { ADMIN_EMAILS: 'admin@example.com' } })
  admin = await app.signIn('admin@example.com')
})
afterAll(() => app.close())

const SOMEBODY = '6f1d2c3b-4a5e-4f60-8b7a-9c8d7e6f5a4b'

describe('what is wrong with a request is told by field, in words for people', () => {
  test.each<[string, string, unknown, string]>([
    ['PATCH', '/api/preferences', { hedgePrompt: 5 }, '"hedgePrompt" must be a text; found a number.'],
    ['PATCH', '/api/preferences', { hedgePrompt: null }, '"hedgePrompt" must be a text; found nothing.'],
    [
      'PATCH',
      '/api/preferences',
      { hedgePrompt: 'x'.repeat(1_001) },
      '"hedgePrompt" is too long: at most 1,000 characters.',
    ],
    ['PATCH', '/api/preferences', { sectorBasis: 'weight' }, '"sectorBasis" must be one of cost, market-value.'],
    [
      'PATCH',
      '/api/preferences',
      { isAdmin: 1, tier: 'pro' },
      'The request has fields that are not expected here: isAdmin, tier.',
    ],
    ['PATCH', '/api/preferences', { columns: { table: ['a', 7] } }, 'Row 2, "table" must be a text; found a number.'],
    ['PATCH', '/api/preferences', [], 'The request must be an object; found a list.'],
    ['POST', '/api/portfolios/upload', { name: 'Mine', data: '' }, '"data" is empty.'],
    ['POST', '/api/portfolios/upload', { name: 'Mine' }, '"data" is missing.'],
    ['POST', '/api/portfolios/upload', {}, '"name" is missing. (and 1 more)'],
    ['GET', '/api/billing/ledger?limit=0', undefined, '"limit" is too small: at least 1.'],
    ['GET', '/api/billing/ledger?limit=1000', undefined, '"limit" is too large: at most 200.'],
    ['GET', '/api/billing/ledger?limit=many', undefined, '"limit" must be a number.'],
    ['GET', '/api/billing/ledger?before=0', undefined, '"before" is too small: more than 0.'],
    [
      'POST',
      '/api/admin/token-grants',
      { userId: SOMEBODY, requestId: SOMEBODY, reason: 'a present', tokens: 1.5 },
      '"tokens" must be a whole number.',
    ],
    ['GET', '/api/options/near-term/SPY?expiry=soon', undefined, '"expiry" is not a date. Write it like 2026-01-31.'],
    ['GET', '/api/admin/ledger?userId=ann', undefined, '"userId" is not a UUID.'],
    // What the contract itself has words for keeps them.
    ['POST', '/api/portfolios/upload', { name: ' ', data: 'x' }, 'Please provide a portfolio name'],
  ])('%s %s %j', async (method, path, json, words) => {
    const response = await admin.fetch(path, { method, ...(json !== undefined && { json }) })
    expect([response.status, await response.json()]).toMatchObject([400, { error: words }])
  })
})
