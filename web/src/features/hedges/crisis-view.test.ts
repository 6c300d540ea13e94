import { FALLING_SCENARIOS } from '@ballast/quant'
import { expect, test } from 'vitest'
import {
  CRISIS_CHOICES,
  canBeRenewed,
  describeContrary,
  describeCrisisSaving,
  describeReplayRule,
  findCrisis,
  toCrisisBars,
} from './crisis-view.ts'
import { makeAnalysis, TEST_ANALYSIS } from './test-hedges.ts'

const [older] = TEST_ANALYSIS.hedgeStrategies as [(typeof TEST_ANALYSIS.hedgeStrategies)[number]]
const replay = {
  scenarioId: 'gfc-2007',
  name: 'Global financial crisis',
  indexPercent: -56.8,
  tradingDays: 355,
  proxyPercent: 0,
  unhedgedPercent: -50,
  hedgedPercent: -52,
  worstUnhedgedPercent: -50,
  worstHedgedPercent: -52,
  endDay: 60,
  renewed: { hedgedPercent: -20, worstHedgedPercent: -22, renewals: 5, cost: 14_245, costPercent: 5.5 },
  renewals: 0,
}
const strategy = { ...older, crises: [replay], contraryCrisisId: 'gfc-2007' }

test('the choices are the crises of the catalogue, the latest first', () => {
  expect(CRISIS_CHOICES.map(({ id }) => id)).toEqual(FALLING_SCENARIOS.map(({ id }) => id).toReversed())
  expect(findCrisis('gfc-2007')).toBe('gfc-2007')
  expect(findCrisis('recovery-2009')).toBeUndefined()
})

test('a replay says whether its options are gone or bought again, and for how much', () => {
  const [left] = toCrisisBars(strategy, 100_000, false)
  expect(left).toMatchObject({ subtitle: 'gone on day 60 of 355', unhedged: -50_000, hedged: -52_000, renewalCost: 0 })
  const [again] = toCrisisBars(strategy, 100_000, true)
  expect(again).toMatchObject({ subtitle: '5× for $14,245', hedged: -20_000, renewalCost: 14_245 })
  expect(canBeRenewed(strategy)).toBe(true)
  expect(describeReplayRule(strategy, false)).toContain('an option that expires is not replaced')
  expect(describeReplayRule(strategy, true)).toContain('is bought again')
  expect(describeReplayRule(strategy, true)).not.toContain('Proxies')
  const proxied = { ...strategy, crises: [{ ...replay, proxyPercent: 16.1 }] }
  expect(describeReplayRule(proxied, false)).toContain('has no daily prices: 16.1% in Global financial crisis.')
})

test('an earlier answer says that it bought options again', () => {
  expect(toCrisisBars(older, 100_000, false)[0]?.subtitle).toContain('renewed 10×')
  expect(canBeRenewed(older)).toBe(false)
  expect(describeReplayRule(older, false)).toContain('This earlier answer buys options again')
})

test('the saving is told by the crisis that was asked about', () => {
  expect(describeCrisisSaving(strategy, TEST_ANALYSIS)).toBeNull()
  const request = { ...TEST_ANALYSIS.request, crisisId: 'gfc-2007' as const, crisisName: 'Global financial crisis' }
  const analysis = makeAnalysis({ request: { ...request, limitPercent: 25 } })
  const asked = { ...strategy, lossAtShockPercent: 22, unhedgedLossAtShockPercent: 50, holdsLimit: true }
  expect(describeCrisisSaving(asked, analysis)).toMatchObject({
    label: 'Saves by the lowest day: Global financial crisis',
    caption: '−50.0% without it, −22.0% with it and renewed 5×: keeps the 25% limit',
    fact: 'crisisLossPercent',
  })
})

test('a headline that a replay falls short of names the replay', () => {
  const value = TEST_ANALYSIS.riskAssessment.value
  const expected = Math.round(0.02 * value).toLocaleString('en-US')
  expect(describeContrary(strategy, TEST_ANALYSIS)).toBe(`Replay of Global financial crisis: −$${expected}`)
  expect(describeContrary({ ...strategy, contraryCrisisId: null }, TEST_ANALYSIS)).toBeNull()
})
