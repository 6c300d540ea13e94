/** @module-tag full */

import type { HedgeAnalysis, HedgeRequestBody } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyseWhole } from '../../server/src/features/ai-analysis/testing/analysis-client.ts'
import {
  analyse,
  NOW,
  signInPro,
  upload,
  WORKED_EXAMPLE,
} from '../../server/src/features/hedges/testing/hedge-client.ts'
import { createTestApp, type TestApp, type TestClient } from '../../server/src/test-app.ts'
import type { HedgeAnswer } from './answer.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { isAlike, recomputeAnswer, recomputeEvidence } from './recompute-answer.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'checker@example.com')
})
afterAll(() => app.close())

interface Saved {
  answer: HedgeAnalysis
  inputs: Inputs
}

async function save(rows: string, body: HedgeRequestBody = {}): Promise<Saved> {
  const portfolioId = await upload(client, rows, `Checked ${rows.length}`)
  const answer = await analyse(client, portfolioId, body)
  const address = `/api/portfolios/${portfolioId}/hedge-analyses/${answer.analysisId}/inputs`
  return { answer, inputs: readInputs(await (await client.fetch(address)).text()) }
}

const recompute = ({ answer, inputs }: Saved) => recomputeAnswer(answer as HedgeAnswer, inputs)
const listDifferent = (saved: Saved) => recompute(saved).filter((row) => !isAlike(row))
const nameDifferent = (saved: Saved) => listDifferent(saved).map(({ figure }) => figure)

const EXPIRING = 'SPY270219P00600000,2,9\nSPY261127P00810000,1,150\nSPY261204P00840000,1,95\n'
const SOLD = 'NVDA,500,100\nNVDA261218C00170000,-5,1\nSPY,60,480\nSPY261218P00740000,-2,9\nKO,900,50\nCASH,150000,1\n'
const LATE_LISTINGS = 'ABNB,300,100\nCOIN,100,200\nPLTR,400,20\nKO,100,50\nCASH,20000,1\n'

const COMPUTED = 'a second computation comes to the same, to a millionth or to what chance leaves:'

test(`${COMPUTED} a past crisis, young companies, tax`, async () => {
  const saved = await save(LATE_LISTINGS, { crisisId: 'covid-2020', gainsTaxPercent: 30 })
  expect(recompute(saved).length).toBeGreaterThan(500)
  expect(listDifferent(saved)).toEqual([])
})

test(`${COMPUTED} nothing but cash beside a fund`, async () => {
  expect(listDifferent(await save('CASH,90000,1\nSPY,20,480\n'))).toEqual([])
})

test.each<[string, string, HedgeRequestBody]>([
  ['options, two of them about to expire', WORKED_EXAMPLE + EXPIRING, {}],
  ['sold options that are settled in shares, and bought back', SOLD, { limitPercent: 12 }],
  [
    'a short, debt, a foreign listing, a fund',
    'AAPL,-100,200\nSAP.DE,200,100\nMSFT,300,100\nEFA,300,70\nCASH,-20000,1\n',
    {},
  ],
  [
    'a Treasury, whole shares, no spreads',
    'QQQ,200,100\nT4.25-20341115,200,99\n',
    { wholeShares: true, noSpreads: true },
  ],
])(`${COMPUTED} %s`, { tags: ['full'] }, async (_, rows, body) => {
  expect(listDifferent(await save(rows, body))).toEqual([])
})

const recommendedOf = ({ hedgeStrategies }: HedgeAnalysis) =>
  hedgeStrategies.find(({ role }) => role === 'recommended')!
const soldOf = ({ hedgeStrategies }: HedgeAnalysis) =>
  hedgeStrategies.find(({ family }) => family === 'reduce-exposure')!.trades

/** Changes of an answer afterwards, and the figures in which each is seen. */
const CHANGES: [(answer: HedgeAnalysis) => unknown, RegExp[]][] = [
  [(a) => (recommendedOf(a).losses!.hedgedPercent[1]![2]! -= 0.01), [/: loss with it, a fall of 20 % on 2026-12-22$/]],
  [(a) => (recommendedOf(a).holdsLimit = false), [/: whether the limit is kept/]],
  [(a) => (recommendedOf(a).losses!.days[1]!.tradingDays += 1), [/: trading days to 2026-12-22$/]],
  [(a) => (recommendedOf(a).annualDragPercent!.rolled *= 0.99), [/: cost a year, rolled early$/]],
  [(a) => (recommendedOf(a).crises[0]!.hedgedPercent += 0.01), [/: dotcom-2000: result$/]],
  [(a) => (recommendedOf(a).crises[0]!.renewed!.cost -= 1), [/: dotcom-2000: cost of renewals$/]],
  [(a) => (recommendedOf(a).expected!.netCost *= 0.8), [/: expected cost$/, /: expected cost by simulation$/]],
  [(a) => (recommendedOf(a).expected!.odds!.paysBackPercent += 3), [/: odds: pays back$/]],
  [(a) => (a.repricing.book.exposures[0]!.beta += 0.01), [/^beta of the portfolio$/, /^beta of AAPL$/]],
  [(a) => (a.repricing.underlyings[0]!.expiries[0]!.quotes[0]!.volatility += 0.01), [/^value today of /]],
  [(a) => (soldOf(a)[0]!.amount *= 0.9), [/^reduce-exposure \S+: cost$/]],
]

describe('what was changed afterwards is found:', () => {
  let original: string
  let inputs: Inputs
  beforeAll(async () => {
    const saved = await save(WORKED_EXAMPLE)
    expect(listDifferent(saved)).toEqual([])
    original = JSON.stringify(saved.answer)
    inputs = saved.inputs
  })

  test('figures', () => {
    const answer = JSON.parse(original) as HedgeAnalysis
    for (const [change] of CHANGES) change(answer)
    const found = nameDifferent({ answer, inputs })
    for (const [, figures] of CHANGES)
      for (const figure of figures) expect(found).toContainEqual(expect.stringMatching(figure))
  })

  test('smiles that leave their quotes, or allow a free butterfly or calendar spread', () => {
    const answer = JSON.parse(original) as HedgeAnalysis
    const { expiries } = answer.repricing.underlyings.find(({ ticker }) => ticker === 'SPY')!
    const [first] = expiries as [(typeof expiries)[number]]
    const later = { ...structuredClone(first), expiry: '2027-03-19', quotes: [] }
    later.smile.svi.a -= 0.01
    first.smile.svi.b = 2
    expiries.push(later)
    const found = nameDifferent({ answer, inputs }).filter((name) => name.startsWith('smile of SPY'))
    for (const figure of [/02-19: error$/, /02-19: least density$/, /03-19: fall of total variance$/])
      expect(found).toContainEqual(expect.stringMatching(figure))
  })
})

test('the evidence of a comprehensive analysis is what its shares come to', async () => {
  const answer = await analyseWhole(client, await upload(client, WORKED_EXAMPLE, 'Whole'))
  expect(recomputeEvidence(answer)).toHaveLength(1)
  expect(recomputeEvidence(answer).filter((row) => !isAlike(row))).toEqual([])
  answer.confidenceDetail.within! -= 0.01
  expect(recomputeEvidence(answer).filter((row) => !isAlike(row))).toHaveLength(1)
})
