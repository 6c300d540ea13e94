const LINE_BYTES = 75

export interface CalendarEvent {
  uid: string
  summary: string
  description: string
  url: string
  /** A day, YYYY-MM-DD, or a moment. */
  at: { day: string } | { instant: Date }
}

/**
 * Events as an iCalendar file: lines end in CRLF and are folded at 75 bytes between characters, text is escaped.
 *
 * @param made when the file is made; readers replace an older copy by it
 * @see RFC 5545, sections 3.1 and 3.3.11
 */
export function toCalendarFile(events: readonly CalendarEvent[], made: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ballast//Ballast//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Ballast',
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap((event) => toEventLines(event, made)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function toEventLines({ uid, summary, description, url, at }: CalendarEvent, made: Date): string[] {
  const start = 'day' in at ? `;VALUE=DATE:${at.day.replaceAll('-', '')}` : `:${toUtc(at.instant)}`
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${toUtc(made)}`,
    `DTSTART${start}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** `20261120T220000Z` */
const toUtc = (instant: Date) => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')
}

/** A long line goes on in the next one after a blank; no character is cut in half. */
function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
