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

test('selling is not called cheaper where it keeps another promise than the hedge', async () => {
  for (const wish of [
    { objective: 'cvar', limitPercent: 20 },
    { objective: 'floor', budgetPercent: 20 },
  ] as const) {
    const { summary } = await analyse(anna, example, wish)
    expect(summary).not.toContain('cheaper')
    expect(summary).toMatch(
      /By a market fall alone, selling instead: with [\d.]+% of every holding sold, the loss in a market fall of 20%/,
    )
  }
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

async function analyseBook(positions: readonly { ticker: string; shares: number; kind: string }[]) {
  const json = { name: 'Odd', positions: positions.map((one) => ({ ...one, avgCost: 1 })) }
  const { id } = await anna.json<{ id: string }>('/api/portfolios/save-from-review', { method: 'POST', json })
  return analyse(anna, id)
}
const security = (ticker: string, shares: number) => ({ ticker, shares, kind: 'security' })
const option = (ticker: string, shares: number) => ({ ticker, shares, kind: 'option' })

test('what gains in a fall is told to gain, and that a rise threatens it', async () => {
  const { outcome, summary, riskAssessment } = await analyseBook([security('SH', 1000), security('KO', 50)])
  expect(outcome).toBe('do-not-hedge')
  expect(summary).toMatch(/In a market fall of 20% it is expected to gain [\d.]+%\./)
  expect(summary).toMatch(/What threatens it is a rise: one of a tenth costs about [\d.]+%/)
  expect(summary).toContain('it rises when the market falls')
  expect(riskAssessment.keyVulnerabilities.join(' ')).not.toContain('costs')
})

test('options alone are not called cash, and how their loss comes down is said', async () => {
  const calls = await analyseBook([option('SPY270219C00800000', 5)])
  expect(calls.riskAssessment.concentrationRisk).toBe(
    'Nothing is held but options and cash; what they depend on stands under the market risk.',
  )
  expect(calls.outcome).toBe('cannot-be-met')
  expect(calls.summary).toContain('What brings it down is to close a part of the options that are held.')
})

test('no call is sold against shares that an earlier one needs', async () => {
  const { hedgeStrategies, considered } = await analyseBook([security('AAPL', 300), option('AAPL270115C00300000', -3)])
  const sold = hedgeStrategies.flatMap(({ legs }) =>
    legs.filter(({ type, contracts }) => type === 'call' && contracts < 0),
  )
  expect(sold).toEqual([])
  expect(considered.find(({ rule }) => rule === 'calls-sold-already')?.reason).toBe(
    'Calls were sold against its shares already; more of them would be covered by nothing.',
  )
})

test('a crisis in which stand-ins traded is not told as the portfolio’s own', async () => {
  const { riskAssessment } = await analyseBook([security('IBIT', 500), security('COIN', 50)])
  const told = riskAssessment.keyVulnerabilities.filter((text) => text.startsWith('In “'))
  for (const text of told) {
    const crisis = riskAssessment.crises.find(({ name }) => text.includes(name))
    expect(text.includes('what stands in for it')).toBe((crisis?.proxyPercent ?? 0) > 40)
  }
  expect(told.length).toBeGreaterThan(0)
})
