import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseIsoDate } from '@ballast/quant'
import Papa from 'papaparse'

export interface PriceColumn {
  ticker: string
  days: Int32Array
  closes: Float64Array
}

const tables = new Map<string, ReadonlyMap<string, PriceColumn>>()

/** Every column of a recorded CSV of closes (`date,TICKER,…`; an empty cell is no close). */
export function readPriceTable(sharedFolder: string, name: string): ReadonlyMap<string, PriceColumn> {
  const path = join(sharedFolder, 'data', 'prices', basename(name))
  const known = tables.get(path)
  if (known) return known
  const [header = [], ...rows] = Papa.parse<string[]>(readFileSync(path, 'utf8'), { skipEmptyLines: true }).data
  const days = rows.map(([date = '']) => parseIsoDate(date))
  const table = new Map(
    header.slice(1).map((ticker, index) => {
      const present = rows
        .map((row, t) => ({ day: days[t] ?? 0, text: row[index + 1] ?? '' }))
        .filter(({ text }) => text !== '')
      return [
        ticker,
        {
          ticker,
          days: Int32Array.from(present, ({ day }) => day),
          closes: Float64Array.from(present, ({ text }) => Number(text)),
        },
      ]
    }),
  )
  tables.set(path, table)
  return table
}

/** The closes from one day to another, both included. */
export function cutDays(column: PriceColumn, first: number, last: number): PriceColumn {
  const isIn = (_: number, t: number) => (column.days[t] ?? 0) >= first && (column.days[t] ?? 0) <= last
  return { ticker: column.ticker, days: column.days.filter(isIn), closes: column.closes.filter(isIn) }
}
