/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketData } from '../../market-data/market-data.ts'
import type { ListedContract } from '../../market-data/options/option-chain.ts'
import { toStoredSource } from '../../market-data/stored-source.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyseWhole } from '../ai-analysis/testing/analysis-client.ts'
import { QUESTION_TABLE } from '../ask/question-table.ts'
import { requestAsk } from '../ask/testing/ask-client.ts'
import { A_DAY_WITH_IDEAS, discover } from '../discovery/testing/discovery-client.ts'
import { addFrankfurt } from '../hedges/testing/frankfurt.ts'
import { analyse, NOW, requestAnalysis, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { findLooseFigures, findUnreal, listTexts } from '../hedges/testing/loose-figures.ts'
import { CATALOGUE } from './testing/find-unlisted.ts'
import {
  keepLast,
  withChains,
  withHistories,
  withoutSectors,
  withVolatilityIndex,
  withWorseTails,
} from './testing/rare-markets.ts'
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
  ['SPY,500,1\nSPY261218P00650000,5,1\nSPY261218C00800000,-5,1\n', {}, { budgetPercent: 0 }],
  ['AAPL,300,1\nAAPL270115C00300000,-3,1\n', {}],
  ['NVDA,100,1\nNVDA270219C00250000,-1,1\n', {}],
  ['AAPL,150,1\nSAP.DE,100,1\n', { limitPercent: 10 }],
  ['IWM,500,1\n', {}],
  ['SPY,500,1\nSPY261218P00600000,3,1\n', {}, { limitPercent: 12 }],
  ['TQQQ,900,1\nSQQQ,100,1\nKO,50,1\n', {}],
  ['NOSUCH,100,1\nNONE2,50,1\nKO,10,1\n', {}],
  ['NVDA,300,1\nKO,300,1\nNVDA270219P00150000,3,1\n', { underlyings: 'single-names' }],
  ['NVDA,300,1\n', { limitPercent: 1, shockPercent: 60 }],
]

/** Kinds that these books do not have, by the suite that has them. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'odd-books, write-effect': ['action.tailAdded', 'action.forgone', 'action.unjudged'],
  'hedge-verdicts': ['summary.unsearched', 'summary.otherHolder', 'summary.shortTerm'],
  discovery: ['idea.moves-against'],
  'hedge-tickets': ['caveat.quotes-off-spot', 'caveat.old-trade'],
  'write-caveats': ['caveat.cash-settled', 'caveat.ends-before-horizon'],
  'discovery-runs': ['scan.nothing', 'scan.unrelated', 'scan.unreadable', 'scan.unfit'],
  'comprehensive-runs': ['evidence.record'],
  ask: ['ask.unknown', 'diversification.caveat', 'one-bet.caveat', 'offsets.caveat'],
  'history-questions': ['done.verdict', 'hedge-results.evidence', 'hedge-results.caveat'],
  'account-questions': ['account-value.caveat'],
}

/** Seen on markets that lack something or quote oddly. */
async function seeRareMarkets(portfolioId: string): Promise<void> {
  const seeHedges = async (rows: string, wish: object = {}) => {
    const id = await upload(ann, rows)
    now = new Date(now.getTime() + 1_000)
    const answer = await analyse(ann, id, wish)
    see(answer)
    expect([...findLooseFigures(answer), ...findUnreal(answer)]).toEqual([])
    return id
  }
  await onMarket(
    withChains((chain) => ({
      ...chain,
      contracts: chain.contracts.map((one) => ({
        ...one,
        bid: one.bid && 0.85 * one.bid,
        ask: one.ask && 1.02 * one.ask,
      })),
    })),
    () => seeHedges(WORKED_EXAMPLE),
  )
  await onMarket(
    withChains(({ underlyingPrice, contracts, ...chain }) => {
      const isDeep = ({ type, strike }: ListedContract) => type === 'call' || strike >= 1.12 * (underlyingPrice ?? 0)
      return { ...chain, underlyingPrice, contracts: contracts.filter(isDeep) }
    }),
    () => seeHedges('NVDA,300,1\n', { objective: 'floor', underlyings: 'single-names', budgetPercent: 20 }),
  )
  await onMarket(
    withChains((chain) => ({
      ...chain,
      contracts: chain.contracts.map((one) => ({ ...one, openInterest: 0, volume: 0 })),
    })),
    async () => see(await analyseWhole(ann, await upload(ann, 'NVDA,300,1\nNVDA261218C00150000,-3,1\n'))),
  )
  for (const level of [20, 60]) await onMarket(withVolatilityIndex(level), () => seeHedges(WORKED_EXAMPLE))
  await onMarket(withoutSectors, () => seeHedges(WORKED_EXAMPLE))
  await onMarket(
    withHistories((history) => (isDiversifier(history.ticker) ? null : history)),
    () => seeHedges('NVDA,300,1\n'),
  )
  await onMarket(
    withHistories((history) => (history.ticker === 'SPY' ? history : keepLast(history, 30))),
    async () => see(await discover(ann, await seeHedges('MRK,100,1\nPFE,100,1\n'))),
  )
  const json = { name: 'Two', data: 'ticker,shares,avgCost,account\nNVDA,60,1,IRA\nNVDA,60,1,Taxable\nKO,50,1,IRA\n' }
  const { id: two } = await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  for (const account of ['IRA', 'Taxable'])
    await ann.json(`/api/portfolios/${two}/accounts`, {
      method: 'PUT',
      json: { account, level: 'spreads', kind: 'margin' },
    })
  see(await (await requestAnalysis(ann, two, { underlyings: 'single-names' })).json())
  for (const question of ['How much is in my IRA?', 'How much cash is in my IRA?'])
    see(await (await requestAsk(ann, two, question)).json())
  await app.db.asOwner(`INSERT INTO volatility_observations
    SELECT '${toStoredSource('sample')}', 'NVDA', 20777 - i, 0.3 + 0.001 * i, NULL, 100, now(), 0.001 * i
    FROM generate_series(1, 100) i`)
  const ask = async (id: string, question: string) => see(await (await requestAsk(ann, id, question)).json())
  await ask(portfolioId, 'What is the implied volatility of NVDA?')
  const treasury =
    'ticker,shares,avgCost,kind,statedPrice,statedOn\nT4.25-20541115,900,60,bond,98,2026-11-20\nMETA,50,1,,,\nNOSUCH,5,1,,,\n'
  const bonds = await ann.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'B', data: treasury },
  })
  await ask(bonds.id, 'What happens to my bonds if yields rise?')
  await ask(bonds.id, 'What is the implied volatility of NOSUCH?')
  await ask(bonds.id, 'What did 2008 do to this?')
  await ann.fetch(`/api/portfolios/${bonds.id}/benchmark`, {
    method: 'PUT',
    json: { parts: [{ ticker: 'IBIT', percent: 100 }] },
  })
  await ask(bonds.id, 'What did 2008 do to this?')
}

const isDiversifier = (ticker: string) => ['TLT', 'GLD', 'IEF', 'SHY', 'BIL', 'SGOV', 'SHV', 'TIP'].includes(ticker)

/** Works on another market, and puts the usual one back. */
async function onMarket(
  change: (usual: MarketData) => Partial<MarketData>,
  work: () => Promise<unknown>,
): Promise<void> {
  const { marketData } = app.dependencies
  const usual = { ...marketData }
  Object.assign(marketData, change(usual))
  await work()
  Object.assign(marketData, usual)
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
  await seeRareMarkets(portfolioId)
  now = A_DAY_WITH_IDEAS
  see(await discover(ann, portfolioId))
  await onMarket(withWorseTails(['XBI', 'ARKK', 'SMH', 'KRE', 'EEM', 'HYG']), async () =>
    see(await discover(ann, await upload(ann, 'NVDA,300,1\n'))),
  )
  for (const kind of Object.values(ELSEWHERE).flat()) {
    expect([...CATALOGUE.keys()]).toContain(kind)
    met.add(kind)
  }
  expect([...CATALOGUE.keys()].filter((kind) => !met.has(kind))).toEqual([])
})
