import { describe, expect, test } from 'vitest'
import { createRandomSource } from '../random.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { assessBookRisk } from './book-risk.ts'
import { proposeSectorPuts, proposeVolatilityCalls } from './fund-hedges.ts'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { proposeHoldingFloors, proposeHoldingHedges } from './holding-hedges.ts'
import { proposeDiversifiers, proposeReducedExposure, proposeTrim } from './share-moves.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

/** One company at 100, 350 shares, 35 % of the book, with options; the rest has none. */
const base = createTestSituation({ positions: 6, ownChains: 0, value: 100_000, cashShare: 0 })
const company = createMarket(
  {
    ...INDEX_CHAIN,
    ticker: 'ONE',
    role: 'single-name',
    spot: 100,
    atmVolatility: 0.3,
    strikeStep: 2.5,
    days: [35, 98, 140],
  },
  createRandomSource(2),
)
const one = { ...base.holdings[0]!, ticker: 'ONE', value: 35_000, shares: 350, beta: 1.2 }
const situation: HedgeSituation = {
  ...base,
  holdings: [one, ...base.holdings.slice(1)],
  markets: [...base.markets, company],
}
const prepare = (overrides: Partial<HedgeRequest> = {}, where: HedgeSituation = situation) =>
  prepareHedging(where, completeHedgeRequest(overrides))

describe('options of a single holding', () => {
  const { drafts, considered } = proposeHoldingHedges(prepare())
  const find = (family: string) => drafts.find((draft) => draft.family === family)!

  test('a put for every whole hundred of shares, nearest 90 % in the first expiry beyond the horizon', () => {
    const { options, caveats } = find('protective-put')
    expect(options.map(({ line, contracts }) => [contracts, line.strike, line.daysToExpiry])).toEqual([[3, 90, 98]])
    expect(caveats).toEqual([{ rule: 'odd-lot', parameters: { shares: 50 } }])
  })

  test('a collar whose call pays for the put and caps as high as it can', () => {
    const [put, call] = find('single-name-collar').options
    expect(call!.contracts).toBe(-3)
    expect(call!.line.bid).toBeGreaterThanOrEqual(put!.line.ask)
    const higher = company.chain.contracts.find(
      ({ type, expiry, strike }) =>
        type === 'call' && expiry === call!.line.expiry && strike === call!.line.strike + 2.5,
    )!
    expect(higher.bid).toBeLessThan(put!.line.ask)
    expect(call!.line.strike).toBeGreaterThanOrEqual(105)
  })

  test('a covered call of a month at a delta near 0.25', () => {
    const [call] = find('covered-call').options
    expect(call!.line.daysToExpiry).toBe(35)
    expect(call!.line.delta).toBeGreaterThanOrEqual(0.2)
    expect(call!.line.delta).toBeLessThanOrEqual(0.3)
  })

  test('others are named with their reason', () => {
    expect(considered.find(({ instrument, family }) => instrument === 'N1' && family === 'protective-put')!.rule).toBe(
      'no-chain',
    )
    const few = { ...situation, holdings: [{ ...one, shares: 99 }, ...base.holdings.slice(1)] }
    expect(proposeHoldingHedges(prepare({}, few)).considered[0]).toMatchObject({
      rule: 'fewer-than-100-shares',
      parameters: { shares: 99 },
    })
  })
})

describe('floors under each holding', () => {
  const limit = 0.15
  const { drafts, considered } = proposeHoldingFloors(prepare({ limit }))

  test('take the lowest ask among the puts that keep the loss, cost included, within the threshold', () => {
    const [floor] = drafts[0]!.options
    const enough = company.chain.contracts.filter(
      ({ type, strike, ask, years }) => type === 'put' && years * 365 >= 91 && (100 - strike + ask!) / 100 <= limit,
    )
    expect(floor!.contracts).toBe(3)
    expect(floor!.line.ask).toBe(Math.min(...enough.map(({ ask }) => ask!)))
    expect((100 - floor!.line.strike + floor!.line.ask) / 100).toBeLessThanOrEqual(limit)
    // Only 300 of the shares are covered, and nothing else is.
    const share = 30_000 / situation.holdings.reduce((sum, { value }) => sum + value, 0)
    expect(drafts[0]!.caveats).toEqual([{ rule: 'covers-part', parameters: { share } }])
  })

  test('and say what they cannot cover', () => {
    expect(considered.filter(({ rule }) => rule === 'no-chain').length).toBe(5)
    const contracts = company.chain.contracts.filter(({ strike }) => strike <= 80)
    const low = { ...company, chain: { ...company.chain, contracts } }
    const where = { ...situation, markets: [...base.markets, low] }
    expect(proposeHoldingFloors(prepare({ limit: 0.15 }, where)).considered[0]).toMatchObject({
      instrument: 'ONE',
      rule: 'limit-not-reachable',
    })
  })
})

describe('sector and volatility', () => {
  test('a sector is hedged only where it is overweight and adds to what the market explains', () => {
    const context = prepare()
    const risk = assessBookRisk(context)
    expect(proposeSectorPuts(context, { ...risk, sectorFits: [] }).considered[0]!.rule).toBe('sector-not-overweight')
    const fit = { sector: 'Technology', ticker: 'XLK', beta: 0.9, addedRSquared: 0.2 }
    const { drafts } = proposeSectorPuts(context, { ...risk, sectorFits: [fit] })
    const [put] = drafts[0]!.options
    // 0.9 of the book's value over 100 shares of the fund at 250
    expect(put!.contracts).toBe(Math.round((0.9 * context.book.value) / 25_000))
    const little = { ...fit, addedRSquared: 0.079 }
    expect(proposeSectorPuts(context, { ...risk, sectorFits: [little] }).considered[0]!.rule).toBe(
      'sector-adds-too-little',
    )
  })

  test('volatility calls follow the schedule: 1 % of the book at a forward of 18, nothing at 14', () => {
    const at = (spot: number, request: Partial<HedgeRequest> = {}) => {
      const market = createMarket(
        {
          ...INDEX_CHAIN,
          ticker: 'VIX',
          role: 'volatility',
          spot,
          atmVolatility: 0.9,
          slope: 0.2,
          days: [40],
          strikeStep: 1,
          dividendYield: 0.04,
        },
        createRandomSource(3),
      )
      return proposeVolatilityCalls(prepare(request, { ...situation, markets: [...situation.markets, market] }))
    }
    const [call] = at(18).drafts[0]!.options
    const unit = 100 * call!.line.ask + 0.65
    const value = prepare().book.value
    expect(call!.contracts).toBe(Math.floor((0.01 * value) / unit))
    expect(at(14).considered[0]).toMatchObject({ rule: 'volatility-out-of-schedule', family: 'volatility-calls' })
    expect(at(60).considered[0]!.rule).toBe('volatility-out-of-schedule')
    expect(at(18, { maximumPremium: 0 }).considered[0]).toMatchObject({
      rule: 'over-budget',
      parameters: { budget: 0 },
    })
    expect(proposeVolatilityCalls(prepare()).considered[0]!.rule).toBe('no-chain')
  })
})

describe('moves of shares', () => {
  const context = prepare({ limit: 0.1 })
  const risk = assessBookRisk(context)

  test('selling the same share of everything brings the loss at the shock to the limit', () => {
    const [draft] = proposeReducedExposure(context).drafts
    const loss = -risk.shocks.find(({ marketReturn }) => marketReturn === -0.2)!.bookReturn
    const share = 1 - 0.1 / loss
    for (const [i, { amount, shares }] of draft!.trades.entries()) {
      expect(amount).toBeCloseTo(-share * situation.holdings[i]!.value, 6)
      expect(shares).toBeCloseTo(-share * situation.holdings[i]!.shares, 6)
    }
    const sold = share * situation.holdings.reduce((sum, { value, beta }) => sum + value * Math.max(0, beta), 0)
    expect(draft!.forgone).toBeCloseTo((sold * 0.045 * 63) / 252, 6)
  })

  test('what is to be kept is kept, and more of the rest is sold', () => {
    const keeping = prepare({ limit: 0.1, keep: ['ONE'] })
    const [draft] = proposeReducedExposure(keeping).drafts
    expect(draft!.trades.map(({ ticker }) => ticker)).not.toContain('ONE')
    const left = draft!.exposures!.reduce((sum, { value, beta }) => sum + value * (0.8 ** beta - 1), 0)
    expect(-left / keeping.book.value).toBeCloseTo(0.1, 10)
  })

  test('a company beyond a tenth of the book is sold down to a tenth, into the index', () => {
    const large = { ...risk, contributions: [{ ticker: 'ONE', weight: 0.35, share: 0.6 }] }
    const trades = proposeTrim(context, large).drafts[0]!.trades
    const sale = trades.find(({ ticker }) => ticker === 'ONE')!
    expect(one.value + sale.amount).toBeCloseTo(0.1 * context.book.value, 6)
    expect(trades.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0, 6)
    expect(trades.at(-1)).toMatchObject({ ticker: 'SPY' })
    expect(
      proposeTrim(prepare({ keep: situation.holdings.map(({ ticker }) => ticker) }), large).considered[0]!.rule,
    ).toBe('to-be-kept')
  })

  test('where the index is sold short, the proceeds buy it back and no more', () => {
    const large = { ...risk, contributions: [{ ticker: 'ONE', weight: 0.35, share: 0.6 }] }
    const short = { ...one, ticker: 'SPY', value: -1000, shares: -1000 / situation.index.price }
    const owing = prepare({}, { ...situation, holdings: [...situation.holdings, short] })
    const bought = proposeTrim(owing, large).drafts[0]!.trades.at(-1)
    expect(bought).toMatchObject({ ticker: 'SPY', amount: 1000, shares: -short.shares })
  })

  test('diversifiers take the least share that holds the limit, and a fifth where none does', () => {
    const [most] = proposeDiversifiers(context).drafts
    const moved = (draft: typeof most) =>
      draft!.trades.filter(({ amount }) => amount > 0).reduce((sum, { amount }) => sum + amount, 0)
    expect(moved(most)).toBeCloseTo(0.2 * context.book.value, 6)
    const easy = prepare({ limit: 0.5 })
    expect(moved(proposeDiversifiers(easy).drafts[0])).toBeCloseTo(0.05 * easy.book.value, 6)
  })
})

test('so much is sold that the limit holds by every valuation of the options that are held, too', () => {
  const { contracts: listed } = situation.markets.find(({ ticker }) => ticker === 'SPY')!.chain
  const put = listed.find(({ type, strike, years }) => type === 'put' && strike === 560 && 365 * years > 60)!
  // A put that was sold is worth more in the fall than what it pays then.
  const { strike, expiry } = put
  const options = [
    { underlying: 'SPY', type: 'put', strike, expiry, contracts: -1, premium: put.bid!, multiplier: 100 } as const,
  ]
  const found = analyzeHedges({ ...situation, options }, { limit: 0.12, horizonDays: 10 })
  const selling = found.proposals.find(({ family }) => family === 'reduce-exposure')!
  const shares = situation.holdings.reduce((sum, { value, beta }) => sum + value * (0.8 ** beta - 1), 0)
  const atExpiry = (shares - 100 * (strike - 480 - put.bid!)) / found.book.value
  expect(found.unhedged.lossAtShock).toBeGreaterThan(-atExpiry + 0.001)
  const asked = found.risk.shocks.find(({ marketReturn }) => marketReturn === -0.2)!
  expect(found.unhedged.lossAtShock).toBeCloseTo(-asked.bookReturn, 12)
  expect(selling.lossAtShock).toBeCloseTo(0.12, 9)
  expect(selling.holdsLimit).toBe(true)
})

test('so much is sold that a smaller fall keeps the limit too, where options that are held pay in the larger one', () => {
  const { contracts: listed } = situation.markets.find(({ ticker }) => ticker === 'SPY')!.chain
  const { strike, expiry, ask } = listed.find(
    (put) => put.type === 'put' && put.strike >= 510 && 365 * put.years > 95 && put.ask! > 0,
  )!
  const put = { underlying: 'SPY', type: 'put', strike, expiry, premium: ask!, multiplier: 100 } as const
  const { proposals, unhedged } = analyzeHedges(
    { ...situation, options: [{ ...put, contracts: 3 }] },
    { limit: 0.08, horizonDays: 10 },
  )
  expect(unhedged.lossAtShock).toBeGreaterThan(0.08)
  expect(proposals.find(({ family }) => family === 'reduce-exposure')!.holdsLimit).toBe(true)
})

describe('shares against which calls were sold already', () => {
  const listed = company.chain.contracts.find(({ type, strike }) => type === 'call' && strike > 105)!
  const sold = (contracts: number) => {
    const { strike, expiry } = listed
    const call = { underlying: 'ONE', type: 'call', strike, expiry, contracts, premium: 1, multiplier: 100 } as const
    return proposeHoldingHedges(prepare({}, { ...situation, options: [call] }))
  }
  const soldBy = ({ drafts }: ReturnType<typeof sold>) =>
    drafts.flatMap(({ options }) =>
      options.filter(({ line }) => line.type === 'call').map(({ contracts }) => contracts),
    )

  test('cover no second call: what is sold in all never exceeds the shares', () => {
    expect(soldBy(sold(-1))).toEqual([-2, -2])
    expect(soldBy(sold(-3))).toEqual([])
    const reasons = sold(-3).considered.filter(({ rule }) => rule === 'calls-sold-already')
    expect(reasons.map(({ family }) => family)).toEqual(['single-name-collar', 'covered-call'])
  })

  test('may still be protected by puts, all of them', () => {
    const put = sold(-3).drafts.find(({ family }) => family === 'protective-put')!
    expect(put.options[0]!.contracts).toBe(3)
  })
})

describe('shares that puts cover already', () => {
  const until = (days: number) => company.chain.contracts.find((put) => put.type === 'put' && put.years * 365 >= days)!
  const held = (contracts: number, { strike, expiry } = until(98)): HedgeSituation => {
    const put = { underlying: 'ONE', type: 'put', strike, expiry, contracts, premium: 1, multiplier: 100 } as const
    return { ...situation, options: [put] }
  }
  const find = (where: HedgeSituation, family: string) =>
    proposeHoldingHedges(prepare({}, where)).drafts.find((draft) => draft.family === family)?.options

  test('get no second put: what is held in all never exceeds the shares', () => {
    expect(find(held(1), 'protective-put')!.map(({ contracts }) => contracts)).toEqual([2])
    expect(find(held(1), 'single-name-collar')!.map(({ contracts }) => contracts)).toEqual([2, -2])
    expect(find(held(3), 'protective-put')).toBeUndefined()
    expect(find(held(3), 'covered-call')!.map(({ contracts }) => contracts)).toEqual([-3])
    const { considered } = proposeHoldingHedges(prepare({}, held(3)))
    const reasons = considered.filter(({ rule }) => rule === 'puts-held-already')
    expect(reasons.map(({ family }) => family)).toEqual(['protective-put', 'single-name-collar'])
  })

  test('are free once a put ends within the term', () => {
    expect(find(held(3, until(1)), 'protective-put')![0]!.contracts).toBe(3)
  })

  test('get no floor and no part of a split hedge either', () => {
    const request = { limit: 0.15, objective: 'floor' } as const
    expect(proposeHoldingFloors(prepare(request, held(2))).drafts[0]!.options[0]!.contracts).toBe(1)
    expect(proposeHoldingFloors(prepare(request, held(3))).considered[0]).toMatchObject({ rule: 'puts-held-already' })
    const legsOf = (where: HedgeSituation) =>
      analyzeHedges(where, { limit: 0.1 })
        .proposals.filter(({ family }) => family === 'split-hedge')
        .flatMap(({ legs }) => legs)
    const bought = (where: HedgeSituation) =>
      Math.max(
        0,
        ...legsOf(where)
          .filter(({ underlying, contracts }) => underlying === 'ONE' && contracts > 0)
          .map(({ contracts }) => contracts),
      )
    expect([bought(situation), bought(held(3))]).toEqual([3, 0])
  })

  test('count where puts may only be bought against shares, the index’s own too', () => {
    const spy = situation.markets.find(({ role }) => role === 'index')!
    const fund = { ...one, ticker: 'SPY', value: 180_000, shares: 300, beta: 1 }
    const { strike, expiry } = spy.chain.contracts.find((put) => put.type === 'put' && put.strike > 0.8 * spy.spot)!
    const legsWith = (contracts: number) => {
      const put = { underlying: 'SPY', type: 'put', strike, expiry, contracts, premium: 1, multiplier: 100 } as const
      const where = { ...situation, holdings: [fund, ...base.holdings], options: contracts > 0 ? [put] : [] }
      return analyzeHedges(where, { limit: 0.12, approval: 'covered' }).proposals.flatMap(({ legs }) => legs)
    }
    const most = (contracts: number) =>
      Math.max(
        0,
        ...legsWith(contracts)
          .filter(({ underlying }) => underlying === 'SPY')
          .map((leg) => leg.contracts),
      )
    expect([most(0), most(2), most(3)]).toEqual([3, 1, 0])
  })
})

test('an index collar sells no call against shares of the index fund that an earlier call needs', () => {
  const spy = situation.markets.find(({ role }) => role === 'index')!
  const fund = { ...one, ticker: 'SPY', value: 120_000, shares: 200, beta: 1 }
  const { strike, expiry } = spy.chain.contracts.find(
    (listed) => listed.type === 'call' && listed.strike > 1.1 * spy.spot,
  )!
  const call = { underlying: 'SPY', type: 'call', strike, expiry, contracts: -2, premium: 1, multiplier: 100 } as const
  const collarsOf = (options: readonly (typeof call)[]) =>
    analyzeHedges({ ...situation, holdings: [fund, ...base.holdings], options }, { limit: 0.12 }).considered.filter(
      ({ family, rule }) => family === 'index-collar' && rule === 'short-calls-not-allowed',
    )
  expect(collarsOf([])).toHaveLength(0)
  expect(collarsOf([call]).map(({ parameters }) => parameters.shares)).toEqual([0])
})
