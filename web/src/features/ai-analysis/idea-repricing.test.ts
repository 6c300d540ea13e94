import { computeAmericanPrice } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import {
  createIdeaInBook,
  measureIdea,
  repriceIdea,
  repriceInBook,
  toIdeaCurve,
  toPriceRange,
} from './idea-repricing.ts'
import { PUT_PLAY, TEST_DISCOVERY } from './test-runs.ts'

const NOW = { pricePercent: 0, days: 0, volatilityFactor: 1 }

describe('the idea repriced', () => {
  test('now it is worth about the middle of its quote', () => {
    const { bid, ask } = PUT_PLAY
    expect(repriceIdea(PUT_PLAY, NOW)).toBeGreaterThan(bid! * 0.95)
    expect(repriceIdea(PUT_PLAY, NOW)).toBeLessThan(ask * 1.05)
  })

  test('at expiry it is worth what it could be exercised for', () => {
    const { pricing, strike, daysToExpiry } = PUT_PLAY
    const spot = pricing.forward * Math.exp((pricing.dividendYield - pricing.rate) * pricing.years)
    const value = repriceIdea(PUT_PLAY, { pricePercent: -20, days: daysToExpiry, volatilityFactor: 1 })
    expect(value).toBeCloseTo(Math.max(0, strike - 0.8 * spot), 9)
  })

  test('halfway with half again the volatility it is the American price of that state', () => {
    const { pricing, strike, contractType: type, daysToExpiry } = PUT_PLAY
    const { forward, dividendYield, rate, years } = pricing
    const spot = 0.9 * forward * Math.exp((dividendYield - rate) * years)
    const volatility = 1.5 * pricing.impliedVolatility
    const state = { type, spot, strike, years: years / 2, rate, dividendYield, volatility }
    const days = daysToExpiry / 2
    expect(repriceIdea(PUT_PLAY, { pricePercent: -10, days, volatilityFactor: 1.5 })).toBeCloseTo(
      computeAmericanPrice(state).price,
      6,
    )
  })

  test('the profit is what the position is worth less all that it cost', () => {
    const { value, profit, returnPercent } = measureIdea(PUT_PLAY, NOW)
    expect(profit).toBeCloseTo(value - PUT_PLAY.totalCost, 9)
    expect(returnPercent).toBeCloseTo((100 * profit) / PUT_PLAY.totalCost, 9)
  })

  test('the curve spans the slider, and a put gains as its underlying falls', () => {
    const curve = toIdeaCurve(PUT_PLAY, NOW)
    const { least, most } = toPriceRange(PUT_PLAY)
    expect([curve[0]!.x, curve.at(-1)!.x]).toEqual([least, most])
    for (const [place, point] of curve.entries()) {
      if (place > 0) expect(point.y).toBeLessThanOrEqual(curve[place - 1]!.y + 1e-9)
    }
  })
})

test('the slider reaches as far as the price may come, and never to nothing', () => {
  const rangeAt = (impliedVolatility: number, years: number) =>
    toPriceRange({ ...PUT_PLAY, pricing: { ...PUT_PLAY.pricing, impliedVolatility, years } })
  // 2.5 × 0.4 × √0.25 = 0.5: e^−0.5 = 0.607, e^0.5 = 1.649
  expect(rangeAt(0.4, 0.25)).toEqual({ least: -40, most: 70 })
  expect(rangeAt(0.05, 0.1)).toEqual({ least: -20, most: 20 })
  expect(rangeAt(3, 1)).toEqual({ least: -90, most: 300 })
})

test('the portfolio with the idea moves as the answer’s table says', () => {
  for (const idea of TEST_DISCOVERY.discoveries) {
    const book = createIdeaInBook(TEST_DISCOVERY, idea)
    for (const row of idea.effect.table) {
      const { unhedged, hedged } = repriceInBook(book, row.marketPercent, idea.effect.horizonDays)
      expect(unhedged).toBeCloseTo(row.unhedged, 4)
      expect(hedged).toBeCloseTo(row.hedgedStressedVolatility, 4)
    }
  }
})
