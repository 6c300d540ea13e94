import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, parseIsoDate } from './civil-day.ts'
import { findTreasuryYield, measureTreasury, type TreasuryTerms } from './treasury-bond.ts'

const settlement = parseIsoDate('2026-02-15')
const of = (couponPercent: number, years: number): TreasuryTerms => ({
  couponPercent,
  settlement,
  maturity: addMonths(settlement, 12 * years),
})

describe('known answers', () => {
  // F. Fabozzi, Bond Markets, Analysis, and Strategies, chapter 4: six hypothetical bonds at a yield of 9 %.
  test.each([
    [9, 5, 100, 4.13, 3.96, 19.45],
    [9, 25, 100, 10.33, 9.88, 160.72],
    [6, 5, 88.1309, 4.35, 4.16, 20.85],
    [6, 25, 70.357, 11.1, 10.62, 182.92],
  ])('%d %% for %d years at 9 %% costs %d', (coupon, years, price, macaulay, modified, convexity) => {
    const measures = measureTreasury(of(coupon, years), 9)
    expect(measures.cleanPrice).toBeCloseTo(price, 4)
    expect(measures.macaulayDuration).toBeCloseTo(macaulay, 2)
    expect(measures.modifiedDuration).toBeCloseTo(modified, 2)
    // The book divides by a rounded price: 182.92 is 182.911.
    expect(measures.convexity).toBeCloseTo(convexity, 1)
    expect(measures.accruedInterest).toBe(0)
  })

  // The examples in Microsoft's documentation of DURATION and MDURATION, basis 1 (actual/actual).
  test('duration of a bond between two coupons', () => {
    const long = { couponPercent: 8, settlement: parseIsoDate('2018-07-01'), maturity: parseIsoDate('2048-01-01') }
    expect(measureTreasury(long, 9).macaulayDuration).toBeCloseTo(10.9191453, 6)
    const short = { couponPercent: 8, settlement: parseIsoDate('2008-01-01'), maturity: parseIsoDate('2016-01-01') }
    expect(measureTreasury(short, 9).modifiedDuration).toBeCloseTo(5.73567, 5)
  })

  test('the investment yield of a bill is (100 − P) ÷ P × 365 ÷ days', () => {
    const bill = { couponPercent: 0, settlement, maturity: settlement + 91 }
    expect(findTreasuryYield(bill, 98.95)).toBeCloseTo(((100 - 98.95) / 98.95) * (365 / 91) * 100, 9)
    expect(measureTreasury(bill, 4).macaulayDuration).toBeCloseTo(91 / 365, 12)
  })

  test('a bond at par between two coupons accrues by days; month ends pay on month ends', () => {
    // 181 days from 31 August 2025 to 28 February 2026, of which 91 have passed.
    const note = { couponPercent: 4, settlement: parseIsoDate('2025-11-30'), maturity: parseIsoDate('2027-08-31') }
    expect(measureTreasury(note, 4).accruedInterest).toBeCloseTo((2 * 91) / 181, 12)
  })
})

const arbitraryTerms = fc
  .record({ couponPercent: fc.integer({ min: 0, max: 80 }), days: fc.integer({ min: 1, max: 30 * 365 }) })
  .map(({ couponPercent, days }) => ({ couponPercent: couponPercent / 8, settlement, maturity: settlement + days }))
const arbitraryYield = fc.integer({ min: -100, max: 1_500 }).map((hundredths) => hundredths / 100)

describe('properties', () => {
  test('the yield of a price is the yield it was made from', () => {
    fc.assert(
      fc.property(arbitraryTerms, arbitraryYield, (terms, y) => {
        expect(findTreasuryYield(terms, measureTreasury(terms, y).cleanPrice)).toBeCloseTo(y, 6)
      }),
    )
  })

  test('duration and convexity are the derivatives of the price, by differences', () => {
    fc.assert(
      fc.property(arbitraryTerms, arbitraryYield, (terms, y) => {
        const full = (at: number) => {
          const { cleanPrice, accruedInterest } = measureTreasury(terms, at)
          return cleanPrice + accruedInterest
        }
        const h = 0.01
        const { modifiedDuration, convexity } = measureTreasury(terms, y)
        const slope = -(full(y + h) - full(y - h)) / (2 * (h / 100)) / full(y)
        const curve = (full(y + h) - 2 * full(y) + full(y - h)) / (h / 100) ** 2 / full(y)
        expect(modifiedDuration / slope).toBeCloseTo(1, 4)
        expect(Math.abs(convexity - curve)).toBeLessThan(1e-3 * (1 + convexity))
      }),
    )
  })
})

test('what cannot be priced is refused by name', () => {
  expect(() => measureTreasury({ ...of(4, 5), maturity: settlement }, 4)).toThrow(/maturity/)
  expect(() => measureTreasury(of(-1, 5), 4)).toThrow(/couponPercent/)
  expect(() => measureTreasury(of(4, 5), Number.NaN)).toThrow(/yieldPercent/)
  expect(() => measureTreasury(of(4, 5), -200)).toThrow(/yieldPercent/)
  expect(() => findTreasuryYield(of(4, 5), 0)).toThrow(/cleanPrice/)
  expect(findTreasuryYield(of(4, 5), 1e9)).toBeNull()
})
