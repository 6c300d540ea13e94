// Tests: dividends.test.ts

import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import type { DailyHistory } from './market-data.ts'

/** Days of history in which a dividend once a year is found. */
export const DIVIDEND_DAYS = 400
/** Smaller changes of the adjustment are rounding of the provider. */
const SMALLEST_SHARE = 1e-4
const YEAR_DAYS = 365

/** Dollars per share, and the first day on which shares trade without it, YYYY-MM-DD. */
export interface Dividend {
  amount: number
  exDate: string
}

type Closes = Pick<DailyHistory, 'dates' | 'closes' | 'adjustedCloses'>

/**
 * The dividends that a history shows, dates ascending. Adjusted closes are lower than closes by the dividends since, so a
 * jump of their ratio is a dividend; the day of the jump is its ex-date.
 */
export function listDividends({ dates, closes, adjustedCloses }: Closes): Dividend[] {
  const paid: Dividend[] = []
  for (let t = 1; t < dates.length; t++) {
    const before = (adjustedCloses[t - 1] ?? 0) / (closes[t - 1] ?? 0)
    const share = 1 - before / ((adjustedCloses[t] ?? 0) / (closes[t] ?? 0))
    if (share > SMALLEST_SHARE) paid.push({ exDate: dates[t] ?? '', amount: (closes[t - 1] ?? 0) * share })
  }
  return paid
}

/**
 * The next dividend, if it is what the last one was and comes as long after it as is usual.
 *
 * @param history a year or more
 * @param today YYYY-MM-DD; a dividend that is overdue is expected today
 * @returns null where the history has none
 */
export function findNextDividend(history: Closes, today: string): Dividend | null {
  const paid = listDividends(history).map(({ exDate, amount }) => ({ day: parseIsoDate(exDate), amount }))
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

/** Dollars per share with ex-dates in the year that ends today. */
export const sumYear = (paid: readonly Dividend[], today: string): number => {
  const first = formatIsoDate(parseIsoDate(today) - YEAR_DAYS)
  return paid.reduce((sum, { exDate, amount }) => (exDate > first && exDate <= today ? sum + amount : sum), 0)
}
