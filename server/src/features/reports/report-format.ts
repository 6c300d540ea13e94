// Tests: reports.test.ts

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `Feb 19, 2027` for an ISO 8601 date. */
export const formatDay = (date: string): string => DAY.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))

/** `$228,170`: whole dollars. */
export const formatUsd = (dollars: number): string => `$${Math.round(dollars).toLocaleString('en-US')}`

/** `49.1%` for 0.491. */
export const formatPercent = (fraction: number, decimals = 1): string =>
  `${(100 * fraction).toFixed(decimals).replace('-', '−')}%`

/** `+3.0%`, `−49.1%`. */
export const formatSigned = (fraction: number): string => `${fraction > 0 ? '+' : ''}${formatPercent(fraction)}`

export const roundTo = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
