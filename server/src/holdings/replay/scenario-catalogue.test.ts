import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { chooseWindow } from './scenario-catalogue.ts'

/** Weekdays up to Friday, 20 November 2026; the next day is a Saturday. */
const FRIDAY = parseIsoDate('2026-11-20')
const weekdays = Int32Array.from({ length: 400 }, (_, t) => FRIDAY - 399 + t).filter(
  (day) => (day - FRIDAY + 704) % 7 < 5,
)
const benchmark = { days: weekdays, closes: new Float64Array(weekdays.length).fill(100) }
const SUNDAY = new Date('2026-11-22T15:00:00Z')

const choose = (start: string, end: string) => chooseWindow({ scenarioId: 'custom', start, end }, benchmark, SUNDAY)

describe('a custom range', () => {
  // At 15:00 UTC it is the 23rd already in the furthest east.
  test.each(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])('may end on %s', (end) => {
    const { first, last } = choose('2026-11-07', end)
    expect([weekdays[first], weekdays[last]]).toEqual([parseIsoDate('2026-11-09'), FRIDAY])
  })

  test('may not end in the future', () => {
    expect(() => choose('2026-11-07', '2026-11-24')).toThrow('2026-11-24, is too late: the last close is of 2026-11-20')
  })

  test('that begins after the last close is too short', () => {
    expect(() => choose('2026-11-21', '2026-11-23')).toThrow('is too short')
  })
})
