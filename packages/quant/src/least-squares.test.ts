import { expect, test } from 'vitest'
import { minimizeLeastSquares } from './least-squares.ts'

test('finds the minimum of Rosenbrock’s valley, (1, 1), from the usual start', () => {
  const problem = {
    residualCount: 2,
    evaluate([x = 0, y = 0]: Float64Array, residuals: Float64Array) {
      residuals[0] = 10 * (y - x * x)
      residuals[1] = 1 - x
    },
  }
  const { parameters, cost } = minimizeLeastSquares(problem, [-1.2, 1], 0)
  expect(parameters[0]).toBeCloseTo(1, 6)
  expect(parameters[1]).toBeCloseTo(1, 6)
  expect(cost).toBeLessThan(1e-12)
})

test('agrees with the normal equations of a straight line', () => {
  const points = [1, 2.2, 2.8, 4.1, 5.3]
  const evaluate = ([level = 0, slope = 0]: Float64Array, residuals: Float64Array) => {
    for (const [i, y] of points.entries()) residuals[i] = y - level - slope * i
  }
  // Σy = 15.4, Σiy = 41.3 with i = 0…4: slope (41.3 − 2·15.4)/10 = 1.05, level 3.08 − 2·1.05 = 0.98
  const { parameters } = minimizeLeastSquares({ residualCount: 5, evaluate }, [0, 0], 0)
  expect(parameters[1]).toBeCloseTo(1.05, 8)
  expect(parameters[0]).toBeCloseTo(0.98, 8)
})

test('a parameter that changes nothing stays where it was, and the start is not changed', () => {
  const start = Float64Array.of(3, 7)
  const evaluate = ([x = 0]: Float64Array, residuals: Float64Array) => {
    residuals[0] = x - 1
  }
  const { parameters } = minimizeLeastSquares({ residualCount: 1, evaluate }, start, 0)
  expect(parameters[0]).toBeCloseTo(1, 8)
  expect(parameters[1]).toBe(7)
  expect([...start]).toEqual([3, 7])
})
