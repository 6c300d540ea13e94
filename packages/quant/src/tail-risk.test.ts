import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeCornishFisherCvar, computeCornishFisherVar, isCornishFisherValid } from './cornish-fisher.ts'
import { computeDistributionShape } from './distribution-shape.ts'
import {
  computeCvar,
  computeCvarAsEmpyrical,
  computeCvarBeyondQuantile,
  computeCvarOfWorstDays,
} from './expected-shortfall.ts'
import { inverseNormalCdf } from './options/normal-distribution.ts'
import { computeQuantile, moveSmallestFirst, takeSmallest } from './order-statistics.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { computeTailRisk } from './tail-risk.ts'
import { computeGaussianVar, computeHistoricalVar } from './value-at-risk.ts'

const of = (...values: number[]) => Float64Array.from(values)
const returns = fc
  .array(fc.integer({ min: -2000, max: 2000 }), { minLength: 1, maxLength: 120 })
  .map((basisPoints) => Float64Array.from(basisPoints, (n) => n / 10_000))
const confidence = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100)
/** −1 %, −2 %, … −100 %, shuffled by a fixed step. */
const hundred = Float64Array.from({ length: 100 }, (_, i) => -(((i * 37) % 100) + 1) / 100)

describe('order statistics', () => {
  test('selection equals sorting', () => {
    fc.assert(
      fc.property(returns, fc.double({ min: 0, max: 1, noNaN: true }), (values, p) => {
        const sorted = values.slice().sort()
        const position = (values.length - 1) * p
        const below = Math.floor(position)
        const above = Math.min(below + 1, values.length - 1)
        const expected = sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!)
        expect(computeQuantile(values, p)).toBeCloseTo(expected, 14)
        const scratch = values.slice()
        moveSmallestFirst(scratch, below + 1)
        expect([...scratch.subarray(0, below + 1)].sort((a, b) => a - b)).toEqual([...sorted.subarray(0, below + 1)])
      }),
      propertyRuns(100),
    )
  })

  test('interpolates as numpy does', () => {
    // numpy.percentile([1, 2, 3, 4], 40) = 2.2
    expect(computeQuantile(of(4, 2, 1, 3), 0.4)).toBeCloseTo(2.2, 14)
    expect(computeQuantile(of(), 0.5)).toBeNull()
    expect(computeQuantile(of(Number.NaN, 7), 0.5)).toBe(7)
    expect(() => computeQuantile(of(1), 1.1)).toThrow('probability is 1.1')
  })
})

describe('value at risk and its conditional', () => {
  test('five worst days of a hundred', () => {
    // worst five: 100, 99, 98, 97, 96 %: mean 98 %
    expect(computeCvar(hundred)).toBeCloseTo(0.98, 14)
    expect(computeCvarOfWorstDays(hundred)).toBeCloseTo(0.98, 14)
    expect(computeCvarBeyondQuantile(hundred)).toBeCloseTo(0.98, 14)
    // ⌊0.05·99⌋ + 1 = 5
    expect(computeCvarAsEmpyrical(hundred)).toBeCloseTo(0.98, 14)
    // position 99·0.05 = 4.95 between 96 % and 95 %
    expect(computeHistoricalVar(hundred)).toBeCloseTo(0.9505, 14)
  })

  test('the last tail day counts with its fraction', () => {
    // n = 30, m = 1.5: (10 % + ½·4 %) / 1.5 = 8 %
    const series = new Float64Array(30).fill(0.01)
    series[3] = -0.1
    series[20] = -0.04
    expect(computeCvar(series)).toBeCloseTo(0.08, 14)
    expect(computeCvarOfWorstDays(series)).toBeCloseTo(0.1, 14)
  })

  test('CVaR is never below VaR, and no worse than the worst day', () => {
    fc.assert(
      fc.property(returns, confidence, (r, c) => {
        const worst = -Math.min(...r)
        const value = computeHistoricalVar(r, { confidence: c })!
        for (const compute of [computeCvar, computeCvarBeyondQuantile]) {
          expect(compute(r, { confidence: c })!).toBeGreaterThanOrEqual(value - 1e-12)
        }
        for (const compute of [
          computeCvar,
          computeCvarBeyondQuantile,
          computeCvarOfWorstDays,
          computeCvarAsEmpyrical,
        ]) {
          expect(compute(r, { confidence: c })!).toBeLessThanOrEqual(worst + 1e-12)
        }
      }),
      propertyRuns(200),
    )
  })

  test('both from one look at the tail are the same figures', () => {
    const long = fc
      .array(fc.integer({ min: -2000, max: 2000 }), { minLength: 600, maxLength: 700 })
      .map((basisPoints) => Float64Array.from(basisPoints, (n) => n / 10_000))
    fc.assert(
      fc.property(fc.oneof(returns, long), confidence, (r, c) => {
        const both = computeTailRisk(r, { confidence: c })!
        expect(both.valueAtRisk).toBeCloseTo(computeHistoricalVar(r, { confidence: c })!, 14)
        expect(both.conditionalValueAtRisk).toBeCloseTo(computeCvar(r, { confidence: c })!, 14)
      }),
      propertyRuns(200),
    )
    expect(computeTailRisk(of())).toBeNull()
  })

  test('a long tail taken by a guessed bound is the sorted one, whatever the shape, gaps included', () => {
    const normal = createNormalSource(createRandomSource(8))
    const shapes: Record<string, (i: number) => number> = {
      normal,
      constant: () => 0.01,
      rising: (i) => i,
      falling: (i) => -i,
      // every sixteenth entry, which is what the guess looks at, is far out
      'misleading high': (i) => (i % 16 === 0 ? 1000 + i : normal()),
      'misleading low': (i) => (i % 16 === 0 ? -1000 - i : normal()),
      gapped: (i) => (i % 7 === 0 ? Number.NaN : normal()),
      'half of it equal': (i) => (i % 2 === 0 ? -1 : normal()),
    }
    for (const [name, shape] of Object.entries(shapes)) {
      const series = Float64Array.from({ length: 2000 }, (_, i) => shape(i))
      const sorted = series.filter((value) => !Number.isNaN(value)).sort()
      for (const wanted of [1, 20, 101, 249, 251, 1999]) {
        const { count, smallest } = takeSmallest('series', series, (n) => Math.min(n, wanted))
        expect(count, name).toBe(sorted.length)
        expect(
          [...smallest].sort((a, b) => a - b),
          name,
        ).toEqual([...sorted.subarray(0, Math.min(count, wanted))])
        expect(smallest.at(-1), name).toBe(sorted[Math.min(count, wanted) - 1])
      }
    }
    const infinite = new Float64Array(2000).fill(0.1)
    infinite[777] = Number.POSITIVE_INFINITY
    expect(() => takeSmallest('series', infinite, () => 5)).toThrow('series[777] is Infinity')
  })

  test('a mixture is never riskier than its parts (subadditivity)', () => {
    const pair = fc.integer({ min: 20, max: 60 }).chain((n) => {
      const side = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: n, maxLength: n })
      return fc.tuple(side, side)
    })
    fc.assert(
      fc.property(pair, ([x, y]) => {
        const cvar = (values: number[]) => computeCvar(Float64Array.from(values))!
        expect(cvar(x.map((v, i) => v + y[i]!))).toBeLessThanOrEqual(cvar(x) + cvar(y) + 1e-9)
      }),
      propertyRuns(100),
    )
  })

  test.each([
    computeHistoricalVar,
    computeCvar,
    computeCvarBeyondQuantile,
    computeCvarOfWorstDays,
    computeCvarAsEmpyrical,
  ])('%o with nothing, one day, and bad input', (compute) => {
    expect(compute(of())).toBeNull()
    expect(compute(of(Number.NaN))).toBeNull()
    expect(compute(of(-0.02))).toBeCloseTo(0.02, 15)
    expect(Object.is(compute(of(0, 0)), 0)).toBe(true)
    expect(() => compute(of(0.1, Number.NEGATIVE_INFINITY))).toThrow('returns[1] is -Infinity')
    expect(() => compute(of(0.1), { confidence: 1 })).toThrow('confidence is 1')
  })
})

describe('Cornish–Fisher', () => {
  test('a symmetric series is corrected by its kurtosis alone', () => {
    const series = of(-0.02, -0.01, 0.01, 0.02)
    const z = inverseNormalCdf(0.05)
    const { excessKurtosis } = computeDistributionShape(series)!
    const sd = Math.sqrt((2 * 0.0004 + 2 * 0.0001) / 3)
    expect(computeCornishFisherVar(series)).toBeCloseTo(-(z + ((z ** 3 - 3 * z) * excessKurtosis) / 24) * sd, 12)
    expect(computeGaussianVar(series)).toBeCloseTo(-z * sd, 12)
  })

  test('the domain of validity', () => {
    expect(isCornishFisherValid({ skewness: 0, excessKurtosis: 0 })).toBe(true)
    expect(isCornishFisherValid({ skewness: -1, excessKurtosis: 3 })).toBe(true)
    expect(isCornishFisherValid({ skewness: 0, excessKurtosis: 10 })).toBe(false)
    expect(isCornishFisherValid({ skewness: -2, excessKurtosis: 6 })).toBe(false)
    expect(isCornishFisherValid({ skewness: 0, excessKurtosis: -1.2 })).toBe(false)
  })

  test('valid means that the corrected quantile rises, step by step, from −4 to 4 (second method: looking)', () => {
    const hundredth = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100)
    fc.assert(
      fc.property(hundredth(-3, 3), hundredth(-2, 10), (s, k) => {
        const corrected = (z: number) =>
          z + ((z * z - 1) * s) / 6 + ((z ** 3 - 3 * z) * k) / 24 - ((2 * z ** 3 - 5 * z) * s * s) / 36
        let isRising = true
        for (let i = -4000; i < 4000; i++) if (corrected((i + 1) / 1000) <= corrected(i / 1000)) isRising = false
        expect(isCornishFisherValid({ skewness: s, excessKurtosis: k })).toBe(isRising)
      }),
      propertyRuns(100),
    )
    expect(isCornishFisherValid({ skewness: 2, excessKurtosis: 6.6 })).toBe(true)
  })

  test('CVaR is the mean of the corrected quantiles beyond the level (second method: midpoint rule)', () => {
    const normal = createNormalSource(createRandomSource(5))
    const series = Float64Array.from({ length: 500 }, () => {
      const x = normal()
      return 0.01 * (x - 0.12 * (x * x - 1))
    })
    const steps = 20_000
    const shape = computeDistributionShape(series)!
    expect(isCornishFisherValid(shape)).toBe(true)
    const mean = series.reduce((a, b) => a + b, 0) / 500
    const sd = Math.sqrt(series.reduce((a, b) => a + (b - mean) ** 2, 0) / 499)
    const { skewness: s, excessKurtosis: k } = shape
    let tail = 0
    for (let i = 0; i < steps; i++) {
      const z = inverseNormalCdf((0.05 * (i + 0.5)) / steps)
      tail += z + ((z * z - 1) * s) / 6 + ((z ** 3 - 3 * z) * k) / 24 - ((2 * z ** 3 - 5 * z) * s * s) / 36
    }
    expect(computeCornishFisherCvar(series)).toBeCloseTo(-(mean + (sd * tail) / steps), 5)
  })

  test('undefined for flat or tiny series', () => {
    expect(computeCornishFisherVar(of(0.1))).toBeNull()
    expect(computeCornishFisherCvar(of(0.1, 0.1))).toBeNull()
    expect(computeGaussianVar(of(0.1))).toBeNull()
    expect(computeDistributionShape(of(0.1, 0.1))).toBeNull()
  })
})
