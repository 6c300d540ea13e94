// Tests: judge-rule.test.ts

import { formatIsoDate, parseIsoDate } from '@ballast/quant'

/** Smaller changes of the adjustment are rounding of the provider. */
const SMALLEST_SHARE = 1e-4
const YEAR_DAYS = 365

export interface ExpectedDividend {
  /** Dollars per share: what was paid last. */
  amount: number
  /** When shares are expected to trade without it, YYYY-MM-DD. */
  exDate: string
}

/**
 * The next dividend, if it is what the last one was and comes as long after it as is usual. Adjusted closes are lower than
 * closes by the dividends since, so a jump of their ratio is a dividend; the day of the jump is its ex-date.
 *
 * @param history dates ascending, a year or more
 * @param today YYYY-MM-DD; a dividend that is overdue is expected today
 * @returns null where the history has none
 */
export function findNextDividend(
  { dates, closes, adjustedCloses }: { dates: readonly string[]; closes: Float64Array; adjustedCloses: Float64Array },
  today: string,
): ExpectedDividend | null {
  const paid: { day: number; amount: number }[] = []
  for (let t = 1; t < dates.length; t++) {
    const before = (adjustedCloses[t - 1] ?? 0) / (closes[t - 1] ?? 0)
    const share = 1 - before / ((adjustedCloses[t] ?? 0) / (closes[t] ?? 0))
    if (share > SMALLEST_SHARE) paid.push({ day: parseIsoDate(dates[t] ?? ''), amount: (closes[t - 1] ?? 0) * share })
  }
  const last = paid.at(-1)
  if (last === undefined) return null
  const gaps = paid
    .slice(1)
    .map(({ day }, place) => day - (paid[place]?.day ?? day))
    .sort((a, b) => a - b)
  const gap = gaps[Math.floor(gaps.length / 2)] ?? YEAR_DAYS
  const exDate = formatIsoDate(last.day + gap)
  return { amount: last.amount, exDate: exDate < today ? today : exDate }
}
