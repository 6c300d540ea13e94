import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDrawdownDuration, computeDrawdownSeries, computeMaxDrawdown } from './drawdown.ts'
import { propertyRuns } from './property-runs.ts'

const of = (...values: number[]) => Float64Array.from(values)
const positive = fc.float64Array({
  min: 0.01,
  max: 1e6,
  noNaN: true,
  noDefaultInfinity: true,
  minLength: 1,
  maxLength: 40,
})

test('the fall is measured from the peak before it, not from the start', () => {
  // peak 120, trough 90: 1 − 90/120 = 0.25
  expect(computeMaxDrawdown(of(100, 120, 90, 110))).toEqual({ depth: 0.25, peak: 1, trough: 2, recovery: null })
})

test('the first day of a crash counts', () => {
  expect(computeMaxDrawdown(of(100, 50, 75)).depth).toBe(0.5)
})

test('recovery is the first value back at the peak', () => {
  expect(computeMaxDrawdown(of(100, 80, 99, 100, 130)).recovery).toBe(3)
})

test('a series that never falls', () => {
  expect(computeMaxDrawdown(of(7))).toEqual({ depth: 0, peak: 0, trough: 0, recovery: null })
  expect(computeMaxDrawdown(of(1, 1, 2)).depth).toBe(0)
  expect(computeDrawdownDuration(of(1, 1, 2))).toEqual({ days: 0, peak: 0, end: 0, recovered: true })
})

test('bad values are named', () => {
  expect(() => computeMaxDrawdown(of())).toThrow('values has 0 entries')
  expect(() => computeMaxDrawdown(of(1, 0))).toThrow('values[1] is 0; expected a positive finite number')
  expect(() => computeDrawdownSeries(of(1, Number.NaN))).toThrow('values[1]')
  expect(() => computeDrawdownDuration(of(Number.POSITIVE_INFINITY))).toThrow('values[0]')
})

test('the longest time under water need not be the deepest fall', () => {
  // deep and short: 100 → 50 → 100 (2 days); shallow and long: 100 → 99 → 99 → 99 → 101 (4 days)
  expect(computeDrawdownDuration(of(100, 50, 100, 99, 99, 99, 101))).toEqual({
    days: 4,
    peak: 2,
    end: 6,
    recovered: true,
  })
})

test('a stretch that is still open counts to the end', () => {
  expect(computeDrawdownDuration(of(100, 90, 95, 97))).toEqual({ days: 3, peak: 0, end: 3, recovered: false })
})

test('equals the brute-force definition: the worst pair of an earlier and a later value', () => {
  fc.assert(
    fc.property(positive, (values) => {
      let worst = 0
      for (let t = 0; t < values.length; t++) {
        for (let s = 0; s <= t; s++) worst = Math.max(worst, 1 - values[t]! / values[s]!)
      }
      const found = computeMaxDrawdown(values)
      expect(found.depth).toBeCloseTo(worst, 12)
      expect(Math.max(...computeDrawdownSeries(values))).toBeCloseTo(worst, 12)
      expect(1 - values[found.trough]! / values[found.peak]!).toBeCloseTo(worst, 12)
    }),
    propertyRuns(100),
  )
})

test('scaling every value changes nothing, because the fall is relative', () => {
  fc.assert(
    fc.property(positive, (values) => {
      expect(computeMaxDrawdown(values.map((x) => 7 * x)).depth).toBeCloseTo(computeMaxDrawdown(values).depth, 12)
    }),
    propertyRuns(50),
  )
})
