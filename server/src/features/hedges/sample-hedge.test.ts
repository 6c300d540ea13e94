import { SAMPLE_PORTFOLIOS } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { analyse, countTokens, NOW, requestAnalysis, signInPro } from './testing/hedge-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
})
afterAll(() => app?.close())

test('the hedge of a sample portfolio is open to everybody and takes no token, until it is changed', async () => {
  const free = await app.signIn('free@example.com')
  const pro = await signInPro(app, 'pro@example.com', 3)
  const [sample] = SAMPLE_PORTFOLIOS
  const json = { name: 'Trying it out', data: sample!.csv }
  const { id } = await free.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  const before = await countTokens(free)
  expect((await analyse(free, id)).hedgeStrategies.length).toBeGreaterThan(0)
  expect(await countTokens(free)).toBe(before)

  const { id: ofPro } = await pro.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  expect((await analyse(pro, ofPro)).tokensRemaining).toBe(3)

  expect((await requestAnalysis(free, `${id}~AAPL:1`)).status).toBe(403)
})
