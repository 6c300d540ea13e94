// Tests: read-request.test.ts, unseen-requests.test.ts

import { HEDGE_RANGES } from '../hedges.ts'
import { match, type Piece, type RequestSubject, readPieces } from './read-pieces.ts'
import { MEANINGS, type RequestFields, TEMPLATES } from './templates.ts'
import { IDLE, SKIPPED } from './vocabulary.ts'

/** Words that fill fields. */
export interface RequestChip {
  readonly words: string
  readonly meaning: string
  readonly fields: RequestFields
}

/** An owner's words, read. */
export interface RequestReading {
  readonly chips: RequestChip[]
  /** Words that may mean several things, of which the owner has to choose. */
  readonly asked: { readonly words: string; readonly choices: readonly RequestChip[] }[]
  /** Clauses that the templates do not cover as a whole, as they were written, some with the reason in brackets. */
  readonly notUnderstood: string[]
}

/** The fields of several chips together. */
export function mergeChips(chips: readonly Pick<RequestChip, 'fields'>[]): RequestFields {
  const keep = [...new Set(chips.flatMap(({ fields }) => fields.keep ?? []))]
  return Object.assign({}, ...chips.map(({ fields }) => fields), keep.length > 0 && { keep })
}

/** Describes the fields of a request, in words. */
export const describeRequest = (fields: RequestFields): string =>
  Object.entries(fields)
    .map(([name, value]) => (MEANINGS[name as keyof RequestFields] as (value: unknown) => string)(value))
    .join('; ')

type Parts = readonly { readonly kind: string; readonly isOptional: boolean }[]

/** The templates, part by part. */
const ROWS = TEMPLATES.flatMap(([templates, fields]) =>
  templates.split(' | ').map((template) => ({
    toFields: typeof fields === 'function' ? fields : () => fields,
    parts: template.split(' ').map((part) => ({ kind: part.replace(/[[\]]/g, ''), isOptional: part.startsWith('[') })),
  })),
)

const GAPS = /[\p{Zs}\t"“”()‘*_#:=@]+/uy
const CLAUSE_END = /(?:[,;!?→\n](?!\p{Nd})|\.(?![\p{L}\p{Nd}])|->|(?:and|but)(?!\p{L}))/iuy

/**
 * Fills the fields of a hedge request from an owner's words, by one table of templates. A clause counts if templates and
 * words that say nothing cover all of it; every other clause is given back. It is better not to read than to read wrongly.
 */
export function readRequest(text: string, subject: RequestSubject): RequestReading {
  const pieces = Array.from({ length: text.length }, (_, at) => readPieces(text, at, subject))
  const skipGap = (at: number) => at + (match(GAPS, text, at)?.length ?? 0)

  /** Where a template ends that goes on behind a place, and its slot; words that say nothing may stand between its parts. */
  function follow([part, ...others]: Parts, end: number): Omit<Piece, 'kinds'> | undefined {
    if (!part) return { end }
    for (let word: Piece | undefined, at = skipGap(end); ; at = skipGap(word.end)) {
      for (const piece of pieces[at] ?? []) {
        const rest = piece.kinds.includes(part.kind) ? follow(others, piece.end) : undefined
        if (rest) return { end: rest.end, values: rest.values ?? piece.values }
      }
      word = at > end ? pieces[at]?.at(-1) : undefined
      if (!word || !SKIPPED.has(word.kinds[0] ?? '')) break
    }
    return part.isOptional ? follow(others, end) : undefined
  }

  /** The longest template at a place, and what it fills: several things where one has to ask. */
  function findLongest(at: number) {
    let longest = { end: at, choices: [] as RequestChip[] }
    for (const { parts, toFields } of ROWS) {
      const { end = at, values = [undefined] } = follow(parts, at) ?? {}
      if (end <= longest.end) continue
      const words = text.slice(at, end)
      const toChip = (fields: RequestFields) => ({ words, meaning: describeRequest(fields), fields })
      longest = { end, choices: values.flatMap((value) => toFields(value as never, subject.today)).map(toChip) }
    }
    return longest
  }

  const reading: RequestReading = { chips: [], asked: [], notUnderstood: [] }
  let clause = { start: 0, end: 0, isCovered: true, matches: [] as RequestChip[][] }
  for (let at = skipGap(0); at <= text.length; at = skipGap(at)) {
    const mark = at === text.length ? '' : match(CLAUSE_END, text, at)
    if (mark !== undefined) {
      if (clause.isCovered) for (const choices of clause.matches) addMatch(reading, choices, subject)
      else reading.notUnderstood.push(text.slice(clause.start, clause.end).trim())
      at += mark.length || 1
      clause = { start: at, end: at, isCovered: true, matches: [] }
      continue
    }
    const { end, choices } = findLongest(at)
    const word = pieces[at]?.at(-1)
    if (end > at) clause.matches.push(choices)
    else clause.isCovered &&= IDLE.has(word?.kinds[0] ?? '') || SKIPPED.has(word?.kinds[0] ?? '')
    at = end > at ? end : (word?.end ?? at + 1)
    clause.end = at
  }
  return reading
}

function addMatch({ chips, asked, notUnderstood }: RequestReading, choices: RequestChip[], subject: RequestSubject) {
  const [chip, other] = choices
  const fault = chip && findFault(chip.fields, chips, subject)
  if (other) asked.push({ words: other.words, choices: choices.filter((one) => !findFault(one.fields, [], subject)) })
  else if (fault) notUnderstood.push(`${chip.words} (${fault})`)
  else if (chip && !chips.some(({ meaning }) => meaning === chip.meaning)) chips.push(chip)
}

/** Why a reading cannot be used. */
function findFault(fields: RequestFields, chips: readonly RequestChip[], { held }: RequestSubject) {
  for (const [name, { least, most }] of Object.entries(HEDGE_RANGES)) {
    const value = fields[name as keyof typeof HEDGE_RANGES]
    const unit = name === 'horizonDays' ? ' trading days' : '%'
    if (value !== undefined && (value < least || value > most)) return `it must be between ${least} and ${most}${unit}`
  }
  const unknown = fields.keep?.filter((ticker) => !held.has(ticker)) ?? []
  if (unknown.length > 0) return `${unknown.join(', ')} is not in this portfolio`
  const { keep, ...said } = mergeChips(chips)
  const isSaid = Object.entries(fields).some(([name, value]) => (said[name as keyof typeof said] ?? value) !== value)
  return isSaid ? 'something else was said before' : undefined
}
