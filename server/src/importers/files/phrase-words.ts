// Tests: phrases.test.ts, pasted-text.test.ts

/** Typed lines into words: the numbers as they are meant, the marks of lists gone, the parts that are holdings apart. */
import { Big } from 'big.js'
import type { SourceRow, SourceTable } from './source-table.ts'

const LONGEST = 300
const MOST_WORDS = 24
const BULLET = /^(?:[-*•–—·▪◦‣+>]\s+|\d{1,3}[.)]\s+|\[[ x]?\]\s*)/i
/** Blanks and marks, but not the comma within 1,000. */
const BETWEEN_WORDS = /(?:[\s;|]|,(?!\d{3}(?!\d)))+/
/** What programs for mail write above and below a message. */
const MAIL_LINE =
  /^(?:(?:from|to|cc|bcc|subject|date|sent|reply-to|message-id|von|an|betreff|de|à|objet)\s?:\s|sent from my |on .{4,60} wrote:$|-{2,}\s?(?:forwarded|original) message)/i
/** A decimal comma behind which the number ends; within a sentence, for `AAPL,100,15` is a row of three cells. */
const DECIMAL_COMMA = /(\d),(\d{1,2})(?![\d%]|[,.]\S)/g
const GROUPED_BY_POINTS = /(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d{1,4}(?![\d.,])/g
const THOUSANDS = /\d,\d{3}(?!\d)/
/** 10k, $1.5k; but 401k is an account. What is in something, or worth of it, is money: 15k in VOO. */
const IN_THOUSANDS =
  /(?<![\w.,])(?!401k|403k|457k)([$€£]?)(\d{1,6}(?:\.\d{1,3})?)k(?![\w])(?=( (?:in|into|worth)\b)?)/gi
/** Bold and code of typed pages, and dots that lead from one column to the next. */
const MARK_UP = /\*\*|__|`|\.{3,}/g
const NUMBER_OF_A_NAME =
  /\b(S&P|Russell|Nasdaq|FTSE|STOXX|Stoxx|Nikkei|DAX|Dow|MSCI|CAC|Fortune|Top)[ -]\d{2,4}\b(?! ?(?:shares|shs|sh|@|x))/g
/** `Vanguard S&P 500 ETF (VOO) 12.5 sh`: what stands before the parenthesis is the name. */
const NAME_BEFORE_TICKER = /^[A-Z][A-Za-z0-9 .,&'’+-]{2,80} (\([A-Z]{1,5}(?:\.[A-Z])?\)[^A-Za-z]{0,4}\d)/
const NAMED_DATE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b/gi
/** "In 2019", "since May 2020": when it was bought; but "in 2000 shares", "in 2000 AAPL". */
const YEAR_OF_PURCHASE =
  /\b(?:[Ii]n|[Ss]ince|[Ff]rom|[Uu]ntil) (?:[A-Z][a-z]{2,8} )?(?:19|20)\d\d\b(?! ?(?:[Ss]hares?|shs?|[Uu]nits?|[Ss]t(?:ück|k)|[Aa]ktien|@|x|of|\$?[A-Z]{1,5})\b| ?[@%]|[.,]\d)/g
/** `1 000`, `12 050`: what begins with a nought is no number by itself. */
const BLANK_IN_THOUSANDS = /(?<![\d.,])(\d{1,3}) (?=0\d\d(?!\d))/g
/** `71p`, `440.5 pence`, `GBX 2,550`: hundredths of a pound; a `p` alone may as well be a put. */
const NUMBER = /(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.\d{1,4})?/.source
const PENCE = new RegExp(`(?<![\\w.,$])(?:(${NUMBER}) ?(?:pence|GBX|GBp)|GB[Xp] ?(${NUMBER}))\\b`, 'g')
const PENCE_IN_LONDON = new RegExp(`(?<![\\w.,$])(${NUMBER})p\\b`, 'g')
const LONDON = /\b[A-Z]{1,4}\.L\b/
const CALL_OR_PUT = /\b(?:calls?|puts?|[cp])\b/i

export const isMailLine = (line: string) => MAIL_LINE.test(line.trim().slice(0, LONGEST))
export const withoutBullet = (text: string) => text.replace(BULLET, '').trim()

/** The line as it was typed: the commas that made cells of it may belong to its numbers. */
export function toSentence(row: SourceRow, { lines }: SourceTable): string {
  const typed = toOneSpace(row.span === 1 ? (lines[row.line - 1] ?? '').replaceAll('"', '') : '')
  const grouped = typed.replace(GROUPED_BY_POINTS, (number) => number.replaceAll('.', '').replace(',', '.'))
  const text = !typed.includes(' ')
    ? toOneSpace(row.cells.join(' '))
    : THOUSANDS.test(grouped)
      ? grouped
      : grouped.replace(DECIMAL_COMMA, '$1.$2')
  return withoutNumbersOfNames(withoutDates(text.replace(MARK_UP, ' ')))
    .replace(BLANK_IN_THOUSANDS, '$1')
    .replace(/(?<=[A-Za-z]) ?= ?(?=[$€£]?\d)/g, ' ')
    .replace(/([$€£]\d[\d.,]*) ?[x×] ?(\d[\d.,]*)/gi, '$2 @ $1')
    .replace(/(?<=\d) ?[x×] ?(?=[$€£]?\d)/gi, ' @ ')
    .replace(/(?<=\d)@/g, ' @')
    .replace(LONDON.test(text) ? PENCE_IN_LONDON : /(?!)/g, '$1 pence')
    .replace(PENCE, (_whole, first: string, last: string) => toPounds(first ?? last))
    .replace(IN_THOUSANDS, (_whole, sign: string, number: string, isIn: string | undefined) => {
      return `${sign || (isIn === undefined ? '' : '$')}${new Big(number).times(1000).toFixed()}`
    })
}

const toPounds = (pence: string) => `£${new Big(pence.replaceAll(',', '')).div(100).toFixed()}`

const toOneSpace = (text: string) => text.slice(0, LONGEST).replace(/\s+/g, ' ').trim()

/** The numbers that belong to a name, as that of the index which a fund follows, and a name before its ticker as a whole. */
const withoutNumbersOfNames = (text: string) => text.replace(NUMBER_OF_A_NAME, '$1').replace(NAME_BEFORE_TICKER, '$1')

/** The day of a purchase is none of its figures; that of an option is what it is called by. */
const withoutDates = (text: string) =>
  CALL_OR_PUT.test(text) ? text : text.replace(NAMED_DATE, ' ').replace(YEAR_OF_PURCHASE, ' ')

export const toWords = (bare: string) =>
  bare
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '' && word !== '/')
    .slice(0, MOST_WORDS)

/** Words around a holding that are no tickers, though some are spelled like one. */
export const WORDS = new Set(
  (
    'BUY BOUGHT BUYING SHARE SHARES SHS SH AT OF AND THE I HAVE OWN HOLD HOLDING LONG X SHORT COST AVG AVERAGE PRICE FOR ' +
    'PAID BASIS EACH PER A MY IN USD STOCK STOCKS UNITS QTY CONTRACT CONTRACTS IS ARE WITH ON TO EUR POSITION SOLD SELL = ' +
    'AKTIEN STÜCK STK ZU AANDELEN ACTIONS À TITRES IRA ROTH ETF ETFS INC CORP CO LTD HSA NYSE NASDAQ TOTAL CURRENTLY ' +
    'ABOUT AROUND APPROX ROUGHLY GBP CHF CAD AUD CALL CALLS PUT PUTS APIECE ALTOGETHER VALUE WORTH GOT HAS WE HOLDS ' +
    "OK SO LIKE YEAH HEY HI JUST YOU YOUR GUYS HERE THAT THIS WROTE WRITTEN ALSO SOME MORE IT FROM AS ALL THEM THOSE THESE ME HE SHE THEY WIFE INTO LAST YEAR JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER OR MAYBE I'VE I’VE I'M I’M J'AI J’AI ICH HABE IK HEB OP EURO EUROS DOLLARS DANS"
  ).split(' '),
)

/** Tickers that are spelled like one of them; in capitals, where the line has no other, the company is meant. */
export const TICKERS_LIKE_WORDS = new Set(['COST', 'ON', 'IT', 'HAS', 'ARE', 'ALL', 'CO', 'AS', 'A', 'X'])
