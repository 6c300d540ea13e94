import { describe, expect, test } from 'vitest'
import { computeBlackScholes } from './black-scholes.ts'
import { computeBookGreeks, computeIndexHedgeSize, computeShockReturn } from './book-greeks.ts'
import { isEarlyAssignmentLikely } from './early-assignment.ts'
import {
  computeHedgeCost,
  computeHedgeTable,
  findHedgeBreakEven,
  type HedgedPortfolio,
  STANDARD_SHOCKS,
} from './hedge-table.ts'
import { createTestSmile } from './test-smiles.ts'

const smile = createTestSmile({ forward: 670, years: 0.25, atmVolatility: 0.16 })
const index = { style: 'american', spot: 666, rate: 0.04, dividendYield: 0.012, smile } as const
const portfolio: HedgedPortfolio = {
  value: 500_000,
  beta: 1.15,
  lines: [{ option: { ...index, type: 'put', strike: 590 }, contracts: 8, premium: 6.32 }],
  fees: 5.2,
}
const market = { horizonDays: 42, volatility30: 0.16 }

describe('a hedged portfolio under shocks', () => {
  const rows = computeHedgeTable(portfolio, market)

  test('one row per shock, unhedged by log-linear beta: −20 % at 1.15 is −22.63 %', () => {
    expect(rows.map(({ marketReturn }) => marketReturn)).toEqual(STANDARD_SHOCKS)
    expect(rows.find(({ marketReturn }) => marketReturn === -0.2)!.unhedged / 500_000).toBeCloseTo(-0.2263, 4)
  })

  test('at +10 % the hedge has cost its premium and no more; time value left softens it', () => {
    const [rise] = rows
    // 8·100·6.32 + 5.20 = 5,061.20
    expect(computeHedgeCost(portfolio)).toBeCloseTo(5061.2, 10)
    expect(rise!.hedgedAtExpiry).toBeCloseTo(rise!.unhedged - 5061.2, 8)
    expect(rise!.hedgedSteady).toBeGreaterThanOrEqual(rise!.hedgedAtExpiry)
  })

  test('at −30 % it pays 800·(590 − 466.2) less its cost', () => {
    const fall = rows.find(({ marketReturn }) => marketReturn === -0.3)!
    expect(fall.hedgedAtExpiry - fall.unhedged).toBeCloseTo(800 * (590 - 666 * 0.7) - 5061.2, 6)
  })

  test('in a fall volatility adds to puts: at expiry ≤ steady ≤ responding', () => {
    for (const row of rows.filter(({ marketReturn }) => marketReturn < 0)) {
      expect(row.hedgedSteady).toBeGreaterThanOrEqual(row.hedgedAtExpiry - 1e-9)
      expect(row.hedgedResponding).toBeGreaterThanOrEqual(row.hedgedSteady)
      if (row.marketReturn > -0.3) expect(row.hedgedResponding).toBeGreaterThan(row.hedgedSteady + 100)
    }
  })

  test('a sold line takes back what a bought one gives', () => {
    const line = portfolio.lines[0]!
    const flat = { ...portfolio, fees: 0, lines: [line, { ...line, contracts: -8 }] }
    for (const row of computeHedgeTable(flat, market)) {
      expect(row.hedgedResponding).toBeCloseTo(row.unhedged, 8)
    }
  })

  test('the hedge breaks even where its payoff equals its cost', () => {
    // 800·(590 − 666·(1 + R)) = 5061.2 at R = (590 − 6.3265)/666 − 1
    expect(findHedgeBreakEven(portfolio)).toBeCloseTo((590 - 5061.2 / 800) / 666 - 1, 12)
    const line = portfolio.lines[0]!
    expect(findHedgeBreakEven({ ...portfolio, lines: [{ ...line, premium: 700 }] })).toBeNull()
    expect(() => findHedgeBreakEven({ ...portfolio, lines: [] })).toThrow(/lines has 0/)
  })

  test('impossible arguments are named', () => {
    expect(() => computeHedgeTable({ ...portfolio, value: -1 }, market)).toThrow(/^value is/)
    const line = { ...portfolio.lines[0]!, contracts: Number.NaN }
    expect(() => computeHedgeTable({ ...portfolio, lines: [line] }, market)).toThrow(/^lines\[0\].contracts is/)
  })
})

describe('books', () => {
  const option = computeBlackScholes({
    type: 'put',
    spot: 50,
    strike: 45,
    years: 0.3,
    rate: 0.04,
    dividendYield: 0,
    volatility: 0.4,
  })
  const positions = [
    { spot: 200, beta: 1.2, quantity: 100 },
    { spot: 50, beta: 1.8, quantity: -2, option },
  ]

  test('delta in currency, weighted by beta, and counted in index shares', () => {
    const greeks = computeBookGreeks(positions, 600)
    const optionDelta = -200 * 50 * option.delta
    expect(greeks.dollarDelta).toBeCloseTo(20_000 + optionDelta, 8)
    expect(greeks.dollarBeta).toBeCloseTo(24_000 + 1.8 * optionDelta, 8)
    expect(greeks.betaWeightedDelta).toBeCloseTo(greeks.dollarBeta / 600, 10)
    expect(greeks.vegaPerPoint).toBeCloseTo((-200 * option.vega) / 100, 10)
    expect(greeks.thetaPerDay).toBeCloseTo((-200 * option.theta) / 365, 10)
  })

  test('gamma is the change of the dollar delta of the options for one per cent, spot held in the exposure', () => {
    const greeks = computeBookGreeks([positions[1]!], 600)
    const deltaAt = (spot: number) =>
      computeBlackScholes({ type: 'put', spot, strike: 45, years: 0.3, rate: 0.04, dividendYield: 0, volatility: 0.4 })
        .delta
    expect(greeks.dollarGammaPerPercent).toBeCloseTo(-200 * 50 * (deltaAt(50.25) - deltaAt(49.75)), 1)
  })

  test('an empty book is flat', () => {
    expect(computeBookGreeks([], 600)).toMatchObject({ dollarDelta: 0, betaWeightedDelta: 0, vegaPerPoint: 0 })
  })

  test('impossible positions are named', () => {
    expect(() => computeBookGreeks([{ spot: 0, beta: 1, quantity: 1 }], 600)).toThrow(/^positions\[0\].spot is/)
    expect(() => computeBookGreeks([], 0)).toThrow(/^indexPrice is/)
  })

  test('no fall takes more than everything: β = 1.8 and −20 % lose 33.1 %', () => {
    expect(computeShockReturn(1.8, -0.2)).toBeCloseTo(-0.3308, 4)
    expect(computeShockReturn(5, -0.99)).toBeGreaterThan(-1)
    expect(computeShockReturn(0, -0.5)).toBe(0)
    expect(() => computeShockReturn(1, -1)).toThrow(/1 \+ marketReturn is 0/)
  })

  test('index puts: by notional, and by delta', () => {
    // 250,000·1.37/(662.8·100) = 5.1675 and over 0.22 = 23.489
    const size = computeIndexHedgeSize({ value: 250_000, beta: 1.37 }, { indexPrice: 662.8, delta: -0.22 })
    expect(size.contractsFullNotional).toBeCloseTo(5.167471, 6)
    expect(size.contractsDeltaNeutral).toBeCloseTo(23.488506, 6)
    expect(() => computeIndexHedgeSize({ value: 1, beta: 1 }, { indexPrice: 600, delta: 0 })).toThrow(/delta\| is 0/)
  })
})

describe('early assignment', () => {
  test('a dividend above the time value invites exercise; out of the money it does not', () => {
    expect(isEarlyAssignmentLikely({ price: 10.3, intrinsicValue: 10 }, 0.5)).toBe(true)
    expect(isEarlyAssignmentLikely({ price: 10.8, intrinsicValue: 10 }, 0.5)).toBe(false)
    expect(isEarlyAssignmentLikely({ price: 0.1, intrinsicValue: -2 }, 5)).toBe(false)
  })
})
