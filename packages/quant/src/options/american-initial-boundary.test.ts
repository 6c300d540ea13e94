import { expect, test } from 'vitest'
import { computeAmericanPrice } from './american.ts'
import { computeBoundaryAtExpiry, guessExerciseBoundary } from './american-initial-boundary.ts'

const markets = [
  { strike: 100, rate: 0.05, dividendYield: 0.02, volatility: 0.25 },
  { strike: 100, rate: 0.02, dividendYield: 0.05, volatility: 0.3 },
  { strike: 100, rate: 0.08, dividendYield: 0, volatility: 0.1 },
  { strike: 50, rate: 0.03, dividendYield: 0.03, volatility: 0.8 },
]

test.each(markets)('the guess is within two per cent of the solved boundary: %o', (market) => {
  for (const years of [0.02, 0.25, 1, 3]) {
    const start = 0.999 * computeBoundaryAtExpiry(market.strike, market.rate, market.dividendYield)
    const guess = guessExerciseBoundary({ ...market, years }, years, start)
    const solved = computeAmericanPrice({ type: 'put', spot: market.strike, years, ...market }, 'high').exerciseBoundary
    expect(Math.abs(guess / solved! - 1)).toBeLessThan(0.02)
  }
})

test('at expiry it is the strike, or where interest and dividends balance if that is lower', () => {
  expect(computeBoundaryAtExpiry(100, 0.05, 0.02)).toBe(100)
  expect(computeBoundaryAtExpiry(100, 0.02, 0.05)).toBe(40)
  expect(computeBoundaryAtExpiry(100, 0, -0.01)).toBe(100)
})
