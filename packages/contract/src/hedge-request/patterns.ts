// Tests: read-request.test.ts

import { TEMPLATES } from './templates.ts'
import { CRISES, NUMBER_WORDS, SKIPPED } from './vocabulary.ts'

/** What may stand in the braces of a template. */
export type Slot =
  | 'percent'
  | 'loss'
  | 'cost'
  | 'dollars'
  | 'kept'
  | 'days'
  | 'count'
  | 'firstDay'
  | 'lastDay'
  | 'crisis'
  | 'year'
  | 'tickers'

const GAP = `[\\p{Zs}\\t"“”()‘*_#:=@]`
export const GAPS = new RegExp(`${GAP}+`, 'uy')
const SKIP = `(?:(?!at (?:most|least))(?:${[...SKIPPED].join('|')})(?![\\p{L}\\p{Nd}'’-])${GAP}{1,3}){0,4}`
const WORD_END = `(?![\\p{L}'’])(?:${GAP}{1,3}${SKIP})?`
const NOT = `(?:not|no|never|without|avoid|don['’]?t|(?:ca|wo|should|must|does)n['’]?t|cannot|exclud(?:e|ing))`
const MARKS: Readonly<Record<string, string>> = {
  '(': '(?:',
  ')': ')',
  '[': '(?:',
  ']': ')?',
  '/': '|',
  not: NOT + WORD_END,
}
/** The templates as patterns: the words before a slot, the slot, and those behind it. */
export const COMPILED = TEMPLATES.flatMap(([templates, fields]) =>
  templates.split(' | ').map((template) => {
    const [before = '', slot, after = ''] = template.split(/\{(\w+)\}/)
    return { before: compile(before), slot: slot as Slot | undefined, after: compile(after), fields }
  }),
)

function compile(template: string): RegExp {
  const parts = template.match(/[()[\]/]|[^\s()[\]/]+/g) ?? []
  return new RegExp(parts.map((part) => MARKS[part] ?? part.replace('-', '[- ]') + WORD_END).join(''), 'iuy')
}

const NUMBER = `\\p{Nd}{1,15}(?:(?:[.,'’٫٬]|[ \\u00a0\\u202f](?=\\p{Nd}{3}(?!\\p{Nd})))\\p{Nd}{1,15}){0,6}|(?:${[...NUMBER_WORDS.keys()].reverse().join('|')})(?![a-z])`
export const AMOUNT = new RegExp(
  `((?:USD\\s?|US)?\\$?|%)\\s?(${NUMBER})(\\s?(?:k|m|thousand|million)\\b)?(?:\\s{0,2}(?:(%|٪|per ?cent\\b|pct\\b)|(bps?\\b|basis points?\\b)|(\\$|dollars?\\b|usd\\b|bucks\\b)))?(?![\\p{L}\\p{Nd}/]|[-–]\\p{Nd})`,
  'iuy',
)
export const SPAN = new RegExp(
  `(?:(${NUMBER})[\\s-]?|(half an?)\\s)?(?:(trading|business)[\\s-]|calendar )?(day|week|wk|month|mo|quarter|year|yr|[dy])(s?)\\b`,
  'iuy',
)
const toPattern = (words: string) => new RegExp(`(?:${words || '(?!)'})(?![\\p{L}\\p{Nd}])`, 'iuy')
export const CRISIS_PATTERNS = Object.entries(CRISES).map(
  ([value, [, words, years]]) => ({ value, crisis: toPattern(words), year: toPattern(years) }) as const,
)

/** What a sticky pattern finds at a place. */
export function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
