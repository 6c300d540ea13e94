import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeDiversification } from './diversification.ts'
import { getRow } from './price-matrix.ts'
import { propertyRuns } from './property-runs.ts'
import { computeCorrelation } from './regression.ts'
import { createEquicorrelatedReturns, toReturnMatrix } from './test-matrices.ts'
import { computeVolatility } from './volatility.ts'

const equal = (n: number) => new Float64Array(n).fill(1 / n)
const panel = (rows: number, rho: number) => createEquicorrelatedReturns({ rows, columns: 252, rho })

describe('known scores', () => {
  // score = 100·(1 − H)(1 − ρ̄) with H = 1/N for N equal holdings
  test.each([
    { rows: 1, rho: 0, expected: 0 },
    { rows: 2, rho: 0, expected: 50 },
    { rows: 5, rho: 0, expected: 80 },
    { rows: 20, rho: 0, expected: 95 },
    { rows: 50, rho: 0, expected: 98 },
    { rows: 2, rho: 1, expected: 0 },
    { rows: 10, rho: 0.25, expected: 67.5 },
    { rows: 20, rho: 0.25, expected: 71.25 },
    { rows: 10, rho: 0.55, expected: 40.5 },
    { rows: 5, rho: 0.55, expected: 36 },
  ])('$rows equal holdings correlated $rho score $expected', ({ rows, rho, expected }) => {
    const result = computeDiversification({ returns: panel(rows, rho), weights: equal(rows) })
    expect(result.exactScore).toBeCloseTo(expected, 8)
    expect(result.spread).toBeCloseTo(100 * (1 - 1 / rows), 8)
    if (rows > 1) expect(result.averageCorrelation).toBeCloseTo(rho, 8)
  })

  test('a broad fund alone is looked through: 100·(1 − 1/1.75²) = 67.3', () => {
    const result = computeDiversification({
      returns: panel(1, 0),
      weights: equal(1),
      internalDiversification: Float64Array.of(1.75),
    })
    expect(result.exactScore).toBeCloseTo(100 * (1 - 1 / 1.75 ** 2), 8)
    expect(result.effectiveBets).toBeCloseTo(1.75 ** 2, 8)
    expect(result.independence).toBe(100)
  })
})

const weight = fc.double({ min: 0.01, max: 1, noNaN: true })
const weights6 = fc.array(weight, { minLength: 6, maxLength: 6 }).map((w) => Float64Array.from(w))
const sixRows = createEquicorrelatedReturns({ rows: 6, columns: 100, rho: 0.2, seed: 3 })
sixRows.values.forEach((value, i) => {
  sixRows.values[i] = value * (1 + Math.floor(i / 100))
})

test('the factors multiply to the score, and ρ̄ is the risk-weighted mean of the pairwise correlations', () => {
  fc.assert(
    fc.property(weights6, (weights) => {
      const result = computeDiversification({ returns: sixRows, weights })
      expect((result.spread! * result.independence!) / 100).toBeCloseTo(result.exactScore!, 8)
      const risk = Array.from(weights, (w, i) => w * computeVolatility(getRow(sixRows, i))!)
      let pairs = 0
      let correlated = 0
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 6; j++) {
          if (i === j) continue
          pairs += risk[i]! * risk[j]!
          correlated += risk[i]! * risk[j]! * computeCorrelation(getRow(sixRows, i), getRow(sixRows, j))!
        }
      }
      expect(result.averageCorrelation).toBeCloseTo(correlated / pairs, 8)
    }),
    propertyRuns(20),
  )
})

test('neither the unit of the weights nor the order of the tickers matters', () => {
  fc.assert(
    fc.property(weights6, fc.double({ min: 1, max: 1e6, noNaN: true }), (weights, scale) => {
      const { exactScore } = computeDiversification({ returns: sixRows, weights })
      const scaled = computeDiversification({ returns: sixRows, weights: weights.map((w) => w * scale) })
      expect(scaled.exactScore).toBeCloseTo(exactScore!, 8)
      const reversed = toReturnMatrix([5, 4, 3, 2, 1, 0].map((row) => getRow(sixRows, row)))
      const turned = computeDiversification({ returns: reversed, weights: weights.slice().reverse() })
      expect(turned.exactScore).toBeCloseTo(exactScore!, 8)
    }),
    propertyRuns(20),
  )
})

test('splitting a holding into identical parts changes nothing', () => {
  const rows = [0, 1, 2].map((row) => getRow(sixRows, row))
  const whole = computeDiversification({ returns: toReturnMatrix(rows), weights: Float64Array.of(0.5, 0.3, 0.2) })
  const split = computeDiversification({
    returns: toReturnMatrix([rows[0]!, ...rows]),
    weights: Float64Array.of(0.2, 0.3, 0.3, 0.2),
  })
  expect(split.exactScore).toBeCloseTo(whole.exactScore!, 8)
})

test('a short offsets: long and short of the same thing leave no risk at all', () => {
  const rows = [getRow(sixRows, 0), getRow(sixRows, 0)]
  const result = computeDiversification({ returns: toReturnMatrix(rows), weights: Float64Array.of(1, -1) })
  expect(result).toMatchObject({ score: 100, effectiveBets: null })
})

describe('missing data', () => {
  const gapped = (from: number) => {
    const row = getRow(sixRows, 1).slice()
    row.fill(Number.NaN, 0, from)
    return toReturnMatrix([getRow(sixRows, 0), row])
  }

  test('a holding with fewer than 60 returns is left out and counted', () => {
    const result = computeDiversification({ returns: gapped(41), weights: Float64Array.of(0.8, 0.2) })
    expect(result).toMatchObject({ score: 0, days: 100, flags: [] })
    expect(result.excludedWeight).toBeCloseTo(0.2, 12)
    expect(result.portfolioVolatility).toBeCloseTo(computeVolatility(getRow(sixRows, 0))!, 12)
  })

  test('with 60 returns it stays, measured on the days that it shares', () => {
    const result = computeDiversification({ returns: gapped(40), weights: Float64Array.of(0.5, 0.5) })
    expect(result).toMatchObject({ days: 60, excludedWeight: 0 })
    expect(result.score).toBeGreaterThan(0)
  })

  test('more than 30 % proxied or left out is marked', () => {
    const weights = Float64Array.of(0.6, 0.4)
    expect(computeDiversification({ returns: gapped(41), weights }).flags).toEqual(['low-coverage'])
    expect(computeDiversification({ returns: gapped(0), weights, proxied: [0, 1] })).toMatchObject({
      proxiedWeight: 0.4,
      flags: ['low-coverage'],
    })
  })

  test('nothing to measure', () => {
    const short = toReturnMatrix([getRow(sixRows, 0).slice(0, 59)])
    expect(computeDiversification({ returns: short, weights: equal(1) })).toMatchObject({
      score: null,
      excludedWeight: 1,
      flags: ['low-coverage', 'insufficient-data'],
    })
    expect(computeDiversification({ returns: toReturnMatrix([]), weights: equal(0) })).toMatchObject({
      score: null,
      flags: ['insufficient-data'],
    })
    const cash = toReturnMatrix([new Float64Array(100).fill(0.0001)])
    expect(computeDiversification({ returns: cash, weights: equal(1) }).flags).toEqual(['zero-volatility'])
  })

  test('bad input is named', () => {
    expect(() => computeDiversification({ returns: sixRows, weights: equal(5) })).toThrow('weights has 5')
    expect(() =>
      computeDiversification({ returns: sixRows, weights: equal(6), internalDiversification: new Float64Array(6) }),
    ).toThrow('internalDiversification[0] is 0')
  })
})
