import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeOneSidedQValues, computeQValues } from './false-discovery.ts'

const pValues = fc.array(
  fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
  { maxLength: 40 },
)

/** The step-up rule as it was first stated: reject all up to the largest k with p_(k) ≤ k·rate/m. */
function rejectStepUp(values: readonly number[], rate: number): boolean[] {
  const sorted = [...values].sort((a, b) => a - b)
  const bound = sorted.findLast((p, i) => p * sorted.length <= (i + 1) * rate * (1 + 1e-12)) ?? -1
  return values.map((p) => p <= bound)
}

describe('the false discovery rate', () => {
  test('rejects four of the fifteen of the paper’s example at 5 %', () => {
    // Benjamini & Hochberg 1995, section 4.1 (thrombolysis after heart attacks)
    const values = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ]
    const q = computeQValues(Float64Array.from(values))
    expect([...q].filter((value) => value <= 0.05)).toHaveLength(4)
    expect(q[3]).toBeCloseTo((15 * 0.0095) / 4, 12)
    expect(q[14]).toBe(1)
  })

  test('agrees with the step-up rule at any rate', () => {
    fc.assert(
      fc.property(pValues, fc.constantFrom(0.01, 0.05, 0.1, 0.25), (values, rate) => {
        const q = computeQValues(Float64Array.from(values))
        expect([...q].map((value) => value <= rate * (1 + 1e-12))).toEqual(rejectStepUp(values, rate))
      }),
      propertyRuns(300),
    )
  })

  test('keeps the order of the p-values and never lies below them', () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const q = computeQValues(Float64Array.from(values))
        for (const [i, p] of values.entries()) {
          expect(q[i]).toBeGreaterThanOrEqual(p * (1 - 1e-12))
          for (const [j, other] of values.entries()) if (p < other) expect(q[i]).toBeLessThanOrEqual(q[j]!)
        }
      }),
      propertyRuns(100),
    )
  })

  test('with hopeless one-sided tests set aside finds what they would hide', () => {
    const values = Float64Array.of(0.001, 0.01, 0.018, 0.36, ...Array.from({ length: 46 }, () => 0.99))
    expect([...computeQValues(values)].filter((q) => q <= 0.1)).toHaveLength(1)
    const q = computeOneSidedQValues(values)
    expect([...q].filter((value) => value <= 0.1)).toHaveLength(3)
    expect(q[2]).toBeCloseTo((0.018 / 0.5) * (4 / 3), 12)
    expect(q[4]).toBe(1)
  })

  test('of chance alone is not made worse by setting aside', () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const q = computeOneSidedQValues(Float64Array.from(values))
        const below = values.filter((p) => p <= 0.5).map((p) => 2 * p)
        const expected = rejectStepUp(below, 0.1).filter(Boolean).length
        expect([...q].filter((value) => value <= 0.1 * (1 + 1e-12)).length).toBe(expected)
      }),
      propertyRuns(100),
    )
  })

  test('of nothing is nothing, and an impossible p-value is refused', () => {
    expect(computeQValues(new Float64Array())).toEqual(new Float64Array())
    expect(() => computeQValues(Float64Array.of(0.1, 1.2))).toThrow(/pValues\[1\] is 1.2/)
    expect(() => computeOneSidedQValues(Float64Array.of(Number.NaN))).toThrow(/pValues\[0\] is NaN/)
  })
})
