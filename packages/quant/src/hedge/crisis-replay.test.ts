import { describe, expect, test } from 'vitest'
import { createFlatSmile } from '../options/volatility-smile.ts'
import type { PriceMatrix } from '../price-matrix.ts'
import { type CrisisWindow, replayCrisis, replayOptions, replayShares } from './crisis-replay.ts'
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
    const { profit, renewals } = replayOptions([put], window, lookup, 0.65)
    expect(renewals).toBe(0)
    for (const [t, price] of window.index.entries()) {
      const shock = { marketReturn: price / 100 - 1, horizonDays: t, volatility: { kind: 'rule', scale: 1 } } as const
      const expected = 200 * repriceLeg(put, shock, lookup) - 400 - 1.3
      expect(profit[t]).toBeCloseTo(expected, 8)
    }
  })

  test('that expire within the window pay their intrinsic value and are bought anew at the same distance', () => {
    const window = createWindow([...fallTo(80, 60), ...fallTo(80, 30).map(() => 80)])
    const { profit, renewals } = replayOptions([put], window, lookup, 0)
    expect(renewals).toBe(1)
    // Day 60: the put has expired at 80, worth 15.
    expect(profit[60]).toBeCloseTo(200 * 15 - 400, 8)
    // From then on a put at 76 is held whose price was paid; without a further fall it only decays.
    const later = [...profit.subarray(62)]
    expect(later).toEqual([...later].sort((a, b) => b - a))
    expect(profit.at(-1)!).toBeLessThan(profit[60]!)
  })

  test('a life of 60 days is renewed on the 60th and the 120th, and not on the window’s last day', () => {
    const renewalsIn = (days: number) => replayOptions([put], createWindow(fallTo(90, days)), lookup, 0).renewals
    expect([60, 61, 120, 121].map(renewalsIn)).toEqual([0, 1, 1, 2])
  })

  test('a market that never moves costs their time value', () => {
    const { profit } = replayOptions([put], createWindow(fallTo(100, 60)), lookup, 0)
    expect(profit[60]).toBeCloseTo(-400, 10)
  })
})

describe('a book and its hedge', () => {
  const window = createWindow(fallTo(80, 40), { A: fallTo(70, 40) })
  const shared = { indexTicker: 'SPY', ownOptions: [], fee: 0.65, lookup }
  const before = [{ ticker: 'A', value: 10_000 }]

  test('ends at the sum of both, and knows its deepest point', () => {
    const row = replayCrisis(window, { ...shared, before, kept: before, bought: [], legs: [put] })
    const options = replayOptions([put], window, lookup, 0.65).profit
    expect(row.unhedged).toBeCloseTo(-3000, 8)
    expect(row.hedged).toBeCloseTo(-3000 + options.at(-1)!, 8)
    expect(row.worstHedged).toBeLessThanOrEqual(row.hedged)
    expect(row.worstUnhedged).toBeCloseTo(-3000, 8)
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
})
