import { describe, expect, test } from 'vitest'
import { QuantInputError } from '../errors.ts'
import { createRandomSource } from '../random.ts'
import { analyzeHedges, type HedgeAnalysis } from './analyze-hedges.ts'
import type { HedgeProposal } from './hedge-proposal.ts'
import type { HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { createLossLimits } from './loss-limits.ts'
import { computeTicketCost, repriceHedge } from './reprice-hedge.ts'
import { createMarket, INDEX_CHAIN, toExpiry } from './test-chains.ts'
import { listStates } from './test-searches.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation()
const analysis = analyzeHedges(situation)

/** Everything in a result that is a number but none that can be shown. */
function findUnreal(value: unknown, path = 'result'): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => findUnreal(part, `${path}.${key}`))
}

function reasonsOf({ considered }: HedgeAnalysis, family: string): string[] {
  return considered.filter((one) => one.family === family).map(({ rule }) => rule)
}

/** A quote of the chain that a leg is to be found in. */
function findQuote({ markets }: HedgeSituation, leg: HedgeProposal['legs'][number]) {
  return markets
    .find(({ ticker }) => ticker === leg.underlying)!
    .chain.contracts.find(
      ({ type, strike, expiry }) => type === leg.type && strike === leg.strike && expiry === leg.expiry,
    )!
}

/** Situations and terms unlike each other, for what must hold of all. */
const VARIETY: readonly (readonly [string, HedgeSituation, Partial<HedgeRequest>])[] = [
  ['the usual request', situation, {}],
  ['a tight limit', situation, { limit: 0.08 }],
  ['a month', situation, { horizonDays: 21 }],
  ['a single line', situation, { maximumLines: 1 }],
  ['short calls allowed', situation, { allowShortCalls: true, limit: 0.12 }],
  ['the worst paths', situation, { objective: 'cvar', limit: 0.14, maximumPremium: 0.06 }],
  ['floors under positions', situation, { objective: 'floor', limit: 0.12, maximumPremium: 0.1 }],
  ['next to no budget', situation, { maximumPremium: 0.002 }],
  ['a deep shock', situation, { shock: -0.35, limit: 0.2 }],
  ['many positions', createTestSituation({ positions: 40, seed: 3 }), {}],
  ['a small portfolio', createTestSituation({ value: 12_000 }), {}],
  ['a large portfolio', createTestSituation({ value: 30_000_000 }), {}],
  [
    'no history',
    {
      ...situation,
      returns: { ...situation.returns, values: new Float64Array(situation.returns.values.length).fill(Number.NaN) },
    },
    {},
  ],
  ['no chains', { ...situation, markets: [] }, {}],
]
const analyses = VARIETY.map(([name, where, terms]) => ({ name, where, terms, result: analyzeHedges(where, terms) }))

describe.each(analyses)('$name', ({ where, terms, result }) => {
  test('no figure is NaN or infinite, and the result is the same the second time, to the bit', () => {
    expect(findUnreal(JSON.parse(JSON.stringify(result)))).toEqual([])
    expect(findUnreal(result)).toEqual([])
    expect(JSON.stringify(analyzeHedges(where, terms))).toBe(JSON.stringify(result))
  })

  test('every leg is a quote of the chain, whole contracts, bought at the ask or sold at the bid', () => {
    for (const leg of result.proposals.flatMap(({ legs }) => legs)) {
      const quote = findQuote(where, leg)
      expect(leg.premium).toBe(leg.contracts > 0 ? quote.ask : quote.bid)
      expect(Number.isInteger(leg.contracts) && leg.contracts !== 0).toBe(true)
      expect(['ok', 'no-bid']).toContain(quote.state)
      if (leg.contracts < 0) expect(quote.state).toBe('ok')
    }
  })

  test('tickets cost their quotes and commissions to the cent, and keep to the budget', () => {
    for (const { legs, cost } of result.proposals.filter((proposal) => proposal.legs.length > 0)) {
      const paid = legs.reduce((sum, leg) => {
        const { bid, ask } = findQuote(where, leg)
        return sum + leg.contracts * 100 * (leg.contracts > 0 ? ask! : bid!) + 0.65 * Math.abs(leg.contracts)
      }, 0)
      expect(cost.total).toBeCloseTo(paid, 6)
      expect(cost.total).toBeLessThanOrEqual(result.request.maximumPremium * result.book.value * (1 + 1e-9))
      expect(cost.atMid).toBeLessThanOrEqual(cost.total)
    }
  })

  test('what claims to hold the limit holds it at every fall and by every valuation, repriced anew', () => {
    for (const { legs, cost, trades, holdsLimit } of result.proposals) {
      if (!holdsLimit || trades.length > 0) continue
      const hedge = { book: result.book, legs, fees: cost.fees, underlyings: result.underlyings }
      for (const { marketReturn, largestLoss } of createLossLimits(result.request)) {
        for (const state of listStates(result.lossDays)) {
          const { hedged } = repriceHedge(hedge, { marketReturn, ...state })
          expect(-hedged / result.book.value).toBeLessThanOrEqual(largestLoss + 1e-9)
        }
      }
    }
  })

  test('nothing is sold naked: puts lie below bought ones, calls on shares held or where it was allowed', () => {
    for (const { legs } of result.proposals) {
      for (const short of legs.filter(({ contracts }) => contracts < 0)) {
        const covering =
          short.type === 'put'
            ? legs
                .filter((leg) => leg.type === 'put' && leg.expiry === short.expiry && leg.strike > short.strike)
                .reduce((sum, { contracts }) => sum + contracts, 0)
            : result.request.allowShortCalls
              ? Infinity
              : Math.floor((where.holdings.find(({ ticker }) => ticker === short.underlying)?.shares ?? 0) / 100)
        expect(-short.contracts).toBeLessThanOrEqual(covering)
      }
    }
  })

  test('at most six proposals, each once, the comparator among them unless nothing needs to be sold', () => {
    expect(result.proposals.length).toBeLessThanOrEqual(6)
    expect(new Set(result.proposals.map(({ id }) => id)).size).toBe(result.proposals.length)
    const isSafe = reasonsOf(result, 'reduce-exposure').includes('limit-holds-already')
    expect(result.proposals.some(({ family }) => family === 'reduce-exposure')).toBe(!isSafe)
    expect(result.unhedged.table.every((row) => row.hedgedAtExpiry === row.unhedged)).toBe(true)
  })
})

describe('the pick', () => {
  test('is the cheapest package of the index, holds the limit, and stands first', () => {
    const pick = analysis.proposals[0]!
    expect(pick.id).toBe(analysis.pick)
    expect(pick.holdsLimit).toBe(true)
    expect(analysis.search).toMatchObject({ status: 'found', instrument: 'SPY', solver: 'exact-enumeration' })
    expect(pick.caveats.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['decay']))
  })

  test('of one line needs every contract: with one fewer the curve breaks', () => {
    const { proposals, book, underlyings, request, lossDays } = analyzeHedges(situation, { maximumLines: 1 })
    const { legs } = proposals[0]!
    const [put] = legs
    expect(put!.contracts).toBeGreaterThan(1)
    const fewer = [{ ...put!, contracts: put!.contracts - 1 }]
    const hedge = { book, legs: fewer, fees: 0.65 * fewer[0]!.contracts, underlyings }
    const breaks = createLossLimits(request).some(({ marketReturn, largestLoss }) =>
      listStates(lossDays).some((state) => {
        const { hedged } = repriceHedge(hedge, { marketReturn, ...state })
        return -hedged > largestLoss * book.value + 1e-6
      }),
    )
    expect(breaks).toBe(true)
  })

  test('a rise of 10 % costs the holder of puts their price and nothing else, at expiry', () => {
    const { table, cost } = analyzeHedges(situation, { maximumLines: 1 }).proposals[0]!
    const rise = table.find(({ marketReturn }) => marketReturn === 0.1)!
    expect(rise.hedgedAtExpiry).toBeCloseTo(rise.unhedged - cost.total, 8)
  })

  test('at a fall the answering valuation is worth the most, intrinsic value the least', () => {
    const { table } = analyzeHedges(situation, { maximumLines: 1, horizonDays: 21 }).proposals[0]!
    const fall = table.find(({ marketReturn }) => marketReturn === -0.1)!
    expect(fall.hedgedResponding).toBeGreaterThan(fall.hedgedSteady)
    expect(fall.hedgedSteady).toBeGreaterThanOrEqual(fall.hedgedAtExpiry)
  })

  test('tells what other rules of sizing would take', () => {
    const { sizes, legs } = analyzeHedges(situation, { maximumLines: 1 }).proposals[0]!
    const exposure = analysis.risk.dollarBeta
    expect(sizes!.notional).toBeCloseTo(exposure / 60_000, 10)
    expect(sizes!.deltaNeutral).toBeGreaterThan(sizes!.notional)
    // Holding the whole curve takes no fewer than holding the one point.
    expect(sizes!.scenario).toBeLessThanOrEqual(legs[0]!.contracts)
  })

  test('stands against selling on the frontier: at the limit asked for, what the comparator costs', () => {
    const { frontier, proposals, risk } = analysis
    const selling = proposals.find(({ family }) => family === 'reduce-exposure')!
    const loss = -risk.shocks.find(({ marketReturn }) => marketReturn === -0.2)!.bookReturn
    for (const { limit, sellingCost } of frontier) {
      expect(sellingCost).toBeCloseTo((selling.cost.total * (1 - limit / loss)) / (1 - 0.15 / loss), 6)
    }
  })

  test('costs no less when the limit tightens', () => {
    const costs = [0.2, 0.17, 0.14, 0.11].map((limit) => analyzeHedges(situation, { limit, maximumPremium: 1 }))
    const totals = costs.map(({ proposals }) => proposals[0]!.cost.total)
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
  })

  test('of the worst paths holds their mean loss', () => {
    const { search, proposals, pick } = analyses.find(({ name }) => name === 'the worst paths')!.result
    expect(search).toMatchObject({ status: 'found', objective: 'cvar', limit: 0.14 })
    expect(proposals[0]!.id).toBe(pick)
    expect(search.unhedgedLoss).toBeGreaterThan(0.14)
  })
})

describe('when there is no hedge to be had', () => {
  test('a budget too small: says what it would cost and how far the budget reaches', () => {
    const { search, proposals, priorities } = analyzeHedges(situation, { maximumPremium: 0.002, keepUpside: true })
    expect(search).toMatchObject({ status: 'not-reachable', reason: 'budget' })
    expect(search.costWithoutBudget).toBeCloseTo(analysis.proposals[0]!.cost.total, 6)
    expect(search.reachableLimit).toBeGreaterThan(0.15)
    expect(proposals[0]!.holdsLimit).toBe(false)
    expect(priorities.map(({ rule }) => rule)).toContain('cannot-meet-limit')
  })

  test('a book within its limit: no hedge is a result', () => {
    const { search, priorities, pick } = analyzeHedges(situation, { limit: 0.6 })
    expect(search.status).toBe('not-needed')
    expect(pick).toBeNull()
    expect(priorities.map(({ rule }) => rule)).toContain('no-hedge-needed')
  })

  test('a book that keeps the limit down to the shock needs none, whatever lies beyond', () => {
    const loss = -analysis.risk.shocks.find(({ marketReturn }) => marketReturn === -0.2)!.bookReturn
    const limit = loss + 0.001
    const deeper = -analyzeHedges(situation, { shock: -0.3 }).risk.shocks.find(
      ({ marketReturn }) => marketReturn === -0.3,
    )!.bookReturn
    // Ten points further on more is lost than the five points that a hedge may lose more there.
    expect(deeper).toBeGreaterThan(limit + 0.05)
    const within = analyzeHedges(situation, { limit })
    expect(within.search.status).toBe('not-needed')
    expect(within.unhedged.holdsLimit).toBe(true)
    const tighter = analyzeHedges(situation, { limit: loss - 0.001 })
    expect(tighter.search.status).toBe('found')
    expect(tighter.unhedged.holdsLimit).toBe(false)
  })

  test('selling so much that the limit is kept is said to keep it', () => {
    const selling = analysis.proposals.find(({ family }) => family === 'reduce-exposure')!
    expect(selling.lossAtShock).toBeCloseTo(0.15, 10)
    expect(selling.holdsLimit).toBe(true)
  })

  test('the best that a budget buys always loses less in the shock than no hedge', () => {
    for (const maximumPremium of [0.0005, 0.001, 0.002, 0.004]) {
      const { search, unhedged } = analyzeHedges(situation, { limit: 0.05, maximumPremium })
      if (search.reachableLimit !== null) expect(search.reachableLimit).toBeLessThan(unhedged.lossAtShock)
    }
  })

  test('a book without market risk gets no index put', () => {
    const flat = { ...situation, holdings: situation.holdings.map((holding) => ({ ...holding, beta: 0 })) }
    const result = analyzeHedges(flat, { limit: 0 })
    expect(reasonsOf(result, 'index-put')).toEqual(['no-market-exposure'])
    expect(result.proposals.flatMap(({ legs }) => legs).filter(({ underlying }) => underlying === 'SPY')).toEqual([])
  })

  test('a portfolio that one contract would cover twice over: says so, and offers to sell', () => {
    const { considered, proposals, search } = analyses.find(({ name }) => name === 'a small portfolio')!.result
    expect(search.status).toBe('not-possible')
    const reason = considered.find(({ family }) => family === 'index-put')!
    expect(reason).toMatchObject({ rule: 'one-contract-too-large', parameters: { contractValue: 60_000 } })
    expect(proposals.map(({ family }) => family)).toContain('reduce-exposure')
  })

  test('a smaller index stands in where the usual one is too large', () => {
    const small = { ...INDEX_CHAIN, ticker: 'XSP', role: 'other-index', spot: 60, strikeStep: 1 } as const
    const where = createTestSituation({ value: 22_000 })
    expect(analyzeHedges(where, { maximumPremium: 0.05 }).search.status).toBe('not-possible')
    const markets = [...where.markets, createMarket(small, createRandomSource(1))]
    const result = analyzeHedges({ ...where, markets }, { maximumPremium: 0.05 })
    expect(result.search).toMatchObject({ instrument: 'XSP', status: 'found' })
    expect(result.proposals[0]!.legs.every(({ underlying }) => underlying === 'XSP')).toBe(true)
  })

  test('no chains: the reasons are given, and selling is still offered', () => {
    const { result } = analyses.find(({ name }) => name === 'no chains')!
    expect(reasonsOf(result, 'index-put')).toEqual(['no-chain'])
    expect(reasonsOf(result, 'protective-put')).toContain('no-chain')
    expect(result.proposals.map(({ family }) => family)).toContain('reduce-exposure')
  })

  test('a chain shorter than the term that was asked for: the term is its latest expiry', () => {
    const where = createTestSituation({ indexChain: { ...INDEX_CHAIN, days: [35, 63] } })
    const { search, proposals, term, asked, request } = analyzeHedges(where)
    expect(search.status).toBe('found')
    expect(term).toEqual({ date: '2027-01-22', tradingDays: 41, calendarDays: 63 })
    expect(asked).toMatchObject({ date: '2027-02-24', tradingDays: 63 })
    expect(request.horizonDays).toBe(41)
    expect(proposals[0]!.daysToExpiry).toBe(63)
    expect(analysis.term).toEqual(analysis.asked)
  })

  test('nothing held', () => {
    expect(() => analyzeHedges({ ...situation, holdings: [], cash: 0 })).toThrow(QuantInputError)
    const cash = analyzeHedges({ ...situation, holdings: [], cash: 1000 })
    expect(cash.proposals).toEqual([])
    expect(cash.priorities.map(({ rule }) => rule)).toEqual(['no-index-hedge'])
  })
})

describe('terms', () => {
  test('no options: only moves of shares', () => {
    const { proposals } = analyzeHedges(situation, { allowOptions: false })
    expect(proposals.length).toBeGreaterThan(0)
    expect(proposals.flatMap(({ legs }) => legs)).toEqual([])
  })

  test('keep the upside: nothing sold but puts', () => {
    const result = analyzeHedges(situation, { keepUpside: true, allowShortCalls: true })
    expect(result.proposals.flatMap(({ legs }) => legs).filter(({ type }) => type === 'call')).toEqual([])
    expect(reasonsOf(result, 'index-collar')).toEqual(['upside-to-be-kept'])
  })

  test('keep a holding: it is neither sold nor capped', () => {
    const { proposals } = analyzeHedges(situation, { keep: ['N0'] })
    expect(proposals.flatMap(({ trades }) => trades).filter(({ ticker }) => ticker === 'N0')).toEqual([])
    expect(
      proposals.flatMap(({ legs }) => legs).filter(({ underlying, type }) => underlying === 'N0' && type === 'call'),
    ).toEqual([])
  })

  test.each([
    ['limit', -0.1],
    ['shock', 0.2],
    ['horizonDays', 0],
    ['maximumPremium', 2],
    ['fee', Number.NaN],
  ])('%s = %d is refused by name', (name, value) => {
    expect(() => analyzeHedges(situation, { [name]: value })).toThrow(new RegExp(`^${name} is`))
  })
})

describe('what is held already counts', () => {
  const put = {
    underlying: 'SPY',
    type: 'put',
    strike: 580,
    expiry: toExpiry(98),
    contracts: 4,
    multiplier: 100,
  } as const
  const { bid, ask } = findQuote(situation, { ...put, premium: 0 })
  const premium = (bid! + ask!) / 2
  const hedged = { ...situation, options: [{ ...put, premium }] }

  test('puts in the book lower its beta and its loss, so that less is bought', () => {
    const { risk, proposals, book } = analyzeHedges(hedged)
    expect(book.value).toBeCloseTo(analysis.book.value + 400 * premium, 6)
    expect(risk.beta).toBeLessThan(analysis.risk.beta)
    expect(risk.shocks[1]!.bookReturn).toBeGreaterThan(analysis.risk.shocks[1]!.bookReturn)
    expect(proposals[0]!.cost.total).toBeLessThan(analysis.proposals[0]!.cost.total)
  })

  test('a short holding loses when the market rises', () => {
    const [first, ...rest] = situation.holdings
    const short = { ...first!, value: -20_000, shares: -500 }
    const { risk } = analyzeHedges({ ...situation, holdings: [short, ...rest] })
    expect(risk.dollarBeta).toBeCloseTo(analysis.risk.dollarBeta - (first!.value + 20_000) * first!.beta, 4)
    const up = risk.shocks.find(({ marketReturn }) => marketReturn === 0.1)!
    expect(up.bookReturn).toBeLessThan(
      analysis.risk.shocks.find(({ marketReturn }) => marketReturn === 0.1)!.bookReturn * 2,
    )
  })

  test('an option whose market is not given is refused by name', () => {
    expect(() => analyzeHedges({ ...hedged, markets: [] })).toThrow(/SPY/)
  })
})

test('the ticket that a browser gets is repriced there to the figures of the analysis', () => {
  const travelled = JSON.parse(JSON.stringify(analysis)) as HedgeAnalysis
  for (const { legs, cost, table, trades } of travelled.proposals) {
    if (trades.length > 0) continue
    const hedge = { book: travelled.book, legs, fees: cost.fees, underlyings: travelled.underlyings }
    for (const row of table) {
      const { marketReturn } = row
      const { hedged, unhedged } = repriceHedge(hedge, {
        marketReturn,
        horizonDays: 63,
        volatility: { kind: 'rule', scale: 1 },
      })
      expect(hedged).toBeCloseTo(row.hedgedResponding, 6)
      expect(unhedged).toBeCloseTo(row.unhedged, 6)
    }
    expect(computeTicketCost(legs, cost.fees)).toBeCloseTo(cost.total, 8)
  }
})

test('a limit that puts cannot keep within the budget, but a collar can, is one that can be met', () => {
  const terms = { allowShortCalls: true, limit: 0.1, maximumPremium: 0.005 }
  const withCalls = analyzeHedges(situation, terms)
  expect(withCalls.search).toMatchObject({ status: 'not-reachable', reason: 'budget' })
  const pick = withCalls.proposals.find(({ id }) => id === withCalls.pick)!
  expect(pick).toMatchObject({ family: 'index-collar', holdsLimit: true })
  expect(pick.cost.fraction).toBeLessThanOrEqual(0.005)
  expect(withCalls.proposals[0]).toBe(pick)
  expect(withCalls.priorities.map(({ rule }) => rule)).not.toContain('cannot-meet-limit')
  // Without it, the nearest that the budget buys stays the choice.
  const without = analyzeHedges(situation, { ...terms, keepUpside: true })
  expect(without.proposals.find(({ id }) => id === without.pick)).toMatchObject({ holdsLimit: false })
  expect(without.priorities.map(({ rule }) => rule)).toContain('cannot-meet-limit')
})
