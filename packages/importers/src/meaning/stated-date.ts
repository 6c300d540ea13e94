// Tests: ../file-fixtures.test.ts, ../samples.test.ts

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ISO = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const COMPACT = /\b(20\d{2}|19\d{2})(\d{2})(\d{2})\b/
const NUMERIC = /\b(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})\b/
const MONTH_FIRST = /\b([A-Z][a-z]{2,8})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})\b/
const DAY_FIRST = /\b(\d{1,2})[ -]([A-Z][a-z]{2,8})\.?,?[ -](\d{4})\b/
const LONGEST = 200

/** Which of two numbers comes first in a date such as 03/04/2026. */
export type DateOrder = 'month-first' | 'day-first'

/**
 * The first date in a text as `YYYY-MM-DD`, or `undefined`. Understood: `2026-11-20`, `2026/11/20`, `20261120`,
 * `11/20/2026`, `11/20/26`, `Nov-20-2026`, `November 20, 2026`, `20 Nov 2026`; with `order` or where a number is above
 * twelve `20-11-2026`.
 */
export function findDate(text: string, order: DateOrder = 'month-first'): string | undefined {
  const sample = text.slice(0, LONGEST)
  const iso = ISO.exec(sample) ?? COMPACT.exec(sample)
  if (iso) return toIsoDate(iso[1], iso[2], iso[3])
  const named = MONTH_FIRST.exec(sample)
  if (named) return toIsoDate(named[3], toMonth(named[1]), named[2])
  const led = DAY_FIRST.exec(sample)
  if (led) return toIsoDate(led[3], toMonth(led[2]), led[1])
  const numeric = NUMERIC.exec(sample)
  if (!numeric) return undefined
  const [, first = '', separator, second = '', year = ''] = numeric
  const isDayFirst = Number(first) > 12 || (Number(second) <= 12 && (order === 'day-first' || separator === '.'))
  const full = year.length === 2 ? `20${year}` : year
  return isDayFirst ? toIsoDate(full, second, first) : toIsoDate(full, first, second)
}

const TIME = /(?:^|[T ,;])(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s?([AaPp])?/
const COMPACT_TIME = /;(\d{2})(\d{2})(\d{2})\b/

/** The first time of the day in a text as `HH:MM:SS`, or `undefined`: `15:30`, `3:30:01 PM`, `T15:30:01.123`, `;153001`. */
export function findTime(text: string): string | undefined {
  const sample = text.slice(0, LONGEST)
  const [, hour = '', minute = '', second = '00', half] = TIME.exec(sample) ?? COMPACT_TIME.exec(sample) ?? []
  if (hour === '') return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hours > 23 ? undefined : `${String(hours).padStart(2, '0')}:${minute}:${second}`
}

function toMonth(name: string | undefined): string | undefined {
  const index = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase())
  return index === -1 ? undefined : String(index + 1)
}

function toIsoDate(year: string | undefined, month: string | undefined, day: string | undefined): string | undefined {
  const text = `${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // The calendar carries 31 April over into May; only a date that comes back as it went in exists.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}
