// Tests: match-question.test.ts

import { type HedgeCrisis, MARKET_INDEX } from '@ballast/contract'
import { type Amount, type RequestSubject, readPieces } from '@ballast/contract/hedge-request'
import type { Period, QuestionSubject, Slots } from './question.ts'
import { readAccounts } from './read-accounts.ts'
import { PART_WORDS, PERIOD_DAYS, PERIOD_NUMBERS, TOTAL_LOSS } from './vocabulary.ts'
import { listConcepts, SECTOR_WORDS, stemOfMended } from './words.ts'

/** A question as it was read. */
export interface ReadQuestion {
  slots: Slots
  /** Concepts of its words, and marks for the slots that are filled. */
  concepts: ReadonlySet<string>
  /** Stems of all its words but names, numbers and crises. */
  stems: ReadonlySet<string>
  /** True if it goes on from the one before: "and 2020?". */
  goesOn: boolean
}

const FOLLOWING = [
  'and',
  'what about',
  'how about',
  'same with',
  'same for',
  'also',
  'or',
  'make it',
  'now',
  'instead',
  'then',
]
/** "08" and "’20". */
const SHORT_YEAR = /(?<![\p{Nd}.,$€£])(?:['’](?=\d\d)|(?=0\d))(\d\d)(?![\p{Nd}\p{L}%.,/])/gu
/** Earliest year of which there are closes. */
const FIRST_YEAR = 1998

/** Reads what a question is about by the contract's own reader of names, numbers and crises. */
export function readQuestion(typed: string, subject: QuestionSubject): ReadQuestion {
  const { account, rest: text } = readAccounts(typed.replace(SHORT_YEAR, '20$1'), subject)
  const found: Mutable = { tickers: [] }
  const words: string[] = []
  const spoken: string[] = []
  for (let at = 0; at < text.length; ) {
    const slot = readAnySlot(text, at, subject)
    const word = WORD_AT(text, at)
    const written = text
      .slice(at, slot?.end ?? at + Math.max(1, word.length))
      .toLowerCase()
      .replaceAll('’', "'")
    // "−30%" is a fall.
    if (slot?.name === 'percent' && /(?:^|\s)[-−]$/.test(text.slice(0, at))) words.push('fall')
    if (slot) takeSlot(found, words, slot)
    else if (word !== '') {
      takeWord(found, words, written)
      spoken.push(...written.split(/[-/']/))
    }
    at += Math.max(1, written.length)
  }
  if (found.sector !== undefined) words.push('sector')
  const concepts = new Set(listConcepts(words))
  const period = readPeriod(text)
  if (period !== undefined) found.period = period
  if (account !== undefined) found.account = account
  for (const name of ['percent', 'part', 'crisis', 'year', 'sector', 'account'] as const)
    if (found[name] !== undefined && found[name] !== 100) concepts.add(`#${name}`)
  // The fund of the index is the market.
  const named = found.tickers.filter((ticker) => ticker !== MARKET_INDEX)
  if (named.length > 0) concepts.add('#ticker')
  if (named.length > 1) concepts.add('#second')
  const start = text.trim().toLowerCase()
  return {
    slots: found,
    concepts,
    stems: new Set(spoken.map(stemOfMended)),
    goesOn: FOLLOWING.some((word) => start.startsWith(`${word} `)),
  }
}

const PERIOD = new RegExp(
  `\\b(?:this|last|past|previous|within a) (?:(\\d+|${PERIOD_NUMBERS.join('|')}) )?(${Object.keys(PERIOD_DAYS).join('|')})s?\\b`,
  'i',
)

/** The time up to now that a question names: "this week", "the past 3 months". */
function readPeriod(text: string): Period | undefined {
  const [, many = 'one', unit = ''] = PERIOD.exec(text.toLowerCase()) ?? []
  const count = PERIOD_NUMBERS.indexOf(many) + 1 || Number(many)
  const [number, days] = [PERIOD_NUMBERS[count - 1], PERIOD_DAYS[unit]]
  if (number === undefined || days === undefined) return undefined
  return { name: count === 1 ? `last ${unit}` : `last ${number} ${unit}s`, days: count * days }
}

type Mutable = { -readonly [Name in keyof Slots]: Slots[Name] } & { tickers: string[] }

interface FoundSlot {
  name: 'tickers' | 'crisis' | 'percent' | 'shares' | 'year'
  value: unknown
  end: number
}

const WORD = /[\p{L}\p{Nd}][\p{L}\p{Nd}&/'’-]*|%/uy
const YEAR = /\d{4}(?!\d)/y
const SHARES = / shares?\b/iy
const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
const WORD_AT = (text: string, at: number) => matchAt(WORD, text, at)

function readAnySlot(text: string, at: number, subject: RequestSubject): FoundSlot | undefined {
  if (at > 0 && /[\p{L}\p{Nd}]/u.test(text.charAt(at - 1))) return undefined
  const pieces = readPieces(text, at, subject)
  const find = (kind: string) => pieces.find(({ kinds }) => kinds.includes(kind))
  const crisis = find('{crisis}') ?? find('{year}')
  if (crisis) return { name: 'crisis', value: crisis.values?.[0], end: crisis.end }
  const percent = find('%')
  const [amount] = (percent?.values ?? []) as readonly Amount[]
  if (percent) return { name: 'percent', value: amount?.value, end: percent.end }
  const number = find('{number}')
  const [count, other] = (number?.values ?? []) as readonly Amount[]
  if (number && count && !other && matchAt(SHARES, text, number.end) !== '')
    return { name: 'shares', value: count.value, end: number.end }
  const year = matchAt(YEAR, text, at)
  if (year !== '' && Number(year) >= FIRST_YEAR && year <= subject.today.slice(0, 4))
    return { name: 'year', value: Number(year), end: at + year.length }
  const tickers = find('{tickers}')
  const names = (tickers?.values?.[0] ?? []) as string[]
  const written = WORD_AT(text, at).toLowerCase()
  return tickers && !isWord(names[0] ?? '', written, subject)
    ? { name: 'tickers', value: names, end: tickers.end }
    : undefined
}

function takeSlot(found: Mutable, words: string[], { name, value }: FoundSlot): void {
  if (name === 'tickers') {
    for (const ticker of value as string[]) if (!found.tickers.includes(ticker)) found.tickers.push(ticker)
    // Where no option is asked about, the fund of the index is the market.
    if (found.tickers.includes(MARKET_INDEX)) words.push('market')
  } else if (name === 'crisis') found.crisis ??= value as HedgeCrisis
  else found[name] ??= value as number
}

function takeWord(found: Mutable, words: string[], written: string): void {
  const plain = written.replace(/'s$/, '')
  if (PART_WORDS[plain] !== undefined) found.part ??= PART_WORDS[plain]
  if (TOTAL_LOSS.has(plain)) found.percent ??= 100
  const sector = SECTOR_WORDS.get(plain)
  if (sector === undefined) words.push(plain)
  else found.sector ??= sector
}

/** "AI" and "IV" are written like tickers, and are none unless they are held. */
const isWord = (ticker: string, written: string, { held }: RequestSubject) =>
  ticker !== MARKET_INDEX && !held.has(ticker) && (ticker.length < 2 || !listConcepts([written])[0]?.startsWith('?'))
