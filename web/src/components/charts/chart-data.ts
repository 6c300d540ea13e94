import { toCsvLine } from '@ballast/contract'

/** A chart as figures: what its table shows, what its downloads hold. */
export interface ChartData {
  /** "Asset allocation": names the table and the files. */
  title: string
  /** The sentence that states the finding; the figure's caption. */
  finding: string
  /** ISO day the figures are of. */
  asOf: string | null
  simulated: boolean
  columns: readonly ChartColumn[]
  /** Raw values, one array for each row, in the order of the columns; `null` where nothing is known. */
  rows: readonly (readonly ChartValue[])[]
  /** Meaning of the colours, for the picture. */
  legend: readonly { label: string; colour: string; value?: string }[]
}

export interface ChartColumn {
  header: string
  /** How the table writes a value of this column; text stays as it is without one. */
  format?: (value: number) => string
}

export type ChartValue = string | number | null

/** `ballast-asset-allocation-2026-11-21-simulated`, to which the ending is added. */
export function toFileName({ title, asOf, simulated }: Pick<ChartData, 'title' | 'asOf' | 'simulated'>): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return ['ballast', words, asOf?.slice(0, 10), simulated && 'simulated'].filter(Boolean).join('-')
}

/** The rows as CSV (RFC 4180) with plain numbers. Text that a spreadsheet would run as a formula gets an apostrophe. */
export function toChartCsv({ columns, rows }: Pick<ChartData, 'columns' | 'rows'>): string {
  return [columns.map(({ header }) => header), ...rows].map(toCsvLine).join('')
}
