/**
 * Numbers, dates and ages as people read them here: en-US, a true minus sign (U+2212), and a dash where there is no data.
 * Every function takes `null` and `undefined` for "unknown" and never turns them into a zero.
 */

/** Sign for an unknown figure; give the element the title "No data". */
export const NO_DATA = '—'

type Figure = number | null | undefined

interface FigureOptions {
  decimals?: number
  /** Puts + before gains; a value that rounds to zero stays unsigned. */
  signed?: boolean
}

interface MoneyOptions extends FigureOptions {
  /** ISO 4217; US dollars when absent. */
  currency?: string
}

const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(decimals: number, currency?: string): Intl.NumberFormat {
  const key = `${decimals}${currency ?? ''}`
  const cached = numberFormats.get(key)
  if (cached) return cached
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(currency && { style: 'currency', currency }),
  })
  numberFormats.set(key, format)
  return format
}

function isKnown(value: Figure): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Magnitude formatted, sign in front: `−$1,823`, never `$-1,823` and never `−0.00`. */
function withSign(value: number, magnitude: string, signed: boolean): string {
  if (!/[1-9]/.test(magnitude)) return magnitude
  if (value < 0) return `−${magnitude}`
  return signed ? `+${magnitude}` : magnitude
}

/** `1,002.00`, `0.91`, `−0.35`: shares, ratios and correlations carry 2 decimals, counts none. */
export function formatNumber(value: Figure, { decimals = 2, signed = false }: FigureOptions = {}): string {
  if (!isKnown(value)) return NO_DATA
  return withSign(value, numberFormat(decimals).format(Math.abs(value)), signed)
}

/** `14`, `20,000`. */
export function formatCount(value: Figure): string {
  return formatNumber(value, { decimals: 0 })
}

/** `$229.10`: prices, average costs and the total cost basis carry 2 decimals; values in tables 0, by `decimals`. */
export function formatMoney(
  value: Figure,
  { decimals = 2, signed = false, currency = 'USD' }: MoneyOptions = {},
): string {
  if (!isKnown(value)) return NO_DATA
  return withSign(value, numberFormat(decimals, currency).format(Math.abs(value)), signed)
}

/** `$27,492`: market values and costs in tables, legends and totals. */
export function formatValue(value: Figure, currency?: string): string {
  return formatMoney(value, { decimals: 0, ...(currency && { currency }) })
}

/** `13.2%` of something: allocations and weights; `value` is in percent. */
export function formatShare(value: Figure): string {
  return isKnown(value) ? `${formatNumber(value, { decimals: 1 })}%` : NO_DATA
}

/** `+3.10%`, `−13.10%`, `0.00%`: a change or a metric; `value` is in percent. */
export function formatPercentChange(value: Figure, decimals = 2): string {
  return isKnown(value) ? `${formatNumber(value, { decimals, signed: true })}%` : NO_DATA
}

/** `14.9%` of a magnitude that bears no plus sign, such as volatility; `value` is in percent. */
export function formatPercent(value: Figure, decimals = 2): string {
  return isKnown(value) ? `${formatNumber(value, { decimals })}%` : NO_DATA
}

const COMPACT_STEPS = [
  { above: 1_000_000, suffix: 'M' },
  { above: 1_000, suffix: 'K' },
] as const

/** `980`, `1.2K`, `3.4M`: volume and open interest. Exactly 1,000 stays a plain number. */
export function formatCompact(value: Figure): string {
  if (!isKnown(value)) return NO_DATA
  const step = COMPACT_STEPS.find(({ above }) => Math.abs(value) > above)
  return step ? `${formatNumber(value / step.above, { decimals: 1 })}${step.suffix}` : formatCount(value)
}

/**
 * `$120k`, `$7.5k`, `$3.2M`: a money axis.
 *
 * @param step distance of the ticks; neighbours that would read alike get one decimal more
 */
export function formatAxisMoney(value: number, step = 1_000): string {
  const [unit, suffix] =
    Math.abs(value) >= 1e6 ? [1e6, 'M'] : Math.abs(value) >= 1e3 || (value && step >= 1e3) ? [1e3, 'k'] : [1, '']
  const decimals = [0, 1].find((places) => isWhole((step / unit) * 10 ** places)) ?? 2
  return withSign(value, `$${numberFormat(decimals).format(Math.abs(value) / unit)}${suffix}`, false)
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9
}

/** `42s ago` under a minute, then whole minutes: `3m ago`. */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return whole < 60 ? `${whole}s ago` : `${Math.floor(whole / 60)}m ago`
}

/** The label of a price cache: `Updated 42s ago`. */
export function formatUpdated(seconds: number): string {
  return `Updated ${formatAge(seconds)}`
}

// Market dates are plain calendar days: read and written in UTC so that no time zone moves them.
const LONG_DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const SHORT_DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const LOCAL_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

function parseDay(isoDate: string | null | undefined): Date | undefined {
  if (!isoDate) return undefined
  const date = new Date(isoDate)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `Nov 21, 2026` of an ISO day (`2026-11-21`). */
export function formatDate(isoDate: string | null | undefined): string {
  const date = parseDay(isoDate)
  return date ? LONG_DATE.format(date) : NO_DATA
}

/** `Nov 20` of an ISO day, where the year is plain. */
export function formatShortDate(isoDate: string | null | undefined): string {
  const date = parseDay(isoDate)
  return date ? SHORT_DATE.format(date) : NO_DATA
}

/** `Nov 25` (month and year) or `Nov`: ticks of a time axis. */
export function formatAxisMonth(isoDate: string, withYear: boolean): string {
  const date = parseDay(isoDate)
  if (!date) return NO_DATA
  return withYear ? `${MONTH.format(date)} ${String(date.getUTCFullYear()).slice(2)}` : MONTH.format(date)
}

/** `Nov 21, 2026, 3:04 PM` of an instant (ISO 8601), in the reader's own time zone. */
export function formatInstant(instant: string | null | undefined): string {
  const date = parseDay(instant)
  return date ? LOCAL_TIME.format(date) : NO_DATA
}

/** `1 token`, `7 tokens`. */
export function formatTokens(count: number): string {
  return countOf(count, 'token')
}

/** `1 position`, `14 positions`: a count with its word. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
