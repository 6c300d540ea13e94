import { MARKET_BENCHMARK } from '@ballast/contract'
import { combineBenchmark } from '../benchmark-series.ts'
import type { DailyCloses, RiskInput } from '../holding.ts'

/** The calendar of some closes, and the market's index with these closes as benchmark; both empty for null. */
export function comparedWith(closes: DailyCloses | null): Pick<RiskInput, 'calendar' | 'benchmark'> {
  const calendar = closes?.days ?? new Int32Array()
  return { calendar, benchmark: combineBenchmark(MARKET_BENCHMARK, calendar, () => closes ?? undefined) }
}
