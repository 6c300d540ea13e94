import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { ADMIN_EMAILS: 'Admin@example.com' } })
})
afterAll(() => app.close())

test('a person signs in by the form and is known by name', async () => {
  const ann = await app.signIn('Ann@Example.com', 'Ann Lee')
  expect(await ann.json('/api/auth/user')).toEqual({
    id: expect.any(String),
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Lee',
    profileImageUrl: null,
    subscriptionTier: 'free',
    discoveryTokens: 0,
    isAdmin: 0,
  })
})
