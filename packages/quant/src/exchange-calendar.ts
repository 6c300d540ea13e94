import { formatIsoDate, parseIsoDate } from './civil-day.ts'
import { inputErrors } from './errors.ts'

/**
 * The trading days of the New York Stock Exchange, as civil day numbers (days since 1970-01-01). Valid from 1998 on;
 * closures that are announced later than this table (a day of mourning, a storm) have to be added to `SPECIAL_CLOSURES`.
 */

const MS_PER_DAY = 86_400_000

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

const CLOSING_MINUTE = 16 * 60
const EARLY_CLOSING_MINUTE = 13 * 60

/**
 * Minutes after midnight in New York at which a day's session ends: 16:00, and 13:00 on the days before Independence Day
 * and Christmas and on the one after Thanksgiving, as the exchange has announced them every year since 2013. The day need
 * not have a session.
 */
export function toClosingMinute(day: number): number {
  const [month, dayOfMonth] = formatIsoDate(day).slice(5).split('-').map(Number)
  const isEve = (month === 7 && dayOfMonth === 3) || (month === 12 && dayOfMonth === 24)
  const isAfterThanksgiving = month === 11 && toWeekday(day) === 5 && dayOfMonth! >= 23 && dayOfMonth! <= 29
  return (isEve || isAfterThanksgiving) && isTradingDay(day) ? EARLY_CLOSING_MINUTE : CLOSING_MINUTE
}

/** True for days on which monthly options expire: a third Friday, and the Thursday before one that is a holiday. */
export function isMonthlyExpiry(day: number): boolean {
  const friday = toWeekday(day) === 4 && !isTradingDay(day + 1) ? day + 1 : day
  const dayOfMonth = Number(formatIsoDate(friday).slice(8))
  return isTradingDay(day) && toWeekday(friday) === 5 && dayOfMonth >= 15 && dayOfMonth <= 21
}

/** The last trading day on or before `day`. */
export function toTradingDayOnOrBefore(day: number): number {
  let candidate = day
  while (!isTradingDay(candidate)) candidate -= 1
  return candidate
}

/**
 * The day that so many trading days after another one has come; the day itself for 0.
 *
 * @param count whole number from 0 to 10,000
 * @throws QuantInputError when it is another
 */
export function addTradingDays(day: number, count: number): number {
  if (!(Number.isInteger(count) && count >= 0 && count <= 10_000)) {
    throw inputErrors.badNumber('count', null, count, 'a whole number of trading days from 0 to 10,000')
  }
  let [reached, left] = [day, count]
  while (left > 0) {
    reached += 1
    if (isTradingDay(reached)) left -= 1
  }
  return reached
}

/** Trading days after one day up to another, that one included; 0 when it is not later. */
export function countTradingDays(from: number, to: number): number {
  let count = 0
  for (let day = from + 1; day <= to; day++) if (isTradingDay(day)) count += 1
  return count
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
