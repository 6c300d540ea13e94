import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeBlack76 } from '../options/black-76.ts'
import { computeHedgeTable, STANDARD_SHOCKS } from '../options/hedge-table.ts'
import { createTestSmile } from '../options/test-smiles.ts'
import { computeSmileVolatility } from '../options/volatility-smile.ts'
import { propertyRuns } from '../property-runs.ts'
import { countHedgeDays } from './hedge-dates.ts'
import { computeLegValuation } from './leg-greeks.ts'
import type { HedgeLeg, HedgeUnderlying, PricedHedge } from './priced-hedge.ts'
import { computeTicketCost, createLegLookup, repriceHedge, repriceLeg } from './reprice-hedge.ts'

const smile = createTestSmile({ forward: 600 * Math.exp((0.028 * 147) / 365), years: 147 / 365, atmVolatility: 0.18 })
const index: HedgeUnderlying = {
  ticker: 'SPY',
  kind: 'price',
  today: '2026-11-20',
  spot: 600,
  beta: 1,
  style: 'american',
  rate: 0.04,
  volatility30: 0.17,
  response: 0.9,
  volatilityCap: 0.9,
  expiries: [{ expiry: '2027-04-16', smile, dividendYield: 0.012 }],
}
const put: HedgeLeg = {
  underlying: 'SPY',
  type: 'put',
  strike: 560,
  expiry: '2027-04-16',
  contracts: 4,
  premium: 12,
  multiplier: 100,
}
const short: HedgeLeg = { ...put, strike: 500, contracts: -3, premium: 4 }
const hedge: PricedHedge = {
  book: { value: 250_000, exposures: [{ value: 250_000, beta: 1.2 }], options: [] },
  legs: [put, short],
  fees: 4.55,
  underlyings: [index],
}
const atOnce = { marketReturn: 0, horizonDays: 0, volatility: { kind: 'factor', factor: 1 } } as const

describe('a hedge repriced', () => {
  test('agrees with the table of hedges, which was written apart, on all three valuations', () => {
    const toLine = (leg: HedgeLeg) => {
      const { type, strike, contracts, premium } = leg
      const { style, spot, rate } = index
      const option = { type, strike, style, spot, rate, dividendYield: 0.012, smile } as const
      return { option, contracts, premium }
    }
    const portfolio = { value: 250_000, beta: 1.2, fees: 4.55, lines: hedge.legs.map(toLine) }
    // Without dates a trading day is 365/252 calendar days; here four of them are seven. Both are fast falls.
    const seven = (7 * 252) / 365
    const table = computeHedgeTable(portfolio, { horizonDays: seven, volatility30: 0.17 }, STANDARD_SHOCKS)
    for (const row of table) {
      const at = (volatility: Parameters<typeof repriceHedge>[1]['volatility']) =>
        repriceHedge(hedge, { marketReturn: row.marketReturn, horizonDays: 4, volatility })
      expect(at({ kind: 'expiry' }).unhedged).toBeCloseTo(row.unhedged, 6)
      expect(at({ kind: 'expiry' }).hedged).toBeCloseTo(row.hedgedAtExpiry, 6)
      expect(at({ kind: 'rule', scale: 0 }).hedged).toBeCloseTo(row.hedgedSteady, 6)
      expect(at({ kind: 'rule', scale: 1 }).hedged).toBeCloseTo(row.hedgedResponding, 6)
    }
  })

  test('at once and without a move is worth its model price less what it cost', () => {
    const lookup = createLegLookup([index])
    const value = hedge.legs.reduce((sum, leg) => sum + leg.contracts * 100 * computeLegValuation(leg, lookup).price, 0)
    const { hedge: profit, unhedged, legValues } = repriceHedge(hedge, atOnce)
    expect(unhedged).toBe(0)
    expect(profit).toBeCloseTo(value - (4 * 1200 - 3 * 400 + 4.55), 8)
    expect(legValues[1]).toBeLessThan(0)
  })

  test('by parts: hedged is the book plus the hedge', () => {
    const { unhedged, hedge: profit, hedged } = repriceHedge(hedge, { ...atOnce, marketReturn: -0.13 })
    expect(hedged).toBe(unhedged + profit)
    expect(unhedged).toBeCloseTo(250_000 * (0.87 ** 1.2 - 1), 6)
  })

  test('an option of the book is repriced from what it is worth now', () => {
    const withOption = { ...hedge, legs: [], fees: 0, book: { ...hedge.book, options: [{ ...put, premium: 10 }] } }
    const shock = { marketReturn: -0.2, horizonDays: 21, volatility: { kind: 'expiry' } } as const
    const expected = 250_000 * (0.8 ** 1.2 - 1) + 400 * (560 - 480 - 10)
    expect(repriceHedge(withOption, shock).unhedged).toBeCloseTo(expected, 6)
  })

  test('an underlying with a beta of its own moves by it', () => {
    const name = { ...index, ticker: 'N', beta: 1.5 }
    const lookup = createLegLookup([name])
    const leg = { ...put, underlying: 'N', strike: 600 }
    const value = repriceLeg(leg, { marketReturn: -0.2, horizonDays: 0, volatility: { kind: 'expiry' } }, lookup)
    expect(value).toBeCloseTo(600 - 600 * 0.8 ** 1.5, 10)
  })

  test('an option that expires on the day of the move pays for it, one that expired the day before does not', () => {
    const lastDay = countHedgeDays('2026-11-20', '2027-04-16').tradingDays
    const lookup = createLegLookup([index])
    const near = { ...put, strike: 605 }
    for (const volatility of [{ kind: 'expiry' }, { kind: 'rule', scale: 1 }, { kind: 'factor', factor: 3 }] as const) {
      const on = (horizonDays: number) => repriceLeg(near, { marketReturn: -0.1, horizonDays, volatility }, lookup)
      expect(on(lastDay)).toBeCloseTo(65, 10)
      // It was settled while the market still stood at 600.
      expect(on(lastDay + 1)).toBe(5)
      expect(on(lastDay + 200)).toBe(5)
    }
  })

  test('an option that expired before the day of the move adds nothing but its settlement, whatever the move', () => {
    const lookup = createLegLookup([index])
    const moves = [-0.5, -0.1, 0, 0.3].map((marketReturn) =>
      repriceLeg(put, { marketReturn, horizonDays: 150, volatility: { kind: 'rule', scale: 1 } }, lookup),
    )
    expect(moves).toEqual([0, 0, 0, 0])
  })

  test('an unknown underlying or expiry is named, with those that are known', () => {
    const stray = { ...hedge, legs: [{ ...put, expiry: '2030-01-18' }] }
    expect(() => repriceHedge(stray, atOnce)).toThrow('leg "SPY 2030-01-18" is not known; use one of SPY 2027-04-16.')
  })

  test('what a ticket costs: premiums, credits and fees', () => {
    expect(computeTicketCost([put, short], 4.55)).toBeCloseTo(4800 - 1200 + 4.55, 10)
    expect(() => computeTicketCost([{ ...put, premium: -1 }], 0)).toThrow(/legs\[0\].premium/)
  })
})

describe('sliders', () => {
  const shock = fc.record({
    marketReturn: fc.double({ min: -0.6, max: 0.4, noNaN: true }),
    horizonDays: fc.integer({ min: 0, max: 90 }),
    factor: fc.double({ min: 0.4, max: 3, noNaN: true }),
  })
  const lookup = createLegLookup([index])
  const valueAt = ({
    marketReturn,
    horizonDays,
    factor,
  }: {
    marketReturn: number
    horizonDays: number
    factor: number
  }) => repriceLeg(put, { marketReturn, horizonDays, volatility: { kind: 'factor', factor } }, lookup)

  test('more volatility never makes a put cheaper', () => {
    fc.assert(
      fc.property(shock, (state) => {
        expect(valueAt({ ...state, factor: 1.1 * state.factor })).toBeGreaterThanOrEqual(valueAt(state) - 1e-9)
      }),
      propertyRuns(200),
    )
  })

  test('no value is negative, above the strike or below what exercising pays', () => {
    fc.assert(
      fc.property(shock, (state) => {
        const value = valueAt(state)
        expect(value).toBeGreaterThanOrEqual(Math.max(0, 560 - 600 * (1 + state.marketReturn)) - 1e-9)
        expect(value).toBeLessThanOrEqual(560)
      }),
      propertyRuns(200),
    )
  })

  test('a put is worth more the harder volatility answers a fall', () => {
    const values = [0, 0.5, 1, 1.2].map((scale) =>
      repriceLeg(put, { marketReturn: -0.1, horizonDays: 21, volatility: { kind: 'rule', scale } }, lookup),
    )
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(values[3]).toBeGreaterThan(values[0]!)
  })
})

describe('calls on a volatility index', () => {
  const volatility: HedgeUnderlying = {
    ...index,
    ticker: 'VIX',
    kind: 'volatility',
    style: 'european',
    spot: 16,
    beta: 0,
    volatility30: 0.16,
    expiries: [
      {
        expiry: '2026-12-30',
        dividendYield: 0,
        smile: createTestSmile({ forward: 18, years: 0.1, atmVolatility: 0.9 }),
      },
    ],
  }
  const call: HedgeLeg = {
    underlying: 'VIX',
    type: 'call',
    strike: 20,
    expiry: '2026-12-30',
    contracts: 5,
    premium: 1,
    multiplier: 100,
  }
  const lookup = createLegLookup([volatility])

  test('are priced on a forward that follows the volatility of the index and fades', () => {
    // 16 % goes to 41.4 % when the index falls by 20 % in 21 days, a golden value of the rule.
    const ratio = Math.exp(0.9 * Math.sqrt(-Math.log(0.8) / 0.2))
    expect(0.16 * ratio).toBeCloseTo(0.414, 3)
    // The 21st trading day from 2026-11-20 is 2026-12-22, 32 calendar days on.
    const years = 0.1 - 32 / 365
    const forward = 18 * Math.exp(Math.log(ratio) * Math.exp(-4 * years))
    const volatility20 = computeSmileVolatility(volatility.expiries[0]!.smile, 20)
    const expected = computeBlack76({ type: 'call', forward, strike: 20, years, rate: 0.04, volatility: volatility20 })
    const shock = { marketReturn: -0.2, horizonDays: 21, volatility: { kind: 'rule', scale: 1 } } as const
    expect(repriceLeg(call, shock, lookup)).toBeCloseTo(expected.price, 10)
  })

  test('are worth their own quote today', () => {
    const [expiry] = volatility.expiries
    const quoted = {
      ...volatility,
      expiries: [{ ...expiry!, quotes: [{ type: 'call', strike: 20, volatility: 1.2 }] }],
    }
    const now = { marketReturn: 0, horizonDays: 0, volatility: { kind: 'rule', scale: 1 } } as const
    const option = { type: 'call', forward: 18, strike: 20, years: 0.1, rate: 0.04, volatility: 1.2 } as const
    const value = repriceLeg(call, now, createLegLookup([quoted as HedgeUnderlying]))
    expect(value).toBeCloseTo(computeBlack76(option).price, 10)
  })

  test('without an answer of volatility only time passes', () => {
    const shock = { marketReturn: -0.2, horizonDays: 0, volatility: { kind: 'rule', scale: 0 } } as const
    expect(repriceLeg(call, shock, lookup)).toBeCloseTo(computeLegValuation(call, lookup).price, 10)
    expect(repriceLeg(call, { ...shock, volatility: { kind: 'expiry' } }, lookup)).toBe(0)
  })
})
