import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pickChartPoints } from './down-sampling.ts'
import { propertyRuns } from './property-runs.ts'

const curve = (length: number) => Float64Array.from({ length }, (_, t) => Math.sin(t / 9) + (t === 137 ? 5 : 0))
const axis = (length: number) => Int32Array.from({ length }, (_, t) => t)

test('a short curve is kept whole', () => {
  expect(pickChartPoints([1, 2, 3], Float64Array.of(5, 6, 7), { limit: 3 })).toEqual([0, 1, 2])
  expect(pickChartPoints([], new Float64Array(0))).toEqual([])
})

test('the spike that one would miss is among the points', () => {
  expect(pickChartPoints(axis(500), curve(500), { limit: 20 })).toContain(137)
})

test('never more points than asked for, in order, with both ends and what must be kept', () => {
  const sizes = fc.tuple(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 1, max: 900 }))
  fc.assert(
    fc.property(sizes, fc.nat({ max: 899 }), ([limit, length], raw) => {
      const keep = [raw % length]
      const points = pickChartPoints(axis(length), curve(length), { limit, keep })
      expect(points.length).toBeLessThanOrEqual(Math.max(limit, 0))
      expect(points[0]).toBe(0)
      expect(points.at(-1)).toBe(length - 1)
      expect(points).toContain(keep[0])
      expect([...points].sort((a, b) => a - b)).toEqual(points)
    }),
    propertyRuns(100),
  )
})

test('bad input is named', () => {
  expect(() => pickChartPoints([1], new Float64Array(2))).toThrow('y has 2')
  expect(() => pickChartPoints([], new Float64Array(0), { limit: 2 })).toThrow('limit is 2')
})
