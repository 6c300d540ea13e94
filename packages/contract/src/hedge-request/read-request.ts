// Tests: read-request.test.ts, unseen-requests.test.ts

import { HEDGE_RANGES } from '../hedges.ts'
import { readDay } from './read-day.ts'
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

/** The templates, part by part. */
const ROWS = TEMPLATES.flatMap(([templates, fields]) =>
  templates.split(' | ').map((template) => ({
    toFields: typeof fields === 'function' ? fields : () => fields,
    parts: template.split(' ').map((part) => ({ kind: part.replace(/[[\]]/g, ''), isOptional: part.startsWith('[') })),
  })),
)

const GAPS = /[\p{Zs}\t"“”()‘*_#:=@]+/uy
const CLAUSE_END = /(?:[,;!?→\n](?!\p{Nd})|\.(?![\p{L}\p{Nd}])|->|(?:and|but)(?!\p{L}))/iuy

/** Words that a template covers, and the fields that they may mean. */
interface Match {
  readonly words: string
  readonly end: number
  readonly choices: readonly RequestFields[]
}

/**
 * Fills the fields of a hedge request from an owner's words, by one table of templates. A clause counts if templates and
 * words that say nothing cover all of it; every other clause is given back. It is better not to read than to read wrongly.
 */
export function readRequest(text: string, subject: RequestSubject): RequestReading {
  const known = new Map<number, readonly Piece[]>()
  const piecesAt = (at: number) => {
    const pieces = known.get(at) ?? [readDay(text, at, subject.today) ?? [], readPieces(text, at, subject)].flat()
    known.set(at, pieces)
    return pieces
  }
  const skipGap = (at: number) => at + (match(GAPS, text, at)?.length ?? 0)

  /** Where a template ends that goes on behind a place, and its slot; words that say nothing may stand between its parts. */
  function follow([part, ...others]: Parts, end: number): Omit<Piece, 'kinds'> | undefined {
    if (!part) return { end }
    for (let word: Piece | undefined, at = skipGap(end); ; at = skipGap(word.end)) {
      for (const piece of piecesAt(at)) {
        const rest = piece.kinds.includes(part.kind) ? follow(others, piece.end) : undefined
        if (rest) return { end: rest.end, values: rest.values ?? piece.values }
      }
      word = at > end ? piecesAt(at).at(-1) : undefined
      if (!word || !SKIPPED.has(word.kinds[0] ?? '')) break
    }
    return part.isOptional ? follow(others, end) : undefined
  }

  function findLongest(at: number): Match | undefined {
    let longest: Match | undefined
    for (const { parts, toFields } of ROWS) {
      const { end = at, values = [undefined] } = follow(parts, at) ?? {}
      if (end <= (longest?.end ?? at)) continue
      const choices = values.flatMap((value) => toFields(value as never, subject.today))
      longest = { words: text.slice(at, end), end, choices }
    }
    return longest
  }

  const reading: RequestReading = { chips: [], asked: [], notUnderstood: [] }
  let clause = { start: 0, end: 0, isCovered: true, matches: [] as Match[] }
  const endClause = (next: number) => {
    if (clause.isCovered) for (const one of clause.matches) addMatch(reading, one, subject)
    else reading.notUnderstood.push(text.slice(clause.start, clause.end).trim())
    clause = { start: next, end: next, isCovered: true, matches: [] }
  }
  for (let at = skipGap(0); at < text.length; at = skipGap(at)) {
    const mark = match(CLAUSE_END, text, at)
    const found = mark ? undefined : findLongest(at)
    const word = piecesAt(at).at(-1)
    const name = word?.kinds[0] ?? ''
    at = mark ? at + mark.length : (found?.end ?? word?.end ?? at + 1)
    if (mark) endClause(at)
    else if (found) clause.matches.push(found)
    else clause.isCovered &&= IDLE.has(name) || SKIPPED.has(name)
    clause.end = at
  }
  endClause(text.length)
  return reading
}

type Parts = (typeof ROWS)[number]['parts']

function addMatch(reading: RequestReading, { words, choices }: Match, subject: RequestSubject): void {
  const { chips, asked, notUnderstood } = reading
  const usable = choices.map((fields) => ({ words, meaning: describeRequest(fields), fields }))
  const [chip] = usable
  const fault = chip && findFault(chip.fields, chips, subject)
  if (choices.length > 1) asked.push({ words, choices: usable.filter(({ fields }) => !findFault(fields, [], subject)) })
  else if (fault) notUnderstood.push(`${words} (${fault})`)
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
