// Tests: benchmark.test.ts

import { z } from 'zod'
import { defineObject } from './call.ts'
import { MARKET_INDEX } from './constants.ts'
import { namePosition } from './name-position.ts'

export const MAX_BENCHMARK_PARTS = 5

export interface BenchmarkPart {
  ticker: string
  /** A whole number; the parts of a benchmark sum to 100. */
  percent: number
}

/** Benchmark of a portfolio: one ticker, or a mix that is set back to its percents each month. */
export type Benchmark = readonly BenchmarkPart[]

/** Benchmark of a portfolio until its owner chooses another. */
export const MARKET_BENCHMARK: Benchmark = [{ ticker: MARKET_INDEX, percent: 100 }]

/** `SPY`, or `60% SPY / 40% TLT`. */
export function nameBenchmark(benchmark: Benchmark): string {
  const [only] = benchmark
  if (only && benchmark.length === 1) return namePosition(only.ticker)
  return benchmark.map(({ ticker, percent }) => `${percent}% ${namePosition(ticker)}`).join(' / ')
}

/** Returns the fault of a benchmark in words for its owner, or null. */
export function findBenchmarkFault(benchmark: Benchmark): string | null {
  if (benchmark.length > MAX_BENCHMARK_PARTS) return `A benchmark has at most ${MAX_BENCHMARK_PARTS} parts.`
  const twice = benchmark.find(({ ticker }, place) => benchmark.findIndex((one) => one.ticker === ticker) !== place)
  if (twice) return `${twice.ticker} is there twice. Put its percents into one part.`
  if (benchmark.some(({ percent }) => !(Number.isInteger(percent) && percent >= 1 && percent <= 100))) {
    return 'Each part needs a whole percent from 1 to 100.'
  }
  const sum = benchmark.reduce((total, { percent }) => total + percent, 0)
  return sum === 100 ? null : `The percents sum to ${sum}. They must sum to 100.`
}

export const benchmarkSchema = defineObject('Benchmark', {
  /** As every screen names it: `SPY`, or `60% SPY / 40% TLT`. */
  label: z.string(),
  parts: z.array(z.object({ ticker: z.string(), percent: z.number().int() })),
})

/** Days that a comparison covers where the benchmark lacks closes, in words; null when it has one on every day. */
export const benchmarkCoverSchema = z.string().nullable()
