import { expect, test } from 'vitest'
import { computeDistributionShape } from './distribution-shape.ts'
import { computeMoments } from './moments.ts'
import { createNormalSource, createRandomSource } from './random.ts'

test('the numbers of Mulberry32, seed 1', () => {
  // as other implementations of it print them
  const random = createRandomSource(1)
  expect([random(), random(), random()]).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522])
  expect(createRandomSource(2)()).not.toBe(createRandomSource(3)())
  expect(createRandomSource(2 ** 32 + 1)()).toBe(createRandomSource(1)())
})

test('uniform: within [0, 1), mean ½, variance 1/12, every tenth about equally often', () => {
  const random = createRandomSource(12)
  const draws = Float64Array.from({ length: 100_000 }, random)
  expect(Math.min(...draws.subarray(0, 50_000))).toBeGreaterThanOrEqual(0)
  expect(Math.max(...draws.subarray(0, 50_000))).toBeLessThan(1)
  const { mean, squares, count } = computeMoments(draws)
  // the error bars of mean and variance are 0.0009 and 0.0002
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.004)
  expect(Math.abs(squares / count - 1 / 12)).toBeLessThan(0.001)
  const tenths = new Int32Array(10)
  for (const draw of draws) tenths[Math.floor(draw * 10)]!++
  for (const times of tenths) expect(Math.abs(times - 10_000)).toBeLessThan(400)
})

test('normal: mean 0, variance 1, no skew, no excess kurtosis', () => {
  const draws = Float64Array.from({ length: 100_000 }, createNormalSource(createRandomSource(13)))
  const { mean, squares, count } = computeMoments(draws)
  const shape = computeDistributionShape(draws)!
  expect(Math.abs(mean)).toBeLessThan(0.015)
  expect(Math.abs(squares / count - 1)).toBeLessThan(0.02)
  expect(Math.abs(shape.skewness)).toBeLessThan(0.04)
  expect(Math.abs(shape.excessKurtosis)).toBeLessThan(0.08)
})
