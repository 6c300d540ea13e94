/** Holdings as people type them, one to a line: `100 AAPL @ 150.25`, `AAPL 100 150.25`, `• Bought 50 MSFT at $280`. */
import { toTicker } from '@ballast/contract'
import { toOptionSymbol } from '../option-symbol.ts'
import { countKnownHeaders } from './header-names.ts'
import { takeHolding } from './holding.ts'
import { isNothing, type NumberCells } from './number-cells.ts'
import { isCash, isTotal, toBareSymbol } from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import { isBlankRow, type SourceRow, type SourceTable } from './source-table.ts'

const LONGEST = 300
const MOST_WORDS = 24
const BULLET = /^(?:[-*•–—·▪◦‣+>]\s+|\d{1,3}[.)]\s+|\[[ x]?\]\s*)/i
const UPPER_TICKER = /^\$?[A-Z]{1,5}(?:[./-][A-Z])?$/
const ANY_TICKER = /^\$?[A-Za-z]{1,5}(?:[./-][A-Za-z])?$/
/** Blanks and marks, but not the comma within 1,000. */
const BETWEEN_WORDS = /(?:[\s;|]|,(?!\d{3}(?!\d)))+/
const RIGHT_WORD = /^(?:calls?|puts?|[cp]|\$?[\d.]+[cp]|[cp]\$?[\d.]+|[-.]?[a-z]{1,5}\d{6}[cp][\d.]+)$/i
const COST_MARKS = new Set(['@', 'AT', 'COST', 'AVG', 'AVERAGE', 'PRICE', 'FOR', 'PAID', 'BASIS', 'EACH', 'A'])
/** Words around a holding that are no tickers, though some are spelled like one. */
const WORDS = new Set([
  ...[
    'BUY',
    'BOUGHT',
    'SHARE',
    'SHARES',
    'SHS',
    'SH',
    'AT',
    'OF',
    'AND',
    'THE',
    'I',
    'HAVE',
    'OWN',
    'HOLD',
    'LONG',
    'X',
  ],
  ...[
    'SHORT',
    'COST',
    'AVG',
    'AVERAGE',
    'PRICE',
    'FOR',
    'PAID',
    'BASIS',
    'EACH',
    'PER',
    'A',
    'MY',
    'IN',
    'USD',
    'STOCK',
  ],
  ...['UNITS', 'QTY', 'CONTRACT', 'CONTRACTS', 'IS', 'ARE', 'WITH', 'ON', 'TO', 'EUR', 'POSITION', 'SOLD', 'SELL', '='],
])

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/€|\bEUR\b/, 'EUR'],
  [/£|\bGBP\b/, 'GBP'],
  [/\bCHF\b/, 'CHF'],
]

/** Reads lines that are no table; a line without a ticker and a number is not understood. */
export function readPhrases(table: SourceTable, report: SourceReport, numbers: NumberCells): void {
  for (const row of table.rows) {
    if (isBlankRow(row)) {
      report.say(row, 'blank')
      continue
    }
    const text = toSentence(row, table)
    const parts = splitHoldings(text, numbers)
    for (const part of parts) readPhrase(part, row, report, numbers)
  }
}

/** A decimal comma behind which the number ends; within a sentence, for `AAPL,100,15` is a row of three cells. */
const DECIMAL_COMMA = /(\d),(\d{1,2})(?![\d,.%])/g
const THOUSANDS = /\d,\d{3}(?!\d)/

/** The line as it was typed: the commas that made cells of it may belong to its numbers. */
function toSentence(row: SourceRow, { lines }: SourceTable): string {
  const typed = (row.span === 1 ? (lines[row.line - 1] ?? '') : '').slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  const isSentence = typed.includes(' ') && !typed.includes('"')
  const cells = row.cells.join(' ').slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  const text = !isSentence ? cells : THOUSANDS.test(typed) ? typed : typed.replace(DECIMAL_COMMA, '$1.$2')
  return text.replace(/(?<=[A-Za-z]) ?= ?(?=[$€£]?\d)/g, ' ')
}

/** "100 AAPL and 5 MSFT" are two holdings, when each part is one by itself; else the line is read as a whole. */
function splitHoldings(text: string, numbers: NumberCells): string[] {
  const parts = text.split(/ and |; ?|, (?=\D|\d+ )/i).map((part) => part.trim())
  if (parts.length < 2) return [text]
  const isHolding = (part: string) => {
    const { ticker, shares, option } = toPhrase(toWords(part.replace(BULLET, '').trim()), numbers)
    return ticker !== undefined && shares !== undefined && option === undefined
  }
  return parts.every(isHolding) ? parts : [text]
}

const toWords = (bare: string) =>
  bare
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)

interface Phrase {
  ticker: string | undefined
  shares: string | undefined
  cost: string | undefined
  isShort: boolean
  option: string | undefined
}

function readPhrase(text: string, row: SourceRow, report: SourceReport, numbers: NumberCells): void {
  const bare = text.replace(BULLET, '').trim()
  const words = toWords(bare)
  const phrase = toPhrase(words, numbers)
  if (isTotal(bare)) {
    report.say(row, 'total')
  } else if (
    phrase.option === undefined &&
    (phrase.ticker === 'CASH' || isCash(bare, '')) &&
    (phrase.shares ?? phrase.cost) !== undefined
  ) {
    takeHolding(report, numbers, { row, symbol: 'CASH', value: phrase.cost ?? phrase.shares, account: null })
  } else if (phrase.ticker !== undefined && (phrase.shares !== undefined || phrase.cost !== undefined)) {
    const shares = phrase.shares ?? ''
    const currency = CURRENCIES.find(([sign]) => sign.test(bare))?.[1]
    takeHolding(report, numbers, {
      row,
      symbol: phrase.ticker,
      quantity: phrase.isShort && !shares.startsWith('-') && shares !== '' ? `-${shares}` : shares,
      avgCost: phrase.cost ?? '',
      account: null,
      ...(currency === undefined ? {} : { currency }),
      ...(phrase.option === undefined ? {} : { option: phrase.option }),
    })
  } else if (countKnownHeaders(words) >= 2 || (words.length <= 6 && bare.endsWith(':'))) {
    report.say(row, 'header')
  } else {
    report.refuse(row, {
      found: bare,
      why: 'names no ticker with a number of shares',
      expected: 'Write it like "100 AAPL @ 150.25".',
    })
  }
}

function toPhrase(words: readonly string[], numbers: NumberCells): Phrase {
  const option = findOption(words)
  const rest = option === undefined ? words : [...words.slice(0, option.from), ...words.slice(option.to)]
  const phrase: Phrase = {
    ticker: option?.symbol ?? findTicker(rest),
    shares: undefined,
    cost: undefined,
    isShort: rest.some((word) => /^(?:short|sold)$/i.test(word)),
    option: option?.symbol,
  }
  let isCostNext = false
  for (const word of rest) {
    const plain = word.replace(/(?<![:()])[:()]+$|^[(]+/g, '')
    const text = plain.replace(/^@/, '').replace(/(?<=\d)(?:shares|shs|sh|x)$/i, '')
    // A part of a portfolio is no number of shares.
    if (text.endsWith('%') || isNothing(text) || numbers.textOf(text) === null || !/\d/.test(text)) {
      isCostNext = COST_MARKS.has(plain.toUpperCase())
      continue
    }
    const isCost = isCostNext || plain.startsWith('@') || /[$€£]/.test(plain)
    if (isCost || phrase.shares !== undefined) phrase.cost ??= text
    else phrase.shares = text
    isCostNext = false
  }
  return phrase
}

/** The longest run of words that spells an option. */
function findOption(words: readonly string[]): { symbol: string; from: number; to: number } | undefined {
  // Every spelling of an option has a word with digits and a C or P: most lines need not be tried.
  if (!words.some((word) => RIGHT_WORD.test(word))) return undefined
  for (let size = Math.min(8, words.length); size >= 1; size--) {
    for (let from = 0; from + size <= words.length; from++) {
      if (!/[A-Za-z]/.test(words[from] ?? '')) continue
      const symbol = toOptionSymbol(words.slice(from, from + size).join(' '))
      if (symbol !== undefined) return { symbol, from, to: from + size }
    }
  }
  return undefined
}

function findTicker(words: readonly string[]): string | undefined {
  const bare = words.map((word) => toBareSymbol(word.replace(/(?<![:()])[:()]+$|^[(]+/g, '')))
  const isWord = (word: string) => WORDS.has(word.toUpperCase())
  const found =
    bare.find((word) => UPPER_TICKER.test(word) && !isWord(word)) ??
    bare.find((word) => ANY_TICKER.test(word) && !isWord(word))
  // A number beside a single letter of the list above: "A" is Agilent when nothing else can be the ticker.
  const letter = found ?? bare.find((word) => /^[A-Z]$/.test(word))
  return letter === undefined ? undefined : toTicker(letter.replace(/^\$/, ''))
}
