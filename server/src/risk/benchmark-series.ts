// Tests: benchmark-series.test.ts

import { type Benchmark, nameBenchmark, nameDay, namePosition } from '@ballast/contract'
import { alignPrices, computeMixLevels, findCompleteRun, formatIsoDate, getRow, sliceColumns } from '@ballast/quant'
import type { BenchmarkSeries, DailyCloses } from './holding.ts'

/** Fewer closes make no return. */
const FEWEST_CLOSES = 2

/**
 * A benchmark on a calendar: the longest stretch of its days on which every part has a close. One ticker is its own closes,
 * a mix is invested at the first of them and set back to its percents at the last close of each month.
 *
 * @param calendar day numbers, ascending
 * @param findCloses a part's closes in the base currency; undefined where there are none
 */
export function combineBenchmark(
  benchmark: Benchmark,
  calendar: Int32Array,
  findCloses: (ticker: string) => DailyCloses | undefined,
): BenchmarkSeries {
  const none = { days: new Int32Array(), closes: new Float64Array() }
  const series = benchmark.map(({ ticker }) => ({ ticker, ...(findCloses(ticker) ?? none) }))
  const prices = alignPrices(series, calendar)
  const { from, to } = findCompleteRun(prices)
  const label = nameBenchmark(benchmark)
  const parts = benchmark.map(({ ticker }, row) => {
    const own = getRow(prices, row)
    const isClose = (close: number) => !Number.isNaN(close)
    return {
      ticker,
      first: calendar[own.findIndex(isClose)] ?? null,
      last: calendar[own.findLastIndex(isClose)] ?? null,
    }
  })
  if (to - from < FEWEST_CLOSES) return { label, parts, ...none }
  const weights = Float64Array.from(benchmark, ({ percent }) => percent / 100)
  const closes = computeMixLevels(sliceColumns(prices, from, to - 1), weights)
  return { label, parts, days: calendar.slice(from, to), closes }
}

/** The benchmark's closes on some days; NaN on a day without one. */
export function placeOn(days: Int32Array, series: DailyCloses): Float64Array {
  let next = 0
  return Float64Array.from(days, (day) => {
    while ((series.days[next] ?? day) < day) next++
    return series.days[next] === day ? (series.closes[next] ?? Number.NaN) : Number.NaN
  })
}

/** The columns that have a close, the first included and the last not; of a benchmark they are one stretch. */
export function findCovered(closes: Float64Array): { from: number; to: number } {
  const isClose = (close: number) => !Number.isNaN(close)
  const from = closes.findIndex(isClose)
  return from < 0 ? { from: 0, to: 0 } : { from, to: closes.findLastIndex(isClose) + 1 }
}

/**
 * Describes what a comparison covers where the benchmark lacks closes for a part of a window.
 * @returns null when it has a close on every day of the window, or the window has no days
 */
export function describeCover(benchmark: BenchmarkSeries, days: Int32Array): string | null {
  const [start, end] = [days[0], days.at(-1)]
  if (start === undefined || end === undefined) return null
  const { from, to } = findCovered(placeOn(days, benchmark))
  if (to - from === days.length) return null
  const missing = benchmark.parts.flatMap((part) => describeMissing(part, start, end))
  const covers =
    to - from < FEWEST_CLOSES
      ? `So nothing is compared with ${benchmark.label} here.`
      : `The comparison with ${benchmark.label} covers ${toDay(days[from] ?? start)} to ${toDay(days[to - 1] ?? end)}.`
  return [...missing, covers].join(' ')
}

function describeMissing(
  { ticker, first, last }: BenchmarkSeries['parts'][number],
  start: number,
  end: number,
): string[] {
  const name = namePosition(ticker)
  if (first === null || last === null) return [`No closes of ${name} are known in this period.`]
  if (first > start) return [`${name} has no closes before ${toDay(first)}.`]
  return last < end ? [`${name} has no closes after ${toDay(last)}.`] : []
}

const toDay = (day: number) => nameDay(formatIsoDate(day))
