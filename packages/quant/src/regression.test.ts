import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from './property-runs.ts'
import { computeBeta, computeCorrelation, computeCovariance, fitRegression } from './regression.ts'

const of = (...values: number[]) => Float64Array.from(values)
const series = fc
  .array(fc.integer({ min: -2000, max: 2000 }), { minLength: 20, maxLength: 20 })
  .map((basisPoints) => Float64Array.from(basisPoints, (n) => n / 10_000))

test('a line through three points by hand', () => {
  // x = 1,2,3  y = 2,3,5: x̄ = 2, ȳ = 10/3; Sxy = 3, Sxx = 2, slope 1.5; residuals 1/6, −1/3, 1/6: SSR = 1/6
  const line = fitRegression(of(2, 3, 5), of(1, 2, 3))!
  expect(line.slope).toBeCloseTo(1.5, 14)
  expect(line.intercept).toBeCloseTo(1 / 3, 14)
  expect(line.residualDeviation).toBeCloseTo(Math.sqrt(1 / 6), 14)
  expect(line.slopeStandardError).toBeCloseTo(Math.sqrt(1 / 6 / 2), 14)
  expect(line.observations).toBe(3)
})

test('an asset against itself has beta 1 and correlation 1; against its mirror −1', () => {
  fc.assert(
    fc.property(series, (r) => {
      fc.pre(new Set(r).size > 1 && Math.max(...r) - Math.min(...r) > 1e-6)
      expect(computeBeta(r, r)).toBeCloseTo(1, 12)
      expect(computeCorrelation(r, r)).toBeCloseTo(1, 12)
      expect(
        computeCorrelation(
          r,
          r.map((x) => -x),
        ),
      ).toBeCloseTo(-1, 12)
    }),
    propertyRuns(50),
  )
})

test('correlation is symmetric and stays within ±1; beta scales with the asset', () => {
  fc.assert(
    fc.property(series, series, (x, y) => {
      const correlation = computeCorrelation(x, y)
      fc.pre(correlation !== null)
      expect(Math.abs(correlation!)).toBeLessThanOrEqual(1)
      expect(computeCorrelation(y, x)).toBeCloseTo(correlation!, 12)
      expect(
        computeBeta(
          y.map((v) => 3 * v),
          x,
        ),
      ).toBeCloseTo(3 * computeBeta(y, x)!, 9)
    }),
    propertyRuns(50),
  )
})

test('only days that both series have are used', () => {
  const gapped = fitRegression(of(2, Number.NaN, 3, 9, 5), of(1, 7, 2, Number.NaN, 3))!
  expect(gapped.slope).toBeCloseTo(1.5, 14)
  expect(gapped.observations).toBe(3)
})

test('degenerate pairs', () => {
  expect(computeBeta(of(1), of(1))).toBeNull()
  expect(computeBeta(of(0.1, 0.2), of(0.1, 0.1))).toBeNull()
  expect(computeCorrelation(of(0.1, 0.1), of(0.1, 0.2))).toBeNull()
  expect(computeBeta(of(0.1, 0.1), of(0.1, 0.2))).toBe(0)
  expect(computeCovariance(of(Number.NaN, 0.1), of(0.1, 0.2))).toBeNull()
  expect(fitRegression(of(1, 2), of(1, 3))!.slopeStandardError).toBeNull()
  expect(() => computeBeta(of(1, 2), of(1))).toThrow('x has 1 entries and y has 2')
  expect(() => computeBeta(of(1, Number.POSITIVE_INFINITY), of(1, 2))).toThrow('y[1] is Infinity')
})
