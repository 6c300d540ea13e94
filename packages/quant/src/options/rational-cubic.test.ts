import { expect, test } from 'vitest'
import {
  interpolateRationalCubic,
  parameterForLeftCurvature,
  parameterForRightCurvature,
  type RationalCubicEnds,
} from './rational-cubic.ts'

/** y = x³ on [1, 2]. */
const cube: RationalCubicEnds = { xLeft: 1, xRight: 2, yLeft: 1, yRight: 8, slopeLeft: 3, slopeRight: 12 }

test('it passes through both ends with the given slopes, whatever the parameter', () => {
  for (const r of [0, 3, 10]) {
    expect(interpolateRationalCubic(1, cube, r)).toBe(1)
    expect(interpolateRationalCubic(2, cube, r)).toBe(8)
    expect((interpolateRationalCubic(1 + 1e-7, cube, r) - 1) / 1e-7).toBeCloseTo(3, 4)
    expect((8 - interpolateRationalCubic(2 - 1e-7, cube, r)) / 1e-7).toBeCloseTo(12, 4)
  }
})

test('with r = 3 it is the cubic, and a cubic comes back exactly', () => {
  expect(interpolateRationalCubic(1.3, cube, 3)).toBeCloseTo(1.3 ** 3, 14)
  expect(interpolateRationalCubic(1.7, cube, 3)).toBeCloseTo(1.7 ** 3, 14)
})

test('the parameter for the true second derivative of a cubic is 3, from either end', () => {
  // y″ = 6x: 6 at the left end, 12 at the right
  expect(parameterForLeftCurvature(cube, 6, false)).toBeCloseTo(3, 14)
  expect(parameterForRightCurvature(cube, 12, false)).toBeCloseTo(3, 14)
})

test('a parameter that would bend the data the wrong way is raised until the shape is kept', () => {
  const r = parameterForLeftCurvature(cube, -100, false)
  let last = 1
  for (let x = 1.05; x <= 2; x += 0.05) {
    const y = interpolateRationalCubic(x, cube, r)
    expect(y).toBeGreaterThan(last)
    last = y
  }
})

test('a straight line stays one when its shape is kept, and an interval of no width gives the mean', () => {
  const line: RationalCubicEnds = { xLeft: 0, xRight: 1, yLeft: 0, yRight: 1, slopeLeft: 1, slopeRight: 1 }
  const r = parameterForLeftCurvature(line, 0, true)
  expect(interpolateRationalCubic(0.25, line, r)).toBeCloseTo(0.25, 14)
  expect(interpolateRationalCubic(1, { ...cube, xRight: 1 }, 3)).toBe(4.5)
})
