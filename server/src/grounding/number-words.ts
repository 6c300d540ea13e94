// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import { listMatches } from './matches.ts'
/** Numbers in words, as far as they state one. */
export interface NumberWords {
  start: number
  end: number
  text: string
  value: number
  /** `share`: a part of a whole, such as "a third"; `none`: states something, and no fact could be behind it. */
  kind: 'number' | 'share' | 'none'
}

const CARDINALS =
  'zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, place) => [word, place === 0 ? 0 : place + 1] as const)
const TENS = 'thirty forty fifty sixty seventy eighty ninety'
  .split(' ')
  .map((word, place) => [word, 30 + 10 * place] as const)
const VALUES: ReadonlyMap<string, number> = new Map([
  ...CARDINALS,
  ...TENS,
  ...([
    ['fourty', 40],
    ['nil', 0],
    ['nought', 0],
    ['naught', 0],
    ['hundred', 100],
    ['thousand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
    ['trillion', 1e12],
    ['dozen', 12],
    ['half', 0.5],
    ['halve', 0.5],
    ['halves', 0.5],
    ['halved', 0.5],
    ['halving', 0.5],
  ] as const),
])
const WORD = /[A-Za-z]{1,20}/g
const PARTS = 'half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth|thousandth'
const DENOMINATORS: Readonly<Record<string, number>> = {
  ...{
    half: 2,
    halve: 2,
    third: 3,
    quarter: 4,
    fourth: 4,
    fifth: 5,
    sixth: 6,
    seventh: 7,
    eighth: 8,
    ninth: 9,
    tenth: 10,
  },
  ...{ twentieth: 20, hundredth: 100, thousandth: 1000 },
}
/** "two thirds", "a third of", "one fifth": "a third way" is none. */
const SHARE = new RegExp(
  `\\b(a|an|one|two|three|four|five|six|seven|eight|nine)[ -](${PARTS}|halve)(s)?\\b(?=(\\s(?:of|more|less|lower|higher|larger|smaller|the)\\b|\\W{0,3}$|[.,;:)])?)`,
  'gi',
)
const EXTREME_SHARE = new RegExp(
  `\\b(?:worst|best|largest|smallest|top|bottom|lowest|highest|first|last) (${PARTS}|twentieth)\\b(?= of (?!(?:(?:the|its|all|these) )?(?:portfolio['’]s )?(?:simulated )?(?:paths|losses|outcomes)\\b))`,
  'gi',
)
const FOLD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|thousand|many|multi|several)[ -]?fold\b/gi
/** Sizes without a number, and how many times another one something is: no fact is that. */
const VAGUE =
  /\b(?:twice|thrice|(?:re)?doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing)|trebl(?:es?|ed|ing)|(?:quadr|quint|sext)upl(?:es?|ed|ing)|tens|dozens|scores|hundreds|thousands|millions|billions|trillions)\b|\b(?:couple|few|several|many|handful)(?: of)? (?:dozen|hundred|thousand|million|billion)\b/gi
const ORDINAL =
  '(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth'
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DAY_IN_WORDS = new RegExp(
  `\\b(?:${ORDINAL})(?: day)? of (?:${MONTHS})\\b|\\b(?:${MONTHS})(?: the)? (?:${ORDINAL})\\b`,
  'gi',
)
/** "XIV contracts": Roman numerals before what is counted. */
const ROMAN_BEFORE_NOUN =
  /\b[ivxlcdm]{1,8}(?=[ -]?(?:%|percent|per cent|contracts?|puts?|calls?|spreads?|shares?|(?:trading )?days?|weeks?|months?|years?|dollars?|times|points?|bps))/gi
const ROMAN = /^m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/i
/** Letters that look like digits, where a number belongs: "lO percent". */
const LOOKALIKE =
  /\b[IlOoSsZzBb|]{1,6}(?=\s?(?:%|percent\b|per cent\b|dollars?\b|basis points\b))|[$€£]\s?[A-Za-z|]{1,8}/g

/** Most sentences have none of it. */
const ANY = new RegExp(
  [
    `\\b(?:one|${[...VALUES.keys()].join('|')}|halve|twice|thrice|doubl\\w+|tripl\\w+|trebl\\w+|${PARTS}|tens|dozens|scores|hundreds|thousands|millions|billions|trillions)s?\\b`,
    '\\wupl\\w|fold\\b|[$€£]',
    ...[DAY_IN_WORDS, ROMAN_BEFORE_NOUN, LOOKALIKE].map(({ source }) => source),
  ].join('|'),
  'i',
)

/** Every number that a text states in words; "one" is the caller's to judge, by what stands behind it. */
export function findNumberWords(text: string): NumberWords[] {
  if (!ANY.test(text)) return []
  const found: NumberWords[] = []
  const add = (words: NumberWords) => {
    if (!found.some(({ start, end }) => words.start < end && start < words.end)) found.push(words)
  }
  for (const pattern of [DAY_IN_WORDS, FOLD, VAGUE, LOOKALIKE, ROMAN_BEFORE_NOUN]) {
    for (const match of listMatches(text, pattern)) {
      const isNone = pattern !== ROMAN_BEFORE_NOUN || ROMAN.test(match[0])
      if (isNone) add({ ...placeOf(match), value: Number.NaN, kind: 'none' })
    }
  }
  for (const match of listMatches(text, SHARE)) {
    const [, count = '', part = '', plural, isShare] = match
    const top = /^an?$/i.test(count) || /^one$/i.test(count) ? 1 : (VALUES.get(count.toLowerCase()) ?? 1)
    const isOrdinal = plural === undefined && isShare === undefined && !/^half/i.test(part)
    if (!isOrdinal)
      add({ ...placeOf(match), value: (100 * top) / (DENOMINATORS[part.toLowerCase()] ?? 1), kind: 'share' })
  }
  for (const match of listMatches(text, EXTREME_SHARE)) {
    add({ ...placeOf(match), value: 100 / (DENOMINATORS[(match[1] ?? '').toLowerCase()] ?? 1), kind: 'share' })
  }
  for (const place of listCardinals(text)) add(place)
  return found
}

/** Number words that stand together: "twenty-five", "two thousand". */
function listCardinals(text: string): NumberWords[] {
  const places: NumberWords[] = []
  for (const { 0: word, index } of listMatches(text, WORD)) {
    const lower = word.toLowerCase()
    if ((lower !== 'one' && !VALUES.has(lower)) || /\w/.test(text[index - 1] ?? '')) continue
    // Legs and steps of an order are told apart and state nothing.
    if (
      /^(?:two|three)$/.test(lower) &&
      /^ (?:legs?|steps?|lines?|sides?|halves|actions?)\b/i.test(text.slice(index + word.length))
    )
      continue
    if (lower === 'tenth' || lower === 'twentieth') continue
    // "The first half of the year" is no half of anything.
    if (lower === 'half' && /\b(?:first|second|latter|other)[ -]$/i.test(text.slice(0, index))) continue
    const end = index + word.length
    const last = places.at(-1)
    const joint = last === undefined ? undefined : text.slice(last.end, index)
    const start = last && (joint === ' ' || joint === '-' || joint === ' and ') ? last.start : index
    if (last && start === last.start) places.pop()
    places.push({ start, end, text: text.slice(start, end), value: 0, kind: 'number' })
  }
  return places.map((place) => {
    const words = place.text
      .toLowerCase()
      .split(/[ -]/)
      .filter((word) => word !== 'and')
    const value = readWords(words)
    const isShare = value > 0 && value < 1
    return { ...place, value: isShare ? 100 * value : value, kind: isShare ? 'share' : 'number' }
  })
}

function readWords(words: readonly string[]): number {
  let [total, current] = [0, 0]
  for (const word of words) {
    const value = word === 'one' ? 1 : (VALUES.get(word) ?? 0)
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
  end: match.index + match[0].length,
  text: match[0],
})
