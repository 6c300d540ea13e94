// Tests: usage-view.test.ts

import { type ChartValue, toChartCsv } from '../../components/charts/chart-data.ts'

/** Records as a table with a column for each field; fields of a field are named with a point between. No records, no table. */
export function toRecordsCsv(records: readonly object[]): string {
  const rows = records.map((record) => new Map(flatten(record)))
  const headers = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return toChartCsv({
    columns: headers.map((header) => ({ header })),
    rows: rows.map((row) => headers.map((header) => row.get(header) ?? null)),
  })
}

function flatten(record: object, prefix = ''): [string, ChartValue][] {
  return Object.entries(record).flatMap(([key, value]): [string, ChartValue][] => {
    if (typeof value === 'object' && value !== null) return flatten(value, `${prefix}${key}.`)
    if (value === null || value === undefined) return [[`${prefix}${key}`, null]]
    return [[`${prefix}${key}`, typeof value === 'number' ? value : String(value)]]
  })
}
