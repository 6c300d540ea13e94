import { describe, expect, test } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { toPositionRows } from './position-rows.ts'

describe('a row of Portfolio Positions', () => {
  test('is priced, valued and compared with its cost', () => {
    const [row] = toPositionRows(
      [makePosition({ ticker: 'AAPL', shares: 12, avgCost: 150, name: 'Apple Inc.' })],
      makePrices({ AAPL: { price: 180, previousClose: 200 } }),
    )
    expect(row).toMatchObject({
      currentPrice: 180,
      marketValue: 2_160, // 12 × 180
      costBasis: 1_800, // 12 × 150
      gain: { value: 360, percent: 20 },
      isPriced: true,
      missingPrice: null,
    })
    expect(row?.dayChangePercent).toBeCloseTo(-10, 12) // 180 / 200 − 1
  })

  test('shows the average cost when there is no price, and says so', () => {
    const [row] = toPositionRows(
      [makePosition({ ticker: 'ZZZZ', shares: 3, avgCost: 50 })],
      makePrices({}, { ZZZZ: 'unknown-ticker' }),
    )
    expect(row).toMatchObject({
      currentPrice: 50,
      marketValue: 150,
      isPriced: false,
      missingPrice: 'unknown-ticker',
      gain: null,
      dayChangePercent: null,
    })
  })

  test('knows nothing of value when neither price nor cost is known: unknown is never zero', () => {
    const [row] = toPositionRows([makePosition({ ticker: 'ZZZZ', avgCost: null })], makePrices({}))
    expect(row).toMatchObject({ currentPrice: null, marketValue: null, costBasis: null, avgCost: null, gain: null })
  })

  test('is pending, not missing, while prices load', () => {
    const [row] = toPositionRows([makePosition({ ticker: 'AAPL' })], undefined)
    expect(row?.missingPrice).toBe('pending')
  })

  test('holds one ticker of two accounts as one row with two lots', () => {
    const rows = toPositionRows(
      [
        makePosition({ ticker: 'AAPL', shares: 10, avgCost: 100, account: 'IRA' }),
        makePosition({ ticker: 'MSFT' }),
        makePosition({ ticker: 'AAPL', shares: 30, avgCost: 200, account: 'Taxable' }),
      ],
      makePrices({ AAPL: 210, MSFT: 1 }),
    )
    expect(rows.map((row) => row.ticker)).toEqual(['AAPL', 'MSFT'])
    // (10 × 100 + 30 × 200) / 40 = 175
    expect(rows[0]).toMatchObject({ shares: 40, avgCost: 175, costBasis: 7_000, marketValue: 8_400 })
    expect(rows[0]?.lots).toMatchObject([
      { account: 'IRA', shares: 10, costBasis: 1_000, marketValue: 2_100 },
      { account: 'Taxable', shares: 30, costBasis: 6_000, marketValue: 6_300 },
    ])
  })

  test('measures gain only over the lots whose cost is known', () => {
    const [row] = toPositionRows(
      [
        makePosition({ ticker: 'AAPL', shares: 10, avgCost: 100 }),
        makePosition({ ticker: 'AAPL', shares: 90, avgCost: null }),
      ],
      makePrices({ AAPL: 150 }),
    )
    // value of all 100 shares, but gain of the 10 that have a cost: 10 × (150 − 100)
    expect(row).toMatchObject({ marketValue: 15_000, costBasis: 1_000, gain: { value: 500, percent: 50 } })
  })

  test('a short position gains when the price falls', () => {
    const [row] = toPositionRows(
      [makePosition({ ticker: 'TSLA', shares: -10, avgCost: 400 })],
      makePrices({ TSLA: 300 }),
    )
    // value −3,000 against −4,000 received: +1,000, a quarter of 4,000
    expect(row).toMatchObject({ marketValue: -3_000, costBasis: -4_000, gain: { value: 1_000, percent: 25 } })
  })

  test('an option counts by its multiplier', () => {
    const [row] = toPositionRows(
      [makePosition({ ticker: 'AAPL261218C00250000', kind: 'option', shares: 2, avgCost: 5, multiplier: 100 })],
      makePrices({}, { AAPL261218C00250000: 'option' }),
    )
    expect(row).toMatchObject({ costBasis: 1_000, shares: 2, isPriced: false, missingPrice: 'option' })
  })

  test('cash in USD is worth itself and gains nothing', () => {
    const [row] = toPositionRows(
      [makePosition({ ticker: 'CASH', kind: 'cash', shares: 5_000, avgCost: null })],
      makePrices({}),
    )
    expect(row).toMatchObject({ isPriced: true, marketValue: 5_000, costBasis: 5_000, sector: 'Cash' })
    expect(row?.gain?.value).toBe(0)
  })

  test('a cost in another currency is converted at the rate of the price, never added up as if it were dollars', () => {
    const rate = { price: 100, currency: 'EUR', rate: 1.1, rateAsOf: '2026-11-20T20:00:00.000Z' }
    const [known, unknown] = toPositionRows(
      [
        makePosition({ ticker: 'SAP.DE', shares: 10, avgCost: 80, currency: 'EUR' }),
        makePosition({ ticker: 'AIR.PA', shares: 10, avgCost: 80, currency: 'EUR' }),
      ],
      makePrices({ 'SAP.DE': { price: 110, localPrice: rate } }, { 'AIR.PA': 'no-exchange-rate' }),
    )
    expect(known?.costBasis).toBeCloseTo(880, 9) // 10 × 80 × 1.1
    expect(known?.gain?.percent).toBeCloseTo(25, 9) // 1,100 / 880 − 1
    expect(unknown).toMatchObject({ costBasis: null, avgCost: null, marketValue: null })
    expect(unknown?.lots[0]?.localCost).toEqual({ value: 80, currency: 'EUR' })
  })

  test('says Unknown for a missing sector', () => {
    expect(toPositionRows([makePosition({ ticker: 'A' })], undefined)[0]?.sector).toBe('Unknown')
    expect(toPositionRows([makePosition({ ticker: 'A', sector: 'Energy' })], undefined)[0]?.sector).toBe('Energy')
  })
})
