// Tests: options.test.ts

import { parseIsoDate, toClosingMinute } from '@ballast/quant'
import { toLastFinishedTradingDay, toNewYorkTime, toOpeningInstant } from '../calendar.ts'

const MINUTES_PER_DAY = 24 * 60
const MS_PER_MINUTE = 60_000
/** In its last hour an option is priced as if an hour were left: below that, volatility is noise. */
const SHORTEST_YEARS = 1 / 24 / 365

/**
 * Years from an instant to the closing bell of an expiry, at 16:00 New York or 13:00 on half days: calendar days / 365 by
 * the clock of New York, so that a change of its clocks in between does not count; at least an hour.
 */
export function toYearsToExpiry(expiry: string, asOf: string): number {
  const instant = new Date(asOf)
  const { day, minute } = toNewYorkTime(instant)
  // Days before an expiry half a minute is a hundredth of a volatility point.
  const minutes = minute + (instant.getTime() % MS_PER_MINUTE) / MS_PER_MINUTE
  const last = parseIsoDate(expiry)
  const days = last - day + (toClosingMinute(last) - minutes) / MINUTES_PER_DAY
  return Math.max(SHORTEST_YEARS, days / 365)
}

/** True when the last session of an option's life was over at that instant. */
export function isExpired(expiry: string, instant: Date): boolean {
  const { day, minute } = toNewYorkTime(instant)
  const last = parseIsoDate(expiry)
  return last < day || (last === day && minute >= toClosingMinute(last))
}

/** When the session began in which, or after which, an instant lies: milliseconds since 1970. */
export function toLastSessionStart(asOf: string, session: 'open' | 'closed'): number {
  const instant = new Date(asOf)
  const day = session === 'open' ? toNewYorkTime(instant).day : toLastFinishedTradingDay(instant)
  return Date.parse(toOpeningInstant(day))
}
