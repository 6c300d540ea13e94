import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { erf, erfc, erfcx } from './error-function.ts'
import { inverseNormalCdf, normalCdf, normalCdfGivenExponential, normalPdf } from './normal-distribution.ts'

interface Table {
  readonly rows: readonly (readonly number[])[]
}

/** 50-digit values; the arguments are exactly the doubles written there. */
const reference = JSON.parse(
  readFileSync(new URL('../../reference/normal-distribution.json', import.meta.url), 'utf8'),
) as { cdf: Table; errorFunction: Table; quantile: Table }

function relativeError(found: number, expected: number): number {
  return expected === 0 ? Math.abs(found) : Math.abs(found - expected) / Math.abs(expected)
}

describe('against 50-digit values, relative to the value itself', () => {
  test('the cumulative function keeps its digits 38 deviations out, where 1 − Φ(x) has none left', () => {
    for (const [x = 0, cdf = 0, pdf = 0] of reference.cdf.rows) {
      if (cdf > 2.3e-308) expect(relativeError(normalCdf(x), cdf)).toBeLessThan(1e-15)
      if (pdf > 2.3e-308) expect(relativeError(normalPdf(x), pdf)).toBeLessThan(1e-15)
    }
  })

  test('erf, erfc and erfcx agree in all three ranges of the approximation', () => {
    for (const [x = 0, plain = 0, complement = 0, scaled = 0] of reference.errorFunction.rows) {
      expect(relativeError(erf(x), plain)).toBeLessThan(1e-15)
      if (complement > 2.3e-308) expect(relativeError(erfc(x), complement)).toBeLessThan(1e-15)
      expect(relativeError(erfcx(x), scaled)).toBeLessThan(1e-15)
    }
  })

  test('the quantile is right down to the smallest double', () => {
    for (const [p = 0, x = 0] of reference.quantile.rows) {
      expect(relativeError(inverseNormalCdf(p), x)).toBeLessThan(1e-15)
    }
  })
})

test('known values: Φ(1.96) and the 99 % quantile, as every table prints them', () => {
  expect(normalCdf(1.96)).toBeCloseTo(0.9750021048517795, 15)
  expect(inverseNormalCdf(0.99)).toBeCloseTo(2.3263478740408408, 14)
})

test('Φ(x) + Φ(−x) = 1, since the density is symmetric', () => {
  fc.assert(
    fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
      expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 15)
    }),
    propertyRuns(300),
  )
})

test('the cumulative function never falls', () => {
  const pair = fc.tuple(fc.double({ min: -39, max: 9, noNaN: true }), fc.double({ min: 1e-9, max: 1, noNaN: true }))
  fc.assert(
    fc.property(pair, ([x, step]) => {
      expect(normalCdf(x + step)).toBeGreaterThanOrEqual(normalCdf(x))
    }),
    propertyRuns(300),
  )
})

test('the quantile undoes the cumulative function', () => {
  fc.assert(
    fc.property(fc.double({ min: -37, max: 5, noNaN: true }), (x) => {
      // For x > 0 the digits of Φ near 1 carry x only to ε/φ(x).
      const resolution = x > 0 ? Number.EPSILON / normalPdf(x) : 4e-15 * Math.abs(x)
      expect(Math.abs(inverseNormalCdf(normalCdf(x)) - x)).toBeLessThanOrEqual(4 * resolution + 1e-15)
    }),
    propertyRuns(300),
  )
})

test('the cumulative function is the integral of the density (Simpson, 4,000 steps)', () => {
  const steps = 4000
  const width = 10 / steps
  let sum = normalPdf(-9) + normalPdf(1)
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * normalPdf(-9 + i * width)
  expect((sum * width) / 3).toBeCloseTo(normalCdf(1), 12)
})

test('the form that reuses an exponential gives the same number', () => {
  for (const x of [-30, -3, -0.5, 0, 0.6, 2, 8]) {
    expect(relativeError(normalCdfGivenExponential(x, Math.exp(-0.5 * x * x)), normalCdf(x))).toBeLessThan(1e-12)
  }
})

test('the ends of the line', () => {
  expect([normalCdf(-Infinity), normalCdf(Infinity), normalPdf(Infinity)]).toEqual([0, 1, 0])
  expect([erf(-Infinity), erf(Infinity), erfc(-Infinity), erfc(Infinity)]).toEqual([-1, 1, 2, 0])
  expect([erfcx(Infinity), erfcx(-30), erfcx(0)]).toEqual([0, Infinity, 1])
  expect([inverseNormalCdf(0), inverseNormalCdf(0.5), inverseNormalCdf(1)]).toEqual([-Infinity, 0, Infinity])
})

test('NaN in, NaN out for the functions of the whole line; a probability outside [0, 1] is refused by name', () => {
  expect([normalCdf(Number.NaN), normalPdf(Number.NaN), erf(Number.NaN), erfc(Number.NaN)]).toEqual(
    Array.from({ length: 4 }, () => Number.NaN),
  )
  expect(erfcx(Number.NaN)).toBeNaN()
  for (const p of [-0.1, 1.1, Number.NaN]) expect(() => inverseNormalCdf(p)).toThrow(/^p is/)
})
