// Tests: options.test.ts

import { parseIsoDate } from '@ballast/quant'
import { toCloseInstant, toLastFinishedTradingDay, toNewYorkTime } from '../calendar.ts'

const CLOSING_MINUTE = 16 * 60
const MINUTES_PER_DAY = 24 * 60
const MS_PER_MINUTE = 60_000
const SESSION_MS = 6.5 * 3_600_000
/** In its last hour an option is priced as if an hour were left: below that, volatility is noise. */
const SHORTEST_YEARS = 1 / 24 / 365

/**
 * Years from an instant to 16:00 New York of an expiry: calendar days / 365 by the clock of New York, so that a change of
 * its clocks in between does not count; at least an hour.
 */
export function toYearsToExpiry(expiry: string, asOf: string): number {
  const instant = new Date(asOf)
  const { day, minute } = toNewYorkTime(instant)
  // Days before an expiry half a minute is a hundredth of a volatility point.
  const minutes = minute + (instant.getTime() % MS_PER_MINUTE) / MS_PER_MINUTE
  const days = parseIsoDate(expiry) - day + (CLOSING_MINUTE - minutes) / MINUTES_PER_DAY
  return Math.max(SHORTEST_YEARS, days / 365)
}

/** True when the last session of an option's life was over at that instant. */
export function isExpired(expiry: string, instant: Date): boolean {
  const { day, minute } = toNewYorkTime(instant)
  const last = parseIsoDate(expiry)
  return last < day || (last === day && minute >= CLOSING_MINUTE)
}

/** When the session began in which, or after which, an instant lies: milliseconds since 1970. */
export function toLastSessionStart(asOf: string, session: 'open' | 'closed'): number {
  const instant = new Date(asOf)
  const day = session === 'open' ? toNewYorkTime(instant).day : toLastFinishedTradingDay(instant)
  return Date.parse(toCloseInstant(day)) - SESSION_MS
}
