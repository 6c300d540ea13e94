import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computePortfolioReturns, computeWeights } from './portfolio-returns.ts'
import { propertyRuns } from './property-runs.ts'
import { createEquicorrelatedReturns, toReturnMatrix } from './test-matrices.ts'

const of = (...values: number[]) => Float64Array.from(values)
const missing = Number.NaN

test('the weighted mean of the holdings, day by day', () => {
  // 0.75·2 % + 0.25·(−2 %) = 1 %
  const { returns, days, coveredWeight } = computePortfolioReturns(toReturnMatrix([[0.02], [-0.02]]), of(0.75, 0.25))
  expect(returns[0]).toBeCloseTo(0.01, 15)
  expect([days, coveredWeight]).toEqual([1, 1])
})

test('a short position earns when its instrument falls', () => {
  // long 200 %, short 100 %: 2·1 % − (−3 %) = 5 %
  const weights = computeWeights(of(2000, -1000))!
  expect([...weights]).toEqual([2, -1])
  expect(computePortfolioReturns(toReturnMatrix([[0.01], [-0.03]]), weights).returns[0]).toBeCloseTo(0.05, 15)
})

test('the rest of the portfolio stands in for a small holding without a return that day', () => {
  const { returns } = computePortfolioReturns(
    toReturnMatrix([
      [0.01, 0.01],
      [missing, 0.11],
    ]),
    of(0.9, 0.1),
  )
  expect(returns[0]).toBeCloseTo(0.01, 15)
  expect(returns[1]).toBeCloseTo(0.02, 15)
})

test('a day that too little of the portfolio covers is missing, never zero', () => {
  const { returns, days } = computePortfolioReturns(
    toReturnMatrix([
      [0.01, 0.01],
      [missing, 0.03],
    ]),
    of(0.5, 0.5),
  )
  expect(returns[0]).toBeNaN()
  expect(returns[1]).toBeCloseTo(0.02, 15)
  expect(days).toBe(1)
})

test('a holding without any return is left out for good', () => {
  const matrix = toReturnMatrix([
    [0.01, 0.02],
    [missing, missing],
  ])
  const result = computePortfolioReturns(matrix, of(0.6, 0.4))
  expect([...result.returns]).toEqual([0.01, 0.02])
  expect(result.coveredWeight).toBeCloseTo(0.6, 15)
})

test('degenerate input', () => {
  expect(computePortfolioReturns(toReturnMatrix([]), of())).toMatchObject({ days: 0, coveredWeight: 0 })
  expect(computePortfolioReturns(toReturnMatrix([[missing]]), of(1)).days).toBe(0)
  expect(() => computePortfolioReturns(toReturnMatrix([[0.1]]), of())).toThrow('rows of returns has 1 entries')
  expect(() => computePortfolioReturns(toReturnMatrix([[0.1]]), of(missing))).toThrow('weights[0] is NaN')
  expect(computeWeights(of())).toBeNull()
  expect(computeWeights(of(100, -100))).toBeNull()
  expect([...computeWeights(of(100, -300), { basis: 'gross' })!]).toEqual([0.25, -0.75])
  expect(() => computeWeights(of(1, missing))).toThrow('marketValues[1] is NaN')
})

test('linear in the weights', () => {
  const matrix = createEquicorrelatedReturns({ rows: 4, columns: 20, rho: 0.3 })
  const weight = fc.integer({ min: -1000, max: 1000 }).map((n) => (n + 0.5) / 1000)
  fc.assert(
    fc.property(fc.array(weight, { minLength: 4, maxLength: 4 }), (raw) => {
      const once = computePortfolioReturns(matrix, Float64Array.from(raw)).returns
      const twice = computePortfolioReturns(
        matrix,
        Float64Array.from(raw, (w) => 2 * w),
      ).returns
      once.forEach((value, t) => {
        expect(twice[t]).toBeCloseTo(2 * value, 12)
      })
    }),
    propertyRuns(50),
  )
})
