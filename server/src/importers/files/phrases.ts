/** Holdings as people type them, one to a line: `100 AAPL @ 150.25`, `AAPL 100 150.25`, `• Bought 50 MSFT at $280`. */
import { toTicker } from '@ballast/contract'
import { toOptionSymbol, toOptionSymbolOf } from '../option-symbol.ts'
import { isProduct } from './cost-per-share.ts'
import { countKnownHeaders } from './header-names.ts'
import { takeHolding } from './holding.ts'
import type { NumberCells } from './number-cells.ts'
import { COST_MARKS, findFigures, type PhraseFigures, SHARE_WORD, TRAILING_MARKS } from './phrase-figures.ts'
import { type PartKind, toParts } from './phrase-parts.ts'
import { isMailLine, TICKERS_LIKE_WORDS, toSentence, toWords, WORDS, withoutBullet } from './phrase-words.ts'
import { isCash, isIsin, isMoneyFund, isTotal, toBareSymbol } from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import { isBlankRow, type SourceRow, type SourceTable } from './source-table.ts'
import type { Doubt } from './stated-holding.ts'

const UPPER_TICKER = /^\$?(?:[A-Z]{1,5}(?:[./-][A-Z]{1,2})?|\d{3,5}\.[A-Z]{1,2})$/
const LOWER_TICKER = /^\$?[a-z]{1,5}(?:[./-][a-z])?$/
const NAME_SHAPE = /^\p{Lu}[\p{L}&.'’-]{1,30}$/u
const NAME_JOINT = /^(?:of|and|&|de|the)$/
/** A name as long as a ticker may be one: "Aapl" is what a phone makes of it. */
const LONGEST_TICKER = 5
const RIGHT_WORD = /^(?:calls?|puts?|[cp]|\$?[\d.]+[cp]|[cp]\$?[\d.]+|[-.]?[a-z]{1,5}\d{6}[cp][\d.]+)$/i
const PLAN =
  /\b(?:would like|want(?:s|ed)? to|going to|plan(?:s|ning)? to|intend|consider(?:ing)?|thinking (?:of|about)|will buy|should i|if i|next (?:week|month|year)|wish ?list|watch(?:ing| ?list)|limit order|open order)\b|['’]d like/i
/** "Total" may also be the beginning of a fund's name. */
const OF_ALL = /\btotal(?= ?(?:cost|paid|price|of\b|[:=)$€£\d]|$))|\b(?:altogether|in all|insgesamt)\b/i
const OF_ONE = /\b(?:each|apiece|per share|a share|avg|average|\/ ?share|je|pro)\b|@/i
const MAYBE_OF_ALL =
  /\bfor [$€£]?\d|\bcost basis\b|\b(?:shares?|shs|units?),? [$€£](?:\d,\d{3}|\d{2,3},\d{3}|\d{4})|(?<!\bat )[$€£](?:\d{1,3},\d{3}|\d{4})[\d,.]{0,12} \(/i
const MAYBE_OF_ALL_REASON = 'The line does not tell whether this is the cost of one share or of all.'

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/€|\bEUR\b|\beuros?\b/i, 'EUR'],
  [/£|\bGBP\b/, 'GBP'],
  [/\bCHF\b/, 'CHF'],
  [/\bCAD\b|C\$/, 'CAD'],
  [/\bAUD\b|A\$/, 'AUD'],
]

/** Reads lines that are no table; a line without a ticker and a number is not understood. */
export function readPhrases(table: SourceTable, report: SourceReport, numbers: NumberCells): void {
  const tell = (part: string) => toKind(part, numbers)
  for (const row of table.rows) {
    if (isBlankRow(row)) report.say(row, 'blank')
    else if (isMailLine(table.lines[row.line - 1] ?? ''))
      report.say(row, 'header', 'Belongs to the message, not to what is held.')
    else {
      const { holdings, left } = toParts(toSentence(row, table), tell)
      let doubt: string | null = null
      for (const part of holdings) {
        const phrase = toPhrase(toWords(withoutBullet(part)), numbers)
        doubt = carryDoubt(phrase, part, doubt)
        readPhrase({ ...phrase, sharesDoubt: phrase.sharesDoubt ?? doubt }, part, row, report, numbers)
      }
      for (const part of left) report.remark(row.line, `Not understood in it: "${part.slice(0, 60)}".`)
    }
  }
}

/** What a part of a line is by itself. An option is no part of a list, for its own parts may look like holdings. */
function toKind(part: string, numbers: NumberCells): PartKind {
  const { ticker, name, shares, cost, option } = toPhrase(toWords(withoutBullet(part)), numbers)
  if (option !== undefined) return 'option'
  const isAmount = cost !== undefined && ticker !== undefined && name === undefined
  const isCashHeld = (ticker === 'CASH' || isCash(part, '')) && (shares ?? cost) !== undefined
  if (((ticker ?? name) !== undefined && shares !== undefined) || isAmount || isCashHeld) return 'holding'
  return shares !== undefined || cost !== undefined ? 'figures' : 'words'
}

interface Phrase extends PhraseFigures {
  ticker: string | undefined
  /** What the security is called, where the line names no ticker, or one that may be a name. */
  name: string | undefined
  isShort: boolean
  /** Why the number of shares may be another one. */
  sharesDoubt: string | null
  option: string | undefined
}

/** What a line begins to speak of it goes on to speak of: "Sold 10 AAPL, 5 MSFT". */
function carryDoubt({ sharesDoubt, option }: Phrase, text: string, before: string | null): string | null {
  if (option !== undefined || /\b(?:bought|own|have|hold|holding|got)\b/i.test(text)) return null
  const opening = text.slice(0, Math.max(0, text.search(/\d/)))
  return /\b(?:sold|sell)\b/i.test(opening) || PLAN.test(opening) ? sharesDoubt : before
}

function readPhrase(phrase: Phrase, text: string, row: SourceRow, report: SourceReport, numbers: NumberCells): void {
  const bare = withoutBullet(text)
  const words = toWords(bare)
  const { shares, cost, option } = phrase
  const isNamed = (phrase.ticker ?? phrase.name) !== undefined && (shares ?? cost) !== undefined
  if (isTotal(bare) && !(isNamed && shares !== undefined && cost !== undefined && !isTotal(words[0] ?? ''))) {
    report.say(row, 'total')
  } else if (option === undefined && (phrase.ticker === 'CASH' || isCash(bare, '')) && (shares ?? cost) !== undefined) {
    takeHolding(report, numbers, { row, symbol: 'CASH', value: cost ?? shares, account: null })
  } else if (isNamed && option === undefined && isOptionWithoutDay(words)) {
    report.refuse(row, {
      found: bare,
      why: 'speaks of an option without the day of its expiry',
      expected: 'Write it like "2 NVDA 01/15/2027 150 C @ 25".',
    })
  } else if (isNamed) {
    takePhrase(phrase, bare, row, report, numbers)
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

function takePhrase(phrase: Phrase, text: string, row: SourceRow, report: SourceReport, numbers: NumberCells): void {
  const { shares = '', cost, option } = phrase
  const currency = CURRENCIES.find(([sign]) => sign.test(text))?.[1]
  const isQuote = cost !== undefined && isQuoted(text, shares, cost, numbers)
  const isOfAll = cost !== undefined && option === undefined && OF_ALL.test(text) && !OF_ONE.test(text)
  // "Ford" is spelled like a ticker, and is not the one of the company.
  const isName = phrase.name !== undefined && phrase.ticker !== undefined && /^\p{Lu}/u.test(phrase.name)
  const doubts: Doubt[] = isName
    ? [{ field: 'ticker', reason: `"${phrase.name}" may be a name rather than a ticker.` }]
    : []
  const isOpen = cost !== undefined && option === undefined && !isOfAll && MAYBE_OF_ALL.test(text) && !OF_ONE.test(text)
  if (isOpen && shares !== '') doubts.push({ field: 'avgCost', reason: MAYBE_OF_ALL_REASON })
  if (phrase.sharesDoubt !== null) doubts.push({ field: 'shares', reason: phrase.sharesDoubt })
  // "$5,000 into VOO" is what was paid for all of it.
  const isPaid = isOfAll || (shares === '' && option === undefined && !OF_ONE.test(text) && !/\bat\b/i.test(text))
  takeHolding(report, numbers, {
    row,
    symbol: phrase.ticker ?? '',
    description: phrase.name,
    quantity: phrase.isShort && !shares.startsWith('-') && shares !== '' ? `-${shares}` : shares,
    avgCost: isPaid || isQuote ? '' : (cost ?? ''),
    ...(isQuote ? { price: cost } : {}),
    ...(shares === '' && isMoneyFund(phrase.ticker ?? '', '') ? { value: cost } : {}),
    account: null,
    ...(isPaid ? { costTotal: cost } : {}),
    doubts,
    ...(currency === undefined ? {} : { currency }),
    ...(option === undefined ? {} : { option }),
  })
}

/** A price and the value that it makes of the shares, beside a move in percent: what a page of quotes shows, and no cost. */
function isQuoted(text: string, shares: string, cost: string, numbers: NumberCells): boolean {
  const words = toWords(text)
  const [held, each] = [numbers.textOf(shares), numbers.textOf(cost)]
  if (held === null || each === null || !words.some((word) => word.endsWith('%'))) return false
  const others = words.flatMap((word) => (word === cost || word === shares ? [] : (numbers.textOf(word) ?? [])))
  return others.some((value) => isProduct(each, held, value))
}

function toPhrase(said: readonly string[], numbers: NumberCells): Phrase {
  const words = said.map((word) => (/^(?:call|put)s$/i.test(word) ? word.slice(0, -1) : word))
  const option = findOption(words) ?? findScatteredOption(words, numbers)
  const rest = option === undefined ? words : words.filter((_, index) => !option.places.has(index))
  const figures = findFigures(rest, numbers, isCapitalTicker)
  const found = option === undefined ? findSecurity(rest, figures) : { ticker: option.symbol, name: undefined }
  // Where it is open which number counts shares, only a ticker makes a line one about them.
  const named = figures.isOpen && found.name !== undefined ? { ticker: undefined, name: undefined } : found
  const says = (pattern: RegExp) => rest.some((word) => pattern.test(word))
  const isSale = says(/^(?:sold|sell)$/i)
  const isPurchase = says(/^(?:bought|buy|own|have|hold|holding|got)$/i)
  const isShort = says(/^(?:short|wrote)$/i) || (isSale && !isPurchase)
  return {
    ...named,
    ...figures,
    isShort,
    sharesDoubt: figures.isOpen
      ? 'The line has more than one number that may be that of the shares.'
      : isSale && option === undefined && !says(/^short$/i)
        ? 'The line speaks of a sale: what is held after it is not told.'
        : PLAN.test(said.join(' '))
          ? 'The line speaks of a plan: it may not be held.'
          : null,
    option: option?.symbol,
  }
}

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i
/** Who put something somewhere: there "put" is what was done. */
const WHO = /^(?:i|we|he|she|they|who|wife|have|has|i['’]ve|we['’]ve)$/i

/** Whether words speak of a call or a put and of a month, though no option could be read of them. */
const isOptionWithoutDay = (words: readonly string[]) =>
  words.some(
    (word, at) => /^(?:\$?[\d.]+[CP]|calls?|puts?)$/.test(word) && !(word === 'put' && WHO.test(words[at - 1] ?? '')),
  ) && words.some((word) => MONTH.test(word) || /\d[/-]\d/.test(word))

interface FoundOption {
  symbol: string
  /** Where the words stand that spell it. */
  places: ReadonlySet<number>
}

/** The longest run of words that spells an option. */
function findOption(words: readonly string[]): FoundOption | undefined {
  // Every spelling of an option has a word with digits and a C or P: most lines need not be tried.
  if (!words.some((word) => RIGHT_WORD.test(word))) return undefined
  for (let size = Math.min(8, words.length); size >= 1; size--) {
    for (let from = 0; from + size <= words.length; from++) {
      if (!/[A-Za-z]/.test(words[from] ?? '')) continue
      const symbol = toOptionSymbol(words.slice(from, from + size).join(' '))
      if (symbol !== undefined) return { symbol, places: new Set(Array.from({ length: size }, (_, at) => from + at)) }
    }
  }
  return undefined
}

/** An option whose parts stand in another order than any broker's: `5 calls TSLA 12/18/2026 $400 for 8.20`. */
function findScatteredOption(words: readonly string[], numbers: NumberCells): FoundOption | undefined {
  const right = words.findIndex((word) => /^(?:call|put)$/i.test(word))
  const date = words.findIndex((word) => /^\d{1,4}[/-]\d{1,2}[/-]\d{2,4}$/.test(word))
  const ticker = words.findIndex((word) => UPPER_TICKER.test(word) && !WORDS.has(word.toUpperCase()))
  if (right === -1 || date === -1 || ticker === -1) return undefined
  const strike = [date + 1, right + 1, ticker + 1, date - 1, right - 1].find(
    (at) => at !== date && numbers.textOf(words[at]) !== null && !COST_MARKS.has((words[at - 1] ?? '').toUpperCase()),
  )
  if (strike === undefined) return undefined
  const symbol = toOptionSymbolOf({
    underlying: (words[ticker] ?? '').replace('$', ''),
    expiry: words[date] ?? '',
    strike: numbers.textOf(words[strike]) ?? '',
    right: words[right] ?? '',
  })
  return symbol === undefined ? undefined : { symbol, places: new Set([right, date, ticker, strike]) }
}

const isWord = (word: string) => WORDS.has(word.toUpperCase().replace(/[.:,]$/, ''))

const isCapitalTicker = (word: string) => {
  const bare = toBareSymbol(word.replace(TRAILING_MARKS, ''))
  return UPPER_TICKER.test(bare) && !isWord(bare)
}

/** The ticker that a line names, and what it calls the security where that may be its name. */
function findSecurity(
  words: readonly string[],
  { shares, cost }: Pick<Phrase, 'shares' | 'cost'>,
): Pick<Phrase, 'ticker' | 'name'> {
  const bare = words.map((word) => toBareSymbol(word.replace(TRAILING_MARKS, '')))
  const numbered = bare.find(isIsin)
  if (numbered !== undefined) return { ticker: numbered, name: undefined }
  const upper = bare.find(isCapitalTicker)
  if (upper !== undefined) return { ticker: toTyped(upper), name: undefined }
  const name = findName(bare)
  if (name !== undefined && name.length <= LONGEST_TICKER) return { ticker: toTyped(name), name }
  const lowers = bare.flatMap((word, index) => (LOWER_TICKER.test(word) && !isWord(word) ? [index] : []))
  // Of words in small letters, the one behind the shares or their number is meant: "ok so i have 30 shares of nvda".
  const behind = lowers.find(
    (index) => /^(?:of|\d[\d.,]*)$/i.test(bare[index - 1] ?? '') || SHARE_WORD.test(bare[index - 1] ?? ''),
  )
  const lower = bare[behind ?? lowers[0] ?? -1]
  // A long word beside a number may be anything; where it is about shares, it is what they are of.
  const isAboutShares = shares !== undefined && (cost !== undefined || words.some((word) => SHARE_WORD.test(word)))
  if (name !== undefined && isAboutShares) return { ticker: undefined, name }
  if (lower !== undefined) return { ticker: toTyped(lower), name: lower }
  const spelled = bare.find((word) => TICKERS_LIKE_WORDS.has(word))
  return { ticker: spelled === undefined ? undefined : toTyped(spelled), name: undefined }
}

const toTyped = (word: string) => toTicker(word.replace(/^\$/, ''))

/** A word with a capital before small letters. */
const isNameWord = (word: string) => NAME_SHAPE.test(word) && /\p{Ll}/u.test(word)

/** The first run of words that begin with a capital, or the only word that is none of those around a holding. */
function findName(words: readonly string[]): string | undefined {
  const from = words.findIndex((word) => isNameWord(word) && !isWord(word))
  if (from === -1) {
    const unknown = words.filter((word) => /^\p{Ll}{6,}$/u.test(word) && !isWord(word))
    return unknown.length === 1 ? unknown[0] : undefined
  }
  let to = from + 1
  while (isNameWord(words[to] ?? '') || (NAME_JOINT.test(words[to] ?? '') && isNameWord(words[to + 1] ?? ''))) to++
  return words
    .slice(from, to)
    .filter((word, index) => index === 0 || !isWord(word) || NAME_JOINT.test(word))
    .join(' ')
}
