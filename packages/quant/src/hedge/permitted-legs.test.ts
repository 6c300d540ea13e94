import { describe, expect, test } from 'vitest'
import { QuantInputError } from '../errors.ts'
import { analyzeHedges, type HedgeAnalysis } from './analyze-hedges.ts'
import type { HedgeProposal } from './hedge-proposal.ts'
import type { HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { computeForgoneReturn } from './sale-cost.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation({ positions: 6, ownChains: 5, value: 900_000 })
/** Where every kind of hedge has something to offer unless the owner rules it out. */
const OPEN: Partial<HedgeRequest> = { limit: 0.12, allowShortCalls: true, maximumPremium: 0.1 }

const analyse = (request: Partial<HedgeRequest>, held: HedgeSituation = situation) =>
  analyzeHedges(held, { ...OPEN, ...request })
const isIndexLeg = ({ underlying }: HedgeProposal['legs'][number]) => underlying === 'SPY' || underlying === '^VIX'

/** Every leg that an answer would have its owner trade, of proposals, frontier and prices. */
function listLegs({ proposals, frontier, prices }: HedgeAnalysis) {
  const priced = prices === null ? [] : [prices.lastDay, prices.everyDay, prices.stressed].map((one) => one?.legs ?? [])
  return [...proposals, ...frontier].flatMap(({ legs }) => legs).concat(priced.flat())
}

const barriersOf = ({ considered }: HedgeAnalysis, family: string) =>
  considered
    .filter((one) => one.family === family && one.rule === 'not-permitted')
    .map(({ parameters }) => parameters.by)

test('without conditions spreads, collars and covered calls are all looked at', () => {
  const open = analyse({})
  expect(open.considered.filter(({ rule }) => rule === 'not-permitted')).toEqual([])
  expect(listLegs(open).some(({ type, contracts }) => type === 'put' && contracts < 0)).toBe(true)
})

describe('what an owner says changes what is searched', () => {
  test('long options only: nothing is sold, in no proposal, price or point of the frontier', () => {
    const found = analyse({ longOnly: true })
    expect(found.search.status).toBe('found')
    expect(listLegs(found).filter(({ contracts }) => contracts < 0)).toEqual([])
    expect(barriersOf(found, 'put-spread')).toEqual(['long-only'])
    expect(barriersOf(found, 'covered-call')).toContain('long-only')
    expect(barriersOf(found, 'index-collar')).toEqual(['long-only'])
    const open = analyse({})
    const pickOf = ({ proposals, pick }: HedgeAnalysis) => proposals.find(({ id }) => id === pick)!
    expect(pickOf(found).cost.total).toBeGreaterThanOrEqual(pickOf(open).cost.total)
  })

  test('no spreads: puts are bought alone, calls may still be sold against shares', () => {
    const found = analyse({ maximumLines: 1 })
    expect(listLegs(found).filter(({ type, contracts }) => type === 'put' && contracts < 0)).toEqual([])
    expect(barriersOf(found, 'put-spread')).toEqual(['no-spreads'])
    expect(barriersOf(found, 'covered-call')).toEqual([])
  })

  test('index only, single names only', () => {
    const index = analyse({ underlyings: 'index' })
    expect(listLegs(index).every(isIndexLeg)).toBe(true)
    expect(barriersOf(index, 'protective-put')).toContain('index-only')
    expect(barriersOf(index, 'sector-put')).toEqual(['index-only'])
    const single = analyse({ underlyings: 'single-names' })
    expect(listLegs(single).length).toBeGreaterThan(0)
    expect(listLegs(single).some(isIndexLeg)).toBe(false)
    expect(single.search.status).toBe('not-possible')
    expect(barriersOf(single, 'index-put')).toEqual(['single-names-only'])
  })

  test.each(['cash', 'ira'] as const)(
    'an account of the kind %s sells no put without the cash, no call without the shares',
    (account) => {
      const poor = analyse({ account }, { ...situation, cash: 1_000 })
      expect(listLegs(poor).filter(({ type, contracts }) => type === 'put' && contracts < 0)).toEqual([])
      expect(barriersOf(poor, 'put-spread')).toEqual(['account'])
      expect(poor.considered.find(({ family }) => family === 'index-collar')?.rule).toBe('short-calls-not-allowed')
      for (const { legs, cost } of analyse({ account }, { ...situation, cash: 130_000 }).proposals) {
        const bound = legs.reduce((sum, { type, contracts, strike, multiplier }) => {
          return type === 'put' && contracts < 0 ? sum - contracts * strike * multiplier : sum
        }, 0)
        if (bound > 0) expect(bound + cost.premium + cost.fees).toBeLessThanOrEqual(130_000)
      }
    },
  )

  test('puts that were sold before have bound their cash already', () => {
    const { underlying, expiry, strike, multiplier, premium } = listLegs(analyse({})).find(
      ({ type, contracts }) => type === 'put' && contracts < 0,
    )!
    const options = [{ underlying, type: 'put' as const, expiry, strike, multiplier, premium, contracts: -2 }]
    const held = { ...situation, cash: 2 * strike * multiplier + 10_000, options }
    expect(
      listLegs(analyse({ account: 'ira' }, held)).filter(({ type, contracts }) => type === 'put' && contracts < 0),
    ).toEqual([])
    expect(barriersOf(analyse({ account: 'ira' }, held), 'put-spread')).toEqual(['account'])
  })

  test('each approval allows what those below it do, and one thing more', () => {
    const covered = analyse({ approval: 'covered' })
    expect(barriersOf(covered, 'index-put')).toEqual(['approval'])
    expect(barriersOf(covered, 'volatility-calls')).toEqual(['approval'])
    for (const { underlying, contracts, multiplier } of listLegs(covered)) {
      const shares = situation.holdings.find(({ ticker }) => ticker === underlying)?.shares ?? 0
      expect(Math.abs(contracts) * multiplier).toBeLessThanOrEqual(shares)
    }
    const long = analyse({ approval: 'long' })
    expect(long.search.status).toBe('found')
    expect(barriersOf(long, 'put-spread')).toEqual(['approval'])
    const spreads = analyse({ approval: 'spreads' })
    expect(listLegs(spreads).some(({ type, contracts }) => type === 'put' && contracts < 0)).toBe(true)
    // SPY is not held: calls on it would be uncovered.
    const isUncovered = ({ legs }: HedgeProposal) =>
      legs.some((leg) => isIndexLeg(leg) && leg.type === 'call' && leg.contracts < 0)
    expect(spreads.proposals.some(isUncovered)).toBe(false)
  })

  test('whole shares: sales are rounded up and still keep the limit, purchases are rounded down', {
    tags: 'full',
  }, () => {
    const { proposals } = analyse({ wholeShares: true })
    const trades = proposals.flatMap((proposal) => proposal.trades)
    expect(trades.length).toBeGreaterThan(0)
    for (const { shares } of trades) {
      if (shares !== null) expect(Math.abs(shares - Math.round(shares))).toBeLessThan(1e-9)
    }
    const selling = (request: Partial<HedgeRequest>) =>
      analyse(request).proposals.find(({ family }) => family === 'reduce-exposure')!
    expect(selling({ wholeShares: true }).holdsLimit).toBe(true)
    const moved = (proposal: HedgeProposal) => proposal.trades.reduce((sum, { shares }) => sum - (shares ?? 0), 0)
    expect(moved(selling({ wholeShares: true }))).toBeGreaterThan(moved(selling({})))
    const { term } = analyse({ wholeShares: true })
    const { cost, trades: sales } = selling({ wholeShares: true })
    const betas = new Map(situation.holdings.map(({ ticker, beta }) => [ticker, beta]))
    const sold = sales.map(({ ticker, amount }) => ({ value: -amount, beta: betas.get(ticker)! }))
    expect(cost.total).toBeCloseTo(computeForgoneReturn(sold, term.tradingDays), 8)
  })
})

test('a choice that does not exist is named', () => {
  expect(() => analyse({ approval: 'level 9' as never })).toThrow(QuantInputError)
  expect(() => analyse({ account: 'roth' as never })).toThrow(/account/)
})
