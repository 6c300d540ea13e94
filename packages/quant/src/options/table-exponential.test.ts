import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { fastExp } from './table-exponential.ts'

test('it is within two units in the last place of the plain function over the whole range', () => {
  fc.assert(
    fc.property(fc.double({ min: -745, max: 709, noNaN: true }), (x) => {
      const exact = Math.exp(x)
      expect(Math.abs(fastExp(x) - exact)).toBeLessThanOrEqual(2 * Number.EPSILON * exact)
    }),
    propertyRuns(5000),
  )
})

test('e to fifty digits rounds to the same double, and so does e^−1', () => {
  expect(Math.abs(fastExp(1) - Math.E)).toBeLessThanOrEqual(4.5e-16)
  expect(Math.abs(fastExp(-1) - 0.36787944117144233)).toBeLessThanOrEqual(1.2e-16)
})

test('it never falls as x rises, in steps of the table and within them', () => {
  let last = 0
  for (let x = -20; x <= 1; x += 0.0007) {
    const value = fastExp(x)
    expect(value).toBeGreaterThan(last)
    last = value
  }
})

test('the ends', () => {
  expect([fastExp(0), fastExp(-0), fastExp(-Infinity), fastExp(Infinity)]).toEqual([1, 1, 0, Infinity])
  expect([fastExp(-800), fastExp(800)]).toEqual([0, Infinity])
  expect(fastExp(Number.NaN)).toBeNaN()
})
