import type { ShareBasis } from '@ballast/contract'
import { chartColour } from '../../components/charts/chart-colours.ts'
import type { DonutSlice } from '../../components/charts/donut-chart.tsx'
import { formatCount, formatValue } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { type PositionRow, toSize } from './position-rows.ts'

export interface AllocationEntry {
  ticker: string
  /** Cost or market value in USD; negative for a short position. */
  value: number
  /** Signed share of the gross total, a percent; without their signs all shares sum to 100. */
  percent: number
}

export interface AllocationView {
  basis: ShareBasis
  /** Whole that the shares are shares of: the sum without signs. */
  gross: number
  /** A short position counts in `gross` as large as the long one of its size. */
  hasShorts: boolean
  /** Largest first. */
  entries: AllocationEntry[]
  /** Tickers that are not in the chart because what they cost, or are worth, is not known. */
  leftOut: string[]
}

/** Share of cost, or of market value, by ticker, the largest first. */
export function toAllocationView(rows: readonly PositionRow[], basis: ShareBasis): AllocationView {
  const sizeOf = (row: PositionRow) => toSize(row, basis)
  const sized = rows.flatMap((row) => {
    const value = sizeOf(row)
    return value === null || value === 0 ? [] : [{ ticker: row.ticker, value }]
  })
  const gross = sized.reduce((total, { value }) => total + Math.abs(value), 0)
  return {
    basis,
    gross,
    hasShorts: sized.some(({ value }) => value < 0),
    entries: sized
      .map(({ ticker, value }) => ({ ticker, value, percent: (value / gross) * 100 }))
      .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.ticker.localeCompare(b.ticker)),
    leftOut: rows.filter((row) => sizeOf(row) === null).map((row) => row.ticker),
  }
}

/** Slices below a few degrees can be neither told apart nor pointed at. */
const MOST_SLICES = 40

/** The key of the slice that gathers the smallest holdings. */
export const REST_KEY = 'rest'

/** A slice for each entry, the tail of a long list gathered in one. A short position takes room by what it cost. */
export function toSlices(entries: readonly AllocationEntry[]): DonutSlice[] {
  const single = entries.length > MOST_SLICES ? entries.slice(0, MOST_SLICES - 1) : entries
  const slices = single.map(
    ({ ticker, value, percent }, place): DonutSlice => ({
      key: ticker,
      label: toTickerLabel(ticker),
      value: Math.abs(value),
      percent,
      text: formatValue(value),
      colour: chartColour(place),
    }),
  )
  const rest = entries.slice(single.length)
  if (rest.length === 0) return slices
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return [
    ...slices,
    {
      key: REST_KEY,
      label: `${formatCount(rest.length)} smaller`,
      value: sum(rest.map(({ value }) => Math.abs(value))),
      percent: sum(rest.map(({ percent }) => percent)),
      text: formatValue(sum(rest.map(({ value }) => value))),
      colour: chartColour(single.length),
    },
  ]
}
