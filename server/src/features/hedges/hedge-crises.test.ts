import { type BacktestResult, HEDGE_CRISES, type HedgeAnalysis } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import { FALLING_SCENARIOS } from '@ballast/quant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, readWhole, requestAnalysis, signInPro, upload, WORKED_EXAMPLE } from './testing/hedge-client.ts'
import { findLooseFigures, findUnreal } from './testing/loose-figures.ts'

let app: TestApp
let anna: TestClient
let example: string
/** Half of it in bonds: a fall of a fifth costs less than a fifth. */
let calm: string
let asked: HedgeAnalysis
const QUESTION = 'What if 2008 happens again? I can stand to lose 20 %'

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 1_000)
  example = await upload(anna, WORKED_EXAMPLE)
  calm = await upload(anna, 'SPY,300,1\nTLT,500,1\n')
  asked = await analyse(anna, calm, { customPrompt: QUESTION })
})
afterAll(() => app?.close())

const rowOf = ({ hedgeStrategies }: HedgeAnalysis, family: string, scenario: string) =>
  hedgeStrategies.find((one) => one.family === family)?.crises.find(({ scenarioId }) => scenarioId === scenario)

test('the crises that can be asked about are those of the backtest in which the market fell', () => {
  expect(HEDGE_CRISES).toEqual(FALLING_SCENARIOS.map(({ id }) => id))
})

test('a crisis has the same name in a sentence as in a list', () => {
  for (const { id, name } of FALLING_SCENARIOS) expect(nameCrisis(id).toLowerCase()).toContain(name.toLowerCase())
})

test('“What if 2008 happens again?” is answered by the path of that crisis', async () => {
  const { request, summary, outcome, hedgeStrategies } = asked
  expect(request).toMatchObject({ crisisId: 'gfc-2007', crisisName: 'Global financial crisis', limitPercent: 20 })
  expect(request.notUsed).toEqual([])
  expect(summary).toMatch(
    /^If the global financial crisis came again, the portfolio would lose [\d.]+% by its lowest day\./,
  )
  // A fall of a fifth alone asks for nothing.
  const plain = await analyse(anna, calm, { limitPercent: 20 })
  expect(plain.outcome).toBe('limit-holds-already')
  expect(['hedge', 'cannot-be-met']).toContain(outcome)
  const nothing = rowOf(asked, 'do-nothing', 'gfc-2007')
  expect(summary).toContain(`lose ${(-(nothing?.worstUnhedgedPercent ?? 0)).toFixed(1)}% by its lowest day`)
  for (const { lossAtShockPercent, unhedgedLossAtShockPercent, crises, legs, holdsLimit } of hedgeStrategies) {
    const row = crises.find(({ scenarioId }) => scenarioId === 'gfc-2007')
    const worst = row?.renewed?.worstHedgedPercent ?? row?.worstHedgedPercent ?? 0
    expect(lossAtShockPercent).toBeCloseTo(-worst, 3)
    expect(unhedgedLossAtShockPercent).toBeCloseTo(-(row?.worstUnhedgedPercent ?? 0), 3)
    expect(holdsLimit).toBe(-worst <= 20 + 1e-3)
    if (legs.length > 0) expect(row?.renewed?.renewals).toBeGreaterThan(0)
  }
  expect(findLooseFigures(asked)).toEqual([])
  expect(findUnreal(asked)).toEqual([])
})

test('a book without options loses in its replay what the backtest says', async () => {
  const json = { portfolioId: calm, scenarioId: 'gfc-2007' }
  const { metrics } = await anna.json<BacktestResult>('/api/backtest/scenario', { method: 'POST', json })
  expect(rowOf(asked, 'do-nothing', 'gfc-2007')?.unhedgedPercent).toBeCloseTo(metrics.totalReturn, 1)
})

test('the form may choose one, which goes before a fall and another objective', { tags: 'full' }, async () => {
  const body = { crisisId: 'covid-2020', shockPercent: 10, objective: 'floor', limitPercent: 25 } as const
  const { request, outcome, summary } = await analyse(anna, example, body)
  expect(request).toMatchObject({ crisisId: 'covid-2020', objective: 'loss-curve' })
  expect(request.notUsed).toEqual([
    'a fall of 10% (the crisis that was asked about is the COVID crash)',
    'floor (the crisis that was asked about is the COVID crash)',
  ])
  expect(outcome).toBe('hedge')
  expect(summary).toContain('If the COVID crash came again')
  const bad = await requestAnalysis(anna, example, { crisisId: 'recovery-2009' } as never)
  expect(bad.status).toBe(400)
})

test('a headline of a deep fall names the crisis that gives less, and that no quarter fell so far', {
  tags: 'full',
}, async () => {
  const deep = await analyse(anna, example, { shockPercent: 58, limitPercent: 40, budgetPercent: 20 })
  const pick = deep.hedgeStrategies.find(({ role }) => role === 'recommended')
  expect(pick?.legs.length).toBeGreaterThan(0)
  const promised = (pick?.unhedgedLossAtShockPercent ?? 0) - (pick?.lossAtShockPercent ?? 0)
  const nearest = (pick?.crises ?? [])
    .filter(({ indexPercent }) => (indexPercent ?? 0) < 0 && (indexPercent ?? 0) >= -58)
    .sort((a, b) => (a.indexPercent ?? 0) - (b.indexPercent ?? 0))[0]
  const saved = (nearest?.hedgedPercent ?? 0) - (nearest?.unhedgedPercent ?? 0)
  expect(saved).toBeLessThan(promised)
  expect(nearest?.scenarioId).toBe('gfc-2007')
  expect(pick?.contraryCrisisId).toBe('gfc-2007')
  const dollars = Math.abs((saved / 100) * deep.riskAssessment.value)
  const told = /the same hedge (?:leaves a loss of [\d.]+% by the lowest day and )?(?:saves only|leaves you) \$([\d,]+)/
    .exec(deep.summary)?.[1]
    ?.replaceAll(',', '')
  expect(Math.abs(Number(told) - dollars)).toBeLessThan(2)
  expect(deep.summary).toContain(saved >= 0 ? 'by the end' : 'worse off at the end')
  expect(readWhole(deep)).toMatch(
    /No \d+ trading days of the market’s history saw a fall of 58%: the deepest was [\d.]+%/,
  )
  expect(findLooseFigures(deep)).toEqual([])
})

test('a crisis in which the limit is broken is told with its loss', async () => {
  const answer = await analyse(anna, example, { limitPercent: 8 })
  const pick = answer.hedgeStrategies.find(({ role }) => role === 'recommended')
  const contrary = pick?.crises.find(({ scenarioId }) => scenarioId === pick.contraryCrisisId)
  expect(-(contrary?.worstHedgedPercent ?? 0)).toBeGreaterThan((pick?.lossAtShockPercent ?? 0) + 0.05)
  const told = /the same hedge leaves a loss of ([\d.]+)% by the lowest day and saves/.exec(readWhole(answer))?.[1]
  expect(Number(told)).toBeCloseTo(-(contrary?.worstHedgedPercent ?? 0), 0)
})

test('a fall that took half a year asks for a longer term', async () => {
  const summary = readWhole(await analyse(anna, example, { shockPercent: 46, limitPercent: 35, budgetPercent: 20 }))
  expect(summary).toMatch(/trading days of the market’s history saw a fall of 46%/)
  expect(summary).toMatch(/Falls so deep take longer: ask for \d+ trading days, or choose a past crisis as the shock\./)
})

test('replays take a hedge as it is, and renewed by rule beside it', async () => {
  const { hedgeStrategies } = await analyse(anna, example)
  for (const { crises, legs, type } of hedgeStrategies) {
    expect(crises).toHaveLength(6)
    for (const { endDay, renewed, tradingDays, hedgedPercent, worstHedgedPercent, name } of crises) {
      const isOver = legs.length > 0 && (tradingDays ?? 0) > 200
      if (isOver) expect(endDay, `${type} in ${name}`).toBeLessThan(tradingDays ?? 0)
      if (isOver) expect(renewed?.renewals, `${type} in ${name}`).toBeGreaterThan(0)
      if (legs.length === 0) expect({ endDay, renewed }).toEqual({ endDay: null, renewed: null })
      for (const percent of [hedgedPercent, worstHedgedPercent]) expect(percent).toBeGreaterThanOrEqual(-100)
    }
  }
})
