// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import type { FactUnit } from '@ballast/contract'
import { listMatches } from './matches.ts'
import { findNumberWords, type NumberWords } from './number-words.ts'

/** A figure that stands in a text as digits or words, and what it claims to be. */
export interface StatedFigure {
  start: number
  end: number
  /** As it stands. */
  text: string
  /**
   * In the unit's own terms: percents for `%`, dollars for `$4.6k`. An ISO date for dates; without its year `-02-19`,
   * without its day `2027-02-`.
   */
  value: number | string
  /** Half of the last digit stated: so far the figure behind it may lie. */
  tolerance: number
  /** What a fact must be to stand behind it; empty when none can. */
  units: readonly FactUnit[]
  /** The noun that it counts or is measured in, as written; empty when none stands behind it. */
  noun: string
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/g
const US_DATE = new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b(?![\\d.,]*\\d|\\s?%)`, 'gi')
const DAY_FIRST_DATE = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\b\\.?(?:,? (\\d{4})\\b)?`, 'gi')
const MONTH_OF_YEAR = new RegExp(`\\b${MONTH}\\.?,? (\\d{4})\\b(?![\\d.,]*\\d|\\s?%)`, 'gi')
const NUMERIC_DATE = /\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/g
const FRACTION = /\b(\d{1,3})\s?[/⁄]\s?(\d{1,3})\b/g
const NUMBER = /(?<![\w.,])([(+−–—-]?)(\$|€|£|¥)?\s?(\d{1,15}(?:,\d{3}){0,6}(?:\.\d{1,12})?)/g
const NOUN_BEHIND =
  /^[)\s-]{0,3}(percentage points?|percent|per cent|basis points?|thousand|million|billion|trillion|contracts?|spreads?|puts?|calls?|lots?|shares?|trading days?|days?|weeks?|months?|years?|quarters?|decades?|hours?|minutes?|dollars?|usd|cents?|euros?|eur|pounds?|yen|points?|times|fold|bps?|pp|bn|%|k|m|b|x)?(?![A-Za-z])/i

const UNITS_BY_NOUN: readonly (readonly [pattern: RegExp, units: readonly FactUnit[]])[] = [
  [/^(?:percentage points?|percent|per cent|pp|%|basis points?|bps?)$/, ['percent']],
  [/^points?$/, ['percent', 'count']],
  [/^(?:contracts?|spreads?|lots?)$/, ['contracts', 'count']],
  [/^(?:puts?|calls?)$/, ['contracts', 'count', 'usd-per-share']],
  [/^shares?$/, ['shares', 'count']],
  [/^(?:trading days?|days?)$/, ['days']],
  [/^(?:times|x|fold)$/, ['ratio']],
  [/^(?:dollars?|usd)$/, ['usd', 'usd-per-share']],
  [/^(?:weeks?|months?|years?|quarters?|decades?|hours?|minutes?|cents?|euros?|eur|pounds?|yen)$/, []],
]
const ANY_NUMBER: readonly FactUnit[] = ['ratio', 'count', 'contracts', 'days', 'shares', 'usd-per-share']
const MONEY: readonly FactUnit[] = ['usd', 'usd-per-share']
const MAGNITUDES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9, trillion: 1e12 },
}
/** What is part of the figure as it is written; other nouns stay where they are. */
const WRITTEN_WITH = /^(?:per|%|pp|b|x|dollars?$|usd$)/

/**
 * Every figure that a text states: digits in any spelling with what stands before and behind them, dates, fractions, and
 * numbers written as words. "One" counts only before a noun that is measured, since it is mostly no number.
 */
export function findStatedFigures(text: string): StatedFigure[] {
  const found: StatedFigure[] = []
  const add = (figure: StatedFigure | undefined) => {
    if (figure && !found.some(({ start, end }) => figure.start < end && start < figure.end)) found.push(figure)
  }
  if (/\d/.test(text)) for (const figure of findDigits(text)) add(figure)
  for (const words of findNumberWords(text)) add(toWordNumber(text, words))
  return found.sort((a, b) => a.start - b.start)
}

/** Figures in digits, dates before the numbers that they hold. */
function findDigits(text: string): (StatedFigure | undefined)[] {
  const found: (StatedFigure | undefined)[] = []
  for (const match of listMatches(text, ISO_DATE)) found.push(toDate(match, `${match[1]}-${match[2]}-${match[3]}`))
  for (const match of listMatches(text, NUMERIC_DATE)) found.push({ ...toDate(match, ''), units: [] })
  for (const match of listMatches(text, US_DATE)) found.push(toDate(match, toDay(match[3], match[1], match[2])))
  for (const match of listMatches(text, DAY_FIRST_DATE)) found.push(toDate(match, toDay(match[3], match[2], match[1])))
  for (const match of listMatches(text, MONTH_OF_YEAR)) found.push(toDate(match, `${match[2]}-${toMonth(match[1])}-`))
  for (const match of listMatches(text, FRACTION)) found.push(toFraction(match))
  for (const match of listMatches(text, NUMBER)) found.push(toNumber(text, match))
  return found
}

const toMonth = (name = '') => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')
const toDay = (year: string | undefined, month: string | undefined, day = '') =>
  `${year ?? ''}-${toMonth(month)}-${day.padStart(2, '0')}`

function toDate(match: RegExpExecArray, value: string): StatedFigure {
  return { ...placeOf(match), value, tolerance: 0, units: ['date'], noun: '' }
}

function toFraction(match: RegExpExecArray): StatedFigure | undefined {
  const [top, bottom] = [Number(match[1]), Number(match[2])]
  if (bottom === 0) return undefined
  return { ...placeOf(match), value: top / bottom, tolerance: 1e-9, units: ['ratio'], noun: '' }
}

function toNumber(text: string, match: RegExpExecArray): StatedFigure {
  const [whole, sign = '', currency, digits = ''] = match
  const end = match.index + whole.length
  const behind = NOUN_BEHIND.exec(text.slice(end, end + 24))
  const noun = behind?.[1]?.toLowerCase()
  const magnitude = noun === undefined ? undefined : MAGNITUDES[noun]
  const perUnit = noun !== undefined && /^b(?:ps?|asis)/.test(noun) ? 0.01 : (magnitude ?? 1)
  const decimals = digits.split('.')[1]?.length ?? 0
  const isMinus = sign === '−' || sign === '-' || sign === '–' || sign === '—'
  // A bracket belongs to the words around it; a plus is part of the figure.
  const start = match.index + (sign === '(' ? 1 : 0)
  const isPart = noun !== undefined && (magnitude !== undefined || WRITTEN_WITH.test(noun))
  const stop = isPart ? end + (behind?.[0].length ?? 0) : end
  // "1O%" and "5th": with a letter behind it, it is some other figure than it seems.
  const isGlued = noun === undefined && /^[A-Za-z]/.test(text.slice(end))
  const isForeign = currency !== undefined && currency !== '$'
  return {
    ...{ start, end: stop, text: text.slice(start, stop), noun: noun ?? '' },
    value: (isMinus ? -1 : 1) * Number(digits.replaceAll(',', '')) * perUnit,
    tolerance: 0.5 * 10 ** -decimals * perUnit,
    units: isGlued || isForeign ? [] : currency ? toMoneyUnits(noun) : toUnits(noun, magnitude),
  }
}

/** "$4 contracts" and "$5%" are neither one nor the other. */
const toMoneyUnits = (noun: string | undefined): readonly FactUnit[] =>
  noun === undefined || MAGNITUDES[noun] !== undefined || /^(?:dollars?|usd|puts?|calls?|spreads?)$/.test(noun)
    ? MONEY
    : []

function toUnits(noun: string | undefined, magnitude: number | undefined): readonly FactUnit[] {
  if (noun === undefined) return ANY_NUMBER
  if (magnitude !== undefined) return [...MONEY, 'count', 'shares']
  return UNITS_BY_NOUN.find(([pattern]) => pattern.test(noun))?.[1] ?? ANY_NUMBER
}

function toWordNumber(text: string, words: NumberWords): StatedFigure | undefined {
  const behind = NOUN_BEHIND.exec(text.slice(words.end, words.end + 24))
  const noun = behind?.[1]?.toLowerCase()
  if (/^one$/i.test(words.text) && (noun === undefined || /^(?:x|m|b|k)$/.test(noun))) return undefined
  const isPart = noun !== undefined && WRITTEN_WITH.test(noun)
  const end = isPart && words.kind === 'number' ? words.end + (behind?.[0].length ?? 0) : words.end
  const isShare = words.kind === 'share' && (noun === undefined || !/^(?:percent|per cent|%|pp|b)/.test(noun))
  return {
    ...{ start: words.start, end, text: text.slice(words.start, end), noun: noun ?? '' },
    value: words.kind === 'share' && !isShare ? words.value / 100 : words.value,
    tolerance: 1e-9,
    units: words.kind === 'none' ? [] : isShare ? ['percent'] : toUnits(noun, undefined),
  }
}

const placeOf = (match: RegExpExecArray) => ({
  start: match.index,
  end: match.index + match[0].trimEnd().length,
  text: match[0].trimEnd(),
})
