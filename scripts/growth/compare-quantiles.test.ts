import { expect, test } from 'vitest'
import { createRandomSource } from '../../packages/quant/src/random.ts'
import { compareQuantiles, quantile } from './compare-quantiles.ts'

const random = createRandomSource(1)
/** Times of calls: most are alike, and one of thirty waits for other programs. */
const draw = (slower: number) =>
  Array.from({ length: 400 }, () => slower * (4 + random()) + (random() < 1 / 30 ? 60 * random() : 0))

test('a quantile is the value below which its share lies', () => {
  const values = Array.from({ length: 100 }, (_, place) => 100 - place)
  expect([quantile(values, 0.5), quantile(values, 0.99), quantile([7], 0.99)]).toEqual([51, 100, 7])
})

test('the interval of two that are alike is narrow, and near 1', () => {
  const [low, high] = compareQuantiles({ empty: draw(1), full: draw(1) }, 0.5, random).interval
  expect([low, high].map((one) => Math.abs(one - 1) < 0.05)).toEqual([true, true])
  expect(high).toBeGreaterThan(low)
})

test('a call that grew by half is outside, although its slowest calls waited for other programs', () => {
  const { interval } = compareQuantiles({ empty: draw(1), full: draw(1.5) }, 0.5, random)
  expect(interval[0]).toBeGreaterThan(1.3)
})

test('a handful of calls proves nothing about the slowest of a hundred, and the interval says so', () => {
  const slow = Array.from({ length: 20 }, (_, place) => (place === 7 ? 60 : 5))
  const [low, high] = compareQuantiles({ empty: slow, full: slow.toReversed() }, 0.99, random).interval
  expect([low, high]).toEqual([5 / 60, 60 / 5])
})
