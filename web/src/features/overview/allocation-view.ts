import type { PositionRow } from './position-rows.ts'

export interface AllocationEntry {
  ticker: string
  /** Cost basis in USD; negative for a short position. */
  value: number
  /** Signed share of the gross cost, a percent: without short positions simply the share of cost. */
  percent: number
}

export interface AllocationView {
  total: number
  /** Largest first. */
  entries: AllocationEntry[]
  /** Tickers that are not in the chart because what they cost is not known. */
  withoutCost: string[]
}

/** Share of cost basis by ticker, the largest first. */
export function toAllocationView(rows: readonly PositionRow[]): AllocationView {
  const priced = rows.flatMap((row) =>
    row.costBasis === null || row.costBasis === 0 ? [] : [{ ticker: row.ticker, value: row.costBasis }],
  )
  const gross = priced.reduce((total, { value }) => total + Math.abs(value), 0)
  return {
    total: priced.reduce((total, { value }) => total + value, 0),
    entries: priced
      .map(({ ticker, value }) => ({ ticker, value, percent: (value / gross) * 100 }))
      .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.ticker.localeCompare(b.ticker)),
    withoutCost: rows.filter((row) => row.costBasis === null).map((row) => row.ticker),
  }
}

export interface Slice {
  /** Index into the legend; undefined for the slice that gathers the smallest holdings. */
  entryIndex: number | undefined
  label: string
  /** Always positive: a short position takes room by what it cost. */
  size: number
}

/** Slices below a degree or so can be neither seen nor pointed at. */
const MOST_SLICES = 40

/** A slice for each entry, the tail of a long list gathered in one. */
export function toSlices(entries: readonly AllocationEntry[]): Slice[] {
  const single = entries.length > MOST_SLICES ? entries.slice(0, MOST_SLICES - 1) : entries
  const slices: Slice[] = single.map(({ ticker, value }, entryIndex) => ({
    entryIndex,
    label: ticker,
    size: Math.abs(value),
  }))
  const rest = entries.slice(single.length)
  if (rest.length > 0) {
    const size = rest.reduce((total, { value }) => total + Math.abs(value), 0)
    slices.push({ entryIndex: undefined, label: `${rest.length.toLocaleString('en-US')} smaller`, size })
  }
  return slices
}
