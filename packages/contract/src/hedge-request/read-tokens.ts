// Tests: read-wish.test.ts

import type { HedgeCrisis } from '../hedges.ts'
import { readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'
import {
  CRISIS_NAMES,
  CRISIS_YEARS,
  ENGLISH_TICKERS,
  IDLE,
  NEGATIONS,
  NUMBER_WORDS,
  PARTS,
  SKIPPED,
} from './vocabulary.ts'

/** What is known of the portfolio that the words are about, and of the day on which they are read. */
export interface WishSubject {
  /** Tickers held. */
  readonly held: ReadonlySet<string>
  /** Tickers by what a holding is called, in lower case: "apple". */
  readonly names?: ReadonlyMap<string, string>
  /** ISO date in New York. */
  readonly today: string
}

/** What a figure is of; `other` is one that no wish can mean: "2% a month", "10% of the gains", "€500", "10 to 15%". */
export type Unit = 'percent' | 'dollars' | 'days' | 'plain' | 'date' | 'other'

/** A word, a figure, or the mark between two clauses, and where it stands. */
export interface Token {
  /** In lower case; negations as "not"; "," for marks; empty for figures, which no word of a template is. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly figure?: { readonly unit: Unit; readonly values: readonly (number | string)[] }
  readonly ticker?: string
  readonly crisis?: { readonly id: HedgeCrisis; readonly isYear: boolean }
}

const SPACE = /(?:(?!=>)[\s"“”()‘*_#:=@])+/y
const BREAK = /[,.;!?→]|[-=]>/y
const LESS = /[<≤]/y
const NUMBER = /(?:USD|US)?[$€£]?\s?\p{Nd}(?:[.,'’٫٬]?\p{Nd})*(?:[ \u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*/uy
const WORD = /[\p{L}&][\p{L}\p{Nd}&'’.-]*/uy
const SPAN = /(half an?|an?|one|next|coming) (day|week|month|quarter|year)\b(?! of\b)/iy
const PART = /(?:an? |one )?(tenth|fifth|quarter|third|half)\b(?= (?:of )?(?:it\b|(?:the|my|our) ))/iy
const MONTH_PUTS =
  /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: 20\d\d)?(?= (?:puts?|options?|expir[a-z]+)\b)/iy
const SUFFIX = /\s?(?:k|m|thousand|million)\b/iy
const UNITS: readonly (readonly [Unit, RegExp, number])[] = [
  ['percent', /\s{0,2}(?:%|٪|per ?cent\b|pct\b)/iy, 1],
  ['percent', /\s{0,2}(?:bps?|basis points?)\b/iy, 0.01],
  ['dollars', /\s?(?:\$|dollars?\b|usd\b|bucks\b)/iy, 1],
  ['other', /\s?(?:[€£]|(?:euros?|eur|gbp|pounds|chf|yen|shares|contracts|puts|calls)\b)/iy, 1],
  ['days', /[\s-]?(?:trading|business)[\s-]days?\b/iy, 1],
  ['days', /[\s-]?(?:calendar )?(?:days?|d)\b/iy, 252 / 365],
  ['days', /[\s-]?(?:weeks?|wks?)\b/iy, 5],
  ['days', /[\s-]?(?:months?|mos?)\b/iy, 21],
  ['days', /[\s-]?quarters?\b/iy, 63],
  ['days', /[\s-]?(?:years?|yrs?|y)\b/iy, 252],
]
/** What makes a figure one of something else. */
const OF_OTHER = [
  /^ (?:an?|per|each|every) (?:day|week|month|quarter|year|holding|position|stock|share)\b|^ ?(?:annually|monthly|yearly|p\.?a\.)/i,
  /^ of (?!(?:(?:the|my|our|its) )?(?:(?:total|entire|whole) )?(?:portfolio|value|account|it|total|money|capital|assets|book|holdings|everything)\b)/i,
  /^ ?(?:to|or|-|–|and) ?[$€£]?\p{Nd}/iu,
  /^[\p{L}\p{Nd}/]/u,
]
const BEGINNINGS = new Set(['by', 'before'])
const ENDINGS = new Set('until till til through thru to into expiring expires expiry'.split(' '))
const SPANS: Readonly<Record<string, number>> = { day: 1, week: 5, month: 21, quarter: 63, year: 252 }

/** Splits a text into words and figures, each figure with what it may mean. */
export function readTokens(text: string, subject: WishSubject): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at = Math.max(at + 1, tokens.at(-1)?.end ?? 0)) {
    at += match(SPACE, text, at)?.[0].length ?? 0
    const last = tokens.at(-1)?.text ?? ''
    const date =
      BEGINNINGS.has(last) || ENDINGS.has(last)
        ? readDate(text, at, { isFirst: BEGINNINGS.has(last), ...subject })
        : undefined
    const mark = match(BREAK, text, at)
    if (date) tokens.push({ text: '', start: at, end: date.end, figure: { unit: 'date', values: date.dates } })
    else if (mark) tokens.push({ text: ',', start: at, end: at + mark[0].length })
    else if (match(LESS, text, at)) tokens.push({ text: 'under', start: at, end: at + 1 })
    else if (/[-−]\p{Nd}/uy.test(text.slice(at, at + 2))) tokens.push({ text: 'minus', start: at, end: at + 1 })
    else {
      const token = readFigure(text, at, subject) ?? readWord(text, at, subject)
      if (token) tokens.push(token)
    }
  }
  return tokens
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function readFigure(text: string, at: number, { today }: WishSubject): Token | undefined {
  const toToken = (length: number, unit: Unit, values: readonly (number | string)[]): Token => {
    const isOther = OF_OTHER.some((pattern) => pattern.test(text.slice(at + length, at + length + 60)))
    return { text: '', start: at, end: at + length, figure: { unit: isOther ? 'other' : unit, values } }
  }
  const listed = match(MONTH_PUTS, text, at)
  const date = listed && readDate(listed[0], 0, { isFirst: false, today })
  if (listed && date) return toToken(listed[0].length, 'date', date.dates)
  const part = match(PART, text, at)
  if (part) return toToken(part[0].length, 'percent', [PARTS[(part[1] ?? '').toLowerCase()] ?? 0])
  const span = match(SPAN, text, at)
  if (span) {
    const [days, isHalf] = [SPANS[(span[2] ?? '').toLowerCase()] ?? 0, /^half/i.test(span[0])]
    return toToken(span[0].length, 'days', [isHalf ? days / 2 : days])
  }
  const number = match(NUMBER, text, at)
  const word = number ? null : match(WORD, text, at)
  const written = number?.[0] ?? (word && NUMBER_WORDS[word[0].toLowerCase()] !== undefined ? word[0] : '')
  if (written === '') return undefined
  let end = at + written.length
  const suffix = match(SUFFIX, text, end)?.[0] ?? ''
  end += suffix.length
  const [unit, pattern, times = 1] = UNITS.find(([, one]) => match(one, text, end)) ?? []
  const length = end + (pattern ? (match(pattern, text, end)?.[0].length ?? 0) : 0) - at
  const isForeign = /[€£]/.test(written) || unit === 'other'
  const isMoney = written.includes('$') || unit === 'dollars'
  const values = readNumber((number ? written : String(NUMBER_WORDS[written.toLowerCase()])) + suffix, { isMoney })
  const year = CRISIS_YEARS[written]
  const own =
    isForeign || values.length === 0
      ? 'other'
      : isMoney || (suffix !== '' && unit === undefined)
        ? 'dollars'
        : (unit ?? 'plain')
  const token = toToken(
    length,
    own,
    values.map((value) => (times === 1 ? value : Math.round(value * times * 1e4) / 1e4)),
  )
  return year && own === 'plain' ? { ...token, crisis: { id: year, isYear: true } } : token
}

function readWord(text: string, at: number, { held, names }: WishSubject): Token | undefined {
  const found = match(WORD, text, at)
  if (!found) return undefined
  const asWritten = found[0].replace(/(?:['’]s|[.'’-])$/i, '')
  const plain = asWritten.toLowerCase().replaceAll('’', "'")
  const index = plain === 's&p' ? (/^ 500/.exec(text.slice(at + 3))?.[0].length ?? 0) : 0
  const next = (/^ [a-z]+/i.exec(text.slice(at + asWritten.length))?.[0] ?? '').toLowerCase()
  const pair = CRISIS_NAMES[plain + next]
  const crisis =
    pair ??
    CRISIS_NAMES[plain.replace(/-(?:19|like|style|era|type)$/, '')] ??
    CRISIS_YEARS[plain.replace(/[-']?(?:style|like|s)$/, '')]
  const upper = asWritten.toUpperCase()
  const isName = held.has(upper) && (asWritten === upper || (upper.length > 2 && !ENGLISH_TICKERS.has(plain)))
  const ticker = isName
    ? upper
    : (names?.get(plain) ??
      (/^[A-Z]{2,5}(?:\.[A-Z])?$/.test(asWritten) && !IDLE.has(plain) && !SKIPPED.has(plain) ? upper : undefined))
  const end = at + found[0].replace(/[.'’-]{1,9}$/, '').length + index + (pair ? next.length : 0)
  return {
    text: NEGATIONS.has(plain) || plain.endsWith("n't") ? 'not' : plain,
    start: at,
    end,
    ...(ticker && { ticker }),
    ...(crisis && { crisis: { id: crisis, isYear: false } }),
  }
}
