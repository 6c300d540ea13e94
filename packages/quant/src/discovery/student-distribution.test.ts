import { describe, expect, test } from 'vitest'
import { normalCdf } from '../options/normal-distribution.ts'
import { computeStudentPValue, computeStudentQuantile, computeStudentUpperTail } from './student-distribution.ts'

const POINTS = [0, 1e-9, 0.3, 1, 1.96, 4, 12, 300]

describe('the tail of Student’s t', () => {
  test('has its closed forms with one, two and three degrees of freedom', () => {
    for (const t of POINTS.flatMap((point) => [point, -point])) {
      const three = 0.5 - (Math.atan(t / Math.sqrt(3)) + (Math.sqrt(3) * t) / (t * t + 3)) / Math.PI
      expect(computeStudentUpperTail(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 13)
      expect(computeStudentUpperTail(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 13)
      expect(computeStudentUpperTail(t, 3)).toBeCloseTo(three, 13)
    }
  })

  test('is the area under the density, added up', () => {
    // Trapezoids over the finite range u = atan(t), where the integrand is smooth and periodic enough to converge fast.
    const integrate = (from: number, degrees: number) => {
      const weight = (u: number) => Math.cos(u) ** (degrees - 1)
      const area = (low: number) => {
        const steps = 20_000
        const width = (Math.PI / 2 - low) / steps
        let sum = 0
        for (let i = 0; i < steps; i++) sum += weight(low + (i + 0.5) * width)
        return sum * width
      }
      return area(Math.atan(from / Math.sqrt(degrees))) / area(-Math.PI / 2)
    }
    for (const degrees of [4, 49, 87]) {
      for (const t of [0.5, 2, 3.5]) expect(computeStudentUpperTail(t, degrees)).toBeCloseTo(integrate(t, degrees), 8)
    }
  })

  test('is that of scipy', () => {
    // scipy 1, stats.t.sf
    const known = [
      [1.96, 87, 0.026598222493931845],
      [2.5, 49, 0.00790789442359004],
      [-1.3, 10, 0.8886170913965777],
      [6, 87, 2.207094988050221e-8],
      [30, 49, 1.7038350532491658e-33],
      [0.01, 4.5, 0.4962246086974444],
    ] as const
    for (const [t, degrees, expected] of known) {
      expect(computeStudentUpperTail(t, degrees) / expected).toBeCloseTo(1, 11)
    }
  })

  test('approaches the normal distribution', () => {
    for (const t of [0.5, 1.64, 3]) expect(computeStudentUpperTail(t, 1e7)).toBeCloseTo(normalCdf(-t), 6)
  })

  test('of both sides is twice one, at most 1', () => {
    expect(computeStudentPValue(-2.5, 49)).toBe(2 * computeStudentUpperTail(2.5, 49))
    expect(computeStudentPValue(0, 5)).toBe(1)
    expect(computeStudentUpperTail(Infinity, 5)).toBe(0)
    expect(computeStudentUpperTail(-Infinity, 5)).toBe(1)
  })

  test('is undone by the quantile; the tables’ 5 % points', () => {
    for (const [probability, degrees] of [
      [0.3, 2],
      [0.025, 29],
      [1e-8, 49],
      [0.9, 7],
    ] as const) {
      const quantile = computeStudentQuantile(probability, degrees)
      expect(computeStudentUpperTail(quantile, degrees) / probability).toBeCloseTo(1, 10)
    }
    // Fisher & Yates, "Statistical Tables", table III
    expect(computeStudentQuantile(0.025, 1)).toBeCloseTo(12.706, 3)
    expect(computeStudentQuantile(0.025, 10)).toBeCloseTo(2.228, 3)
    expect(computeStudentQuantile(0.025, 30)).toBeCloseTo(2.042, 3)
    expect(computeStudentQuantile(0.5, 3)).toBeCloseTo(0, 12)
  })

  test('refuses what cannot be', () => {
    expect(() => computeStudentUpperTail(Number.NaN, 3)).toThrow(/statistic is NaN/)
    expect(() => computeStudentUpperTail(1, 0)).toThrow(/degrees is 0/)
    expect(() => computeStudentQuantile(1, 3)).toThrow(/probability is 1/)
  })
})
