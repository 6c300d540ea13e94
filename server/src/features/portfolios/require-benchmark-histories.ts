// Tests: benchmark.test.ts

import { BASE_CURRENCY, type Benchmark } from '@ballast/contract'
import { loadHistories } from '../../holdings/load-histories.ts'
import { errors } from '../../http/errors.ts'
import type { MarketData } from '../../market-data/market-data.ts'

const YEAR_MILLISECONDS = 365 * 86_400_000

/**
 * Refuses a benchmark that nothing can be compared with: each of its tickers needs daily closes within the last year.
 * @throws AppError 422 naming the tickers without them, 503 while the provider does not answer
 */
export async function requireBenchmarkHistories(
  marketData: MarketData,
  benchmark: Benchmark,
  now: Date,
): Promise<void> {
  const from = new Date(now.getTime() - YEAR_MILLISECONDS).toISOString().slice(0, 10)
  const { found, missing } = await loadHistories(marketData, { tickers: benchmark.map(({ ticker }) => ticker), from })
  const without = benchmark.map(({ ticker }) => ticker).filter((ticker) => (found.get(ticker)?.dates.length ?? 0) < 2)
  if (without.some((ticker) => missing.get(ticker) === 'provider-down')) {
    throw errors.unavailable(
      `The market data provider does not answer, so it is unknown whether ${without.join(', ')} can be compared with. Please try again in a minute.`,
    )
  }
  if (without.length > 0) {
    throw errors.unprocessable(
      `There is no price history of ${without.join(', ')}, so nothing can be compared with ${without.length === 1 ? 'it' : 'them'}. Check the spelling or choose another ticker.`,
    )
  }
  const foreign = benchmark
    .map(({ ticker }) => ticker)
    .filter((ticker) => found.get(ticker)?.currency !== BASE_CURRENCY)
  if (foreign.length > 0) {
    throw errors.unprocessable(
      `${foreign.join(', ')} trades in another currency, of which there are no daily exchange rates. Choose a listing in ${BASE_CURRENCY}.`,
    )
  }
}
