import { describe, expect, test } from 'vitest'
import { assessBookRisk } from './book-risk.ts'
import { replayPaths, toReplayedHedge } from './crisis-replay.ts'
import { prepareHedging } from './hedge-context.ts'
import { countHedgeDays } from './hedge-dates.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { computeLegValuation } from './leg-greeks.ts'
import { findWorstLoss } from './loss-limits.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { repriceBook } from './reprice-hedge.ts'
import { findShareSettlements, toLegKey } from './share-settlement.ts'
import { TODAY, toExpiry } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

const whole = createTestSituation({ positions: 1, ownChains: 1 })
const [{ ticker, beta }] = whole.holdings as [HedgeSituation['holdings'][number]]
// N0 stands at 40.
const holding = { ...whole.holdings[0]!, shares: 500, value: 20_000 }
const SOON = toExpiry(35)
const call: HedgeLeg = {
  underlying: ticker,
  type: 'call',
  strike: 35,
  expiry: SOON,
  contracts: -5,
  premium: 5.6,
  multiplier: 100,
}
const put: HedgeLeg = { ...call, type: 'put', strike: 45, contracts: -2, premium: 5.5 }
const situate = (options: readonly HedgeLeg[], overrides: Partial<HedgeSituation> = {}): HedgeSituation => {
  return { ...whole, holdings: [holding], cash: 1_000, options, ...overrides }
}
const prepare = (situation: HedgeSituation) => prepareHedging(situation, completeHedgeRequest({ shock: -0.2 }))

describe('sold options that are settled in shares', () => {
  const underlyings = [
    { ticker, kind: 'price', style: 'american' },
    { ticker: '^SPX', kind: 'price', style: 'european' },
  ] as const
  const find = (options: readonly HedgeLeg[], overrides: Partial<HedgeSituation> = {}) => {
    const found = findShareSettlements(situate(options, overrides), underlyings)
    return options.map((leg) => found.get(toLegKey(leg)) ?? 0)
  }
  const later = { ...call, expiry: toExpiry(98), strike: 38 }

  test('are calls as far as whole lots cover them, those that end first before others', () => {
    expect(find([later, call])).toEqual([0, 1])
    expect(find([{ ...call, contracts: -3 }, later])).toEqual([1, 0.4])
    expect(find([call], { holdings: [{ ...holding, shares: 299 }] })).toEqual([0.4])
    expect(find([call], { holdings: [] })).toEqual([0])
  })

  test('are not calls that bought ones of as long a life stand against', () => {
    expect(find([call, { ...call, strike: 50, contracts: 3 }])).toEqual([0.4, 0])
    expect(find([later, { ...call, strike: 50, contracts: 3 }])).toEqual([1, 0])
  })

  test('are puts as far as the cash pays for the shares, and no higher bought put stands against them', () => {
    expect(find([put], { cash: 9_000 })).toEqual([1])
    expect(find([put], { cash: 8_999 })).toEqual([0.5])
    expect(find([put], { cash: -1 })).toEqual([0])
    expect(find([put, { ...put, strike: 50, contracts: 1 }], { cash: 9_000 })).toEqual([0.5, 0])
    expect(find([put, { ...put, strike: 40, contracts: 1 }], { cash: 9_000 })).toEqual([1, 0])
  })

  test('are none on an index, which pays cash', () => {
    expect(find([{ ...call, underlying: '^SPX' }], { holdings: [{ ...holding, ticker: '^SPX' }] })).toEqual([0])
  })
})

describe('shares that a call has taken', () => {
  const { book, lookup, largestBeta, dollarBeta } = prepare(situate([call]))
  const lossAt = (days: number, fall: number) => findWorstLoss(book, [days], fall, lookup).loss * book.value

  test('lose nothing in a fall after its last day', () => {
    // What is left is the strike and the cash.
    const left = 5 * 100 * 35 + 1_000
    for (const fall of [-0.01, -0.2, -0.5]) expect(lossAt(63, fall)).toBeCloseTo(book.value - left, 8)
    expect(lossAt(5, -0.5)).toBeGreaterThan(lossAt(63, -0.5) + 1_000)
  })

  test('are no beta that is to be covered', () => {
    expect(largestBeta).toBeCloseTo(dollarBeta, 8)
    expect(prepare(situate([{ ...call, strike: 42.5, premium: 0.6 }])).largestBeta).toBeCloseTo(20_000 * beta, 8)
  })

  test('follow no crisis after it', () => {
    const context = prepare(situate([{ ...call, strike: 10, premium: 30.1 }]))
    const slow = context.situation.crises.find(({ scenario }) => scenario === 'slow')!
    const cash = { ...context, situation: { ...context.situation, cash: 0 } }
    const { unhedged } = replayPaths(slow, toReplayedHedge(cash, { trades: [], legs: [] }))
    expect(unhedged.at(-1)).toBeCloseTo(unhedged[30]!, 8)
  })

  test('are still the owner’s where the call ended out of the money', () => {
    const { book: kept, ...rest } = prepare(situate([{ ...call, strike: 42.5, premium: 0.6 }]))
    const lost = findWorstLoss(kept, [63], -0.2, rest.lookup).loss * kept.value
    expect(lost).toBeCloseTo(20_000 * (1 - 0.8 ** beta) - 300, 6)
  })
})

test('shares that a sold put has delivered fall on', () => {
  const { book, lookup } = prepare(situate([put], { holdings: [], cash: 20_000 }))
  const shock = { marketReturn: -0.2, horizonDays: 63, volatility: { kind: 'rule', scale: 0 } } as const
  expect(toExpiry(0)).toBe(TODAY)
  // 200 shares were paid with 45 each and are worth 40 before the fall.
  expect(repriceBook(book, shock, lookup)).toBeCloseTo(200 * (40 * 0.8 ** beta - 45) + 1_100, 8)
})

describe('what does not follow the index', () => {
  const out: HedgeLeg = { ...call, strike: 42.5, premium: 0.6 }
  const moveOf = (leg: HedgeLeg, delta: number) => {
    const value = leg.contracts * leg.multiplier * 40 * delta
    const optionExposures = [{ ticker, value, internalDiversification: 1 }]
    const context = prepare(situate([leg], { optionExposures }))
    const exposure = computeLegValuation(leg, context.lookup).delta
    return { move: assessBookRisk(context).residualMove!, exposure, days: context.request.horizonDays, context }
  }
  const deltaOf = (leg: HedgeLeg) => moveOf(leg, 0).exposure
  const until = countHedgeDays(TODAY, SOON).tradingDays

  test('moves without an option from its last day on', () => {
    const delta = deltaOf(out)
    // The same delta in a call that outlives the term, and none at all.
    const later = { ...out, expiry: toExpiry(140) }
    const [kept, bare] = [moveOf(later, delta).move, moveOf(later, 0).move]
    const { move, days } = moveOf(out, delta)
    expect(move).toBeCloseTo(Math.sqrt((kept ** 2 * until + bare ** 2 * (days - until)) / days), 8)
    expect(move).toBeGreaterThan(1.05 * kept)
  })

  test('is no risk of shares that a call took', () => {
    const deep = { ...call, strike: 10, premium: 30.1 }
    const { move } = moveOf(deep, deltaOf(deep))
    const bare = moveOf({ ...out, expiry: toExpiry(140) }, 0)
    const value = prepare(situate([deep])).book.value / bare.context.book.value
    expect(move * value).toBeLessThan(0.1 * bare.move)
  })
})
