/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyseWhole } from '../ai-analysis/testing/analysis-client.ts'
import { analyse, NOW, signInPro, upload } from './testing/hedge-client.ts'
import { findLooseFigures, findUnreal } from './testing/loose-figures.ts'

let app: TestApp
let ann: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await signInPro(app, 'ann@example.com')
})
afterAll(() => app.close())

test('a call in the money takes its shares, so that a fall after its last day costs only what is left', async () => {
  // NVDA stands above 170, and these 500 shares are gone on Dec 18.
  const rows = 'NVDA,500,100\nNVDA261218C00170000,-5,1\nSPY,50,480\nCASH,20000,1\n'
  const { repricing, hedgeStrategies } = await analyse(ann, await upload(ann, rows))
  expect(repricing.book.options).toMatchObject([{ strike: 170, settledInShares: 1 }])
  const { days, fallsPercent, unhedgedPercent } = hedgeStrategies[0]!.losses!
  const lossAt = (tradingDays: number) =>
    unhedgedPercent[days.findIndex((day) => day.tradingDays === tradingDays)]![fallsPercent.indexOf(40)]!
  const spy = repricing.underlyings.find(({ ticker }) => ticker === 'SPY')
  const index = repricing.book.exposures.find(({ beta }) => beta === 1)!
  expect(spy === undefined || spy.beta === 1).toBe(true)
  // Time value that was sold is earned by then.
  expect(lossAt(42)).toBeLessThan((40 * index.value) / repricing.book.value)
  expect(lossAt(5)).toBeGreaterThan(lossAt(42) + 5)
})

test('a put that was sold is bought back where that keeps the limit for less than puts', async () => {
  const portfolio = await upload(ann, 'SPY,60,480\nSPY270115P00700000,-2,1\nAAPL270115C00300000,-2,1\nCASH,150000,1\n')
  const answer = await analyse(ann, portfolio, { limitPercent: 10 })
  const { summary, hedgeStrategies, outcome } = answer
  expect([...findLooseFigures(answer), ...findUnreal(answer)]).toEqual([])
  expect(outcome).toBe('hedge')
  expect(summary).toMatch(
    /^The cheapest way to close sold options is SPY Jan 15, 2027: buy back 1 × 700 put for \$\d+ .*costs at most 10%/,
  )
  const pick = hedgeStrategies.find(({ role }) => role === 'recommended')!
  expect(pick).toMatchObject({ family: 'close-options', holdsLimit: true, daysToRenewal: null })
  expect(pick.implementation).toMatch(/^One order: buy to close 1 SPY Jan 15, 2027 700 put/)
  expect(pick.implementation).not.toContain('renew')
  expect(pick.implementation).not.toContain('Your cash does not pay')
  expect(pick.reasoning).toContain('costs no more than puts on the index that do the same')
})

test('AI Analysis takes the same step, and the option is gone after it', async () => {
  const rows = 'SPY,60,480\nSPY270115P00700000,-6,1\nCASH,150000,1\n'
  const { recommendation, actions } = await analyseWhole(ann, await upload(ann, rows))
  expect(recommendation).toMatch(/^Buy back sold options: a market fall of 20% then costs at most .*within the limit/)
  expect(actions[0]!.description).toMatch(/^Place one order: buy to close 5 SPY Jan 15, 2027 700 puts/)
  expect(actions[0]!.operations).toMatchObject([{ kind: 'option', symbol: 'SPY270115P00700000', contracts: 5 }])
  expect(actions[0]!.description).not.toMatch(/pays back its price|gives up what/)
})
