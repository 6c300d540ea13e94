import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findEndOfQuiet, findNextDigest, isTimeZone } from './local-time.ts'

const NIGHT = { from: 22, to: 7 }
const endOf = (now: string, timeZone: string, quietHours = NIGHT) =>
  findEndOfQuiet(new Date(now), { timeZone, quietHours })?.toISOString().replace(':00.000Z', 'Z') ?? null

test.each([
  // +13 in summer: 23:30 on the 21st there.
  ['2026-11-20T10:30:00Z', 'Pacific/Auckland', '2026-11-20T18:00Z'],
  ['2026-11-20T09:59:00Z', 'Pacific/Tongatapu', '2026-11-20T18:00Z'],
  ['2026-11-20T18:00:00Z', 'Pacific/Auckland', null],
  // Kathmandu is at +5:45.
  ['2026-11-20T20:00:00Z', 'Asia/Kathmandu', '2026-11-21T01:15Z'],
  // Clocks in Berlin go back on this night (7:00 is 6:00 UTC), and forward on that one (7:00 is 5:00 UTC).
  ['2026-10-24T21:00:00Z', 'Europe/Berlin', '2026-10-25T06:00Z'],
  ['2026-03-28T22:00:00Z', 'Europe/Berlin', '2026-03-29T05:00Z'],
  ['2026-11-20T12:00:00Z', 'America/New_York', null],
] as const)('%s in %s: quiet until %s', (now, timeZone, end) => {
  expect(endOf(now, timeZone)).toBe(end)
})

test('quiet hours that end in the hour that clocks jump over end with the jump', () => {
  // 2:00 to 3:00 does not exist in Berlin on this night: 1:00 UTC is 3:00 there.
  expect(endOf('2026-03-29T00:30:00Z', 'Europe/Berlin', { from: 22, to: 2 })).toBe('2026-03-29T01:00Z')
})

test('hours of one day are quiet within it', () => {
  expect(endOf('2026-11-20T13:30:00Z', 'UTC', { from: 13, to: 15 })).toBe('2026-11-20T15:00Z')
  expect(endOf('2026-11-20T15:00:00Z', 'UTC', { from: 13, to: 15 })).toBe(null)
})

test('the next digest is a Monday at 8 there, ahead, and at most eight days away', () => {
  const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('Pacific/Apia', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
  fc.assert(
    fc.property(instants, zones, (now, timeZone) => {
      const next = findNextDigest(now, timeZone)
      const options = { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
      expect(next.toLocaleString('en-GB', options)).toMatch(/^Monday\D+08:00$/)
      const days = (next.getTime() - now.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(0)
      expect(days).toBeLessThan(8)
    }),
  )
})

test('a time zone is one of the database’s names', () => {
  expect(['Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false])
})
