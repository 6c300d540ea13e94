import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { proposeClosingSold } from './close-options.ts'
import { draftHoldsLimit } from './evaluate-proposal.ts'
import { prepareHedging } from './hedge-context.ts'
import type { OptionMarket } from './hedge-market.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { createTestSituation } from './test-situation.ts'

const base = createTestSituation({ positions: 3, ownChains: 1, value: 150_000, cashShare: 0.3 })
const marketOf = (ticker: string) => base.markets.find((one) => one.ticker === ticker)!

/** So many contracts of the option of a type nearest a strike that has a quote, at the middle of it. */
function hold(market: OptionMarket, type: 'call' | 'put', target: number, contracts: number, place = 2): HedgeLeg {
  const expiry = [...new Set(market.chain.contracts.map((one) => one.expiry))].sort()[place]!
  const [found] = market.chain.contracts
    .filter((one) => one.type === type && one.expiry === expiry && one.state === 'ok' && (one.bid ?? 0) > 0)
    .sort((a, b) => Math.abs(a.strike - target) - Math.abs(b.strike - target))
  const { ticker: underlying, multiplier } = market
  const premium = 0.5 * (found!.bid! + found!.ask!)
  return { underlying, type, strike: found!.strike, expiry, contracts, premium, multiplier }
}
const index = marketOf('SPY')
const own = marketOf('N0')
const search = (
  options: readonly HedgeLeg[],
  request: Partial<HedgeRequest>,
  overrides: Partial<HedgeSituation> = {},
) => {
  const context = prepareHedging({ ...base, ...overrides, options }, completeHedgeRequest(request))
  return { context, draft: proposeClosingSold(context).drafts[0] }
}

describe('options that were sold', () => {
  const sold = hold(index, 'put', 560, -2, 0)

  test('are bought back where that keeps the limit, at the ask, and not more than needed', () => {
    const { draft, context } = search([{ ...sold, contracts: -4 }], { limit: 0.3 })
    const [option] = draft!.options
    expect(draft!.options).toHaveLength(1)
    expect(option).toMatchObject({ line: { strike: sold.strike, type: 'put' } })
    expect(option!.contracts).toBeLessThan(4)
    expect(draftHoldsLimit(context, draft!)).toBe(true)
    const fewer = { ...draft!, options: [{ ...option!, contracts: option!.contracts - 1 }] }
    expect(draftHoldsLimit(context, fewer)).toBe(false)
  })

  test('are the recommendation where puts would cost more', () => {
    const { proposals, pick, cheapest } = analyzeHedges({ ...base, options: [sold] }, { limit: 0.2 })
    const chosen = proposals.find(({ id }) => id === pick)!
    expect(chosen).toMatchObject({ family: 'close-options', holdsLimit: true, carry: null, daysToRenewal: null })
    expect(chosen.legs).toMatchObject([{ strike: sold.strike, contracts: 2 }])
    expect(cheapest!.cost).toBeLessThanOrEqual(chosen.cost.total)
    const others = proposals.filter(
      ({ family, holdsLimit, legs }) => holdsLimit && legs.length > 0 && family !== chosen.family,
    )
    expect(others.length).toBeGreaterThan(0)
    for (const { cost } of others.filter(({ family }) => family === 'index-put' || family === 'put-spread'))
      expect(cost.total).toBeGreaterThan(chosen.cost.total)
  })

  test('leave a book as if they had never been sold, but for what closing costs', () => {
    const { proposals } = analyzeHedges({ ...base, options: [sold] }, { limit: 0.2 })
    const closing = proposals.find(({ family }) => family === 'close-options')!
    const bare = analyzeHedges(
      { ...base, cash: base.cash + 100 * sold.contracts * sold.premium, options: [] },
      { limit: 0.2 },
    )
    const slip = closing.cost.total + 100 * sold.contracts * sold.premium
    expect(closing.lossAtShock * bare.risk.value).toBeCloseTo(bare.unhedged.lossAtShock * bare.risk.value + slip, 6)
    for (const [place, row] of closing.crises.entries()) {
      // What is paid bears no interest from then on.
      expect(Math.abs(row.hedged - bare.unhedged.crises[place]!.unhedged + slip)).toBeLessThan(10)
      expect(row.renewed).toBeNull()
    }
  })

  test('are closed with what was bought against them where that is cheaper', () => {
    const spread = [hold(own, 'call', 41, -6), hold(own, 'call', 46, 6)]
    const { draft } = search([hold(index, 'put', 580, -2), hold(index, 'put', 560, 2)], { limit: 0.2 })
    expect(draft!.options.map(({ contracts }) => Math.sign(contracts))).toEqual([1, -1])
    // What gains in a fall stays.
    expect(search(spread, { limit: 0.05 }).draft).toBeUndefined()
  })

  test('are left alone where the limit holds, where they are to be kept, and where nobody quotes them', () => {
    expect(search([sold], { limit: 0.6 }).draft).toBeUndefined()
    expect(search([sold], { limit: 0.15, keep: ['SPY'] }).draft).toBeUndefined()
    const silent = {
      ...index,
      chain: { ...index.chain, contracts: index.chain.contracts.map((one) => ({ ...one, ask: 0 })) },
    }
    const markets = base.markets.map((one) => (one === index ? silent : one))
    expect(search([sold], { limit: 0.15 }, { markets }).draft).toBeUndefined()
  })

  test('are all closed that lose where even that does not keep the limit', () => {
    const { draft, context } = search([sold], { limit: 0.03 })
    expect(draft!.options).toMatchObject([{ contracts: 2 }])
    expect(draftHoldsLimit(context, draft!)).toBe(false)
  })
})

const RUNS = propertyRuns(30).numRuns

test(`no other sizes of closing keep the limit for less, on ${RUNS} random books`, () => {
  let [found, none] = [0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = createRandomSource(seed)
    const pick = (from: number, to: number) => from + Math.floor((to - from + 1) * random())
    const options = [
      hold(index, 'put', pick(50, 59) * 10, -pick(1, 3), pick(0, 3)),
      hold(own, 'put', pick(32, 40), -pick(1, 8), pick(0, 3)),
    ]
    const { context, draft } = search(options, { limit: 0.1 + 0.15 * random(), maximumPremium: 0.2 })
    const sizes = options.map(({ contracts }) => Array.from({ length: 1 - contracts }, (_, k) => k))
    const lines = options.map((leg) => {
      const { ask, bid } = marketOf(leg.underlying).chain.contracts.find(
        (one) => one.type === leg.type && one.strike === leg.strike && one.expiry === leg.expiry,
      )!
      const { underlying, type, strike, expiry, multiplier } = leg
      const rest = { daysToExpiry: 1, delta: 0, volatility: 0.2, mostBought: 9, mostSold: 9 }
      return { underlying, type, strike, expiry, multiplier, bid: bid!, ask: ask!, ...rest }
    })
    const all = sizes[0]!.flatMap((first) => sizes[1]!.map((second) => [first, second]))
    const costOf = (counts: readonly number[]) =>
      counts.reduce((sum, count, place) => sum + count * (100 * lines[place]!.ask + context.request.fee), 0)
    const enough = all.filter((counts) => {
      const chosen = counts.flatMap((contracts, place) => (contracts > 0 ? [{ line: lines[place]!, contracts }] : []))
      return (
        costOf(counts) <= 0.2 * context.book.value &&
        draftHoldsLimit(context, { family: 'close-options', options: chosen, trades: [], caveats: [] })
      )
    })
    const least = Math.min(...enough.map(costOf))
    const told = draft === undefined || !draftHoldsLimit(context, draft) ? null : draft.options
    if (least === 0) continue
    if (told === null) none++
    else found++
    const cost = told?.reduce((sum, { line, contracts }) => sum + contracts * (100 * line.ask + context.request.fee), 0)
    // Both read the limit to the hundredth of a percent, the search a little more strictly.
    if (told !== null) expect(cost, `seed ${seed}`).toBeGreaterThanOrEqual(least - 1e-6)
    if (told !== null && cost! > least + 1e-6)
      expect(cost! - least, `seed ${seed}`).toBeLessThan(0.01 * context.book.value)
    if (told === null) expect(least, `seed ${seed}`).toBe(Infinity)
  }
  expect(Math.min(found, none)).toBeGreaterThan(RUNS / 20)
})
