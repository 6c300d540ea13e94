// Tests: discovery-runs.test.ts, discovery.test.ts

import type { PriceSeries } from '@ballast/quant'
import type { ScanSource } from './discovery-input.ts'

/** Days of closes that a scan needs, those around its 505 trading days included. */
const SCAN_CALENDAR_DAYS = 760
const LONG_HISTORIES = 500

/** The holdings that count most: of portfolios that are huge, the small ones have two years of history and not ten. */
export function listLargest({ holdings }: ScanSource['book']): string[] {
  return holdings
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, LONG_HISTORIES)
    .map(({ ticker }) => ticker)
}

/** The source with only as much history as the scan needs, but for the tickers whose paths are drawn from all of it. */
export function cutToScan(source: ScanSource, whole: ReadonlySet<string>): ScanSource {
  const from = (source.calendar.at(-1) ?? 0) - SCAN_CALENDAR_DAYS
  return {
    ...source,
    calendar: whole.size === 0 ? cutDays(source.calendar, from) : source.calendar,
    series: source.series.map((one) => (whole.has(one.ticker) ? one : cutSeries(one, from))),
  }
}

const cutDays = (days: Int32Array, from: number) => days.slice(findFirst(days, from))

function cutSeries({ ticker, days, closes }: PriceSeries, from: number): PriceSeries {
  const first = findFirst(days, from)
  return { ticker, days: days.slice(first), closes: closes.slice(first) }
}

function findFirst(days: Int32Array, from: number): number {
  const first = days.findIndex((day) => day >= from)
  return first < 0 ? days.length : first
}
