import type { HedgeAnalysis } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from './testing/hedge-client.ts'
import { findLooseFigures, findUnreal } from './testing/loose-figures.ts'

let app: TestApp
let anna: TestClient
let answer: HedgeAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 100)
  answer = await analyse(anna, await upload(anna, WORKED_EXAMPLE))
})
afterAll(() => app?.close())

test('the same limit has three prices: on the last day alone, on every day, at betas of falling days', () => {
  expect(answer.term).toEqual({ lastDay: '2027-02-19', tradingDays: 60, askedDay: '2027-02-24' })
  const { lastDay, everyDay, stressed } = answer.prices!
  // What a search of one day finds.
  expect(lastDay!.cost).toBeCloseTo(1_324.25, 6)
  expect(lastDay!.instrument).toBe('SPY Feb 19, 2027: buy 3 × 660 put, sell 2 × 590 put')
  expect(everyDay!.instrument).toBe(answer.hedgeStrategies[0]!.instrument)
  expect(stressed!.cost).toBeGreaterThan(everyDay!.cost)
  expect(answer.hedgeStrategies[0]!.reasoning).toContain('A ticket for $1,324 keeps the limit on Feb 19, 2027 alone')
})

test('the map of losses keeps the limit on every day of the term, and shows that it is gone after it', () => {
  const { days, fallsPercent, hedgedPercent, unhedgedPercent } = answer.hedgeStrategies[0]!.losses!
  expect(days.map(({ tradingDays }) => tradingDays)).toEqual([5, 21, 42, 60, 61])
  const column = fallsPercent.indexOf(20)
  for (const row of hedgedPercent.slice(0, 4)) expect(row[column]).toBeLessThanOrEqual(15 + 1e-9)
  for (const row of unhedgedPercent) expect(row[column]).toBeCloseTo(22.84, 2)
  expect(hedgedPercent[4]![column]).toBeCloseTo(22.84 + 0.82, 1)
})

test('where sold puts alone break the limit until they end, no ticket is made up for the last day', async () => {
  const a = await analyse(anna, await upload(anna, 'SPY,60,1\nSPY261218P00640000,-2,9\nCASH,150000,1\n'), {
    limitPercent: 8,
  })
  expect(a.prices!.lastDay).toMatchObject({ cost: 0, instrument: null })
  expect(a.hedgeStrategies[0]!.reasoning).toContain(
    'Without any ticket the limit is kept on Feb 19, 2027 alone, and broken on days before.',
  )
  // Beta is that of today, and the loss that of the worst day.
  expect(a.riskAssessment.marketRisk).toMatch(
    /^Hedging beta \d\.\d\d today, options included: a market fall of 20% costs up to about \d+\.\d\d% \(\$[\d,]+\) until Feb 19, 2027\./,
  )
})

test('puts that expire within a week protect until then, and the answer is what renews them', async () => {
  const a = await analyse(anna, await upload(anna, 'SPY,300,1\nSPY261127P00750000,3,5\n'))
  expect(a.outcome).toBe('hedge')
  expect(a.protectionEnd).toMatchObject({ date: '2026-11-27' })
  expect(a.summary).toMatch(
    /^Your protection ends on Nov 27, 2026: until then a market fall of 20% costs up to \d\.\d%, from the next day on 2\d\.\d%\./,
  )
  // 60 of 300 shares' worth, over everything: 19.9 %; what the puts were worth is gone as well.
  const shares = a.riskAssessment.value - a.repricing.book.options[0]!.premium * 300
  expect((20 * shares) / a.riskAssessment.value).toBeCloseTo(19.85, 1)
  expect(a.hedgeStrategies[0]!.unhedgedLossAtShockPercent).toBeCloseTo(100 - (80 * shares) / a.riskAssessment.value, 6)
  expect(a.hedgeStrategies[0]).toMatchObject({ role: 'recommended', holdsLimit: true })
  expect(a.hedgeStrategies[0]!.legs.every(({ expiry }) => expiry >= '2027-02-19')).toBe(true)
  expect(findLooseFigures(a)).toEqual([])
  expect(findUnreal(a)).toEqual([])
})
