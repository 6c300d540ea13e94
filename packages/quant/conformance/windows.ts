import { type PriceSeries, parseIsoDate } from '../src/index.ts'
import type { DataFiles } from './data-files.ts'

/** A column of a price file, as reference cases name it. */
export interface PriceColumn {
  readonly prices: string
  readonly column: string
}

/** Finds a column, or undefined when its file is not at hand. */
export function findSeries(data: DataFiles, { prices, column }: PriceColumn): PriceSeries | undefined {
  const table = data.readPrices(prices)
  if (table === undefined) return undefined
  const series = table.get(column)
  if (series === undefined) throw new Error(`${prices} has no column ${column}`)
  return series
}

/**
 * The dates on which every series has a close, within [start, end], and the closes on them: the reference files cut
 * asset and benchmark to common dates first.
 */
export function cutToCommonDates(
  series: readonly PriceSeries[],
  start?: string,
  end?: string,
): { readonly dates: Int32Array; readonly closes: readonly Float64Array[] } {
  const from = start === undefined ? -Infinity : parseIsoDate(start)
  const to = end === undefined ? Infinity : parseIsoDate(end)
  const byDay = series.map(({ days, closes }) => new Map(Array.from(days, (day, i) => [day, closes[i] ?? Number.NaN])))
  const dates = (series[0]?.days ?? new Int32Array()).filter(
    (day) => day >= from && day <= to && byDay.every((closes) => closes.has(day)),
  )
  return {
    dates,
    closes: byDay.map((closes) => Float64Array.from(dates, (day) => closes.get(day) ?? Number.NaN)),
  }
}
