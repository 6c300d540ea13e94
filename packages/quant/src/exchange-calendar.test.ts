import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatIsoDate, parseIsoDate } from './civil-day.ts'
import {
  addTradingDays,
  countTradingDays,
  isMonthlyExpiry,
  isTradingDay,
  toClosingMinute,
  toTradingDayOnOrBefore,
  toWeekday,
} from './exchange-calendar.ts'

/** Weekday closures of the exchange as it published them (nyse.com/markets/hours-calendars and its yearly notices). */
const CLOSURES: Record<number, string[]> = {
  2001: [
    '01-01',
    '01-15',
    '02-19',
    '04-13',
    '05-28',
    '07-04',
    '09-03',
    '09-11',
    '09-12',
    '09-13',
    '09-14',
    '11-22',
    '12-25',
  ],
  2012: ['01-02', '01-16', '02-20', '04-06', '05-28', '07-04', '09-03', '10-29', '10-30', '11-22', '12-25'],
  2021: ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24'],
  2022: ['01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26'],
  2025: ['01-01', '01-09', '01-20', '02-17', '04-18', '05-26', '06-19', '07-04', '09-01', '11-27', '12-25'],
  2026: ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'],
}

/** Sessions that ended at 13:00, from the same notices. */
const HALF_DAYS: Record<number, string[]> = {
  2021: ['11-26'],
  2022: ['11-25'],
  2023: ['07-03', '11-24'],
  2024: ['07-03', '11-29', '12-24'],
  2025: ['07-03', '11-28', '12-24'],
  2026: ['11-27', '12-24'],
  2027: ['11-26'],
  2028: ['07-03', '11-24'],
}

test.each(Object.entries(HALF_DAYS))('the half days of %s', (year, expected) => {
  const found: string[] = []
  for (let day = parseIsoDate(`${year}-01-01`); formatIsoDate(day).startsWith(year); day++) {
    if (toClosingMinute(day) !== 16 * 60) found.push(formatIsoDate(day).slice(5))
  }
  expect(found).toEqual(expected)
})

test.each([
  ['a third Friday', '2026-12-18', true],
  ['the Thursday before one that is a holiday', '2026-06-18', true],
  ['the holiday itself', '2026-06-19', false],
  ['another Friday', '2026-12-11', false],
  ['a Thursday before a session', '2026-12-17', false],
])('monthly options expire on %s: %s', (_which, date, isMonthly) => {
  expect(isMonthlyExpiry(parseIsoDate(date))).toBe(isMonthly)
})

function listClosedWeekdays(year: number): string[] {
  const closed: string[] = []
  for (let day = parseIsoDate(`${year}-01-01`); day < parseIsoDate(`${year + 1}-01-01`); day++) {
    const weekday = toWeekday(day)
    if (weekday !== 0 && weekday !== 6 && !isTradingDay(day)) closed.push(formatIsoDate(day).slice(5))
  }
  return closed
}

describe('trading days', () => {
  for (const [year, closures] of Object.entries(CLOSURES)) {
    test(`the closures of ${year} are those the exchange announced`, () => {
      expect(listClosedWeekdays(Number(year))).toEqual(closures)
    })
  }

  test.each([
    [1999, 252],
    [2000, 252],
    [2001, 248],
    [2024, 252],
    [2025, 250],
  ])('%i had %i sessions', (year, sessions) => {
    let count = 0
    for (let day = parseIsoDate(`${year}-01-01`); day < parseIsoDate(`${year + 1}-01-01`); day++)
      if (isTradingDay(day)) count++
    expect(count).toBe(sessions)
  })

  test('1 January on a Saturday closes no Friday: 31 December 2021 traded', () => {
    expect(isTradingDay(parseIsoDate('2021-12-31'))).toBe(true)
  })

  test('the trading day on or before a day is a session, never later, and nothing trades in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: parseIsoDate('1998-01-05'), max: parseIsoDate('2040-12-31') }), (day) => {
        const session = toTradingDayOnOrBefore(day)
        expect(isTradingDay(session)).toBe(true)
        expect(session).toBeLessThanOrEqual(day)
        for (let between = session + 1; between <= day; between++) expect(isTradingDay(between)).toBe(false)
      }),
    )
  })

  test('counting and adding days undo each other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: parseIsoDate('1998-01-05'), max: parseIsoDate('2035-12-31') }),
        fc.integer({ min: 0, max: 300 }),
        (day, count) => {
          expect(countTradingDays(day, addTradingDays(day, count))).toBe(count)
        },
      ),
    )
  })

  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    // Thanksgiving is closed; the day after is a session.
    ['2026-11-20', 4, '2026-11-27'],
    ['2026-11-20', 5, '2026-11-30'],
    // Thirteen weeks less Thanksgiving, Christmas, New Year and the days of King and Washington.
    ['2026-11-20', 60, '2027-02-19'],
    ['2026-11-20', 63, '2027-02-24'],
    // From a Saturday the next session is Monday.
    ['2026-11-21', 1, '2026-11-23'],
  ])('%s and %i trading days are %s', (from, count, to) => {
    expect(formatIsoDate(addTradingDays(parseIsoDate(from), count))).toBe(to)
  })

  test.each([-1, 1.5, Number.NaN, 1e9])('%d trading days are refused by name', (count) => {
    expect(() => addTradingDays(parseIsoDate('2026-11-20'), count)).toThrow(/^count is /)
  })
})
