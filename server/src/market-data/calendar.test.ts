import { formatIsoDate, parseIsoDate, toClosingMinute } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSessionOpen, toCloseInstant, toLastFinishedTradingDay, toNewYorkTime } from './calendar.ts'

describe('the clock of New York', () => {
  test.each([
    ['winter', '2026-11-20', '2026-11-20T21:00:00.000Z'],
    ['summer', '2026-07-01', '2026-07-01T20:00:00.000Z'],
    ['the Friday before clocks go forward', '2026-03-06', '2026-03-06T21:00:00.000Z'],
    ['the Monday after', '2026-03-09', '2026-03-09T20:00:00.000Z'],
    ['a half day', '2026-11-27', '2026-11-27T18:00:00.000Z'],
  ])('the close in %s', (_when, date, instant) => {
    expect(toCloseInstant(parseIsoDate(date))).toBe(instant)
  })

  test('the close of any day is at its closing bell in New York', () => {
    fc.assert(
      fc.property(fc.integer({ min: parseIsoDate('1998-01-01'), max: parseIsoDate('2040-12-31') }), (day) => {
        expect(toNewYorkTime(new Date(toCloseInstant(day)))).toEqual({ day, minute: toClosingMinute(day) })
      }),
    )
  })

  test('at any instant is what a formatter of that time zone says', () => {
    const formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    // Hours around the changes of clocks, which random instants seldom hit.
    const changes = fc
      .tuple(fc.constantFrom('2026-03-08T07:00Z', '2026-11-01T06:00Z'), fc.integer({ min: -180, max: 180 }))
      .map(([change, minutes]) => new Date(Date.parse(change) + minutes * 60_000))
    fc.assert(
      fc.property(fc.oneof(instants, changes), (instant) => {
        const { day, minute } = toNewYorkTime(instant)
        const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
        expect(`${formatIsoDate(day)} ${clock}`).toBe(formatter.format(instant))
      }),
    )
  })

  test.each([
    ['a minute before the close, yesterday stands', '2026-11-20T20:59:59Z', '2026-11-19', true],
    ['at the close, today stands', '2026-11-20T21:00:00Z', '2026-11-20', false],
    ['on Saturday, Friday stands', '2026-11-21T20:00:00Z', '2026-11-20', false],
    ['on Monday before the opening, Friday stands', '2026-11-23T14:29:00Z', '2026-11-20', false],
    ['on Thanksgiving evening, Wednesday stands', '2026-11-27T01:00:00Z', '2026-11-25', false],
    ['on a half day, the close is at 13:00', '2026-11-27T18:00:00Z', '2026-11-27', false],
    ['late evening in New York is already tomorrow in UTC', '2026-11-21T03:00:00Z', '2026-11-20', false],
  ])('%s', (_case, instant, lastClose, isOpen) => {
    expect(formatIsoDate(toLastFinishedTradingDay(new Date(instant)))).toBe(lastClose)
    expect(isSessionOpen(new Date(instant))).toBe(isOpen)
  })
})
