// Tests: read-request.test.ts

import { HEDGE_RANGES } from '../hedges.ts'
import { readNumber } from '../read-number.ts'
import { AMOUNT, CRISIS_PATTERNS, match, type Slot, SPAN } from './patterns.ts'
import { readDay } from './read-day.ts'
import { ENGLISH_TICKERS, NUMBER_WORDS } from './vocabulary.ts'

/** What is known of the portfolio that the words are about, and of the day on which they are read. */
export interface RequestSubject {
  /** Tickers held. */
  readonly held: ReadonlySet<string>
  /** Tickers by what a position is called, in lower case: "apple". */
  readonly names?: ReadonlyMap<string, string>
  /** ISO date in New York. */
  readonly today: string
}

/** Where a slot's text ends, and what it may mean: several values where one has to ask. */
export interface SlotReading {
  readonly end: number
  readonly values: readonly { readonly value: unknown; readonly isMoney?: boolean }[]
}

/** Trading days of each unit, by its first letter. */
const SPANS: Readonly<Record<string, number>> = { d: 252 / 365, w: 5, m: 21, q: 63, y: 252 }
const TICKER = /[\p{L}&][\p{L}\p{Nd}]*(?:[.-][a-z](?!\p{L}))?(?:['’]s)?(?![\p{L}\p{Nd}])/iuy
const BETWEEN = /\s*(?:,|\/|&|(?:,\s*)?(?:and|or)(?![a-z]))\s*(?:my )?|\s+/iy

/** Reads what a template's slot asks for at a place of a text; undefined where it does not stand there. */
export function readSlot(slot: Slot, text: string, at: number, subject: RequestSubject): SlotReading | undefined {
  if (slot === 'tickers') return readTickers(text, at, subject)
  if (slot === 'crisis' || slot === 'year') {
    const [found] = CRISIS_PATTERNS.flatMap(({ value, ...patterns }) => {
      const words = match(patterns[slot], text, at)?.[0]
      return words === undefined ? [] : [{ end: at + words.length, values: [{ value }] }]
    })
    return found
  }
  if (slot === 'firstDay' || slot === 'lastDay') return readDay(text, at, slot === 'firstDay', subject.today)
  return slot === 'days' || slot === 'count' ? readSpan(slot === 'days', text, at) : readAmount(slot, text, at)
}

/** "Max loss 1,500" is percent or dollars, and asked about; "budget 3000" is dollars, "max loss 10" percent. */
function readAmount(slot: Slot, text: string, at: number): SlotReading | undefined {
  const found = match(AMOUNT, text, at)
  if (!found) return undefined
  const [whole, before = '', written = '', suffix = '', percent, points, after] = found
  const isMoney = /[$D]$/i.test(before.trim()) || after !== undefined || (suffix !== '' && !percent && !points)
  const isPercent = before === '%' || percent !== undefined || points !== undefined
  const all = readNumber(toDigits(written) + suffix, { isMoney })
  const isAsked = all.length > 1
  const takesMoney = slot === 'loss' || slot === 'cost' || slot === 'dollars'
  const values = all.flatMap((value) => {
    if (isMoney) return takesMoney ? [{ value, isMoney }] : []
    if (slot === 'dollars' || (slot === 'kept' && value <= 50)) return []
    if (isPercent) return [{ value: points ? value / 100 : value, isMoney }]
    if (value >= 100 && (slot === 'cost' || (slot === 'loss' && isAsked))) return [{ value, isMoney: true }]
    const isLimit = value >= 1 && value <= HEDGE_RANGES.limitPercent.most
    return isLimit && (slot !== 'cost' || isAsked) ? [{ value, isMoney }] : []
  })
  return { end: at + whole.length, values }
}

/** Trading days; "quarter" by itself is one of them. */
function readSpan(mayBeOne: boolean, text: string, at: number): SlotReading | undefined {
  const [whole = '', written, half, trading, unit = '', plural] = match(SPAN, text, at) ?? []
  const isOne = written === undefined && half === undefined
  if (whole === '' || (isOne && (!mayBeOne || plural || unit.length === 1))) return undefined
  const numbers = isOne ? [1] : half ? [0.5] : readNumber(toDigits(written))
  const days = trading ? 1 : (SPANS[unit.charAt(0).toLowerCase()] ?? 0)
  return { end: at + whole.length, values: numbers.map((count) => ({ value: Math.round(count * days) })) }
}

const toDigits = (written = '') => String(NUMBER_WORDS.get(written.toLowerCase()) ?? written)

/** What is held, by its ticker or its name; the first one may also be a ticker that is not held. */
function readTickers(text: string, at: number, { held, names }: RequestSubject): SlotReading | undefined {
  const tickers: string[] = []
  let end = at
  for (let next = at; ; ) {
    const word = match(TICKER, text, next)?.[0] ?? ''
    const plain = word.replace(/['’]s$/i, '')
    const upper = plain.toUpperCase()
    const isWritten = plain === upper || (plain.length > 1 && !ENGLISH_TICKERS.has(plain.toLowerCase()))
    const isTicker = (held.has(upper) && isWritten) || (tickers.length === 0 && /^[A-Z]{2,5}(?:\.[A-Z])?$/.test(plain))
    const ticker = names?.get(plain.toLowerCase()) ?? (isTicker ? upper : undefined)
    if (ticker === undefined) break
    tickers.push(ticker)
    end = next + word.length
    next = end + (match(BETWEEN, text, end)?.[0].length ?? text.length)
  }
  return tickers.length === 0 ? undefined : { end, values: [{ value: [...new Set(tickers)] }] }
}
