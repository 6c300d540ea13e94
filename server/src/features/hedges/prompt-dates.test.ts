import { formatIsoDate, isTradingDay, parseIsoDate } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNamedDays } from './prompt-dates.ts'
import { understandPrompt } from './understand-prompt.ts'

const TODAY = parseIsoDate('2026-11-20')
const datesIn = (text: string) => findNamedDays(text, TODAY).map(({ date }) => date)
const read = (text: string) => understandPrompt(text, { held: new Set(['NVDA']), value: 200_000, today: TODAY })

describe('days that a wish names', () => {
  test.each([
    ['until March', '2027-03-31'],
    ['protect me until march, please', '2027-03-31'],
    ['by March', '2027-03-01'],
    ['before January', '2027-01-01'],
    ['through January', '2027-01-31'],
    ['until the end of February', '2027-02-28'],
    ['by the end of march', '2027-03-31'],
    ['until Jan 15', '2027-01-15'],
    ['until 15 Jan', '2027-01-15'],
    ['until the 15th of January 2027', '2027-01-15'],
    ['by January 15th, 2027', '2027-01-15'],
    ['until 2027-03-19', '2027-03-19'],
    ['until 3/19/2027', '2027-03-19'],
    ['until 1/15', '2027-01-15'],
    ['until 12/31/26', '2026-12-31'],
    ['through year end', '2026-12-31'],
    ['through year-end', '2026-12-31'],
    ['until the end of the year', '2026-12-31'],
    ['to EOY', '2026-12-31'],
    ['until Dec', '2026-12-31'],
    ['until Sept 3', '2027-09-03'],
    ['until November', '2026-11-30'],
    ['until May', '2027-05-31'],
    ['expiring in March', '2027-03-31'],
    ['January puts', '2027-01-31'],
    ['June 2027 expiry', '2027-06-30'],
    ['until March', '2027-03-31'],
  ])('"%s" is %s', (text, date) => {
    expect(datesIn(text)).toEqual([date])
    const { wish, notUsed } = read(text)
    expect({ horizonDays: wish.horizonDays, notUsed }).toEqual({
      horizonDays: findNamedDays(text, TODAY)[0]!.tradingDays,
      notUsed: [],
    })
  })

  test.each([
    'I may lose 10%',
    'like in March 2020',
    'a crash as in October 2008',
    'march on',
    'until February 30',
    'until then',
    'by 10%',
    'mark my words to the end',
    'until 2019-01-04',
  ])('"%s" names none', (text) => {
    expect(datesIn(text)).toEqual([])
    expect(read(text).wish.horizonDays).toBeUndefined()
  })

  test('are counted in trading days, today left out and the day itself counted', () => {
    // Thanksgiving is on Thursday the 26th.
    expect(read('until Nov 30').wish.horizonDays).toBe(5)
    expect(read('through year end').understood[0]).toEqual({
      ...{ words: 'through year end', field: 'horizonDays' },
      meaning: 'Protection until 2026-12-31, 27 trading days',
    })
  })

  test('stand beside figures, which are no part of them', () => {
    const { wish, notUsed } = read('lose at most 10% by Jan 15, 2027 for under $2,000, keep NVDA')
    expect(wish).toEqual({ limitPercent: 10, horizonDays: 37, budgetUsd: 2000, keep: ['NVDA'] })
    expect(notUsed).toEqual([])
  })

  test('a figure behind a month is an amount where it says so', () => {
    const { wish } = read('until March 10% may be lost')
    expect(wish).toEqual({ limitPercent: 10, horizonDays: 87 })
  })

  test('too near or too far is given back with the range, and a second figure for the same, too', () => {
    expect(read('until Nov 23').notUsed).toEqual(['until Nov 23 (it must be between 5 and 252 trading days)'])
    expect(read('until 2029-01-19').notUsed[0]).toContain('it must be between 5 and 252 trading days')
    expect(read('until March, for 6 months').notUsed).toEqual([
      '6 months (another figure for the same was given before)',
    ])
  })

  test('whatever day is meant is counted as the calendar has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (ahead) => {
        const date = formatIsoDate(TODAY + ahead)
        const [found] = findNamedDays(`until ${date}`, TODAY)
        const days = Array.from({ length: ahead }, (_, k) => TODAY + 1 + k)
        expect(found).toMatchObject({ date, tradingDays: days.filter(isTradingDay).length })
      }),
      { numRuns: 60 },
    )
  })

  test('no text takes long or fails', () => {
    fc.assert(fc.property(fc.string({ maxLength: 1000 }), (text) => void findNamedDays(text, TODAY)))
    const before = process.cpuUsage()
    findNamedDays('until end of the '.repeat(60), TODAY)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200)
  })
})
