// Tests: benchmark-dialog.test.tsx

import { type Benchmark, MARKET_BENCHMARK, nameBenchmark, type Portfolio } from '@ballast/contract'

interface BenchmarkPreset {
  name: string
  parts: Benchmark
}

const all = (ticker: string): Benchmark => [{ ticker, percent: 100 }]

/** Benchmarks that people use most; each has prices in the simulated market, too. */
export const BENCHMARK_PRESETS: readonly BenchmarkPreset[] = [
  { name: 'S&P 500', parts: MARKET_BENCHMARK },
  { name: 'World stocks', parts: all('ACWI') },
  { name: 'Nasdaq 100', parts: all('QQQ') },
  {
    name: '60/40',
    parts: [
      { ticker: 'SPY', percent: 60 },
      { ticker: 'AGG', percent: 40 },
    ],
  },
  { name: 'US bonds', parts: all('AGG') },
]

/** "S&P 500" for a benchmark that people know by a name, else its tickers. */
export function nameForPeople({ label }: Portfolio['benchmark']): string {
  return BENCHMARK_PRESETS.find(({ parts }) => nameBenchmark(parts) === label)?.name ?? label
}

/** Says what a benchmark of one's own changes about hedges: nothing. Null for the market's index. */
export function describeHedgingIndex(benchmark: Portfolio['benchmark']): string | null {
  if (benchmark.label === nameBenchmark(MARKET_BENCHMARK)) return null
  return `You compare this portfolio with ${nameForPeople(benchmark)}. Hedges do not follow that: they use the index that fits your positions best, and a fall here is one of the S&P 500.`
}
