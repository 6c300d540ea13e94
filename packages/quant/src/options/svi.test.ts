import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeDurrlemanFunction, computeSviVariance, type SviSlice } from './svi.ts'
import { computeSviDensity, fromSviJumpWings, toSviJumpWings } from './test-jump-wings.ts'

/** Axel Vogt's slice, by which Gatheral and Jacquier show that SVI may be arbitraged (example 3.1; one year). */
const vogt: SviSlice = { a: -0.041, b: 0.1331, rho: 0.306, m: 0.3586, sigma: 0.4153 }

const grid = (low: number, high: number, step: number) =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)

const drawn = fc.record({
  least: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  b: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
  rho: fc.double({ min: -0.95, max: 0.95, noNaN: true }),
  m: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  sigma: fc.double({ min: 0.02, max: 1, noNaN: true }),
})
const toSlice = ({ least, b, rho, m, sigma }: { least: number } & Omit<SviSlice, 'a'>): SviSlice => {
  return { a: least - b * sigma * Math.sqrt(1 - rho * rho), b, rho, m, sigma }
}

describe('the published example', () => {
  // Gatheral & Jacquier (2014), example 5.1.
  const published = {
    variance: 0.01742625,
    skew: -0.1752111,
    putWing: 0.6997381,
    callWing: 1.316798,
    leastVariance: 0.0116249,
  }

  test('has the jump-wing parameters of the paper, and they give it back', () => {
    const wings = toSviJumpWings(vogt, 1)
    for (const [name, value] of Object.entries(published)) {
      expect(Math.abs(wings[name as keyof typeof wings] - value), name).toBeLessThan(6e-7)
    }
    const again = fromSviJumpWings(wings, 1)
    for (const name of ['a', 'b', 'rho', 'm', 'sigma'] as const) expect(again[name]).toBeCloseTo(vogt[name], 12)
  })

  test('has a negative density around k = 0.9, where figure 2 of the paper shows it', () => {
    const negative = grid(-1.5, 1.5, 0.0025).filter((k) => computeDurrlemanFunction(vogt, k) < 0)
    expect(negative[0]).toBeCloseTo(0.65, 1)
    expect(negative.at(-1)).toBeCloseTo(1.25, 1)
    expect(computeSviDensity(vogt, 0.88)).toBeLessThan(0)
  })

  test.each([
    // The choice that is free of arbitrage by SSVI: c = p + 2ψ, ṽ = v·4pc/(p + c)²; then the optimum of the paper.
    ['guaranteed', 0.3493158, 0.01548182],
    ['optimal', 0.8564763, 0.0116249],
  ])('repaired as the paper does (%s): nowhere negative, and a density of mean one', (_, callWing, leastVariance) => {
    const repaired = fromSviJumpWings({ ...published, callWing, leastVariance }, 1)
    for (const k of grid(-1.5, 1.5, 0.0025)) expect(computeDurrlemanFunction(repaired, k)).toBeGreaterThanOrEqual(0)
    let [mass, mean] = [0, 0]
    for (const k of grid(-8, 8, 0.001)) {
      const share = 0.001 * computeSviDensity(repaired, k)
      mass += share
      mean += share * Math.exp(k)
    }
    expect(mass).toBeCloseTo(1, 8)
    expect(mean).toBeCloseTo(1, 8)
  })

  test('the guaranteed choice is computed from the slice: (p, ψ, v) alone', () => {
    const { variance, skew, putWing } = toSviJumpWings(vogt, 1)
    const callWing = putWing + 2 * skew
    expect(callWing).toBeCloseTo(0.3493158, 7)
    expect((variance * 4 * putWing * callWing) / (putWing + callWing) ** 2).toBeCloseTo(0.01548182, 8)
  })
})

test('slopes and curvature in Durrleman’s function are those of finite differences', () => {
  fc.assert(
    fc.property(drawn, fc.double({ min: -1, max: 1, noNaN: true }), (numbers, k) => {
      const slice = toSlice(numbers)
      const h = 1e-4
      const at = (shift: number) => computeSviVariance(slice, k + shift)
      const first = (at(h) - at(-h)) / (2 * h)
      const second = (at(h) - 2 * at(0) + at(-h)) / (h * h)
      const w = at(0)
      const expected = (1 - (k * first) / (2 * w)) ** 2 - (first ** 2 / 4) * (1 / w + 1 / 4) + second / 2
      expect(Math.abs(computeDurrlemanFunction(slice, k) / expected - 1)).toBeLessThan(0.01 / Math.abs(expected))
    }),
    propertyRuns(200),
  )
})

test('jump wings and back is the slice', () => {
  fc.assert(
    fc.property(drawn, fc.double({ min: 0.01, max: 3, noNaN: true }), (numbers, years) => {
      const slice = toSlice(numbers)
      // Where the least variance is at the money, jump wings do not say how round the bend is.
      fc.pre(Math.abs(slice.m / Math.hypot(slice.m, slice.sigma) - slice.rho) > 0.05)
      const again = fromSviJumpWings(toSviJumpWings(slice, years), years)
      for (const k of grid(-1, 1, 0.25)) {
        expect(Math.abs(computeSviVariance(again, k) / computeSviVariance(slice, k) - 1)).toBeLessThan(1e-6)
      }
    }),
    propertyRuns(200),
  )
})

test('the wings are straight, with slopes b(1 ± ρ)', () => {
  const slope = (from: number, to: number) =>
    (computeSviVariance(vogt, to) - computeSviVariance(vogt, from)) / (to - from)
  expect(slope(1e4, 2e4)).toBeCloseTo(vogt.b * (1 + vogt.rho), 8)
  expect(slope(-1e4, -2e4)).toBeCloseTo(-vogt.b * (1 - vogt.rho), 8)
})

test('what no slice can be is refused by name', () => {
  expect(() => computeSviVariance({ ...vogt, b: -1 }, 0)).toThrow(/^slice.b is/)
  expect(() => computeSviVariance({ ...vogt, rho: 1.1 }, 0)).toThrow(/^slice.rho is/)
  expect(() => computeSviVariance({ ...vogt, sigma: 0 }, 0)).toThrow(/^slice.sigma is/)
  expect(() => computeSviVariance({ ...vogt, a: -0.1 }, 0)).toThrow(/^slice.a is/)
  const wings = toSviJumpWings(vogt, 1)
  expect(() => fromSviJumpWings({ ...wings, skew: 5 }, 1)).toThrow(/^skew is/)
  expect(() => fromSviJumpWings(toSviJumpWings({ ...vogt, rho: 0, m: 0 }, 1), 1)).toThrow(/^leastVariance is/)
  expect(() => fromSviJumpWings({ ...wings, putWing: 0, callWing: 0 }, 1)).toThrow(/^callWing is/)
})
