// Tests: read-wish.test.ts

import type { Token } from './read-tokens.ts'
import { type Slot, TEMPLATES } from './templates.ts'
import { SKIPPED } from './vocabulary.ts'

/** How a figure or a name is marked in a line, by the first letter of its kind. */
const KINDS: Readonly<Record<Slot, string>> = {
  percent: '[pn]',
  loss: '[pdn]',
  cost: '[pdn]',
  dollars: 'd',
  kept: 'p',
  days: 'D',
  date: 'e',
  crisis: '[cy]',
  name: 'c',
  tickers: 't',
}
const SKIP_WORDS = [...SKIPPED].join('|')
const SKIP = `(?:(?:${SKIP_WORDS})~\\S+ )*`

const MARKS: Readonly<Record<string, string>> = { '(': '(?:', ')': ')', '[': '(?:', ']': ')?', '/': '|' }

/** A clause as one line for the patterns: each token as its word, "~", the letter of its kind and its place. */
export function toLine(clause: readonly Token[]): string {
  return clause.map((token, at) => `${token.text}~${toKind(token)}${at} `).join('')
}

function toKind({ figure, ticker, crisis }: Token): string {
  if (crisis) return crisis.isYear ? 'y' : 'c'
  if (figure) return { percent: 'p', dollars: 'd', days: 'D', plain: 'n', date: 'e', other: 'o' }[figure.unit]
  return ticker ? 't' : 'w'
}

/** The templates as patterns over such lines. */
export const COMPILED = TEMPLATES.flatMap(([templates, fields, unless]) =>
  templates.map((template) => ({
    pattern: new RegExp(toSource(template), 'y'),
    slot: /\{(\w+)\}/.exec(template)?.[1] as Slot | undefined,
    fields,
    unless,
  })),
)

function toSource(template: string): string {
  const parts = template.matchAll(/\{\w+\}|[()[\]/]|[^\s()[\]/{}]+/g)
  return [...parts]
    .map(([part]) => MARKS[part] ?? (part.startsWith('{') ? toSlot(part.slice(1, -1) as Slot) : `${part}~\\S+ ${SKIP}`))
    .join('')
}

function toSlot(slot: Slot): string {
  return slot === 'tickers'
    ? `((?:[^\\s~]*~t\\d+ (?:(?:and|or|${SKIP_WORDS})~\\S+ )*)+)`
    : `[^\\s~]*~${KINDS[slot]}(\\d+) ${SKIP}`
}
