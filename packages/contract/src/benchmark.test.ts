import { expect, test } from 'vitest'
import { findBenchmarkFault, MARKET_BENCHMARK, nameBenchmark } from './benchmark.ts'

const mix = (...parts: [ticker: string, percent: number][]) => parts.map(([ticker, percent]) => ({ ticker, percent }))

test('one ticker is called by its name, a mix by its percents', () => {
  expect(nameBenchmark(MARKET_BENCHMARK)).toBe('SPY')
  expect(nameBenchmark(mix(['^GSPC', 100]))).toBe('GSPC')
  expect(nameBenchmark(mix(['SPY', 60], ['TLT', 40]))).toBe('60% SPY / 40% TLT')
})

test('a fault says what is wrong and how to mend it', () => {
  expect(findBenchmarkFault(mix(['SPY', 60], ['TLT', 40]))).toBeNull()
  expect(findBenchmarkFault(mix(['SPY', 60], ['TLT', 30]))).toBe('The percents sum to 90. They must sum to 100.')
  expect(findBenchmarkFault(mix(['SPY', 60], ['SPY', 40]))).toBe('SPY is there twice. Put its percents into one part.')
  expect(findBenchmarkFault(mix(['SPY', 99.5], ['TLT', 0.5]))).toBe('Each part needs a whole percent from 1 to 100.')
  expect(findBenchmarkFault(mix(['SPY', 100], ['TLT', 0]))).toContain('from 1 to 100')
  const six = mix(['A', 20], ['B', 20], ['C', 20], ['D', 20], ['E', 10], ['F', 10])
  expect(findBenchmarkFault(six)).toBe('A benchmark has at most 5 parts.')
})
