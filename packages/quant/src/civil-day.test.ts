import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, formatIsoDate, parseIsoDate, toCivilDate, toDayNumber } from './civil-day.ts'
import { propertyRuns } from './property-runs.ts'

test('day numbers count from 1970-01-01', () => {
  expect(parseIsoDate('1970-01-01')).toBe(0)
  // 56 years with 14 leap days (1972 … 2024): 56·365 + 14 = 20454
  expect(parseIsoDate('2026-01-01')).toBe(20_454)
  expect(parseIsoDate('1969-12-31')).toBe(-1)
})

test('a century is a leap year only when 400 divides it', () => {
  expect(parseIsoDate('2000-03-01') - parseIsoDate('2000-02-28')).toBe(2)
  expect(parseIsoDate('1900-03-01') - parseIsoDate('1900-02-28')).toBe(1)
})

test('agrees with the platform calendar on every day from 1885 to 2105', () => {
  const fc1 = fc.integer({ min: -31_000, max: 49_500 })
  fc.assert(
    fc.property(fc1, (day) => {
      expect(formatIsoDate(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
      expect(parseIsoDate(formatIsoDate(day))).toBe(day)
      expect(toDayNumber(toCivilDate(day))).toBe(day)
    }),
    propertyRuns(500),
  )
})

test.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-4-1', 'yesterday', ''])('"%s" is no date', (text) => {
  expect(() => parseIsoDate(text)).toThrow(/date/)
})

test('adding months keeps the day, or takes the last one the month has', () => {
  const add = (text: string, months: number) => formatIsoDate(addMonths(parseIsoDate(text), months))
  expect(add('2024-01-31', 1)).toBe('2024-02-29')
  expect(add('2026-11-20', -6)).toBe('2026-05-20')
  expect(add('2026-01-31', -2)).toBe('2025-11-30')
  expect(add('2024-02-29', -12)).toBe('2023-02-28')
  expect(add('2025-11-30', 1)).toBe('2025-12-30')
})
