// Tests: backtest-view.test.ts

import type { BacktestResult } from '@ballast/contract'

export interface MonthCell {
  percent: number
  benchmarkPercent: number | null
  isPartial: boolean
}

export interface YearRow {
  year: number
  /** January to December; `null` outside the window. */
  months: (MonthCell | null)[]
  /** The months compounded, a percent. */
  totalPercent: number
}

/** Monthly returns by year, the first year on top. */
export function toYearRows(monthly: BacktestResult['monthlyReturns']): YearRow[] {
  const years = [...new Set(monthly.map(({ year }) => year))].toSorted((a, b) => a - b)
  return years.map((year) => {
    const months: (MonthCell | null)[] = Array.from({ length: 12 }, () => null)
    let growth = 1
    for (const entry of monthly) {
      if (entry.year !== year) continue
      months[entry.month - 1] = {
        percent: entry.portfolioPercent,
        benchmarkPercent: entry.benchmarkPercent,
        isPartial: entry.isPartial,
      }
      growth *= 1 + entry.portfolioPercent / 100
    }
    return { year, months, totalPercent: (growth - 1) * 100 }
  })
}

/** At this size a month has its full colour. */
const FULL_PERCENT = 10
/** Strongest share of colour in a cell; above it the text on it would lose its contrast. */
const FULL_TINT = 42

/** The ground of a cell: the larger the return, the stronger its colour. */
export function toHeat(percent: number): string {
  const strength = Math.min(1, Math.abs(percent) / FULL_PERCENT)
  if (strength === 0) return 'var(--muted)'
  const share = Math.round(6 + strength * (FULL_TINT - 6))
  return `color-mix(in oklab, var(--${percent > 0 ? 'gain' : 'loss'}) ${share}%, var(--card))`
}
