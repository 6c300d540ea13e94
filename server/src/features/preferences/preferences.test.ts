import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const DEFAULTS = {
  dismissedHints: [],
  columns: {},
  columnMappings: {},
  hedgePrompt: '',
  sectorBasis: 'cost',
  sectorLookThrough: false,
}

test('are the defaults until one chooses', async () => {
  const ann = await app.signIn('defaults@example.com')
  expect(await ann.json('/api/preferences')).toEqual(DEFAULTS)
})

test('change key by key, also from two tabs at once', async () => {
  const ann = await app.signIn('tabs@example.com')
  const change = (json: object) => ann.json('/api/preferences', { method: 'PATCH', json })
  await change({ hedgePrompt: 'cheap puts' })
  await Promise.all([change({ sectorBasis: 'market-value' }), change({ dismissedHints: ['first-run'] })])
  expect(await ann.json('/api/preferences')).toEqual({
    ...DEFAULTS,
    hedgePrompt: 'cheap puts',
    sectorBasis: 'market-value',
    dismissedHints: ['first-run'],
  })
})

test('come with the answer about who is signed in, but for those that only imports use', async () => {
  const ann = await app.signIn('me@example.com')
  const columnMappings = { header: { Symbol: 'ticker' } }
  await ann.json('/api/preferences', { method: 'PATCH', json: { theme: 'light', columnMappings } })
  const { preferences } = await ann.json<{ preferences: object }>('/api/auth/user')
  const { columnMappings: _, ...others } = DEFAULTS
  expect(preferences).toEqual({ ...others, theme: 'light' })
})

test('are one’s own', async () => {
  const [ann, bob] = [await app.signIn('own-ann@example.com'), await app.signIn('own-bob@example.com')]
  await ann.json('/api/preferences', { method: 'PATCH', json: { hedgePrompt: 'mine' } })
  expect(await bob.json('/api/preferences')).toEqual(DEFAULTS)
})

test.each([
  { sectorBasis: 'weight' },
  { dismissedHints: 'x' },
  { hedgePrompt: 'x'.repeat(1_001) },
  { theme: 'blue' },
  { font: 'large' },
  { userId: 'x' },
])('%o is refused', async (json) => {
  const ann = await app.signIn('refused@example.com')
  expect((await ann.fetch('/api/preferences', { method: 'PATCH', json })).status).toBe(400)
})

test('together may not grow without end', async () => {
  const ann = await app.signIn('large@example.com')
  const columns = Object.fromEntries(
    Array.from({ length: 20 }, (_, table) => [`table-${table}`, Array.from({ length: 50 }, () => 'c'.repeat(100))]),
  )
  const response = await ann.fetch('/api/preferences', { method: 'PATCH', json: { columns } })
  expect(response.status).toBe(409)
  expect(await ann.json('/api/preferences')).toEqual(DEFAULTS)
})

test('that an older version stored in another shape do no harm', async () => {
  const ann = await app.signIn('older@example.com')
  await ann.json('/api/preferences', { method: 'PATCH', json: { hedgePrompt: 'x' } })
  await app.db.asOwner(`update preferences set data = '{"sectorBasis": "gone"}'`)
  expect(await ann.json('/api/preferences')).toEqual(DEFAULTS)
})
