import { isTradingDay, parseIsoDate, toTradingDayOnOrBefore } from '@ballast/quant'

/**
 * The clock of New York and the sessions of its stock exchange; its trading days are `@ballast/quant`'s.
 *
 * Days are ISO dates at the edges and civil day numbers (days since 1970-01-01) inside, because day arithmetic on
 * strings is slow and on instants goes wrong at daylight-saving changes.
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
