import { describe, expect, test } from 'vitest'
import { chooseTerm, countHedgeDays, listHeldLossDays, listLossDays, toHedgeDate } from './hedge-dates.ts'

const TODAY = '2026-11-20'

describe('a day ahead', () => {
  test('counts by the calendar of the exchange, and back', () => {
    const quarter = { date: '2027-02-24', tradingDays: 63, calendarDays: 96 }
    expect(toHedgeDate(TODAY, 63)).toEqual(quarter)
    expect(countHedgeDays(TODAY, '2027-02-24')).toEqual(quarter)
    expect(toHedgeDate(TODAY, 0)).toEqual({ date: TODAY, tradingDays: 0, calendarDays: 0 })
  })

  test('of an expiry on a third Friday is one and the same number of days everywhere', () => {
    expect(countHedgeDays(TODAY, '2027-02-19')).toEqual({ date: '2027-02-19', tradingDays: 60, calendarDays: 91 })
  })

  test('that is past counts as none', () => {
    expect(countHedgeDays(TODAY, '2026-11-19')).toMatchObject({ tradingDays: 0, calendarDays: 0 })
  })

  test.each([-1, 0.5, Number.NaN])('%d trading days are refused', (days) => {
    expect(() => toHedgeDate(TODAY, days)).toThrow(/^count is /)
  })
})

describe('the days on which a loss is looked at', () => {
  test.each([
    [1, [1]],
    [5, [5]],
    [10, [5, 10]],
    [60, [5, 21, 42, 60]],
    [63, [5, 21, 42, 63]],
    [126, [5, 21, 42, 63, 126]],
  ])('of a term of %i days are %j', (term, days) => {
    expect(listLossDays(term)).toEqual(days)
    expect(listHeldLossDays(term)).toEqual([0, ...days])
  })

  test('of a hedge that ends today are today', () => expect(listHeldLossDays(0)).toEqual([0]))
})

describe('the last day of a protection', () => {
  const asked = toHedgeDate(TODAY, 63)
  const choose = (...expiries: string[]) => chooseTerm(TODAY, asked, expiries).date

  test('is the one asked for where an expiry lies on it, or nothing before is near', () => {
    expect(choose('2027-02-24', '2027-02-22')).toBe('2027-02-24')
    expect(choose('2027-01-15', '2027-03-19')).toBe('2027-02-24')
    expect(choose('2027-03-19')).toBe('2027-02-24')
    expect(choose()).toBe('2027-02-24')
  })

  test('is an expiry that falls a few days short and is the nearest', () => {
    expect(choose('2027-03-19', '2027-02-19', '2027-01-15')).toBe('2027-02-19')
    expect(choose('2027-02-19', '2027-02-26')).toBe('2027-02-24')
    expect(choose('2027-02-16', '2027-03-19')).toBe('2027-02-24')
  })

  test('is the latest expiry where nothing so long is listed', () => {
    expect(choose('2026-12-18', '2027-01-15')).toBe('2027-01-15')
  })

  test('once chosen stays where it is', () => {
    const term = chooseTerm(TODAY, asked, ['2027-02-19', '2027-03-19'])
    expect(chooseTerm(TODAY, term, ['2027-02-19', '2027-03-19'])).toEqual(term)
    expect(chooseTerm(TODAY, toHedgeDate(TODAY, term.tradingDays), ['2027-02-19'])).toEqual(term)
  })
})
