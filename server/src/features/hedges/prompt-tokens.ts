// Tests: understand-prompt.test.ts, prompt-refusals.test.ts, prompt-dates.test.ts

import { TRADING_DAYS } from './prompt-words.ts'

/** A word, a number or a mark of the owner's text, and where it stands. */
export interface Token {
  kind: 'word' | 'number' | 'break'
  /** Lower case. */
  text: string
  asWritten: string
  start: number
  end: number
  value?: number
  unit?: 'percent' | 'dollars' | 'other-money'
}

const TOKEN =
  /[$€£]?\d{1,3}(?:['’]\d{3})+(?!\d)|[$€£]\s?\d{1,3}(?:\s\d{3})+(?!\d)|\d{1,3}(?:\s\d{3})+(?=\s?(?:[$€£]|usd\b|dollars\b|eur\b|euros?\b))|\d{1,3}\/\d{1,3}|[$€£]?\d[\d.,]*|[Ss]&[Pp]|[A-Za-z][A-Za-z.'’-]*|[%$€£]|[-=]>|[→,.;!?\n]/g
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fifteen: 15, eighteen: 18, twenty: 20, 'twenty-five': 25, thirty: 30, forty: 40, fifty: 50 },
}
const UNITS: Readonly<Record<string, Token['unit']>> = {
  ...{ '%': 'percent', percent: 'percent', pct: 'percent', 'per-cent': 'percent', cent: 'percent' },
  ...{ $: 'dollars', dollars: 'dollars', dollar: 'dollars', usd: 'dollars', bucks: 'dollars' },
  ...{ '€': 'other-money', '£': 'other-money', eur: 'other-money', euro: 'other-money', euros: 'other-money' },
  ...{ pounds: 'other-money', gbp: 'other-money' },
}
/** Fractions that are parts of a whole: "a tenth of it". */
const PARTS: Readonly<Record<string, number>> = { tenth: 10, fifth: 20, quarter: 25, third: 33.3, half: 50 }

/** Splits a text into words, numbers with their units, and the marks that end a clause. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) addToken(tokens, match[0], match.index)
  return readParts(joinTouching(tokens))
}

/** The tokens between the marks that end clauses. */
export function listClauses(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'break') clauses.push([])
    else clauses.at(-1)?.push(token)
  }
  return clauses
}

/** Whether no mark that ends a clause stands between two places. */
export function isSameClause(tokens: readonly Token[], from: number, to: number): boolean {
  const between = tokens.slice(Math.min(from, to), Math.max(from, to))
  return !between.some(({ kind }) => kind === 'break')
}

function addToken(tokens: Token[], asWritten: string, start: number): void {
  const text = asWritten.toLowerCase().replaceAll('’', "'")
  const place = { text, asWritten, start, end: start + asWritten.length }
  const last = tokens.at(-1)
  if (last && belongsBefore(tokens, last, text, place.end)) return
  const unit = UNITS[text.charAt(0)]
  const value = NUMBER_WORDS[text] ?? readNumber(text)
  if (value !== undefined) {
    // A clause may end with a number: its last mark is no part of it.
    const isLast = /[.,]$/.test(text)
    const end = isLast ? place.end - 1 : place.end
    const ownUnit = text.includes('/') ? 'percent' : unit
    tokens.push({ kind: 'number', ...place, end, value, ...(ownUnit && { unit: ownUnit }) })
    if (isLast) tokens.push({ ...place, kind: 'break', text: text.slice(-1), start: end })
  } else if (/^[a-z]/.test(text)) {
    tokens.push({ kind: 'word', ...place, text: text.replace(/[.'-]$/, '') })
    if (asWritten.endsWith('.')) tokens.push({ ...place, kind: 'break', text: '.', start: place.end - 1 })
  } else if (unit === undefined) {
    tokens.push({ kind: 'break', ...place })
  }
}

/** "$1e9", "2k5", "10x": what touches a number and is no unit of it makes it another number, nobody knows which. */
function joinTouching(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let isBroken = false
  for (const token of tokens) {
    const last = joined.at(-1)
    const isTouching = last !== undefined && last.end === token.start && token.kind !== 'break'
    const isUnit = token.kind === 'word' && token.text in TRADING_DAYS
    isBroken = isTouching && (isBroken || (last.kind === 'number' && last.unit !== 'percent' && !isUnit))
    if (!isBroken || last === undefined) joined.push(token)
    else {
      const [text, asWritten] = [last.text + token.text, last.asWritten + token.asWritten]
      joined.splice(-1, 1, { kind: 'word', text, asWritten, start: last.start, end: token.end })
    }
  }
  return joined
}

/** "10 percent", "10 per cent", "2k", "500 dollars" and "S&P 500" are one each: what follows becomes part of what stands before. */
function belongsBefore(tokens: Token[], last: Token, text: string, end: number): boolean {
  if (last.text === 's&p' && text === '500') {
    last.end = end
    return true
  }
  const isPoints = last.text === 'basis' && text.startsWith('point')
  const isFollowing = isPoints || (last.text === 'per' && text === 'cent')
  if (isFollowing && tokens.at(-2)?.kind === 'number') tokens.pop()
  const number = tokens.at(-1)
  if (number?.kind !== 'number' || number.value === undefined || number.unit === 'percent') return false
  const isThousands = text === 'k' || text === 'thousand'
  const unit = UNITS[text]
  if (isThousands) Object.assign(number, { value: number.value * 1e3, unit: number.unit ?? 'dollars' })
  else if ((text === 'm' || text === 'million') && number.unit !== undefined) number.value *= 1e6
  else if ((isPoints || text === 'bps' || text === 'bp') && number.unit === undefined) {
    Object.assign(number, { unit: 'percent', value: number.value / 100 })
  } else if (unit === 'percent' && number.unit === undefined) {
    Object.assign(number, { unit, value: NUMBER_WORDS[number.text] ?? readNumber(number.text, true) })
  } else if (unit !== undefined && (number.unit === undefined || number.unit === unit)) number.unit = unit
  else return false
  number.end = end
  return true
}

/** "A tenth" is 10%; "half a year" is half of one. */
function readParts(tokens: readonly Token[]): Token[] {
  const read: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const part = token.kind === 'word' ? PARTS[token.text] : undefined
    const before = read.at(-1)
    const isCounted = before?.text === 'a' || before?.text === 'one'
    const [next, second] = [tokens[at + 1], tokens[at + 2]]
    // "Half of what the market loses" is no part of a whole that is known.
    const isOf = next?.text === 'of' && second?.text !== 'what'
    if (token.text === 'half' && /^years?$/.test((next?.text === 'a' ? second : next)?.text ?? '')) {
      read.push({ ...token, kind: 'number', value: 0.5 })
      if (next?.text === 'a') at++
    } else if (isOneIn(token, tokens.slice(at + 1))) {
      at += next?.text === 'in' ? 2 : 3
      const whole = tokens[at]
      const value = (100 * (token.value ?? 0)) / (whole?.value ?? 1)
      read.push({ ...token, end: whole?.end ?? token.end, value, unit: 'percent' })
    } else if (part !== undefined && (isOf || (isCounted && token.text !== 'quarter'))) {
      const start = isCounted ? (read.pop()?.start ?? token.start) : token.start
      read.push({ ...token, kind: 'number', start, value: part, unit: 'percent' })
    } else read.push(token)
  }
  return read
}

/** "One in ten", "1 out of 8". */
function isOneIn({ value, unit }: Token, [first, second, third]: readonly Token[]): boolean {
  const whole = first?.text === 'in' ? second : first?.text === 'out' && second?.text === 'of' ? third : undefined
  return value === 1 && unit === undefined && whole?.kind === 'number' && whole.unit === undefined
}

/**
 * Numbers as they are written on both sides of the ocean: 1,500.50 and 1.500,50. A single mark before three digits parts
 * thousands, unless it is a percentage, or begins with a zero.
 */
function readNumber(text: string, isPercent = false): number | undefined {
  const digits = text.replace(/^[$€£]|[\s'’]/g, '').replace(/[.,]$/, '')
  const [, above, below] = /^(\d+)\/(\d+)$/.exec(digits) ?? []
  if (above !== undefined) return Number(above) < Number(below) ? (100 * Number(above)) / Number(below) : undefined
  if (!isPercent && /^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})*$/.test(digits)) return Number(digits.replace(/[.,]/g, ''))
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (mark < 0) return /^\d+$/.test(digits) ? Number(digits) : undefined
  const whole = digits.slice(0, mark)
  const other = digits.charAt(mark) === '.' ? ',' : '.'
  const isWhole = /^\d+$/.test(whole) || (/^\d{1,3}([.,]\d{3})+$/.test(whole) && !whole.includes(digits.charAt(mark)))
  return isWhole && /^\d+$/.test(digits.slice(mark + 1))
    ? Number(`${whole.replaceAll(other, '')}.${digits.slice(mark + 1)}`)
    : undefined
}
