/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyseWhole } from '../ai-analysis/testing/analysis-client.ts'
import { QUESTION_TABLE } from '../ask/question-table.ts'
import { requestAsk } from '../ask/testing/ask-client.ts'
import { A_DAY_WITH_IDEAS, discover } from '../discovery/testing/discovery-client.ts'
import { addFrankfurt } from '../hedges/testing/frankfurt.ts'
import { NOW, requestAnalysis, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { listTexts } from '../hedges/testing/loose-figures.ts'
import { CATALOGUE } from './testing/find-unlisted.ts'
import { createWatchingModel } from './testing/watching-model.ts'

let app: TestApp
let ann: TestClient
let now = NOW
/** Kinds of sentences that were shown, or that a model could choose. */
const met = new Set<string>()
const see = (value: unknown) => {
  for (const { sentence } of listTexts(value).flatMap(({ parts }) => parts))
    if (sentence !== undefined) met.add(sentence)
}
beforeAll(async () => {
  const analystModel = createWatchingModel(({ sections }) => see(Object.values(sections)))
  app = await createTestApp({ overrides: { clock: { now: () => now }, analystModel } })
  addFrankfurt(app.dependencies.marketData)
  ann = await signInPro(app, 'ann@example.com', 1_000)
})
afterAll(() => app?.close())

const BOOKS: readonly [rows: string, ...wishes: object[]][] = [
  [
    WORKED_EXAMPLE,
    { crisisId: 'gfc-2007', budgetPercent: 20 },
    { crisisId: 'gfc-2007', limitPercent: 8 },
    { crisisId: 'gfc-2007', budgetPercent: 0 },
    { crisisId: 'covid-2020', limitPercent: 60 },
    { crisisId: 'covid-2020', budgetPercent: 20 },
    { crisisId: 'covid-2020', horizonDays: 10, limitPercent: 12, budgetPercent: 1 },
    { objective: 'floor', budgetPercent: 20 },
    { objective: 'floor', allowOptions: false },
    { objective: 'cvar' },
    { allowOptions: false },
    { budgetPercent: 0 },
    { limitPercent: 5, budgetPercent: 1 },
    { limitPercent: 40 },
    { lastDay: '2030-01-18' },
    { shockPercent: 58, limitPercent: 40, budgetPercent: 20 },
    { keep: ['NVDA'], limitPercent: 10 },
    { underlyings: 'single-names', limitPercent: 15 },
    { allowShortCalls: true, budgetPercent: 1, limitPercent: 10 },
    {},
  ],
  ['NVDA,300,1\nAAPL,40,1\nNOSUCH,5,1\n', {}, { allowShortCalls: false, keepUpside: true }],
  ['SPY,300,1\nTLT,500,1\n', { crisisId: 'gfc-2007' }, { limitPercent: 20 }],
  ['KO,10,1\nCASH,500000,1\n', {}, { crisisId: 'gfc-2007' }],
  ['SPY,-100,1\nCASH,200000,1\n', {}, { crisisId: 'covid-2020' }],
  [
    'GLD,900,1\n',
    {},
    { budgetPercent: 0 },
    { budgetPercent: 1, limitPercent: 5 },
    { limitPercent: 1, budgetPercent: 1 },
  ],
  ['AGG,2000,1\nTLT,800,1\nLQD,600,1\n', {}, { limitPercent: 2, underlyings: 'index' }],
  ['IBIT,1000,1\nCASH,5000,1\n', {}, { allowOptions: false }],
  ['SH,1000,1\n', {}],
  ['KO,100,1\nSPY,-90,1\nCASH,90000,1\n', {}],
  ['NVDA,300,1\nKO,300,1\nNVDA261218P00150000,3,1\n', {}],
  ['SPY,500,1\nSPY261218P00650000,5,1\nSPY261218C00720000,-5,1\n', {}, { budgetPercent: 0 }],
  ['AAPL,300,1\nAAPL270115C00300000,-3,1\n', {}],
  ['AAPL,150,1\nSAP.DE,100,1\n', { limitPercent: 10 }],
  ['IWM,500,1\n', {}],
  ['SPY,500,1\nSPY261218P00600000,3,1\n', {}, { limitPercent: 12 }],
  ['TQQQ,900,1\nSQQQ,100,1\nKO,50,1\n', {}],
  ['NOSUCH,100,1\nNONE2,50,1\nKO,10,1\n', {}],
]

/** Kinds that these books do not have, by the suite that has them. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'odd-books, write-effect': ['action.tailAdded', 'action.forgone', 'action.unjudged'],
  'hedge-verdicts': ['summary.unsearched', 'summary.otherHolder', 'summary.shortTerm'],
  discovery: ['idea.moves-against'],
  'hedge-tickets': ['caveat.quotes-off-spot', 'caveat.old-trade'],
  'discovery-runs': ['scan.nothing', 'scan.unrelated', 'scan.unreadable', 'scan.unfit'],
  'comprehensive-runs': ['evidence.record'],
  ask: ['ask.unknown', 'diversification.caveat', 'one-bet.caveat', 'offsets.caveat'],
  'no test yet': [
    ...['action.unanswered', 'idea.amplifies-tail', 'implied-volatility.evidence', 'ask.noChain'],
    ...['ask.uncompared', 'ask.proxies', 'rates.evidence', 'risk.unexplained'],
    ...['caveat.tax-constructive-sale', 'caveat.ends-before-horizon', 'caveat.cash-settled', 'caveat.wide-quotes'],
    ...[
      'rejected.limit-not-reachable',
      'rejected.puts-held-already',
      'rejected.fits-no-account',
      'rejected.index-sectors-unknown',
    ],
    ...['rejected.volatility-out-of-schedule', 'rejected.no-history', 'scan.tooShort'],
  ],
}

test('every kind of sentence of the catalogue is said', { timeout: 1_800_000 }, async () => {
  let portfolioId = ''
  for (const [rows, ...wishes] of BOOKS) {
    const id = await upload(ann, rows)
    portfolioId ||= id
    for (const wish of wishes) {
      // Asking is about the newest.
      now = new Date(now.getTime() + 1_000)
      const response = await requestAnalysis(ann, id, wish)
      expect([200, 422], JSON.stringify(wish)).toContain(response.status)
      see(await response.json())
    }
    see(await analyseWhole(ann, id))
  }
  see(await discover(ann, await upload(ann, 'USD,10000,1\n')))
  for (const id of [await upload(ann, 'NOSUCH,5,1\nIBIT,200,\nKO,100,1\nT4.25-20541115,900,60\n'), portfolioId]) {
    for (const { examples } of QUESTION_TABLE) see(await (await requestAsk(ann, id, examples[0])).json())
    see(await (await requestAsk(ann, id, 'What did the dot-com crash do to this?')).json())
    see(await (await requestAsk(ann, id, 'Is it a risk or a hedge?')).json())
  }
  now = A_DAY_WITH_IDEAS
  see(await discover(ann, portfolioId))
  for (const kind of Object.values(ELSEWHERE).flat()) {
    expect([...CATALOGUE.keys()]).toContain(kind)
    met.add(kind)
  }
  expect([...CATALOGUE.keys()].filter((kind) => !met.has(kind))).toEqual([])
})
