import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RISK_FREE_RATE } from '../constants.ts'
import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import { createFlatSmile } from '../options/volatility-smile.ts'
import type { PriceMatrix } from '../price-matrix.ts'
import { propertyRuns } from '../property-runs.ts'
import { type CrisisWindow, replayCrisis, replayOptions, replayPaths, replayShares } from './crisis-replay.ts'
import { toHedgeDate } from './hedge-dates.ts'
import type { HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'
import { createLegLookup, repriceLeg } from './reprice-hedge.ts'

// 60 trading days.
const years = 91 / 365
const underlying: HedgeUnderlying = {
  ticker: 'SPY',
  kind: 'price',
  today: '2026-11-20',
  spot: 100,
  beta: 1,
  style: 'european',
  rate: 0,
  volatility30: 0.2,
  response: 0.9,
  volatilityCap: 0.9,
  expiries: [
    {
      expiry: '2027-02-19',
      dividendYield: 0,
      smile: createFlatSmile(0.2, { forward: 100, years }),
    },
  ],
}
const lookup = createLegLookup([underlying])
const put: HedgeLeg = {
  underlying: 'SPY',
  type: 'put',
  strike: 95,
  expiry: '2027-02-19',
  contracts: 2,
  premium: 2,
  multiplier: 100,
}

function createWindow(index: readonly number[], paths: Record<string, readonly number[]> = {}): CrisisWindow {
  const tickers = Object.keys(paths)
  const prices: PriceMatrix = {
    dates: Int32Array.from(index, (_, t) => t),
    tickers,
    values: Float64Array.from(tickers.flatMap((ticker) => [...paths[ticker]!])),
    rows: tickers.length,
    columns: index.length,
  }
  return { scenario: 'test', index: Float64Array.from(index), prices }
}
const fallTo = (end: number, days: number) => Array.from({ length: days + 1 }, (_, t) => 100 + ((end - 100) * t) / days)

describe('shares', () => {
  test('gain what their path does', () => {
    const window = createWindow([100, 90, 80], { A: [10, 8, 5], B: [10, 11, 12] })
    const values = [
      { ticker: 'A', value: 1000 },
      { ticker: 'B', value: -500 },
    ]
    // A: −20 %, −50 % of 1000; B: +10 %, +20 % of −500
    expect([...replayShares(values, window)].map((x) => Math.round(x))).toEqual([0, -250, -600])
  })

  test('without a path do as the others do', () => {
    const window = createWindow([100, 80], { A: [10, 5] })
    const profit = replayShares(
      [
        { ticker: 'A', value: 600 },
        { ticker: 'NEW', value: 400 },
      ],
      window,
    )
    expect(profit.at(-1)).toBeCloseTo(-500, 10)
    expect(replayShares([{ ticker: 'NEW', value: 400 }], window).at(-1)).toBe(0)
  })
})

describe('options', () => {
  test('within their life are repriced by the rule at each close', () => {
    const window = createWindow(fallTo(80, 40))
    const { profit, endDay, renewed } = replayOptions([put], window, lookup, 0.65)
    expect({ endDay, renewals: renewed.renewals, cost: renewed.cost }).toEqual({ endDay: null, renewals: 0, cost: 0 })
    expect(renewed.profit).toEqual(profit)
    for (const [t, price] of window.index.entries()) {
      const shock = { marketReturn: price / 100 - 1, horizonDays: t, volatility: { kind: 'rule', scale: 1 } } as const
      const expected = 200 * repriceLeg(put, shock, lookup) - 400 - 1.3
      expect(profit[t]).toBeCloseTo(expected, 8)
    }
  })

  test('that expire within the window pay their intrinsic value, and nothing is left of them', () => {
    const window = createWindow([...fallTo(80, 60), ...fallTo(60, 30)])
    const { profit, endDay } = replayOptions([put], window, lookup, 0)
    expect(endDay).toBe(60)
    // Day 60: the put has expired at 80, worth 15; that the index falls to 60 is no longer theirs.
    expect([...new Set(profit.subarray(60))]).toEqual([profit[60]])
    expect(profit[60]).toBeCloseTo(200 * 15 - 400, 8)
  })

  test('are bought again by rule at the same distance, and what that costs is told', () => {
    const window = createWindow([...fallTo(80, 60), ...fallTo(80, 30).map(() => 80)])
    const { renewed } = replayOptions([put], window, lookup, 0)
    expect(renewed.renewals).toBe(1)
    expect(renewed.profit[60]).toBeCloseTo(200 * 15 - 400, 8)
    // From then on a put at 76 is held whose price was paid; without a further fall it only decays.
    const later = [...renewed.profit.subarray(62)]
    expect(later).toEqual([...later].sort((a, b) => b - a))
    expect(renewed.profit.at(-1)!).toBeLessThan(renewed.profit[60]!)
    expect(renewed.profit.at(-1)! + renewed.cost).toBeGreaterThan(renewed.profit[60]! - 1e-9)
  })

  test('a life of 60 days is renewed on the 60th and the 120th, and not on the window’s last day', () => {
    const renewalsIn = (days: number) =>
      replayOptions([put], createWindow(fallTo(90, days)), lookup, 0).renewed.renewals
    expect([60, 61, 120, 121].map(renewalsIn)).toEqual([0, 1, 1, 2])
  })

  test('a market that never moves costs their time value', () => {
    const { profit } = replayOptions([put], createWindow(fallTo(100, 60)), lookup, 0)
    expect(profit[60]).toBeCloseTo(-400, 10)
  })
})

/** A path of daily moves, long enough for some renewals. */
const paths = fc
  .array(fc.double({ min: -0.06, max: 0.05, noNaN: true }), { minLength: 70, maxLength: 200 })
  .map((moves) => {
    const path = [100]
    for (const move of moves) path.push(path.at(-1)! * (1 + move))
    return path
  })
const drawnLegs = fc.record({
  strike: fc.integer({ min: 75, max: 110 }),
  below: fc.integer({ min: 5, max: 30 }),
  bought: fc.integer({ min: 1, max: 6 }),
  sold: fc.integer({ min: 0, max: 6 }),
})
const toLegs = ({ strike, below, bought, sold }: { strike: number; below: number; bought: number; sold: number }) => [
  { ...put, strike, contracts: bought, premium: 3 },
  ...(sold === 0 ? [] : [{ ...put, strike: strike - below, contracts: -Math.min(sold, bought), premium: 1 }]),
]

/** The same day by day: a list of contracts that are held, priced from the formulas and not by the engine. */
function walk(index: readonly number[], legs: readonly HedgeLeg[], fee: number, isRenewed: boolean): number[] {
  const value = (strike: number, price: number, t: number, held: number) => {
    const daysLeft = held >= 60 ? 0 : 91 - toHedgeDate('2026-11-20', held).calendarDays
    if (daysLeft === 0) return Math.max(0, strike - price)
    const move = Math.log(price / 100)
    const size = move > -0.05 ? (0.5 * -move) / 0.05 : Math.sqrt(-move / 0.2)
    const speed = Math.min(1.3, (21 / Math.max(t, 1e-9)) ** 0.2)
    const answer = 0.9 * size * Math.sqrt(0.16 / 0.2) * speed * (30 / Math.max(30, daysLeft)) ** 0.35
    const volatility =
      t === 0 ? 0.2 : price >= 100 ? 0.2 * Math.max(0.75, (price / 100) ** -1.5) : Math.min(0.9, 0.2 * Math.exp(answer))
    const inputs = { type: 'put', spot: price, strike, years: daysLeft / 365, rate: 0, dividendYield: 0, volatility }
    return computeBlackScholesPrice(inputs as Parameters<typeof computeBlackScholesPrice>[0])
  }
  let cash = 0
  let held = legs.map((leg) => {
    cash -= leg.contracts * 100 * leg.premium + Math.abs(leg.contracts) * fee
    const model = value(leg.strike, 100, 0, 0)
    const markUp = model > 0.01 ? Math.min(2, Math.max(0.5, leg.premium / model)) : 1
    return { leg, markUp, strike: leg.strike, since: 0 }
  })
  return index.map((price, t) => {
    const worth = () =>
      held.reduce((sum, one) => sum + one.leg.contracts * 100 * value(one.strike, price, t, t - one.since), 0)
    const profit = cash + worth()
    if (held.some(({ since }) => t - since === 60) && t < index.length - 1) {
      cash += worth()
      held = isRenewed ? held.map((one) => ({ ...one, since: t, strike: (one.leg.strike * price) / 100 })) : []
      for (const { leg, markUp, strike } of held) {
        cash -= leg.contracts * 100 * markUp * value(strike, price, t, 0) + Math.abs(leg.contracts) * fee
      }
    }
    return profit
  })
}

describe('by a second method', () => {
  test('options that are repriced contract by contract give the same, as they are and renewed', () => {
    fc.assert(
      fc.property(paths, drawnLegs, fc.double({ min: 0, max: 2, noNaN: true }), (index, drawn, fee) => {
        const legs = toLegs(drawn)
        const window = createWindow(index)
        // Other numbers of the same contracts, replayed before, make no difference.
        const others = legs.map((leg) => ({ ...leg, contracts: -3 * leg.contracts, premium: leg.premium + 1 }))
        replayOptions(others, window, lookup, fee + 1)
        const { profit, renewed } = replayOptions(legs, window, lookup, fee)
        for (const [found, isRenewed] of [
          [profit, false],
          [renewed.profit, true],
        ] as const) {
          for (const [t, expected] of walk(index, legs, fee, isRenewed).entries()) {
            expect(Math.abs(found[t]! - expected), `day ${t}`).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected)))
          }
        }
      }),
      propertyRuns(12),
    )
  })

  test('an option that has expired has no influence but its settlement', () => {
    fc.assert(
      fc.property(paths, paths, drawnLegs, (first, then, drawn) => {
        fc.pre(first.length > 60)
        const head = first.slice(0, 61)
        const level = head.at(-1)! / 100
        const other = [...head, ...then.map((price) => price * level)]
        const [one, two] = [head, other].map((index) => replayOptions(toLegs(drawn), createWindow(index), lookup, 1))
        expect(new Set(two!.profit.subarray(60))).toEqual(new Set([one!.profit.at(-1)]))
      }),
      propertyRuns(12),
    )
  })
})

describe('a book and its hedge', () => {
  const window = createWindow(fallTo(80, 40), { A: fallTo(70, 40) })
  const shared = { value: 10_000, cash: 0, indexTicker: 'SPY', ownOptions: [], fee: 0.65, lookup }
  const before = [{ ticker: 'A', value: 10_000 }]

  test('ends at the sum of both, and knows its deepest point', () => {
    const row = replayCrisis(window, { ...shared, before, kept: before, bought: [], legs: [put] })
    const options = replayOptions([put], window, lookup, 0.65).profit
    expect(row.unhedged).toBeCloseTo(-3000, 8)
    expect(row.hedged).toBeCloseTo(-3000 + options.at(-1)!, 8)
    expect(row.worstHedged).toBeLessThanOrEqual(row.hedged)
    expect(row.worstUnhedged).toBeCloseTo(-3000, 8)
  })

  test('cash bears the interest of a backtest, debt costs it, and a hedge leaves both as they are', () => {
    const days = 41
    const replay = (cash: number) =>
      replayCrisis(window, { ...shared, value: 10_000 + cash, cash, before, kept: before, bought: [], legs: [put] })
    const [without, rich, indebted] = [replay(0), replay(50_000), replay(-4_000)]
    const interest = (1 + RISK_FREE_RATE / 252) ** (days - 1) - 1
    expect(rich!.unhedged - without!.unhedged).toBeCloseTo(50_000 * interest, 6)
    expect(indebted!.unhedged - without!.unhedged).toBeCloseTo(-4_000 * interest, 6)
    expect(rich!.hedged - rich!.unhedged).toBeCloseTo(without!.hedged - without!.unhedged, 6)
  })

  test('money moved into the index does what the index does, into an unknown fund what cash does', () => {
    const kept = [{ ticker: 'A', value: 4_000 }]
    const bought = [
      { ticker: 'SPY', value: 5_000 },
      { ticker: 'NEW', value: 1_000 },
    ]
    const row = replayCrisis(window, { ...shared, before, kept, bought, legs: [] })
    expect(row.hedged).toBeCloseTo(0.3 * -4_000 + 0.2 * -5_000, 8)
  })

  test('tells the renewed hedge beside the one that ends', () => {
    const long = createWindow(fallTo(50, 150), { A: fallTo(50, 150) })
    const row = replayCrisis(long, { ...shared, before, kept: before, bought: [], legs: [put] })
    expect(row).toMatchObject({ tradingDays: 150, endDay: 60, renewed: { renewals: 2 } })
    expect(row.indexReturn).toBeCloseTo(-0.5, 12)
    expect(row.renewed!.hedged).toBeGreaterThan(row.hedged)
    expect(row.renewed!.cost).toBeGreaterThan(0)
  })

  test('puts that are held already expire and are not renewed', () => {
    const long = createWindow(fallTo(50, 150), { A: fallTo(50, 150) })
    const row = replayCrisis(long, { ...shared, before, kept: before, bought: [], legs: [], ownOptions: [put] })
    expect(row.unhedged).toBeCloseTo(-5_000 + 200 * (95 - 80) - 400, 6)
    expect(row.renewed).toBeNull()
  })

  test('without debts, no path and no ticket of puts costs more than everything', () => {
    const toZero = fc.constant(Array.from({ length: 190 }, (_, t) => 100 * 0.95 ** t))
    fc.assert(
      fc.property(fc.oneof(paths, toZero), paths, drawnLegs, (index, own, drawn) => {
        const path = index.map((_, t) => own[Math.min(t, own.length - 1)]!)
        const window = createWindow(index, { A: path, B: index })
        const held = [
          { ticker: 'A', value: 2_000 },
          { ticker: 'B', value: 3_000 },
          { ticker: 'NEW', value: 1_000 },
        ]
        const overrides = { ...shared, value: 6_000, before: held, kept: held, bought: [], legs: toLegs(drawn) }
        const { unhedged, hedged, renewed } = replayPaths(window, overrides)
        for (const path of [unhedged, hedged, renewed]) expect(Math.min(...path)).toBeGreaterThanOrEqual(-6_000)
      }),
      propertyRuns(30),
    )
  })

  test('a total loss is no larger for the premiums that were paid on top of it', () => {
    const index = Array.from({ length: 150 }, () => 100)
    const window = createWindow(index, { A: index.map((_, t) => 100 * 0.8 ** t) })
    const lost = { ...shared, before, kept: before, bought: [], legs: [put] }
    const { hedged, renewed } = replayPaths(window, lost)
    expect([hedged.at(-1), renewed.at(-1)]).toEqual([-10_000, -10_000])
    // Whoever owes may lose more.
    const owing = replayPaths(window, { ...lost, value: 9_000 })
    expect(owing.hedged.at(-1)).toBeLessThan(-10_000)
  })

  test('bought puts never lower the worst day by more than what they cost', () => {
    fc.assert(
      fc.property(paths, drawnLegs, (index, drawn) => {
        const window = createWindow(index, { A: index })
        const legs = toLegs({ ...drawn, sold: 0 })
        const row = replayCrisis(window, { ...shared, value: 1e6, before, kept: before, bought: [], legs })
        const paid = legs[0]!.contracts * (300 + 0.65)
        expect(row.worstHedged + paid).toBeGreaterThanOrEqual(row.worstUnhedged - 1e-6)
        const again = paid + (row.renewed?.cost ?? 0)
        expect((row.renewed ?? row).worstHedged + again).toBeGreaterThanOrEqual(row.worstUnhedged - 1e-6)
      }),
      propertyRuns(30),
    )
  })
})
