import type { NotificationSettings } from '@ballast/contract'

const QUARTER_HOUR = 15 * 60_000
const QUARTERS_OF_A_DAY = 96
const HOUR_OF_DIGEST = 8

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', weekday: 'short', hour: '2-digit' })
    formats.set(timeZone, format)
  }
  return format
}

/** True if a name stands in the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Hour from 0 to 23 and short English weekday, on the clock of a time zone. */
function toLocal(instant: number, timeZone: string): { hour: number; weekday: string } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return { hour: Number(parts.get('hour')), weekday: parts.get('weekday') ?? '' }
}

/** First quarter of an hour after `from` that passes the test, within `quarters`; every offset of a zone is whole quarters. */
function findQuarter(from: number, quarters: number, isWanted: (instant: number) => boolean): Date | undefined {
  const first = (Math.floor(from / QUARTER_HOUR) + 1) * QUARTER_HOUR
  for (let step = 0; step < quarters; step++) {
    const instant = first + step * QUARTER_HOUR
    if (isWanted(instant)) return new Date(instant)
  }
  return undefined
}

/**
 * When the quiet hours that `now` lies in are over, on the clock of the owner's time zone; null outside them. Where clocks
 * are put forward over the end, they are over with the jump; a repeated hour is quiet twice.
 */
export function findEndOfQuiet(
  now: Date,
  { timeZone, quietHours }: Pick<NotificationSettings, 'timeZone' | 'quietHours'>,
): Date | null {
  if (quietHours === null) return null
  const { from, to } = quietHours
  const isQuiet = (instant: number) => {
    const { hour } = toLocal(instant, timeZone)
    return from < to ? hour >= from && hour < to : hour >= from || hour < to
  }
  if (!isQuiet(now.getTime())) return null
  return findQuarter(now.getTime(), 2 * QUARTERS_OF_A_DAY, (instant) => !isQuiet(instant)) ?? null
}

/** The next Monday at 8:00 on the clock of a time zone, after `now`. */
export function findNextDigest(now: Date, timeZone: string): Date {
  const isMorning = (instant: number) => {
    const { hour, weekday } = toLocal(instant, timeZone)
    return weekday === 'Mon' && hour === HOUR_OF_DIGEST
  }
  // Begun after the hour is over, so that a digest told at 8:00 is not due again at 8:15.
  const from = isMorning(now.getTime()) ? now.getTime() + 4 * QUARTER_HOUR : now.getTime()
  const found = findQuarter(from, 9 * QUARTERS_OF_A_DAY, isMorning)
  if (!found) throw new RangeError(`No Monday morning within nine days in ${timeZone}`)
  return found
}
