import type { FactUnit } from '@ballast/contract'

/** A figure that stands in a text as digits or words, and what it claims to be. */
export interface StatedFigure {
  start: number
  end: number
  /** As it stands. */
  text: string
  /** In the unit's own terms: percents for `%`, dollars for `$4.6k`. An ISO date for dates. */
  value: number | string
  /** Half of the last digit stated: so far the figure behind it may lie. */
  tolerance: number
  /** What a fact must be to stand behind it. */
  units: readonly FactUnit[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/g
const US_DATE = new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'gi')
const DAY_FIRST_DATE = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? ${MONTH}\\.?(?:,? (\\d{4}))?\\b`, 'gi')
const FRACTION = /\b(\d{1,3})\/(\d{1,3})\b/g
const NUMBER = /(?<![\w.,])([(−–-]?)(\$|€|£)?(\d{1,15}(?:,\d{3}){0,6}(?:\.\d{1,12})?)/g
const NOUN_BEHIND =
  /^[)\s-]{0,3}(percentage points?|percent|per cent|basis points?|thousand|million|billion|contracts?|spreads?|puts?|calls?|lots?|shares?|trading days?|days?|times|bps?|pp|bn|%|k|m|b|x)?(?![A-Za-z])/i

const DIGIT_WORDS: Readonly<Record<string, number>> = {
  ...{
    zero: 0,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
  },
  ...{ thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20 },
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100, thousand: 1000 },
  ...{
    half: 0.5,
    halve: 0.5,
    halves: 0.5,
    double: 2,
    doubles: 2,
    doubled: 2,
    twice: 2,
    triple: 3,
    triples: 3,
    thrice: 3,
  },
  ...{ dozen: 12, third: 1 / 3, thirds: 2 / 3, quarter: 0.25, million: 1e6, billion: 1e9 },
}
const WORD = /[A-Za-z]{1,20}/g

const UNITS_BY_NOUN: readonly (readonly [pattern: RegExp, units: readonly FactUnit[]])[] = [
  [/^(?:percentage points?|percent|per cent|pp|%|basis points?|bps?)$/, ['percent']],
  [/^(?:contracts?|spreads?|puts?|calls?|lots?)$/, ['contracts', 'count', 'usd-per-share']],
  [/^shares?$/, ['shares', 'count']],
  [/^(?:trading days?|days?)$/, ['days']],
  [/^(?:times|x)$/, ['ratio']],
]
const ANY_NUMBER: readonly FactUnit[] = ['ratio', 'count', 'contracts', 'days', 'shares', 'usd-per-share']
const MONEY: readonly FactUnit[] = ['usd', 'usd-per-share']
const MAGNITUDES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

/**
 * Every figure that a text states: digits in any spelling with what stands before and behind them, dates, fractions, and
 * numbers written as words. "One" counts only before a noun that is measured, since it is mostly no number.
 */
export function findStatedFigures(text: string): StatedFigure[] {
  const found: StatedFigure[] = []
  const add = (figure: StatedFigure | undefined) => {
    if (figure && !found.some(({ start, end }) => figure.start < end && start < figure.end)) found.push(figure)
  }
  for (const match of text.matchAll(ISO_DATE)) add(toDate(match, Number(match[1]), Number(match[2]), Number(match[3])))
  for (const match of text.matchAll(US_DATE)) add(toDate(match, toYear(match[3]), toMonth(match[1]), Number(match[2])))
  for (const match of text.matchAll(DAY_FIRST_DATE))
    add(toDate(match, toYear(match[3]), toMonth(match[2]), Number(match[1])))
  for (const match of text.matchAll(FRACTION)) add(toFraction(match))
  for (const match of text.matchAll(NUMBER)) add(toNumber(text, match))
  for (const place of listWordNumbers(text)) add(toWordNumber(text, place))
  return found.sort((a, b) => a.start - b.start)
}

const toMonth = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
const toYear = (text: string | undefined) => (text === undefined ? undefined : Number(text))

function toDate(match: RegExpExecArray, year: number | undefined, month: number, day: number): StatedFigure {
  const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  // Without its year a date must be the end of one.
  const value = year === undefined ? rest : `${year}-${rest}`
  return { ...placeOf(match), value, tolerance: 0, units: ['date'] }
}

function toFraction(match: RegExpExecArray): StatedFigure | undefined {
  const [top, bottom] = [Number(match[1]), Number(match[2])]
  if (bottom === 0) return undefined
  return { ...placeOf(match), value: top / bottom, tolerance: 1e-9, units: ['ratio'] }
}

function toNumber(text: string, match: RegExpExecArray): StatedFigure {
  const [whole, sign = '', currency, digits = ''] = match
  const end = match.index + whole.length
  const behind = NOUN_BEHIND.exec(text.slice(end, end + 24))
  const noun = behind?.[1]?.toLowerCase()
  const magnitude = noun === undefined ? undefined : MAGNITUDES[noun]
  const perUnit = noun !== undefined && /^b(?:ps?|asis)/.test(noun) ? 0.01 : (magnitude ?? 1)
  const decimals = digits.split('.')[1]?.length ?? 0
  const isNegative = sign === '−' || sign === '-' || (sign === '(' && text[end] === ')')
  // A hyphen between words is none: "3-month". A dash before a figure is a minus only at the start of it.
  const start = match.index + (sign === '(' && !isNegative ? 1 : 0)
  // Units belong to the figure; nouns such as "contracts" may stay where they are.
  const isPart = noun !== undefined && (magnitude !== undefined || /^(?:per|%|pp|b|x)/.test(noun))
  const stop = isPart ? end + (behind?.[0].length ?? 0) : isNegative && sign === '(' ? end + 1 : end
  return {
    start,
    end: stop,
    text: text.slice(start, stop),
    value: (isNegative ? -1 : 1) * Number(digits.replaceAll(',', '')) * perUnit,
    tolerance: 0.5 * 10 ** -decimals * perUnit,
    units: currency ? MONEY : toUnits(noun, magnitude),
  }
}

function toUnits(noun: string | undefined, magnitude: number | undefined): readonly FactUnit[] {
  if (noun === undefined) return ANY_NUMBER
  if (magnitude !== undefined) return [...MONEY, 'count', 'shares']
  return UNITS_BY_NOUN.find(([pattern]) => pattern.test(noun))?.[1] ?? ANY_NUMBER
}

interface Place {
  start: number
  end: number
  text: string
}

/** Number words that stand together: "twenty-five", "two thousand". */
function listWordNumbers(text: string): Place[] {
  const places: Place[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isNumber = word.toLowerCase() === 'one' || word.toLowerCase() in DIGIT_WORDS
    if (!isNumber || /\w/.test(text[index - 1] ?? '')) continue
    const end = index + word.length
    const last = places.at(-1)
    if (last && index === last.end + 1 && /[ -]/.test(text[last.end] ?? '')) {
      places[places.length - 1] = { start: last.start, end, text: text.slice(last.start, end) }
    } else {
      places.push({ start: index, end, text: word })
    }
  }
  return places
}

function toWordNumber(text: string, place: Place): StatedFigure | undefined {
  const behind = NOUN_BEHIND.exec(text.slice(place.end, place.end + 24))
  const noun = behind?.[1]?.toLowerCase()
  const words = place.text.toLowerCase().split(/[ -]/)
  if (words.every((word) => word === 'one') && noun === undefined) return undefined
  // "The third quarter" names a part of a year, and "a third" of a list of reasons has no fact behind it either way.
  if (/(?:first|second|third|fourth)? ?quarter$/i.test(text.slice(0, place.end)) && /\bquarter/i.test(place.text))
    return undefined
  const value = readWords(words)
  const isPart = noun !== undefined && /^(?:per|%|pp|b|x)/.test(noun)
  const end = isPart ? place.end + (behind?.[0].length ?? 0) : place.end
  const isShare = value < 1 && value > 0 && noun === undefined
  return {
    start: place.start,
    end,
    text: text.slice(place.start, end),
    value: isShare ? 100 * value : value,
    tolerance: isShare ? 1 : 1e-9,
    units: isShare ? ['percent'] : toUnits(noun, undefined),
  }
}

function readWords(words: readonly string[]): number {
  let [total, current] = [0, 0]
  for (const word of words) {
    const value = word === 'one' ? 1 : (DIGIT_WORDS[word] ?? 0)
    if (value >= 1000) {
      total += (current || 1) * value
      current = 0
    } else if (value === 100) current = (current || 1) * 100
    else if (value > 0 && value < 1) current = (current || 1) * value
    else current += value
  }
  return total + current
}

const placeOf = (match: RegExpExecArray) => ({
  start: match.index,
  end: match.index + match[0].trimEnd().length,
  text: match[0].trimEnd(),
})
