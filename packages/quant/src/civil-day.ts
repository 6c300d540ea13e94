import { inputErrors } from './errors.ts'

const DAYS_BEFORE_EPOCH = 719_468
const DAYS_PER_ERA = 146_097
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** A calendar date by its parts; `month` and `day` count from 1. */
export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/**
 * Day number of a calendar date: whole days since 1970-01-01 (which is 0), in the proleptic Gregorian calendar.
 * A day number is an integer, so series of dates fit an Int32Array, differences are calendar days, and no time zone
 * can shift a close to its neighbour.
 *
 * @throws QuantInputError when the parts name no real date, such as 30 February
 * @see Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (days_from_civil)
 */
export function toDayNumber({ year, month, day }: CivilDate): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  const dayNumber = era * DAYS_PER_ERA + dayOfEra - DAYS_BEFORE_EPOCH
  const back = toCivilDate(dayNumber)
  if (back.year !== year || back.month !== month || back.day !== day) {
    throw inputErrors.badText('date', `${year}-${month}-${day}`, 'a date that exists in the calendar')
  }
  return dayNumber
}

/** The calendar date of a day number: the inverse of {@link toDayNumber}. */
export function toCivilDate(dayNumber: number): CivilDate {
  if (!Number.isInteger(dayNumber)) throw inputErrors.badNumber('dayNumber', null, dayNumber, 'a whole number of days')
  const shifted = dayNumber + DAYS_BEFORE_EPOCH
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/**
 * Day number of an ISO date such as `2024-02-29`.
 * @throws QuantInputError when the text is not `YYYY-MM-DD` or names no real date
 */
export function parseIsoDate(text: string): number {
  const match = ISO_DATE.exec(text)
  if (match === null) throw inputErrors.badText('date', text, 'YYYY-MM-DD')
  return toDayNumber({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) })
}

/** ISO date, `YYYY-MM-DD`, of a day number. */
export function formatIsoDate(dayNumber: number): string {
  const { year, month, day } = toCivilDate(dayNumber)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * The same day of the month `months` later (or earlier, when negative); a day that the month lacks becomes its last,
 * so one month after 31 January is 28 or 29 February.
 */
export function addMonths(dayNumber: number, months: number): number {
  const { year, month, day } = toCivilDate(dayNumber)
  const index = year * 12 + (month - 1) + months
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
  const firstOfNext =
    target.month === 12 ? { year: target.year + 1, month: 1 } : { year: target.year, month: target.month + 1 }
  const lastDay = toDayNumber({ ...firstOfNext, day: 1 }) - toDayNumber({ ...target, day: 1 })
  return toDayNumber({ ...target, day: Math.min(day, lastDay) })
}
