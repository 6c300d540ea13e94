import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advisePortfolio } from '../analyst/advise-portfolio.ts'
import { findRow } from '../price-matrix.ts'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { fitRegression } from '../regression.ts'
import { analyzeHedges, proposeHedges } from './analyze-hedges.ts'
import { assessBookRisk } from './book-risk.ts'
import { prepareHedging } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

const base = createTestSituation({ cashShare: 0 })
const DRIVERS = [
  { kind: 'rates', ticker: 'TLT', fall: -0.155 },
  { kind: 'gold', ticker: 'GLD', fall: -0.2 },
] as const
const GOLD_CHAIN = { ...INDEX_CHAIN, ticker: 'GLD', role: 'driver', spot: 300, beta: 0.05, strikeStep: 5 } as const
const gold = createMarket(GOLD_CHAIN, createRandomSource(3))
const SPOT = { SPY: 600, TLT: 90, GLD: 300 } as const
/** Funds of the situation with the betas to the index that its returns were drawn with. */
const FUNDS = { SPY: 1, TLT: -0.2, GLD: 0.05 } as const

function hold(ticker: keyof typeof FUNDS, value: number): HedgeHolding {
  return {
    ticker,
    value,
    shares: value / SPOT[ticker],
    beta: FUNDS[ticker],
    downsideBeta: null,
    sector: null,
    instrumentClass: 'broad-fund',
    internalDiversification: 1,
  }
}

function situate(holdings: readonly HedgeHolding[], cash = 0): HedgeSituation {
  const markets = [...base.markets.filter(({ role }) => role === 'index'), gold]
  return { ...base, holdings, cash, markets, drivers: DRIVERS, crises: [], otherIndexes: [], diversifiers: [] }
}

test('gold is asked about a fall of gold, and its hedge is the one that a search with gold as the index finds', () => {
  const where = situate([hold('GLD', 300_000)])
  const { ownRisk, pick, proposals, search } = analyzeHedges(where)
  expect(search.status).toBe('not-possible')
  expect(ownRisk).toMatchObject({ driver: { kind: 'gold' }, isKept: false, obstacle: null })
  expect(ownRisk?.loss).toBeCloseTo(0.2, 9)
  expect(ownRisk?.partToSell).toBeCloseTo(1 - 0.15 / 0.2, 9)
  const chosen = proposals.find(({ id }) => id === pick)
  expect(chosen?.family).toBe('own-risk')
  expect(ownRisk?.effects.find(({ id }) => id === pick)).toMatchObject({ holdsLimit: true })

  const asIndex = analyzeHedges({
    ...where,
    holdings: [{ ...hold('GLD', 300_000), beta: 1 }],
    markets: [{ ...gold, role: 'index', beta: 1 }],
    index: { ticker: 'GLD', price: 300 },
    drivers: [],
  })
  const same = asIndex.proposals.find(({ id }) => id === asIndex.pick)
  expect(chosen?.legs).toEqual(same?.legs)
  expect(chosen?.cost.total).toBe(same?.cost.total)
})

test('where there are no options on it, or they are not wanted, the risk is named and no hedge is made up', () => {
  const rates = analyzeHedges(situate([hold('TLT', 300_000)]))
  expect(rates.ownRisk).toMatchObject({ isKept: false, pick: null, obstacle: { rule: 'no-chain' } })
  expect(rates.proposals.flatMap(({ legs }) => legs)).toEqual([])
  const unwanted = analyzeHedges(situate([hold('GLD', 300_000)]), { allowOptions: false })
  expect(unwanted.ownRisk?.obstacle?.rule).toBe('options-not-wanted')
  expect(unwanted.ownRisk?.partToSell).toBeCloseTo(0.25, 9)
  expect(analyzeHedges(situate([hold('GLD', 300_000)]), { keep: ['GLD'] }).ownRisk?.partToSell).toBeNull()
  const indexOnly = analyzeHedges(situate([hold('GLD', 300_000)]), { underlyings: 'index' })
  expect(indexOnly.ownRisk?.obstacle).toEqual({ rule: 'not-permitted', parameters: { by: 'index-only' } })
})

test('a bond without returns follows its proxy', () => {
  const bond = { ...hold('TLT', 300_000), ticker: 'T4.125-20441115', proxies: ['TLT'] }
  expect(analyzeHedges(situate([bond])).ownRisk?.loss).toBeCloseTo(0.155, 9)
})

test('shares, and whoever asks about paths or a floor, are asked about the market', () => {
  expect(analyzeHedges(situate([hold('SPY', 300_000)])).ownRisk).toBeNull()
  for (const objective of ['cvar', 'floor'] as const) {
    expect(analyzeHedges(situate([hold('GLD', 300_000)]), { objective }).ownRisk).toBeNull()
  }
})

test('nothing is called within the limit while a risk that the portfolio follows would break it', () => {
  const part = fc.integer({ min: 0, max: 10 })
  fc.assert(
    fc.property(part, part, part, part, (shares, bonds, metal, cash) => {
      const holdings = [hold('SPY', 3e4 * shares), hold('TLT', 3e4 * bonds), hold('GLD', 3e4 * metal)]
      const value = 3e4 * (shares + bonds + metal + cash)
      fc.pre(shares + bonds + metal > 0)
      const { ownRisk, unhedged, request } = analyzeHedges(situate(holdings, 3e4 * cash))
      // By an ordinary regression of the whole portfolio, not by betas of holdings.
      const rows = holdings.map(({ ticker }) => findRow(base.returns, ticker)!.slice(-252))
      const own = rows[0]!.map((_, t) =>
        holdings.reduce((sum, one, place) => sum + (one.value / value) * rows[place]![t]!, 0),
      )
      for (const { ticker, fall } of DRIVERS) {
        const line = fitRegression(own, findRow(base.returns, ticker)!.slice(-252))
        const loss = -fall * (line?.slope ?? 0)
        if (line === null || line.rSquared === null || line.rSquared < 0.35 || loss < request.limit + 0.01) continue
        const isAsked = unhedged.lossAtShock > request.limit || (ownRisk !== null && !ownRisk.isKept)
        expect(isAsked, `${ticker} costs ${loss}`).toBe(true)
      }
    }),
    propertyRuns(12),
  )
})

function advise(holdings: readonly HedgeHolding[], request: Partial<HedgeRequest> = {}) {
  const context = prepareHedging(situate(holdings), completeHedgeRequest(request))
  const risk = assessBookRisk(context)
  const hedges = proposeHedges(context, risk)
  return { hedges, advice: advisePortfolio({ context, risk, hedges, quality: { unreliable: new Set() } }) }
}

test('the analyst hedges what the portfolio has to fear as the search does, and claims no evidence for it', () => {
  const { hedges, advice } = advise([hold('GLD', 300_000)])
  expect(hedges.ownRisk).toMatchObject({ isKept: false })
  expect(advice.headline).toBe('hedge-market-risk')
  expect(advice.actions.map(({ proposal }) => proposal?.id)).toEqual([hedges.ownRisk?.pick])
  expect(advice.ownRisk).toEqual(hedges.ownRisk)
  expect(advice.evidence.kind).toBe('own-risk')
  expect(advice.confidence).toBe(0)
  expect(advice.actions[0]?.effect).toMatchObject({ cvarChange: null, crisisLossChange: null })
})

test('where no option is listed on it, a part of what follows it is sold, and never held on to', () => {
  // There are no options on bonds here.
  const { hedges, advice } = advise([hold('TLT', 300_000), hold('SPY', 3_000)])
  expect(hedges).toMatchObject({ isKept: false, pick: null })
  expect(advice.headline).toBe('hedge-market-risk')
  const [sale] = advice.actions
  expect(sale?.proposal?.trades.map(({ ticker }) => ticker)).toEqual(['TLT'])
  const effect = advice.ownRisk?.effects.find(({ id }) => id === sale?.proposal?.id)
  expect(advice.ownRisk?.pick).toBe(sale?.proposal?.id)
  expect(effect).toMatchObject({ holdsLimit: true, loss: expect.closeTo(0.15, 9) })
  expect(advice.evidence.kind).toBe('own-risk')
  // Sold again by hand: the same loss, with the whole book asked about bonds.
  const left = 300_000 + (sale?.proposal?.trades[0]?.amount ?? 0)
  const after = analyzeHedges(situate([hold('TLT', left), hold('SPY', 3_000)], 300_000 - left))
  expect(after.isKept).toBe(true)
  expect(after.ownRisk?.loss).toBeCloseTo(0.15, 4)
})

test('where nothing of it can be sold either, that is the answer', () => {
  const { advice } = advise([hold('TLT', 300_000)], { keep: ['TLT'] })
  expect(advice.headline).toBe('hedge-market-risk')
  expect(advice.actions).toMatchObject([{ type: 'hedge', rule: 'hedge-market-risk', proposal: null }])
  expect(advice.evidence.kind).toBe('none')
  expect(advice.confidence).toBe(0)
})
