// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import type { Fact } from '@ballast/contract'
import { readSymbols } from './check-contracts.ts'
import { SPELLINGS, type Spelling } from './grounded-text.ts'
import type { KnownEntities } from './known-entities.ts'
import { listMatches } from './matches.ts'
import { findStatedFigures } from './stated-figures.ts'

/** A place in a sentence that a figure takes. */
export interface Slot {
  start: number
  end: number
  fact: Fact
  /** `words`: the figure is the fact's condition ("a fall of 20%"), stands as it is written and opens the fact. */
  as: Spelling | 'words' | undefined
  isReference: boolean
}

const REFERENCE = /\{\{\s?(F\d{1,6})\s?(?:\|\s?([a-z]{1,8})\s?)?\}\}/g
/** Names that hold digits and state nothing. */
const LITERALS =
  /\bS&P 500\b|\bRussell (?:1000|2000|3000)\b|\bNasdaq[- ]100\b|\b401\(k\)|\b10-[KQ]\b|\bQ[1-4]\b|\bSection (?:1256|1091|1092|1258|1259)\b|\bR-squared\b/g
/** All but one of them hold digits. */
const MAY_BE_LITERAL = /\d|R-squared/
const INDEX = /^(?:S&P|Russell|Nasdaq)/
const OUT_OF_HUNDRED = /(?:\bout of |\/)(?:100|a hundred|one hundred)\b/g
/** What may stand directly before and behind a figure, so that nothing changes how it reads. */
const GLUE_BEFORE = /[\p{L}\p{N}.,/:^*=_+'#@&|~-]$|(?:^|\s)[−–—-]$|[−]$|(?:^|\s)[−-]\s$|\d\s$/u
const GLUE_BEHIND = /^(?:[\p{L}\p{N}^*=_+#@&|/]|\s\d|[.,:][^\s)”"’'])/u

/** A sentence with its references taken out: places stay what they are. */
export interface ReadSentence {
  slots: Slot[]
  /** References and names blanked; what is left is checked word by word. */
  rest: string
  /** Contracts that are named by their symbols. */
  listed: string[]
  faults: string[]
}

/** Reads references, and blanks what is a name although it holds digits. */
export function readSentence(sentence: string, facts: ReadonlyMap<string, Fact>, known: KnownEntities): ReadSentence {
  const faults: string[] = []
  const slots: Slot[] = []
  const references = listMatches(sentence, REFERENCE).map((match) => ({
    ...{ match, start: match.index, end: match.index + match[0].length },
  }))
  for (const { match, start, end } of references) {
    const fact = facts.get(match[1] ?? '')
    const as = match[2]
    if (!fact) faults.push(`there is no fact ${match[1]} for this text`)
    else if (!isSpelling(as)) faults.push(`there is no spelling "${as}"`)
    else slots.push({ start, end, fact, as, isReference: true })
  }
  const blanked = blankOut(sentence, references)
  if (/\{\{|\}\}/.test(blanked)) faults.push('a reference is not written as {{F1}}')
  for (const slot of slots) {
    widen(slot, blanked)
    const isGlued =
      GLUE_BEFORE.test(sentence.slice(0, slot.start)) ||
      GLUE_BEHIND.test(sentence.slice(slot.end)) ||
      slots.some(({ start }) => start === slot.end)
    if (isGlued) faults.push(`{{${slot.fact.id}}} is joined to what stands beside it`)
  }
  const symbols = readSymbols(blanked, known)
  faults.push(...symbols.faults)
  const isScored = /\bscore\b/i.test(sentence)
  let rest = blankOut(blanked, slots)
  if (MAY_BE_LITERAL.test(rest))
    rest = rest.replace(LITERALS, (name) => (INDEX.test(name) ? 'index'.padEnd(name.length) : toBlanks(name)))
  if (isScored) rest = rest.replace(OUT_OF_HUNDRED, toBlanks)
  for (const name of [...symbols.known, ...listNamesWithDigits(known)]) rest = blankName(rest, name)
  return { slots, rest, listed: symbols.listed, faults }
}

const toBlanks = (found: string) => ' '.repeat(found.length)

/** A text without what stands at some places, in their order: all others stay what they are. */
export function blankOut(text: string, places: readonly { start: number; end: number }[]): string {
  let [blanked, at] = ['', 0]
  for (const { start, end } of places) {
    blanked += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return blanked + text.slice(at)
}

const isSpelling = (as: string | undefined): as is Spelling | undefined =>
  as === undefined || SPELLINGS.some((one) => one === as)

/** A currency or percent sign that the figure brings itself gives way. */
function widen(slot: Slot, text: string): void {
  const { unit } = slot.fact
  const isMoney = unit === 'usd' || unit === 'usd-per-share'
  if (isMoney && slot.as !== 'bare' && text[slot.start - 1] === '$') slot.start -= 1
  const behind = text.slice(slot.end, slot.end + 12)
  const sign = unit === 'percent' ? /^\s?(?:%|percent\b|per cent\b)/ : isMoney ? /^ dollars?\b/ : undefined
  if (slot.as !== 'bare') slot.end += sign?.exec(behind)?.[0].length ?? 0
}

const namesWithDigits = new WeakMap<ReadonlySet<string>, string[]>()

/** Tickers with digits that could be taken for nothing but names. */
function listNamesWithDigits({ tickers }: KnownEntities): string[] {
  const known =
    namesWithDigits.get(tickers) ??
    [...tickers].filter(
      (ticker) => /\d/.test(ticker) && /^[A-Z^]{1,5}/.test(ticker) && !/^[A-Z]?\d[\d.,]*[A-Z]{0,2}$/.test(ticker),
    )
  namesWithDigits.set(tickers, known)
  return known
}

function blankName(text: string, name: string): string {
  let rest = text
  for (let at = rest.indexOf(name); at !== -1; at = rest.indexOf(name, at + name.length)) {
    const isWhole = !/[\w.]$/.test(rest.slice(0, at)) && !/^[\w%]/.test(rest.slice(at + name.length))
    if (isWhole) rest = rest.slice(0, at) + ' '.repeat(name.length) + rest.slice(at + name.length)
  }
  return rest
}

/** Numbers in words that a text of ours has outside its facts, with the word behind them: "two lines". */
export function listPhrases(text: string): string[] {
  return findStatedFigures(text).map((figure) => toPhrase(text, figure))
}

export function toPhrase(text: string, { start, end }: { start: number; end: number }): string {
  const next = /^[\s-]{0,2}(\p{L}+)?/u.exec(text.slice(end))?.[1] ?? ''
  return `${text.slice(start, end)} ${next}`.toLowerCase()
}
