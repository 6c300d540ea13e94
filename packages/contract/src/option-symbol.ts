import { type OptionTerms, toOptionTerms } from './ticker.ts'

/**
 * Option symbols in the ways that brokers and data providers write them, to OCC-21 without blanks and back. A symbol
 * that could be read in two ways is not read at all: an option with a wrong strike is worse than one that is asked for.
 */

/** Who writes a symbol so; see `formatOptionSymbol` for what each looks like. */
export const OPTION_DIALECTS = [
  'occ',
  'compact',
  'polygon',
  'fidelity',
  'fidelity-description',
  'schwab',
  'etrade',
  'ibkr',
  'robinhood',
  'robinhood-strike-first',
  'thinkorswim',
  'iso',
] as const
export type OptionDialect = (typeof OPTION_DIALECTS)[number]

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const LONGEST = 120
const LONGEST_ROOT = 6
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const DIGIT = /\d/
const RIGHT = /[CP]/i
/** Root, YYMMDD, right and a strike in thousandths or as it is: AAPL260116P00200000, AAPL260117C200, SPXW260102P5900.5. */
const COMPACT = /^([A-Z]{1,5}\d?)(\d{2})(\d{2})(\d{2})([CP])(\d{1,8}(?:\.\d{1,3})?)$/
const ROOT = /^\^?([A-Z]{1,5}\d?|[A-Z]{1,4}[./][A-Z])$/
const ROOT_IN_PARENTHESES = /^\(([A-Z]{1,5}\d?)\)$/
const SLASHED_DATE = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/
const ISO_DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/
const GLUED_DATE = /^(\d{1,2})([A-Z]{3})'?(\d{2}|\d{4})$/
const NUMBER = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,7})(\.\d{1,4})?$/
const STRIKE_AND_RIGHT = /^\$?(\d{1,7}(?:\.\d{1,4})?)(C|P|CALL|PUT)$/
const RIGHT_AND_STRIKE = /^(C|P)\$?(\d{1,7}(?:\.\d{1,4})?)$/
/** Words that say nothing about which option it is. */
const FILLERS = new Set([
  'EXP',
  'EXPIRES',
  'WEEKLY',
  'WEEKLYS',
  '(WEEKLYS)',
  '(WEEKLY)',
  'OPTION',
  '@',
  'STRIKE',
  'AM',
  'PM',
])

/** Parts of an option's symbol that have been read so far. */
interface Parts {
  root?: string
  year?: number
  month?: number
  day?: number
  strike?: string
  right?: 'C' | 'P'
}

/**
 * The OCC-21 symbol, without blanks, that a text means, or `undefined` when it is no option, or not one that can be told for
 * sure: no such date, two dates, a strike with more than three decimals, a company's name in place of its ticker.
 *
 * Understood: OCC-21 with or without blanks, with a leading `-`, `.` or `O:`, with a strike that is not padded; the spellings
 * of Schwab (`ACME 04/17/2026 55.00 C`), E*TRADE (`AAPL Jan 17 '30 $150 Put`), Interactive Brokers
 * (`SPY 31MAR25 570 C`), Robinhood (`RTX 3/20/2026 Call $185.00`, `AAPL $150 Call 1/19/24`), thinkorswim
 * (`AAPL 100 16 JAN 27 300 CALL`), Fidelity's descriptions (`CALL (AAPL) APPLE INC JAN 17 26 $200 (100 SHS)`) and others made
 * of the same parts. Dates with slashes are month first, as in the United States.
 *
 * Every dialect is made of the same four parts (underlying, expiry, strike, right) in another order and spelling, so the
 * text is cut into words and each word is asked which part it is. A word that is none of them makes it no option.
 */
export function toOptionSymbol(text: string): string | undefined {
  if (text.length > LONGEST || !DIGIT.test(text) || !RIGHT.test(text)) return undefined
  const upper = text
    .trim()
    .toUpperCase()
    .replace(/^(?:O:|-|\.)/, '')
  return readCompact(upper.replaceAll(' ', '')) ?? readWords(upper)
}

/** The OCC-21 symbol of terms that come in columns of their own; `undefined` when they cannot be an option. */
export function toOptionSymbolOf(terms: {
  /** A ticker or a root. */
  underlying: string
  /** ISO date. */
  expiry: string
  type: 'call' | 'put'
  strike: number
}): string | undefined {
  const date = /^20(\d{2})-(\d{2})-(\d{2})$/.exec(terms.expiry)
  if (!date) return undefined
  const root = toOptionRoot(terms.underlying)
  const [, year, month, day] = date.map(Number)
  if (year === undefined || month === undefined || day === undefined || !ROOT.test(root)) return undefined
  return toSymbol({ root, year, month, day, right: terms.type === 'call' ? 'C' : 'P', strike: String(terms.strike) })
}

/** The root under which a ticker's options are listed: `BRKB` for `BRK.B`, `SPX` for `^SPX`. */
export function toOptionRoot(ticker: string): string {
  return ticker.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/**
 * An option symbol as a broker writes it; `toOptionSymbol` reads each of them back.
 *
 * @param symbol OCC-21 without blanks
 * @returns `undefined` when it is not an option symbol
 */
export function formatOptionSymbol(symbol: string, dialect: OptionDialect): string | undefined {
  const terms = toOptionTerms(symbol)
  return terms && WRITERS[dialect](symbol, terms)
}

const WRITERS: Record<OptionDialect, (symbol: string, terms: OptionTerms) => string> = {
  occ: (symbol, { root }) => `${root.padEnd(LONGEST_ROOT)}${symbol.slice(root.length)}`,
  compact: (symbol) => symbol,
  polygon: (symbol) => `O:${symbol}`,
  fidelity: (symbol, terms) => ` -${toShort(symbol, terms)}`,
  'fidelity-description': (_symbol, terms) =>
    `${terms.root} ${monthOf(terms)} ${dayOf(terms)} ${terms.expiry.slice(0, 4)} $${terms.strike} ${nameOf(terms)}`,
  schwab: (_symbol, terms) => `${terms.root} ${usDate(terms)} ${toCents(terms.strike)} ${rightOf(terms)}`,
  etrade: (_symbol, terms) =>
    `${terms.root} ${capitalise(monthOf(terms))} ${Number(dayOf(terms))} '${terms.expiry.slice(2, 4)} $${toDollars(terms.strike)} ${capitalise(nameOf(terms))}`,
  ibkr: (_symbol, terms) =>
    `${terms.root} ${dayOf(terms)}${monthOf(terms)}${terms.expiry.slice(2, 4)} ${terms.strike} ${rightOf(terms)}`,
  robinhood: (_symbol, terms) =>
    `${terms.root} ${usDate(terms, '')} ${capitalise(nameOf(terms))} $${toCents(terms.strike)}`,
  'robinhood-strike-first': (_symbol, terms) =>
    `${terms.root} $${terms.strike} ${capitalise(nameOf(terms))} ${usDate(terms, '').replace(/\/20(\d\d)$/, '/$1')}`,
  thinkorswim: (symbol, terms) => `.${toShort(symbol, terms)}`,
  iso: (_symbol, terms) => `${terms.root} ${terms.expiry} ${terms.strike} ${rightOf(terms)}`,
}

const toShort = (symbol: string, { root, strike }: OptionTerms) => `${symbol.slice(0, root.length + 7)}${strike}`
const monthOf = ({ expiry }: OptionTerms) => MONTHS[Number(expiry.slice(5, 7)) - 1] ?? ''
const dayOf = ({ expiry }: OptionTerms) => expiry.slice(8)
const nameOf = ({ type }: OptionTerms) => type.toUpperCase()
const rightOf = ({ type }: OptionTerms) => (type === 'call' ? 'C' : 'P')
const capitalise = (word: string) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`
const toDollars = (strike: number) => (Number.isInteger(strike) ? String(strike) : toCents(strike))
/** Two decimals, or three where the strike has a tenth of a cent. */
const toCents = (strike: number) => (Number.isInteger(Math.round(strike * 1000) / 10) ? strike.toFixed(2) : `${strike}`)

function usDate({ expiry }: OptionTerms, pad = '0'): string {
  const [year, month, day] = expiry.split('-').map(Number)
  return `${String(month).padStart(pad === '' ? 1 : 2, '0')}/${String(day).padStart(pad === '' ? 1 : 2, '0')}/${year}`
}

function readCompact(compact: string): string | undefined {
  const match = COMPACT.exec(compact)
  if (!match) return undefined
  const [, root = '', year, month, day, right, strike = ''] = match
  const dollars = /^\d{8}$/.test(strike) ? String(Number(strike) / 1000) : strike
  return toSymbol({
    root,
    year: Number(year),
    month: Number(month),
    day: Number(day),
    right: right === 'C' ? 'C' : 'P',
    strike: dollars,
  })
}

function readWords(upper: string): string | undefined {
  const words = upper
    .replaceAll('(100 SHS)', ' ')
    .split(/[\s_]+/)
    // Eagle Materials is EXP and Philip Morris is PM: what comes first is the underlying.
    .filter((word, i) => word !== '' && (!FILLERS.has(word) || (i === 0 && ROOT.test(word))))
  if (words.length < 3 || words.length > 16) return undefined
  const parts: Parts = {}
  const named = words.map((word) => ROOT_IN_PARENTHESES.exec(word)?.[1]).find((root) => root !== undefined)
  if (named !== undefined) parts.root = named
  let index = 0
  while (index < words.length) {
    const taken = takePart(parts, words, index)
    // Once the underlying stands in parentheses, the words of the company's name may be passed over.
    if (taken === 0 && named === undefined) return undefined
    index += Math.max(1, taken)
  }
  return toSymbol(parts)
}

/** Reads the part that begins at a word into `parts`; how many words it took, 0 when it is none. */
function takePart(parts: Parts, words: readonly string[], index: number): number {
  const word = words[index] ?? ''
  return (
    takeRight(parts, word) || takeDate(parts, words, index) || takeRoot(parts, word) || takeStrike(parts, words, index)
  )
}

function takeRight(parts: Parts, word: string): number {
  if (parts.right !== undefined) return 0
  const glued = STRIKE_AND_RIGHT.exec(word)
  const led = RIGHT_AND_STRIKE.exec(word)
  const strike = glued?.[1] ?? led?.[2]
  const right = glued?.[2] ?? led?.[1] ?? word
  if (right !== 'C' && right !== 'P' && right !== 'CALL' && right !== 'PUT') return 0
  // A stock may be called C: the right stands after its underlying, except where the word is spelled out.
  if (right.length === 1 && parts.root === undefined) return 0
  if (strike !== undefined) {
    if (parts.strike !== undefined) return 0
    parts.strike = strike
  }
  parts.right = right.startsWith('C') ? 'C' : 'P'
  return 1
}

function takeDate(parts: Parts, words: readonly string[], index: number): number {
  if (parts.day !== undefined) return 0
  const [first = '', second = '', third = ''] = words.slice(index, index + 3)
  const slashed = SLASHED_DATE.exec(first)
  if (slashed) return setDate(parts, slashed[3], slashed[1], slashed[2], 1)
  const iso = ISO_DATE.exec(first)
  if (iso) return setDate(parts, iso[1], iso[2], iso[3], 1)
  const glued = GLUED_DATE.exec(first)
  if (glued) return setDate(parts, glued[3], toMonth(glued[2] ?? ''), glued[1], 1)
  const year = third.replace(/^'/, '')
  if (!/^(?:\d{2}|\d{4})$/.test(year)) return 0
  const day = second.replace(/,$/, '')
  if (toMonth(first) && /^\d{1,2}$/.test(day)) return setDate(parts, year, toMonth(first), day, 3)
  if (/^\d{1,2}$/.test(first) && toMonth(second)) return setDate(parts, year, toMonth(second), first, 3)
  return 0
}

function setDate(
  parts: Parts,
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  words: number,
): number {
  const monthNumber = Number(month)
  const dayNumber = Number(day)
  const mostDays = DAYS_OF_MONTH[monthNumber - 1]
  if (mostDays === undefined || dayNumber < 1 || dayNumber > mostDays) return 0
  parts.year = Number(year) % 100
  parts.month = monthNumber
  parts.day = dayNumber
  return words
}

function takeRoot(parts: Parts, word: string): number {
  if (ROOT_IN_PARENTHESES.test(word)) return 1
  if (parts.root !== undefined) return 0
  const root = ROOT.exec(word)?.[1]
  if (root === undefined) return 0
  parts.root = root.replace(/[./]/, '')
  return 1
}

function takeStrike(parts: Parts, words: readonly string[], index: number): number {
  const match = NUMBER.exec(words[index] ?? '')
  if (!match || parts.root === undefined) return 0
  // thinkorswim writes the multiplier before the date: AAPL 100 16 JAN 27 300 CALL.
  const isMultiplier = match[0] === '100' && parts.day === undefined && takeDate({}, words, index + 1) > 0
  if (isMultiplier && words.slice(index + 1).filter((word) => NUMBER.test(word)).length > 2) return 1
  if (parts.strike !== undefined) return 0
  parts.strike = `${(match[1] ?? '').replaceAll(',', '')}${match[2] ?? ''}`
  return 1
}

function toMonth(word: string): string | undefined {
  const index = word.length <= 9 ? MONTHS.indexOf(word.slice(0, 3)) : -1
  return index === -1 ? undefined : String(index + 1)
}

function toSymbol({ root, year, month, day, strike, right }: Parts): string | undefined {
  if (root === undefined || year === undefined || month === undefined || day === undefined) return undefined
  if (strike === undefined || right === undefined) return undefined
  const thousandths = Math.round(Number(strike) * 1000)
  if (!(thousandths > 0 && thousandths < 1e8) || Math.abs(thousandths - Number(strike) * 1000) > 1e-6) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  const symbol = `${root}${two(year)}${two(month)}${two(day)}${right}${String(thousandths).padStart(8, '0')}`
  // A day that its month does not have is moved to the end of the month there; here it is no date.
  return toOptionTerms(symbol)?.expiry.slice(8) === two(day) ? symbol : undefined
}
