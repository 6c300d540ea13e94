import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCalendarFile } from './calendar.ts'

const MADE = new Date('2026-11-20T22:00:00Z')
const event = (summary: string) => ({
  uid: 'x@ballast.example',
  summary,
  description: 'Options expire',
  url: 'https://ballast.example/policies',
  at: { day: '2027-02-19' },
})

/** Reads a property as RFC 5545 says: unfold, then undo the escapes. */
function readText(file: string, name: string): string {
  const line = file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .find((one) => one.startsWith(`${name}:`))
  return (line ?? '').slice(name.length + 1).replaceAll(/\\(.)/g, (_, next: string) => (next === 'n' ? '\n' : next))
}

test('a day and a moment are written as the standard says', () => {
  const check = { ...event('Check'), at: { instant: new Date('2026-11-23T21:00:00Z') } }
  const lines = toCalendarFile([event('End'), check], MADE).split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20270219')
  expect(lines).toContain('DTSTART:20261123T210000Z')
  expect(lines).toContain('DTSTAMP:20261120T220000Z')
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
})

test('any text comes back, no line is longer than 75 bytes, and no character is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 80, maxLength: 200 }), (text) => {
      const file = toCalendarFile([event(text)], MADE)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(readText(file, 'SUMMARY')).toBe(text.replaceAll(/\r\n|\r/g, '\n'))
      expect(Buffer.from(file).toString('utf8')).toBe(file)
    }),
  )
})
