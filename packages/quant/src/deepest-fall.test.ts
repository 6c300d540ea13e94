import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDeepestFall } from './deepest-fall.ts'
import { propertyRuns } from './property-runs.ts'

test('is from the highest close within the days before', () => {
  const closes = [100, 120, 110, 90, 95, 60]
  expect(findDeepestFall(closes, 2)).toEqual({ marketReturn: 60 / 95 - 1, from: 4, to: 5 })
  expect(findDeepestFall(closes, 5)).toEqual({ marketReturn: -0.5, from: 1, to: 5 })
  expect(findDeepestFall([1, 2, 3], 2)?.marketReturn).toBe(0)
  expect(findDeepestFall([], 2)).toBeNull()
  expect(() => findDeepestFall(closes, 0.5)).toThrow(/days/)
})

test('is the least of all pairs so near', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      (closes, days) => {
        const pairs = closes.flatMap((from, s) => closes.slice(s, s + days + 1).map((to) => to / from - 1))
        expect(findDeepestFall(closes, days)!.marketReturn).toBeCloseTo(Math.min(...pairs), 12)
      },
    ),
    propertyRuns(100),
  )
})
