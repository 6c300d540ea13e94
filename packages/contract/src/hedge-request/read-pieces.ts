// Tests: read-request.test.ts

import { CRISES } from '../crises.ts'
import { readNumber } from '../read-number.ts'
import { readDay } from './read-day.ts'
import { CONCEPTS, ENGLISH_TICKERS, NUMBER_WORDS } from './vocabulary.ts'

/** The portfolio that words are about, and the day on which they are read. */
export interface RequestSubject {
  /** Tickers held. */
  readonly held: ReadonlySet<string>
  /** Tickers by what a position is called, in lower case: "apple". */
  readonly names?: ReadonlyMap<string, string>
  /** ISO date in New York. */
  readonly today: string
}

/** One reading of a text from a place up to `end`: concepts of words, or values of a slot, two where one has to ask. */
export interface Piece {
  readonly end: number
  readonly kinds: readonly string[]
  readonly values?: readonly unknown[] | undefined
}

/** An amount of percent or of dollars. */
export interface Amount {
  readonly value: number
  readonly isMoney: boolean
}
/** Numbers without a unit are dollars from here on: "budget 3000". */
const LEAST_DOLLARS = 100

const NUMBER = `\\p{Nd}{1,15}(?:(?:[.,'’٫٬]|[ \\u00a0\\u202f](?=\\p{Nd}{3}(?!\\p{Nd})))\\p{Nd}{1,15}){0,6}|(?:${[...NUMBER_WORDS.keys()].reverse().join('|')})(?![a-z])`
const AMOUNT = new RegExp(
  `^((?:USD\\s?|US)?\\$?|%)\\s?(${NUMBER})(\\s?(?:k|m|thousand|million)\\b)?(?:\\s{0,2}(?:(%|٪|per ?cent\\b|pct\\b)|(bps?\\b|basis points?\\b)|(\\$|dollars?\\b|usd\\b|bucks\\b)))?(?!(?![dy]\\b)[\\p{L}\\p{Nd}/]|[-–]\\p{Nd})`,
  'iu',
)
const WORD = /[\p{L}&][\p{L}\p{Nd}'’&]*|\p{Nd}{3,4}(?![\p{L}\p{Nd}])|[<≤]/uy
const TICKER = /[\p{L}&][\p{L}\p{Nd}]*(?:[.-][a-z](?!\p{L}))?(?:['’]s)?(?![\p{L}\p{Nd}])/iuy
const BETWEEN = /\s*(?:,|\/|&|(?:,\s*)?(?:and|or)(?![a-z]))\s*(?:my )?|\s+/iy

/** Meanings of words, a blank between them: their concepts, or the values of a slot. */
const PHRASES = Map.groupBy(
  [
    ...Object.entries(CONCEPTS).map(([concept, phrases]) => ({ phrases, kinds: [concept] })),
    ...Object.entries(CRISES).map(([id, [, phrases]]) => ({ phrases, kinds: ['{crisis}'], values: [id] })),
    ...Object.entries(CRISES).map(([id, [, , phrases]]) => ({ phrases, kinds: ['{year}'], values: [id] })),
    { phrases: 'half/half a/half an', kinds: ['{number}'], values: [{ value: 0.5, isMoney: false }] },
  ].flatMap(({ phrases, ...meaning }) => (phrases.match(/[^/]+/g) ?? []).map((phrase) => ({ phrase, ...meaning }))),
  ({ phrase }) => phrase,
)
const LONGEST_FIRST = [...PHRASES.keys()].sort((a, b) => b.length - a.length).join('|')
const PHRASE = new RegExp(
  `(?:${LONGEST_FIRST.replaceAll(' ', '[ \\t-]{1,3}').replaceAll("'", "['’]")})(?![\\p{L}\\p{Nd}&'’])`,
  'iuy',
)
/** Words as phrases are written above. */
const toPhrase = (words: string) => words.toLowerCase().replace(/[ \t-]+|’/g, (mark) => (mark === '’' ? "'" : ' '))

/** Text that a sticky pattern finds at a place. */
export function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** All that may stand at a place of a text; last of all its words. */
export function readPieces(text: string, at: number, subject: RequestSubject): readonly Piece[] {
  const read = [readDay(text, at, subject.today), readAmount(text, at), readTickers(text, at, subject)]
  return [...read.filter((one) => one !== undefined), ...readWords(text, at)]
}

/** The longest phrase that is known; where there is none, or it is a single word, the word itself as well. */
function readWords(text: string, at: number): Piece[] {
  const [word = '', phrase = ''] = [match(WORD, text, at), match(PHRASE, text, at)]
  const meanings = PHRASES.get(toPhrase(phrase)) ?? []
  return [
    ...meanings.map((meaning) => ({ ...meaning, end: at + phrase.length })),
    ...(word.length >= phrase.length && word ? [{ end: at + word.length, kinds: [toPhrase(word)] }] : []),
  ]
}

function readAmount(text: string, at: number): Piece | undefined {
  const [whole, before = '', written = '', suffix = '', percent, points, after] = AMOUNT.exec(text.slice(at)) ?? []
  if (whole === undefined) return undefined
  const isMoney = /[$D]$/i.test(before.trim()) || after !== undefined || (suffix !== '' && !percent && !points)
  const isPercent = before === '%' || percent !== undefined || points !== undefined
  const digits = String(NUMBER_WORDS.get(written.toLowerCase()) ?? written)
  const values = readNumber(digits + suffix, { isMoney }).map((value) => ({
    value: points ? value / 100 : value,
    isMoney: isMoney || (!isPercent && value >= LEAST_DOLLARS),
  }))
  const kind = values.every((one) => one.isMoney) ? '{dollars}' : '{percent}'
  return { end: at + whole.length, kinds: ['{amount}', kind, isPercent ? '%' : '{number}'], values }
}

/** True where letters that are a ticker are written as one. */
const isWrittenAsTicker = (word: string): boolean =>
  word === word.toUpperCase() || (word.length > 1 && !ENGLISH_TICKERS.has(word.toLowerCase()))

/** Reads tickers and names of positions; the first one may also be a ticker that is not held. */
function readTickers(text: string, at: number, { held, names }: RequestSubject): Piece | undefined {
  const tickers: string[] = []
  let end = at
  for (let next = at; ; ) {
    const word = match(TICKER, text, next) ?? ''
    const plain = word.replace(/['’]s$/i, '')
    const upper = plain.toUpperCase()
    const isTicker =
      (held.has(upper) && isWrittenAsTicker(plain)) || (tickers.length === 0 && /^[A-Z]{2,5}(?:\.[A-Z])?$/.test(plain))
    const ticker = names?.get(plain.toLowerCase()) ?? (isTicker ? upper : undefined)
    if (ticker === undefined) break
    tickers.push(ticker)
    end = next + word.length
    next = end + (match(BETWEEN, text, end)?.length ?? text.length)
  }
  return tickers.length === 0 ? undefined : { end, kinds: ['{tickers}'], values: [[...new Set(tickers)]] }
}
