/**
 * Holdings as people type them, one to a line or several in a list. A line is read when one of the patterns below fits all of
 * it; every other line is told as not understood, with the ticker that stands in it. There is no rule for one sentence.
 */
import { Big } from 'big.js'
import { countKnownHeaders } from '../headers/header-names.ts'
import { readTypedTreasury } from '../meaning/bond-holding.ts'
import { isProduct } from '../meaning/cost-per-share.ts'
import { takeHolding } from '../meaning/holding.ts'
import { findCurrency, type NumberCells } from '../meaning/number-cells.ts'
import { isCash, isMoneyFund, isTotal } from '../meaning/security-kinds.ts'
import type { SourceReport } from '../meaning/source-report.ts'
import type { Doubt, StatedHolding } from '../meaning/stated-holding.ts'
import { toOptionSymbol } from '../option-symbol.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'

/** A longer line is no list of holdings that somebody typed. */
const LONGEST_LINE = 2_000
const LONGEST_PART = 120
const BULLET = /^(?:\[[ x]?\]\s*|[^\p{L}\d$€£(+\-"[]+|[-*]\s+|\d{1,3}[.)]\s+)+/iu
/** Ticker in a line that is not understood: "$F", "(F)", or a word in capitals. */
const TICKER_IN_A_LINE =
  /(?<=\$)[A-Z]{1,5}\b|(?<=\()[A-Z]{1,5}(?:\.[A-Z])?(?=\))|\b(?!USD|EUR|GBP|ETF|IRA|OK|SHS?\b)[A-Z]{2,5}(?:\.[A-Z])?\b/
/** Marks of bold and code, and the quotes around cells. */
const MARK_UP = /\*\*|__|[`"]/g
/** Between the holdings of a list, the coarser first. */
const SEPARATORS = [/ ?[;|] ?/, / ?(?:,|\/|\b(?:and|und|et)\b|&) (?:and )?/i]

/**
 * Words in any case, as part of a pattern that minds case elsewhere. A modifier `(?i:…)` would say it in two characters; the
 * engine has been seen to forget it for words with an s or a k.
 */
function anyCase(words: string): string {
  const spelled = words.replace(/\\.|[a-zà-ÿ]/g, (part) =>
    part.length === 1 ? `[${part}${part.toUpperCase()}]` : part,
  )
  return `(?:${spelled})`
}

const COUNT = "[-+]?\\d(?:[\\d.,']*\\d)?k?"
const SIGN = '(?:US|C|A)?[$€£]'
const CODE = '(?:USD|EUR|GBP|CHF|CAD|AUD|GBX)'
const MONEY = `(?:${SIGN} ?|${CODE} )?${COUNT}(?: ?(?:[€£]|${CODE}|p|pence|euros?)(?![\\p{L}]))?`
const UNIT = `${anyCase('shares?|shs?\\.?|units?|stocks?|aktien|stück|stk\\.?|actions|aandelen|x(?! ?[\\d$€£])')}(?![\\p{L}])`
const NO_NAME = `(?![Cc]ost\\b|${anyCase('shares?|shs?|units?|stocks?|x|at|for|avg|average|price|paid|bought|purchased|of|in|into|cash|long|short|own|have|hold|i|to|zu|and|or|qty|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec')}(?![\\p{L}]))`
const TICKER = `${NO_NAME}\\$?(?:[A-Z]{1,5}(?:[./-][A-Z]{1,2})?|[a-z]{1,5}(?:[./-][a-z])?|\\d{3,5}\\.[A-Z]{1,2}|[A-Z]{2}[A-Z0-9]{9}\\d)(?![\\p{L}\\d])`
const WORD = `${NO_NAME}\\p{Lu}[\\p{L}&.'’-]*\\p{Ll}\\.?(?![\\p{L}])`
const NAME = `${WORD}(?: ${WORD}){0,4}`
const SECURITY = `(?:(?:${NAME} )?\\((?<inside>${TICKER})\\)|(?<ticker>${TICKER})(?: \\(${NAME}\\))?|(?<name>${NAME}))`
const EQUALS = '(?: ?[:=–—(] ?| [-/] | )'
const SIDE = `(?:${anyCase('long|short')} )?`
const LEAD = `(?:${anyCase('(?:i )?(?:own|have|hold|bought|buy)')} )?`
const MARK = `(?:@|[x×](?= ?[\\d$€£])|${anyCase('(?:at|for|bought at|purchased (?:@|at)|avg\\.?|average|cost|price|basis|paid|à|zu)(?![\\p{L}])')})`
const EACH = `(?: (?<each>${anyCase('each|apiece|a share|per share')})|(?<slash> ?/ ?${anyCase('share')}))?(?<all> ${anyCase('total|in all|altogether')})?`
/** Price paid, and the total of all shares. */
const COST = `(?:[ ,(–—/-]{0,3}(?<mark>${MARK}(?:[: ]{1,2}${MARK})*)?:? ?(?<=[^\\d.])(?<cost>${MONEY})${EACH}(?: ?[=( ] ?(?<value>${MONEY}))?)?\\)*`

/** Each with an example of what it reads; see the tests. */
const PATTERNS: readonly RegExp[] = [
  // 10 shares of AAPL at $150
  `${LEAD}${SIDE}(?<shares>${COUNT})(?: ?(?<unit>${UNIT}))?(?: of)? ${SECURITY}${COST}`,
  // AAPL 10 @ 150, AAPL: 10, AAPL short 10 shares, avg cost 150
  `${LEAD}${SIDE}${SECURITY}${EQUALS}${SIDE}(?:x ?)?(?<shares>${COUNT})(?: ?(?<unit>${UNIT}))?${COST}`,
  // AAPL: $150 x 10
  `${SECURITY}${EQUALS}(?<cost>${SIGN}${COUNT}) ?(?<mark>[x×]) ?(?<shares>${COUNT})`,
  // 2 AAPL 12/18/2026 250 calls @ 3.50
  `${LEAD}${SIDE}(?<shares>${COUNT}) ?(?:x )?(?<option>[^@]{6,40}?)(?: (?<mark>${MARK}) ?(?<cost>${MONEY}))?`,
  // AAPL261218C00250000 2 @ 3.50
  `${SIDE}(?<option>[^@]{6,40}?) (?:x ?)?(?<shares>${COUNT})(?: (?<mark>${MARK}) ?(?<cost>${MONEY}))?`,
  // $15k of VOO, 15k in VOO
  `(?<paid>${MONEY}) (?:worth )?(?:of|in|into) ${SECURITY}`,
  // Cash: $5,000
  `(?<cash>[\\p{L} .&]{2,40}?)${EQUALS}(?<amount>${MONEY})`,
  // $5,000 in cash
  `(?<amount>${MONEY}) (?:in |of )?(?<cash>[\\p{L} .&]{2,40})`,
  // SPAXX $2,000.15
  `(?<fund>[A-Z]{5})${EQUALS}(?<amount>${SIGN} ?${COUNT})`,
  // ticker: AAPL, shares: 10, cost: 150
  `${anyCase('ticker|symbol|stock|holding')}: ?${SECURITY},? ${anyCase('shares|qty|quantity|units')}: ?(?<shares>${COUNT})(?:,? (?<mark>${anyCase('(?:avg\\.? |average )?(?:cost|price)')}): ?(?<cost>${MONEY}))?`,
].map((pattern) => new RegExp(`^(?:${pattern})$`, 'u'))

type Typed = Omit<StatedHolding, 'row' | 'account'>
type Groups = Readonly<Record<string, string | undefined>>

/** Reads lines that are no table. Each gets its verdict; a line that no pattern fits is not understood. */
export function readTypedLines(table: SourceTable, report: SourceReport, numbers: NumberCells): void {
  for (const row of table.rows) {
    const bare = (table.lines[row.line - 1] ?? '')
      .slice(0, LONGEST_LINE + 1)
      .replace(MARK_UP, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(BULLET, '')
      .replace(/(?<=[^.])[.!]$/, '')
    const holdings = bare.length > LONGEST_LINE ? undefined : readList(bare, numbers, SEPARATORS)
    for (const holding of holdings ?? []) takeHolding(report, numbers, { ...holding, row, account: null })
    if (holdings === undefined) sayNotRead(row, bare, report)
  }
}

/** The holdings of a text of which each part is one, or `undefined`. */
function readList(text: string, numbers: NumberCells, separators: readonly RegExp[]): Typed[] | undefined {
  const whole = readTyped(text, numbers)
  const [separator, ...finer] = separators
  if (whole !== undefined) return [whole]
  if (separator === undefined) return undefined
  const parts = text.split(separator).filter((part) => part !== '')
  const read = parts.length < 2 ? [readList(text, numbers, finer)] : parts.map((part) => readList(part, numbers, finer))
  return read.includes(undefined) ? undefined : read.flatMap((holdings) => holdings ?? [])
}

function readTyped(text: string, numbers: NumberCells): Typed | undefined {
  if (text.length > LONGEST_PART || !/\d/.test(text)) return undefined
  const treasury = readTypedTreasury(text)
  if (treasury !== undefined) return treasury
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    const typed = groups && toTyped(groups, /\bshort\b/i.test(text), numbers)
    if (typed !== undefined) return typed
  }
  return undefined
}

/** Line that the parts of a pattern state together; `undefined` where they contradict each other. */
function toTyped(groups: Groups, isShort: boolean, numbers: NumberCells): Typed | undefined {
  if (groups.amount !== undefined) return toMoney(groups, groups.amount, numbers)
  const shares = toCount(groups.shares, numbers)
  const paid = groups.cost ?? groups.paid
  const cost = toCount(paid, numbers)
  if (groups.shares !== undefined && shares === undefined) return undefined
  const symbol = toSymbol(groups, cost)
  const value = toCount(groups.value, numbers)
  const isOther = value !== undefined && !isProduct(cost ?? '', shares ?? '', value)
  if (symbol === undefined || isOther) return undefined
  const isOfAll = groups.paid !== undefined || groups.all !== undefined
  return {
    symbol,
    description: groups.name,
    quantity: isShort ? (shares ?? '').replace(/^-?(?=\d)/, '-') : (shares ?? ''),
    ...(isOfAll ? { costTotal: cost } : { avgCost: cost ?? '' }),
    currency: toCurrency(paid ?? ''),
    doubts: isOfAll || groups.option !== undefined ? [] : doubtCost(groups, cost),
    ...(groups.option !== undefined && { option: symbol }),
  }
}

/** The option's symbol or the ticker, blank where there is a name instead; `undefined` where it is none of them. */
function toSymbol({ option, ticker, inside, name, unit }: Groups, cost: string | undefined): string | undefined {
  if (option !== undefined) return toOptionSymbol(option.replace(/\b(call|put)s\b/i, '$1'))
  const written = ticker ?? inside ?? ''
  // A word and a number may be anything: a name needs a price or the word "shares" beside it.
  if (isTotal(name ?? written) || (name !== undefined && (unit ?? cost) === undefined)) return undefined
  return written.replace(/^\$/, '').toUpperCase()
}

/** A number as decimal text, a `k` behind it meant as thousands. */
function toCount(cell: string | undefined, numbers: NumberCells): string | undefined {
  const bare = cell?.replace(/[^\d.,'+-]/g, '')
  const text = numbers.textOf(bare)
  return text === null ? undefined : /\dk/i.test(cell ?? '') ? new Big(text).times(1000).toFixed() : text
}

function toCurrency(cell: string): string | undefined {
  if (/GBX|\dp| ?p(?:ence)?$/.test(cell)) return 'GBX'
  return (
    /EUR|GBP|CHF|CAD|AUD/.exec(cell)?.[0] ??
    (/euro/.test(cell) ? 'EUR' : /C\$/.test(cell) ? 'CAD' : /A\$/.test(cell) ? 'AUD' : findCurrency(cell))
  )
}

/** "cost 150" and "for 4,500" may be of one share or of all of them, and so may an amount that nothing marks. */
function doubtCost({ mark, each, slash, unit, value, cost }: Groups, amount: string | undefined): Doubt[] {
  if (amount === undefined || each !== undefined || slash !== undefined) return []
  const isClear =
    mark === undefined
      ? unit === undefined && value === undefined && !(Number(amount) >= 1000 && /[$€£]/.test(cost ?? ''))
      : !/^(?:for|cost|paid|cost:? basis)$/i.test(mark)
  return isClear
    ? []
    : [{ field: 'avgCost', reason: 'The line does not tell whether this is the cost of one share or of all.' }]
}

/** Money, or a fund that is as good as money. */
function toMoney({ cash, fund }: Groups, amount: string, numbers: NumberCells): Typed | undefined {
  const value = toCount(amount, numbers)
  const isMoney = cash === undefined ? isMoneyFund(fund ?? '', '') : isCash(cash.trim(), '')
  return value === undefined || !isMoney ? undefined : { symbol: fund ?? 'CASH', value, currency: toCurrency(amount) }
}

function sayNotRead(row: SourceRow, text: string, report: SourceReport): void {
  const words = text.slice(0, LONGEST_PART).split(/[\s,;|]+/)
  if (isBlankRow(row)) report.say(row, 'blank')
  else if (isTotal(text)) report.say(row, 'total')
  else if (!/\d/.test(text) && (countKnownHeaders(words) >= 2 || text.endsWith(':'))) report.say(row, 'header')
  else {
    const named = TICKER_IN_A_LINE.exec(text)?.[0]
    const why = named === undefined ? 'was not understood' : `was not understood; it names ${named}`
    report.refuse(row, { found: text, why, expected: `Write it like "${named ?? 'AAPL'} 10 @ 150.25".` })
  }
}
