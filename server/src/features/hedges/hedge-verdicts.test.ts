import type { HedgeAnalysis } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from './testing/hedge-client.ts'

let app: TestApp
let anna: TestClient
let example: string
let answer: HedgeAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 1_000)
  example = await upload(anna, WORKED_EXAMPLE)
  answer = await analyse(anna, example)
})
afterAll(() => app?.close())

test('a collar that keeps the limit within the budget is no limit that cannot be met', async () => {
  const wish = { limitPercent: 10, budgetPercent: 1, allowShortCalls: true }
  const found = await analyse(anna, example, wish)
  const [pick] = found.hedgeStrategies
  expect(found.outcome).toBe('hedge')
  expect(pick).toMatchObject({ role: 'recommended', type: 'Index Collar', holdsLimit: true })
  expect(pick?.cost.percent).toBeLessThanOrEqual(1)
  expect(found.summary).toMatch(/Puts on the index alone would cost \$[\d,]+ to keep the loss within 10%, more than/)
  expect(found.summary).toContain(`What does keep it is ${pick?.instrument} for`)
  expect(pick?.reasoning).toContain('Puts on the index alone do not keep the loss within 10% for the budget; this does')
  expect(pick?.reasoning).not.toContain('cheapest that keeps')
  expect(found.summary).toMatch(/In a strong market it gives up [\d.]+% of the portfolio/)
  expect(found.summary).not.toContain('cannot be had')
  const { outcome } = await analyse(anna, example, { ...wish, allowShortCalls: false, keepUpside: true })
  expect(outcome).toBe('cannot-be-met')
})

test('what pays its owner is a credit, not a negative price', async () => {
  const only = await upload(anna, 'NVDA,400,1\n')
  const found = await analyse(anna, only, { limitPercent: 15, horizonDays: 42 })
  expect(found.hedgeStrategies[0]).toMatchObject({ role: 'recommended', family: 'single-name-collar' })
  expect(found.hedgeStrategies[0]?.cost.total).toBeLessThan(0)
  expect(found.summary).toMatch(/for a credit of \$[\d,]+ \([\d.]+% of the portfolio\)/)
  expect(found.summary).not.toContain('−$')
})

test('what is lost with a hedge is compared as it is, and so is selling', async () => {
  const all = [...answer.hedgeStrategies, ...answer.frontierStrategies].filter(({ legs }) => legs.length > 0)
  for (const { reasoning, holdsLimit, lossAtShockPercent: loss, unhedgedLossAtShockPercent: without } of all) {
    if (loss < 0) expect(reasoning).toContain('the portfolio gains')
    if (loss > without) expect(reasoning).toContain('does not soften')
    expect(reasoning).not.toContain('loses −')
    if (holdsLimit && loss < 14.9) expect(reasoning).not.toContain('would do the same')
  }
  expect(all.some(({ reasoning }) => reasoning.includes('would keep the loss within 15% too'))).toBe(true)
})

test('a floor under some holdings is not called one under all', async () => {
  const found = await analyse(anna, example, { objective: 'floor', limitPercent: 15, budgetPercent: 20 })
  expect(found.outcome).toBe('hedge')
  // Of MSFT and JPM no hundred shares are held.
  expect(found.summary).toMatch(/That covers [\d.]+% of the holdings; of the rest too few shares are held/)
})
