import { expect, test } from 'vitest'
import { createBarMemory } from './bar-memory.ts'

const FRIDAY = new Date('2026-11-20T22:00:00Z')
const makeBars = (fromDay: number, count: number) => ({
  fromDay,
  days: Int32Array.from({ length: count }, (_, index) => fromDay + index),
  closes: new Float64Array(count).fill(1),
  adjustedCloses: new Float64Array(count).fill(1),
})

test('bars are found when they reach back far enough and nothing newer was stored', () => {
  const memory = createBarMemory(100)
  const bars = makeBars(1000, 10)
  memory.remember('SPY', FRIDAY, bars)
  expect(memory.find('SPY', 1000, FRIDAY)).toBe(bars)
  expect(memory.find('SPY', 1005, FRIDAY)).toBe(bars)
  expect(memory.find('SPY', 999, FRIDAY)).toBeUndefined()
  expect(memory.find('SPY', 1000, new Date('2026-11-23T22:00:00Z'))).toBeUndefined()
  expect(memory.find('AAPL', 1000, FRIDAY)).toBeUndefined()
})

test('the least recently used are forgotten when there is no more room', () => {
  const memory = createBarMemory(25)
  for (const ticker of ['A', 'B']) memory.remember(ticker, FRIDAY, makeBars(0, 10))
  memory.find('A', 0, FRIDAY)
  memory.remember('C', FRIDAY, makeBars(0, 10))
  expect(['A', 'B', 'C'].filter((ticker) => memory.find(ticker, 0, FRIDAY))).toEqual(['A', 'C'])
})

test('a ticker takes its room once, however often it is remembered', () => {
  const memory = createBarMemory(25)
  memory.remember('A', FRIDAY, makeBars(0, 10))
  for (let count = 0; count < 5; count++) memory.remember('B', FRIDAY, makeBars(0, 10))
  expect(memory.find('A', 0, FRIDAY)).toBeDefined()
})
