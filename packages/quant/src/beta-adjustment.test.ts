import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeDimsonBeta, pickFallingDays, shrinkBeta } from './beta-adjustment.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { computeBeta } from './regression.ts'

describe("Vasicek's shrinkage", () => {
  test('an error as large as the spread of true betas counts half', () => {
    expect(shrinkBeta({ beta: 2, standardError: 0.35 }, 1)).toEqual({ beta: 1.5, estimateWeight: 0.5 })
  })

  test('the larger the error, the nearer to the prior, and never beyond it', () => {
    const number = fc.integer({ min: -300, max: 300 }).map((n) => n / 100)
    const error = fc.integer({ min: 0, max: 300 }).map((n) => n / 100)
    fc.assert(
      fc.property(number, number, error, error, (beta, prior, one, other) => {
        const [small, large] = one < other ? [one, other] : [other, one]
        const near = shrinkBeta({ beta, standardError: large }, prior).beta
        const far = shrinkBeta({ beta, standardError: small }, prior).beta
        expect(Math.abs(near - prior)).toBeLessThanOrEqual(Math.abs(far - prior) + 1e-12)
        expect(near).toBeGreaterThanOrEqual(Math.min(beta, prior) - 1e-12)
        expect(near).toBeLessThanOrEqual(Math.max(beta, prior) + 1e-12)
      }),
      propertyRuns(100),
    )
  })

  test('without an estimate the prior stands; bad input is named', () => {
    expect(shrinkBeta(null, 0.55)).toEqual({ beta: 0.55, estimateWeight: 0 })
    expect(() => shrinkBeta(null, Number.NaN)).toThrow('prior is NaN')
    expect(() => shrinkBeta({ beta: 1, standardError: -1 }, 1)).toThrow('standardError is -1')
    expect(() => shrinkBeta(null, 1, { priorDeviation: 0 })).toThrow('priorDeviation is 0')
  })
})

describe("Dimson's beta", () => {
  const normal = createNormalSource(createRandomSource(21))
  const market = Float64Array.from({ length: 2000 }, () => 0.01 * normal())

  test('finds the half of the market move that arrives a day late', () => {
    const late = market.map((value, t) => 0.5 * value + 0.6 * (market[t - 1] ?? 0) + 0.002 * normal())
    expect(computeBeta(late, market)).toBeCloseTo(0.5, 1)
    expect(Math.abs(computeDimsonBeta(late, market)! - 1.1)).toBeLessThan(0.03)
  })

  test('equals the plain beta where all moves arrive on the same day', () => {
    expect(computeDimsonBeta(market, market)).toBeCloseTo(1, 12)
  })

  test('undefined for too few days, or a market that repeats itself', () => {
    expect(computeDimsonBeta(market.subarray(0, 6), market.subarray(0, 6))).toBeNull()
    const flat = new Float64Array(50)
    expect(computeDimsonBeta(market.subarray(0, 50), flat)).toBeNull()
    const pattern = Float64Array.from({ length: 50 }, (_, t) => (t % 2 === 0 ? 0.01 : -0.01))
    expect(computeDimsonBeta(market.subarray(0, 50), pattern)).toBeNull()
    expect(() => computeDimsonBeta(market, flat)).toThrow('benchmarkReturns has 50')
  })
})

test('falling days are those of the benchmark', () => {
  const picked = pickFallingDays(
    Float64Array.of(0.01, -0.02, Number.NaN, -0.03),
    Float64Array.of(-0.01, 0.01, -0.02, -0.005),
  )
  expect([...picked.asset]).toEqual([0.01])
  expect([...picked.benchmark]).toEqual([-0.01])
})
