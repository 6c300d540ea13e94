import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk } from '../hedge/book-risk.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest, type HedgeRequest } from '../hedge/hedge-request.ts'
import type { HedgeSituation } from '../hedge/hedge-situation.ts'
import { keepsLimit } from '../hedge/loss-limits.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'
import { repriceHedge } from '../hedge/reprice-hedge.ts'
import { createTestSituation } from '../hedge/test-situation.ts'
import { propertyRuns } from '../property-runs.ts'
import { advisePortfolio } from './advise-portfolio.ts'

/* The limit is judged once: the search for hedges and the analyst never disagree about it. */

const MARKET = createTestSituation({ positions: 6, days: 500 })
const [INDEX] = MARKET.markets.filter(({ role }) => role === 'index')
const LISTED = INDEX!.chain.contracts.filter(
  ({ state, bid, ask }) => state === 'ok' && (bid ?? 0) > 0 && (ask ?? 0) > 0,
)

/** The made-up book times a factor for each holding, with cash that makes it worth half a million, and options. */
function bend(factors: readonly number[], options: readonly HedgeLeg[] = []): HedgeSituation {
  const holdings = MARKET.holdings.flatMap((one, place) => {
    const factor = factors[place] ?? 0
    return factor === 0 ? [] : [{ ...one, value: factor * one.value, shares: factor * one.shares }]
  })
  const paid = options.reduce((sum, { contracts, multiplier, premium }) => sum + contracts * multiplier * premium, 0)
  return { ...MARKET, holdings, cash: 500_000 - paid - holdings.reduce((sum, one) => sum + one.value, 0), options }
}

function judge(situation: HedgeSituation, request: Partial<HedgeRequest> = {}) {
  const context = prepareHedging(situation, completeHedgeRequest(request))
  const risk = assessBookRisk(context)
  const hedges = proposeHedges(context, risk)
  return { context, hedges, advice: advisePortfolio({ context, risk, hedges, quality: { unreliable: new Set() } }) }
}

type Judged = ReturnType<typeof judge>

function expectOneVerdict({ hedges, advice }: Judged) {
  const market = advice.findings.find(({ rule }) => rule === 'hedge-market-risk')!
  const { loss, marketReturn } = market.parameters as { loss: number; marketReturn: number }
  const { limit } = hedges.request
  // A rise, or options that end, are asked about by the analyst alone.
  if (marketReturn < 0) expect(market.fires || hedges.ownRisk?.isKept === false).toBe(!hedges.isKept)
  expect(market.fires).toBe(!keepsLimit(loss, limit))
  if (!hedges.isKept || market.fires) expect(advice.headline).not.toBe('hold')
  if (advice.headline === 'hold') {
    expect(hedges.isKept).toBe(true)
    expect(advice.finished.holdsLimit).toBe(true)
  }
  const isTraded = advice.actions.some(({ proposal }) => proposal !== null)
  if (!isTraded && hedges.isKept && !market.fires)
    expect(advice.actions.map(({ rule }) => rule)).not.toContain('hedge-market-risk')
  expect(advice.finished.holdsLimit).toBe(keepsLimit(advice.finished.worst.loss, limit))
}

const factor = fc.oneof(fc.constant(0), fc.double({ min: -1, max: 2, noNaN: true }))
const leg = fc.record({ place: fc.nat(LISTED.length - 1), contracts: fc.integer({ min: -4, max: 4 }) })
const toLegs = (drawn: readonly { place: number; contracts: number }[]): HedgeLeg[] =>
  [...new Map(drawn.map((one) => [one.place, one])).values()]
    .filter(({ contracts }) => contracts !== 0)
    .map(({ place, contracts }) => {
      const { type, strike, expiry, mark } = LISTED[place]!
      return { underlying: 'SPY', type, strike, expiry, contracts, premium: mark!, multiplier: 100 }
    })

test('whatever is held, with options to buy or without, the verdict is one', { tags: ['full'] }, () => {
  fc.assert(
    fc.property(
      fc.array(factor, { minLength: 6, maxLength: 6 }),
      fc.array(leg, { maxLength: 3 }),
      fc.integer({ min: 2, max: 30 }),
      fc.boolean(),
      (factors, drawn, limit, hasChains) => {
        const situation = bend(factors, hasChains ? toLegs(drawn) : [])
        expectOneVerdict(judge({ ...situation, markets: hasChains ? MARKET.markets : [] }, { limit: limit / 100 }))
      },
    ),
    propertyRuns(40),
  )
})

describe('a loss a little beyond the limit', () => {
  const book = bend([1, 1, 1, 1, 1, 1])
  const { loss } = judge(book).advice.findings.find(({ rule }) => rule === 'hedge-market-risk')!.parameters
  /** How much less than the loss the limit is, in hundredths of a percent. */
  const by = (hundredths: number) => ({ limit: Number(loss) - hundredths / 1e4 })

  const neverHeld = (hundredths: number) => {
    const judged = judge(book, by(hundredths))
    expectOneVerdict(judged)
    expect(judged.hedges.isKept).toBe(false)
    expect(judged.advice.headline).not.toBe('hold')
    expect(judged.advice.finished.holdsLimit).toBe(true)
  }
  test('of 24 hundredths of a percent is never held on to', () => neverHeld(24))
  test.each([1, 5, 100, 199])('of %d hundredths of a percent is never held on to', { tags: 'full' }, neverHeld)

  test('that reads as the limit keeps it, on both sides', () => {
    const judged = judge(book, by(0.4))
    expectOneVerdict(judged)
    expect(judged.hedges.isKept).toBe(true)
  })

  test('is taken off by selling where there are no options', () => {
    const { hedges, advice } = judge({ ...book, markets: [] }, { ...by(24), keep: [] })
    expect(hedges.pick).toBeNull()
    const sale = advice.actions.find(({ rule }) => rule === 'hedge-market-risk')
    expect(sale?.proposal?.family).toBe('reduce-exposure')
    expect(advice.finished.holdsLimit).toBe(true)
  })
})

test('options that lose in a fall are exposed to it, whatever their deltas add up to', () => {
  const near = (type: 'put' | 'call', strike: number) =>
    LISTED.filter((one) => one.type === type && 365 * one.years > 100).reduce((best, one) =>
      Math.abs(one.strike - strike) < Math.abs(best.strike - strike) ? one : best,
    )
  const toLeg = ({ type, strike, expiry, mark }: ReturnType<typeof near>, contracts: number): HedgeLeg => {
    return { underlying: 'SPY', type, strike, expiry, contracts, premium: mark!, multiplier: 100 }
  }
  // Puts and calls sold against each other: a small move costs nothing.
  const { price } = MARKET.index
  const straddle = (calls: number) =>
    bend([], [toLeg(near('put', 0.95 * price), -8), toLeg(near('call', price), -calls)])
  const judged = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((calls) => judge(straddle(calls), { limit: 0.05 }))
    .find(({ context }) => context.largestBeta < 0.1 * context.book.value)!
  const { book, underlyings } = judged.context
  const priced = { book, underlyings, legs: [], fees: 0 }
  const shock = { marketReturn: -0.2, horizonDays: 63, volatility: { kind: 'expiry' } } as const
  expect(-repriceHedge(priced, shock).unhedged / book.value).toBeGreaterThan(0.1)
  expect(judged.hedges.isKept).toBe(false)
  expect(judged.hedges.considered.map(({ rule }) => rule)).not.toContain('no-market-exposure')
  expectOneVerdict(judged)
})

test('a short position is not bought back where that makes a fall cost more than the limit', () => {
  const situation = bend([-2, 3, 3, 3, 3, 3])
  const [before] = judge(situation).advice.findings.filter(({ rule }) => rule === 'hedge-market-risk')
  const { advice, hedges } = judge(situation, { limit: Number(before!.parameters.loss) + 0.01 })
  expect(hedges.isKept).toBe(true)
  expect(advice.findings.find(({ fires }) => fires)).toMatchObject({
    rule: 'reduce-concentration',
    parameters: { ticker: 'N0' },
  })
  const bought = advice.actions.flatMap(({ proposal }) => proposal?.trades ?? []).filter(({ amount }) => amount > 0)
  expect(bought.map(({ ticker }) => ticker)).not.toContain('N0')
  expect(advice.finished.holdsLimit).toBe(true)
})
