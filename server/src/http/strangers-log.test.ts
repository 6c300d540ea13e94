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
