import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await createTestApp({ overrides: { log: createLog('warn', { write: (line) => lines.push(line) }) } })
})
afterAll(() => app.close())

test('what strangers can bring about at will fills no disk: few lines a minute, each of them short', async () => {
  const origin = `https://${'x'.repeat(10_000)}.example`
  const refused = () => app.client().fetch('/api/preferences', { method: 'PATCH', json: {}, headers: { origin } })
  for (let time = 0; time < 100; time += 1) expect((await refused()).status).toBe(403)
  const told = lines.filter((line) => line.includes('cross-site-refused'))
  expect(told).toHaveLength(60)
  for (const line of told) expect(line.length).toBeLessThan(1_000)
})

test('a proxy that nobody named is told of, once', async () => {
  const passedOn = () => app.client().fetch('/api/health', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  for (let time = 0; time < 3; time += 1) await passedOn()
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1)
})

test('forged cookies and bearers are told of sixty times a minute at most', { tags: 'full' }, async () => {
  lines.length = 0
  const other = await createTestApp({
    db: app.db,
    overrides: { log: createLog('warn', { write: (line) => lines.push(line) }) },
  })
  for (let time = 0; time < 80; time += 1) {
    await other.client().fetch('/api/account', { headers: { cookie: `ballast_session=forged${time}` } })
  }
  expect(lines.filter((line) => line.includes('unauthenticated'))).toHaveLength(60)
  await other.close()
})

test('where no payments are set up a webhook is answered like any other wrong address, and leaves no line', async () => {
  lines.length = 0
  const other = await createTestApp({
    db: app.db,
    environment: {
      PUBLIC_URL: 'https://ballast.example',
      OIDC_ISSUER: 'https://issuer.example',
      OIDC_CLIENT_ID: 'ballast',
      RATE_LIMITS: '1',
    },
    overrides: { log: createLog('warn', { write: (line) => lines.push(line) }) },
  })
  const answer = await fetch(new URL('/api/stripe/webhook', `http://127.0.0.1:${other.config.port}`), {
    method: 'POST',
    body: '{"id":"evt_1"}',
    headers: { 'stripe-signature': 't=1,v1=00' },
  })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: 'There is nothing at this address.' })
  expect(lines).toEqual([])
  await other.close()
})
