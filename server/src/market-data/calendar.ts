import { parseIsoDate } from '@ballast/quant'

/**
 * The trading days of the New York Stock Exchange and the clock of New York.
 *
 * Days are ISO dates at the edges and civil day numbers (days since 1970-01-01) inside, because day arithmetic on
 * strings is slow and on instants goes wrong at daylight-saving changes. Valid from 1998 on; closures that are announced
 * later than this table (a day of mourning, a storm) have to be added to `SPECIAL_CLOSURES`.
 */

const MS_PER_DAY = 86_400_000
const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const OPENING_MINUTE = 9 * 60 + 30
const CLOSING_HOUR = 16

/** Closures outside the yearly rules: the attacks of 2001, days of mourning, hurricane Sandy. */
const SPECIAL_CLOSURES: ReadonlySet<number> = new Set(
  [
    '2001-09-11',
    '2001-09-12',
    '2001-09-13',
    '2001-09-14',
    '2004-06-11',
    '2007-01-02',
    '2012-10-29',
    '2012-10-30',
    '2018-12-05',
    '2025-01-09',
  ].map(parseIsoDate),
)

/** 0 is Sunday, 6 is Saturday. */
export function toWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** True when the exchange has a session on that day, full or shortened. */
export function isTradingDay(day: number): boolean {
  const weekday = toWeekday(day)
  if (weekday === 0 || weekday === 6 || SPECIAL_CLOSURES.has(day)) return false
  return !holidaysOf(new Date(day * MS_PER_DAY).getUTCFullYear()).has(day)
}

/** The last trading day on or before `day`. */
export function toTradingDayOnOrBefore(day: number): number {
  let candidate = day
  while (!isTradingDay(candidate)) candidate -= 1
  return candidate
}

export interface NewYorkTime {
  day: number
  /** Minutes since midnight in New York. */
  minute: number
}

/** Civil day and time of day in New York at an instant. */
export function toNewYorkTime(instant: Date): NewYorkTime {
  const parts = new Map(NEW_YORK.formatToParts(instant).map((part) => [part.type, part.value]))
  return {
    day: parseIsoDate(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

/** The instant of 16:00 in New York on that day, ISO 8601 UTC. */
export function toCloseInstant(day: number): string {
  // 21:00 UTC is 16:00 in winter and 17:00 in summer; New York changes its clocks at night, so one look is enough.
  const winterClose = new Date(day * MS_PER_DAY + (CLOSING_HOUR + 5) * 3_600_000)
  const hoursLate = toNewYorkTime(winterClose).minute / 60 - CLOSING_HOUR
  return new Date(winterClose.getTime() - hoursLate * 3_600_000).toISOString()
}

/**
 * The last trading day whose session is over: today from 16:00 New York on, before that the trading day before.
 * A shortened session counts as over at 16:00 as well, when every provider has published its close.
 */
export function toLastFinishedTradingDay(instant: Date): number {
  const { day, minute } = toNewYorkTime(instant)
  return toTradingDayOnOrBefore(minute < CLOSING_HOUR * 60 ? day - 1 : day)
}

/** True between 9:30 and 16:00 New York on a trading day. */
export function isSessionOpen(instant: Date): boolean {
  const { day, minute } = toNewYorkTime(instant)
  return isTradingDay(day) && minute >= OPENING_MINUTE && minute < CLOSING_HOUR * 60
}

const holidaysByYear = new Map<number, ReadonlySet<number>>()

function holidaysOf(year: number): ReadonlySet<number> {
  const known = holidaysByYear.get(year)
  if (known) return known
  const holidays = new Set([
    ...toNewYearsDay(year),
    toNthWeekday(year, 1, 1, 3), // Martin Luther King
    toNthWeekday(year, 2, 1, 3), // Washington
    toEasterSunday(year) - 2, // Good Friday
    toLastWeekday(year, 5, 1), // Memorial Day
    ...(year >= 2022 ? [toObserved(year, 6, 19)] : []), // Juneteenth
    toObserved(year, 7, 4),
    toNthWeekday(year, 9, 1, 1), // Labor Day
    toNthWeekday(year, 11, 4, 4), // Thanksgiving
    toObserved(year, 12, 25),
  ])
  holidaysByYear.set(year, holidays)
  return holidays
}

function toCivilDay(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / MS_PER_DAY)
}

/** A holiday on Saturday is observed on Friday, one on Sunday on Monday (NYSE rule 7.2). */
function toObserved(year: number, month: number, dayOfMonth: number): number {
  const day = toCivilDay(year, month, dayOfMonth)
  const weekday = toWeekday(day)
  if (weekday === 6) return day - 1
  return weekday === 0 ? day + 1 : day
}

/** 1 January on a Saturday is not observed at all: the Friday is the last day of the old year's books. */
function toNewYearsDay(year: number): number[] {
  const isSaturday = toWeekday(toCivilDay(year, 1, 1)) === 6
  return isSaturday ? [] : [toObserved(year, 1, 1)]
}

function toNthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = toCivilDay(year, month, 1)
  return first + ((weekday - toWeekday(first) + 7) % 7) + 7 * (nth - 1)
}

function toLastWeekday(year: number, month: number, weekday: number): number {
  const last = toCivilDay(year, month + 1, 1) - 1
  return last - ((toWeekday(last) - weekday + 7) % 7)
}

/** Gregorian computus of Meeus, Jones and Butcher (J. Meeus, Astronomical Algorithms, 2nd ed., chapter 8). */
function toEasterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const monthAndDay = h + l - 7 * m + 114
  return toCivilDay(year, Math.floor(monthAndDay / 31), (monthAndDay % 31) + 1)
}
