import { isTradingDay, parseIsoDate, toClosingMinute, toTradingDayOnOrBefore } from '@ballast/quant'
import { BoundedCache } from '../bounded-cache.ts'

/**
 * The clock of New York and the sessions of its stock exchange; its trading days are `@ballast/quant`'s.
 *
 * Days are ISO dates at the edges and civil day numbers (days since 1970-01-01) inside, because day arithmetic on
 * strings is slow and on instants goes wrong at daylight-saving changes.
 */

const MS_PER_DAY = 86_400_000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MINUTES_PER_DAY = 24 * 60
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

export interface NewYorkTime {
  day: number
  /** Minutes since midnight in New York. */
  minute: number
}

/** Civil day and time of day in New York at an instant. */
export function toNewYorkTime(instant: Date): NewYorkTime {
  const time = instant.getTime()
  const minutes = Math.floor(time / MS_PER_MINUTE) + readOffset(Math.floor(time / MS_PER_HOUR))
  const day = Math.floor(minutes / MINUTES_PER_DAY)
  return { day, minute: minutes - day * MINUTES_PER_DAY }
}

/** By hours since 1970: a formatter takes a hundred times as long, and chains ask it of every contract. */
const offsets = new BoundedCache<number>(10_000)

/** Minutes that New York is ahead of UTC in an hour of UTC; its clocks change between two of them. */
function readOffset(hour: number): number {
  const key = String(hour)
  let offset = offsets.get(key)
  if (offset === undefined) {
    const parts = new Map(NEW_YORK.formatToParts(hour * MS_PER_HOUR).map((part) => [part.type, part.value]))
    const day = parseIsoDate(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`)
    const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
    offset = day * MINUTES_PER_DAY + minute - hour * 60
    offsets.set(key, offset, 1)
  }
  return offset
}

/** The instant at which the session of that day ends, at 16:00 in New York or 13:00 on half days; ISO 8601 UTC. */
export function toCloseInstant(day: number): string {
  return toInstant(day, toClosingMinute(day))
}

/** The instant of 9:30 in New York on that day, ISO 8601 UTC. */
export function toOpeningInstant(day: number): string {
  return toInstant(day, OPENING_MINUTE)
}

function toInstant(day: number, minute: number): string {
  // New York is five hours behind UTC in winter and four in summer; it changes its clocks at night, so one look is enough.
  const inWinter = day * MS_PER_DAY + (minute + 5 * 60) * MS_PER_MINUTE
  const late = toNewYorkTime(new Date(inWinter)).minute - minute
  return new Date(inWinter - late * MS_PER_MINUTE).toISOString()
}

/** The last trading day whose session is over: today from its closing bell on, before that the trading day before. */
export function toLastFinishedTradingDay(instant: Date): number {
  const { day, minute } = toNewYorkTime(instant)
  return toTradingDayOnOrBefore(minute < toClosingMinute(day) ? day - 1 : day)
}

/** True between 9:30 New York and the closing bell of a trading day. */
export function isSessionOpen(instant: Date): boolean {
  const { day, minute } = toNewYorkTime(instant)
  return isTradingDay(day) && minute >= OPENING_MINUTE && minute < toClosingMinute(day)
}
