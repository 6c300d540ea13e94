import type { HedgeAnalysis, Portfolio } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload } from './testing/hedge-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
})
afterAll(() => app?.close())

test('a hedge of a group is the hedge of the merged file, to the bit', { tags: ['full'] }, async () => {
  const [anna, bert] = [await signInPro(app, 'anna@example.com', 10), await signInPro(app, 'bert@example.com', 10)]
  const ids = [
    await upload(anna, 'AAPL,100,140\nKO,100,35\nNVDA,300.5,200\n', 'Taxable'),
    await upload(anna, 'SPY,40,400\n', 'Left out'),
    await upload(anna, 'AAPL,55,140\nTLT,100,90\nMSFT,50,230\nKO,30,35\n', 'IRA'),
  ]
  const group = await anna.json<Portfolio>('/api/portfolio-groups', {
    method: 'POST',
    json: { name: 'Group', portfolioIds: [ids[0], ids[2]] },
  })
  const file = await anna.fetch(`/api/portfolios/${group.id}/export?format=csv`)
  const merged = await bert.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Merged', data: await file.text() },
  })
  const ofGroup = await analyse(anna, group.id)
  // Merged by hand: rows in another order, and the positions that both have in one row.
  const byHand = await upload(bert, 'TLT,100,90\nAAPL,155,140\nMSFT,50,230\nKO,130,35\nNVDA,300.5,200\n')
  for (const other of [merged.id, byHand]) expectSame(ofGroup, await analyse(bert, other))
})

function expectSame(ofGroup: HedgeAnalysis, ofMerged: HedgeAnalysis): void {
  expect(ofGroup.hedgeStrategies.length).toBeGreaterThan(1)
  // Ids and names differ; each figure, sentence and ticket is the same.
  const same = { analysisId: '', portfolioId: '', portfolioName: '', facts: [], tokensRemaining: 0 }
  expect({ ...ofGroup, ...same }).toEqual({ ...ofMerged, ...same })
  expect(ofGroup.facts.map(({ id, value }) => [id, value])).toEqual(ofMerged.facts.map(({ id, value }) => [id, value]))
}
