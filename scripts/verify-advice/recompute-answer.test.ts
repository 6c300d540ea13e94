import type { HedgeAnalysis } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyseWhole } from '../../server/src/features/ai-analysis/testing/analysis-client.ts'
import {
  analyse,
  NOW,
  signInPro,
  upload,
  WORKED_EXAMPLE,
} from '../../server/src/features/hedges/testing/hedge-client.ts'
import { createTestApp, type TestApp, type TestClient } from '../../server/src/test-app.ts'
import { type Comparison, type HedgeAnswer, recomputeAnswer, recomputeEvidence } from './recompute-answer.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'checker@example.com')
})
afterAll(() => app.close())

const isAlike = ({ told, computed }: Comparison) => Math.abs(told - computed) <= 1e-6 * (1 + Math.abs(told))

async function ask(rows: string): Promise<HedgeAnalysis> {
  return analyse(client, await upload(client, rows))
}

function recompute(answer: HedgeAnalysis): Comparison[] {
  const [first] = answer.repricing.underlyings
  return recomputeAnswer(answer as HedgeAnswer, first!.today!)
}

test('a second computation of the worked example comes to the same, to a millionth', { tags: ['full'] }, async () => {
  const rows = recompute(await ask(WORKED_EXAMPLE))
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter((row) => !isAlike(row))).toEqual([])
})

test('so does one of a book that holds options, one of them about to expire', async () => {
  const rows = recompute(await ask(`${WORKED_EXAMPLE}SPY270219P00600000,2,9\nSPY261127P00810000,1,150\n`))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !isAlike(row))).toEqual([])
})

test('the beta of the portfolio is that of its positions, and another one is found', async () => {
  const answer = await ask(WORKED_EXAMPLE)
  const ofBeta = () => recompute(answer).filter(({ figure }) => figure === 'beta of the portfolio')
  expect(ofBeta().map(isAlike)).toEqual([true])
  answer.repricing.book.exposures[0]!.beta += 0.01
  expect(ofBeta().map(isAlike)).toEqual([false])
})

test('what was changed afterwards is found', async () => {
  const answer = await ask(WORKED_EXAMPLE)
  const strategy = answer.hedgeStrategies.find(({ role }) => role === 'recommended')!
  strategy.losses!.hedgedPercent[1]![2]! -= 0.01
  strategy.holdsLimit = !strategy.holdsLimit
  const found = recompute(answer).filter((row) => !isAlike(row))
  expect(found.map(({ figure }) => figure.slice(strategy.id.length))).toEqual([
    ': loss with it, a fall of 20 % on 2026-12-22',
    ': whether the limit is kept (1: yes)',
  ])
})

test('selling, what decides between it and the hedge, and each point of the frontier are computed again', async () => {
  const answer = await ask(WORKED_EXAMPLE)
  const figures = ['selling: return forgone', 'selling: loss in the shock', 'selling: tax rate that decides']
  const rows = recompute(answer)
  expect(rows.map(({ figure }) => figure)).toEqual(
    expect.arrayContaining([...figures, 'price of the limit on every day']),
  )
  expect(rows.filter(({ figure }) => figure.startsWith('frontier: ')).length).toBeGreaterThan(3)
  expect(rows.filter((row) => !isAlike(row))).toEqual([])
  const selling = answer.hedgeStrategies.find(({ family }) => family === 'reduce-exposure')!
  selling.trades[0]!.amount *= 0.9
  const found = recompute(answer).filter((row) => !isAlike(row))
  expect(found.map(({ figure }) => figure)).toEqual(figures)
})

test('a past crisis told in two ways is found', async () => {
  const answer = await ask(WORKED_EXAMPLE)
  const rows = recompute(answer).filter(({ figure }) => figure.includes('without it'))
  expect(rows.some(({ figure }) => figure.includes(': result of'))).toBe(true)
  const strategy = answer.hedgeStrategies.find(({ role }) => role === 'recommended')!
  const [crisis] = strategy.crises
  crisis!.unhedgedPercent += 0.01
  const found = recompute(answer).filter((row) => !isAlike(row))
  expect(found.map(({ figure }) => figure)).toEqual([`${strategy.id}: result of ${crisis!.scenarioId} without it`])
})

test('the evidence of a comprehensive analysis is what its shares come to', async () => {
  const answer = await analyseWhole(client, await upload(client, WORKED_EXAMPLE, 'Whole'))
  expect(recomputeEvidence(answer)).toHaveLength(1)
  expect(recomputeEvidence(answer).filter((row) => !isAlike(row))).toEqual([])
  answer.confidenceDetail.within! -= 0.01
  expect(recomputeEvidence(answer).filter((row) => !isAlike(row))).toHaveLength(1)
})
