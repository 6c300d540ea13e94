import { countTradingDays, formatIsoDate, toCivilDate, toDayNumber } from '@ballast/quant'

/** A day that is named in a text, and where. */
export interface NamedDay {
  start: number
  end: number
  /** ISO date. */
  date: string
  /** Trading days after today up to it, itself included; 0 or less when it is past. */
  tradingDays: number
}

interface Piece {
  text: string
  start: number
  end: number
}

const PIECE = /[A-Za-z]+|\d+|[/,%$-]/g
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
/** What stands before the day until which protection is wanted. Of a month alone, `begin` means its first day. */
const CUES: ReadonlyMap<string, 'begin' | 'end'> = new Map([
  ...['by', 'before'].map((word) => [word, 'begin'] as const),
  ...'until till til through thru to into in for over expiring expiry expires'
    .split(' ')
    .map((word) => [word, 'end'] as const),
])
/** What may stand between the two. */
const BETWEEN = new Set('the at end of in on next this late about around of'.split(' '))
/** What is bought of a month: "March puts". */
const LISTED = new Set('expiry expiries expiration expirations puts put options'.split(' '))
/** Words of every day that are months only where a day or a year follows, or a cue stands before. */
const ORDINARY = new Set(['may', 'march'])

/**
 * Days that a text names as the end of something: "until March", "by Jan 15", "through year end", "expiring 2027-03-19",
 * "March puts". Of a day without a year the next one is meant; of a month alone its last day, and its first after "by"
 * or "before". What lies in the past by its year is a memory and not found.
 *
 * @param today day number
 */
export function findNamedDays(text: string, today: number): NamedDay[] {
  const pieces = [...text.matchAll(PIECE)].map((match): Piece => {
    return { text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length }
  })
  const found: NamedDay[] = []
  for (let at = 0; at < pieces.length; at++) {
    const cue = CUES.get(pieces[at]?.text ?? '')
    const read = cue === undefined ? readListed(pieces, at, today) : readAfter(pieces, at, { cue, today })
    if (read === undefined) continue
    const [first, last] = [pieces[at], pieces[read.next - 1]]
    if (first && last) {
      const { day } = read
      found.push({
        ...{ start: first.start, end: last.end, date: formatIsoDate(day) },
        tradingDays: countTradingDays(today, day),
      })
    }
    at = read.next - 1
  }
  return found
}

interface Read {
  day: number
  /** Place behind what was read. */
  next: number
}

function readAfter(pieces: readonly Piece[], at: number, { cue, today }: { cue: 'begin' | 'end'; today: number }) {
  let next = at + 1
  let isEnd = cue === 'end'
  while (BETWEEN.has(pieces[next]?.text ?? '')) {
    if (pieces[next]?.text === 'end') isEnd = true
    next += 1
  }
  const saidEnd = pieces.slice(at, next).some(({ text }) => text === 'end')
  return (
    readYearEnd(pieces, next, { saidEnd, today }) ??
    readDate(pieces, next, today) ??
    readMonth(pieces, next, { isEnd, today })
  )
}

/** "March puts", "January expiry": without a word that says until when. */
function readListed(pieces: readonly Piece[], at: number, today: number): Read | undefined {
  const read = readMonth(pieces, at, { isEnd: true, today })
  return read && LISTED.has(pieces[read.next]?.text ?? '') ? { ...read, next: read.next + 1 } : undefined
}

/** "year end", "end of the year", "eoy". */
function readYearEnd(pieces: readonly Piece[], at: number, { saidEnd, today }: { saidEnd: boolean; today: number }) {
  const [first, second, third] = [0, 1, 2].map((offset) => pieces[at + offset]?.text)
  const day = toDayNumber({ year: toCivilDate(today).year, month: 12, day: 31 })
  if (first === 'eoy' || first === 'yearend') return { day, next: at + 1 }
  if (first !== 'year') return undefined
  if (saidEnd) return { day, next: at + 1 }
  if (second === 'end') return { day, next: at + 2 }
  return second === '-' && third === 'end' ? { day, next: at + 3 } : undefined
}

/** A day of a month in any of the usual spellings. */
function readDate(pieces: readonly Piece[], at: number, today: number): Read | undefined {
  const text = (offset: number) => pieces[at + offset]?.text ?? ''
  const number = (offset: number) => (/^\d+$/.test(text(offset)) ? Number(text(offset)) : undefined)
  const [first, third, fifth] = [number(0), number(2), number(4)]
  if (first !== undefined && third !== undefined && fifth !== undefined && text(1) === '-' && text(3) === '-') {
    return toRead({ year: first, month: third, day: fifth }, { next: at + 5, today })
  }
  if (first !== undefined && third !== undefined && text(1) === '/') {
    const hasYear = text(3) === '/' && fifth !== undefined
    const year = fifth !== undefined && fifth < 100 ? 2000 + fifth : fifth
    return toRead(
      { year: hasYear ? year : undefined, month: first, day: third },
      { next: at + (hasYear ? 5 : 3), today },
    )
  }
  const [day, month, behind] = readDayAndMonth(pieces, at)
  if (day === undefined || month === undefined) return undefined
  const { year, next } = readYear(pieces, behind)
  return toRead({ year, month, day }, { next, today })
}

/** What makes a number behind a month an amount: "until March 10% at most". */
const AMOUNTS = new Set(['%', 'percent', 'pct', 'per', 'k', 'dollars', 'usd'])

/** "Jan 15th" or "15 January", and the place behind it. */
function readDayAndMonth(pieces: readonly Piece[], at: number): [number | undefined, number | undefined, number] {
  const dayAt = (place: number) => {
    const value = Number(pieces[place]?.text)
    return value >= 1 && value <= 31 && !AMOUNTS.has(pieces[place + 1]?.text ?? '') ? value : undefined
  }
  const behindDay = (place: number) => place + (/^(st|nd|rd|th)$/.test(pieces[place + 1]?.text ?? '') ? 2 : 1)
  const month = findMonth(pieces[at]?.text)
  if (month !== undefined) return [dayAt(at + 1), month, behindDay(at + 1)]
  const next = behindDay(at)
  const place = pieces[next]?.text === 'of' ? next + 1 : next
  return [dayAt(at), findMonth(pieces[place]?.text), place + 1]
}

function readMonth(pieces: readonly Piece[], at: number, { isEnd, today }: { isEnd: boolean; today: number }) {
  const month = findMonth(pieces[at]?.text)
  if (month === undefined) return undefined
  const { year, next } = readYear(pieces, at + 1)
  // "February 30" is no day, and not the month either.
  const isFollowed = /^\d{1,2}$/.test(pieces[at + 1]?.text ?? '') && !AMOUNTS.has(pieces[at + 2]?.text ?? '')
  const isBare = year === undefined && at === 0 && ORDINARY.has(pieces[at]?.text ?? '')
  if (isFollowed || isBare) return undefined
  const dayOf = (of: number) =>
    isEnd
      ? toDayNumber(month === 12 ? { year: of, month: 12, day: 31 } : { year: of, month: month + 1, day: 1 }) -
        (month === 12 ? 0 : 1)
      : toDayNumber({ year: of, month, day: 1 })
  const present = toCivilDate(today).year
  if (year !== undefined) return dayOf(year) > today ? { day: dayOf(year), next } : undefined
  const day = dayOf(present)
  return { day: day > today ? day : dayOf(present + 1), next }
}

/** ", 2027" behind a day or a month. */
function readYear(pieces: readonly Piece[], at: number): { year: number | undefined; next: number } {
  const place = pieces[at]?.text === ',' ? at + 1 : at
  const text = pieces[place]?.text ?? ''
  return /^20\d\d$/.test(text) ? { year: Number(text), next: place + 1 } : { year: undefined, next: at }
}

interface Civil {
  year: number | undefined
  month: number
  day: number
}

function toRead({ year, month, day }: Civil, { next, today }: { next: number; today: number }): Read | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const present = toCivilDate(today).year
  const dayIn = (of: number) => toDayNumber({ year: of, month, day: 1 }) + day - 1
  const found = year === undefined ? (dayIn(present) > today ? dayIn(present) : dayIn(present + 1)) : dayIn(year)
  // There is no thirtieth of February, and what is past is a memory.
  return toCivilDate(found).month === month && found > today ? { day: found, next } : undefined
}

/** 1 to 12 by its name or its first letters. */
function findMonth(text = ''): number | undefined {
  if (text.length < 3) return undefined
  const place = MONTHS.findIndex(
    (name) => name === text || (name.slice(0, 3) === text.slice(0, 3) && name.startsWith(text)),
  )
  if (text === 'sept') return 9
  return place < 0 ? undefined : place + 1
}
