// Tests: grounding.test.ts

import type { FactUnit } from '@ballast/contract'

const MINUS = '−'
const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const numberFormats = new Map<number, Intl.NumberFormat>()

/** Decimals with which a figure of this unit is shown unless a fact says otherwise. */
export const USUAL_DECIMALS: Record<FactUnit, number> = {
  percent: 2,
  usd: 0,
  'usd-per-share': 2,
  ratio: 2,
  days: 0,
  contracts: 0,
  shares: 2,
  count: 0,
  date: 0,
  text: 0,
}

/** Units that are written out behind the number, for one and for several. */
const NOUNS: Partial<Record<FactUnit, readonly [one: string, several: string]>> = {
  days: ['day', 'days'],
  contracts: ['contract', 'contracts'],
  shares: ['share', 'shares'],
}

/**
 * A figure as texts show it: en-US, a true minus sign, `−$4,610`, `1.77%`, `63 days`, `Feb 19, 2027`.
 *
 * @param value a finite number; an ISO date for `date`; words for `text`
 */
export function formatFigure(value: number | string, unit: FactUnit, decimals = USUAL_DECIMALS[unit]): string {
  if (typeof value === 'string') return unit === 'date' ? DATE.format(new Date(`${value}T00:00:00Z`)) : value
  const magnitude = formatMagnitude(Math.abs(value), decimals)
  // What rounds to nothing has no sign.
  const sign = value < 0 && /[1-9]/.test(magnitude) ? MINUS : ''
  switch (unit) {
    case 'percent':
      return `${sign}${magnitude}%`
    case 'usd':
    case 'usd-per-share':
      return `${sign}$${magnitude}`
    default: {
      const nouns = NOUNS[unit]
      return nouns ? `${sign}${magnitude} ${magnitude === '1' ? nouns[0] : nouns[1]}` : `${sign}${magnitude}`
    }
  }
}

function formatMagnitude(magnitude: number, decimals: number): string {
  let format = numberFormats.get(decimals)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    numberFormats.set(decimals, format)
  }
  return format.format(magnitude)
}
