import { HEDGE_RANGES } from '../hedges.ts'
import { COMPILED, GAPS, match } from './patterns.ts'
import { type RequestSubject, readSlot } from './read-slot.ts'
import { describeRequest, type RequestFields } from './templates.ts'
import { IDLE, SKIPPED } from './vocabulary.ts'

/** Words that fill fields. */
export interface RequestChip {
  readonly words: string
  readonly meaning: string
  readonly fields: RequestFields
}

/** Words that may mean several things, of which the owner has to choose. */
export interface RequestQuestion {
  readonly words: string
  readonly choices: readonly RequestChip[]
}

/** An owner's words, read. */
export interface RequestReading {
  readonly chips: readonly RequestChip[]
  readonly asked: readonly RequestQuestion[]
  /** Clauses that the templates do not cover as a whole, as they were written, some with the reason in brackets. */
  readonly notUnderstood: readonly string[]
}

/** The fields of several chips together. */
export function mergeChips(chips: readonly Pick<RequestChip, 'fields'>[]): RequestFields {
  const keep = [...new Set(chips.flatMap(({ fields }) => fields.keep ?? []))]
  return Object.assign({}, ...chips.map(({ fields }) => fields), keep.length > 0 && { keep })
}

const WORD = /[\p{L}&](?:[.'’&-]?[\p{L}\p{Nd}])*|\p{Nd}+|./suy
const CLAUSE_END = /(?:[,;.!?→\n](?!\p{Nd})|->|(?:and|but)(?!\p{L}))/iuy
/** "A 20% fall may cost me 8%" tells what may be lost, and not what a hedge may cost. */
const COST_OF_FALL = /\b(?:fall|drop|crash|decline).{1,80}\bcost/is

interface Match {
  readonly start: number
  readonly end: number
  readonly choices: readonly RequestFields[]
}

/**
 * Fills the fields of a hedge request from an owner's words, by one table of templates. A clause counts if templates and
 * words that say nothing cover all of it; every other clause is given back. It is better not to read than to read wrongly.
 */
export function readRequest(text: string, subject: RequestSubject): RequestReading {
  const reading = { chips: [] as RequestChip[], asked: [] as RequestQuestion[], notUnderstood: [] as string[] }
  let [start, end, isCovered, matches] = [0, 0, true, [] as Match[]]
  const endClause = (next: number) => {
    const words = text.slice(start, end).trim()
    const isRead = isCovered && !COST_OF_FALL.test(words)
    if (isRead) for (const one of matches) addMatch(reading, text.slice(one.start, one.end), one.choices, subject)
    else reading.notUnderstood.push(words)
    ;[start, end, isCovered, matches] = [next, next, true, []]
  }
  for (let at = 0; at < text.length; ) {
    const gap = match(GAPS, text, at)?.[0].length ?? 0
    const mark = match(CLAUSE_END, text, at)
    const found = gap || mark ? undefined : findLongest(text, at, subject)
    const word = match(WORD, text, at)?.[0] ?? ''
    if (mark) endClause(at + mark[0].length)
    else if (found) matches.push(found)
    else if (!gap && !IDLE.has(word.toLowerCase()) && !SKIPPED.has(word.toLowerCase().replace('’', "'")))
      isCovered = false
    at += mark?.[0].length ?? (gap || (found ? found.end - at : word.length))
    if (!gap && !mark) end = at
  }
  endClause(text.length)
  return reading
}

function findLongest(text: string, start: number, subject: RequestSubject): Match | undefined {
  let longest: Match | undefined
  for (const { before, slot, after, fields } of COMPILED) {
    const begins = match(before, text, start)
    const read = begins && slot ? readSlot(slot, text, start + begins[0].length, subject) : undefined
    if (!begins || (slot && !read?.values.length)) continue
    const from = read?.end ?? start + begins[0].length
    const gap = match(GAPS, text, from)?.[0].length ?? 0
    const tail = slot ? (match(after, text, from + gap)?.[0] ?? null) : ''
    if (tail === null) continue
    const end = start + text.slice(start, tail === '' ? from : from + gap + tail.length).trimEnd().length
    if (longest && end <= longest.end) continue
    const makers = read?.values.map(({ value, isMoney = false }) =>
      (fields as (v: unknown, m: boolean) => RequestFields)(value, isMoney),
    )
    longest = { start, end, choices: makers?.flat() ?? [fields as RequestFields] }
  }
  return longest
}

function addMatch(
  { chips, asked, notUnderstood }: { chips: RequestChip[]; asked: RequestQuestion[]; notUnderstood: string[] },
  words: string,
  meanings: readonly RequestFields[],
  subject: RequestSubject,
): void {
  const [first = {}, ...others] = meanings
  const toChip = (fields: RequestFields) => ({ words, meaning: describeRequest(fields), fields })
  const fault = findFault(first, chips, subject)
  if (others.length > 0) {
    asked.push({ words, choices: meanings.filter((one) => !findFault(one, [], subject)).map(toChip) })
  } else if (fault) notUnderstood.push(`${words} (${fault})`)
  else if (!chips.some(({ meaning }) => meaning === toChip(first).meaning)) chips.push(toChip(first))
}

/** Why a reading cannot be used. */
function findFault(fields: RequestFields, chips: readonly RequestChip[], { held, today }: RequestSubject) {
  for (const [name, { least, most }] of Object.entries(HEDGE_RANGES)) {
    const value = fields[name as keyof typeof HEDGE_RANGES]
    const unit = name === 'horizonDays' ? ' trading days' : '%'
    if (value !== undefined && (value < least || value > most)) return `it must be between ${least} and ${most}${unit}`
  }
  const days = fields.lastDay === undefined ? 30 : (Date.parse(fields.lastDay) - Date.parse(today)) / 86_400_000
  if (days < 7 || days > 366) return 'it must be between a week and a year away'
  const unknown = fields.keep?.filter((ticker) => !held.has(ticker)) ?? []
  if (unknown.length > 0) return `${unknown.join(', ')} is not in this portfolio`
  const { keep, ...said } = mergeChips(chips)
  const isSaid = Object.entries(fields).some(([name, value]) => (said[name as keyof typeof said] ?? value) !== value)
  return isSaid ? 'something else was said before' : undefined
}
