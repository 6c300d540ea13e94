/** @module-tag full */

import { EXAMPLES, type HedgeAnalysis, isSampleHeld, type Position, SAMPLE_PORTFOLIOS } from '@ballast/contract'
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
  const analysis = await analyse(free, id)
  expect(analysis.hedgeStrategies.length).toBeGreaterThan(0)
  expect(EXAMPLES).toMatchObject(toExample(analysis))
  expect(await countTokens(free)).toBe(before)

  const { id: ofPro } = await pro.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  expect((await analyse(pro, ofPro)).tokensRemaining).toBe(3)
  // The screen knows it from the positions alone, and names no price.
  expect(isSampleHeld(await pro.json<Position[]>(`/api/portfolios/${ofPro}/positions`))).toBe(true)
  expect(isSampleHeld(await pro.json<Position[]>(`/api/portfolios/${ofPro}~AAPL:1/positions`))).toBe(false)

  expect((await requestAnalysis(free, `${id}~AAPL:1`)).status).toBe(403)
})

function toExample({ riskAssessment, hedgeStrategies: [best], asOf }: HedgeAnalysis) {
  return {
    portfolio: SAMPLE_PORTFOLIOS[0]?.name,
    asOf: asOf.slice(0, 10),
    value: Math.round(riskAssessment.value),
    hedge_analysis: {
      instrument: best?.instrument,
      cost: Math.round(best?.cost.total ?? 0),
      falls: EXAMPLES.hedge_analysis.falls.map(({ marketPercent }) => {
        const row = best?.table.find((fall) => fall.marketPercent === marketPercent)
        return { marketPercent, unhedged: Math.round(row?.unhedged ?? 0), hedged: Math.round(row?.hedgedAtExpiry ?? 0) }
      }),
    },
  }
}
