import { HEDGE_RANGES } from '../hedges.ts'
import { COMPILED, toLine } from './compile-templates.ts'
import { describeWish } from './describe-wish.ts'
import { readTokens, type Token, type WishSubject } from './read-tokens.ts'
import type { Slot, WishFields } from './templates.ts'
import { IDLE, SKIPPED, SPOILERS } from './vocabulary.ts'

/** Words that fill fields. */
export interface WishChip {
  readonly words: string
  readonly meaning: string
  readonly wish: WishFields
}

/** The fields of several chips together. */
export function mergeChips(chips: readonly Pick<WishChip, 'wish'>[]): WishFields {
  const keep = [...new Set(chips.flatMap(({ wish }) => wish.keep ?? []))]
  return Object.assign({}, ...chips.map(({ wish }) => wish), keep.length > 0 && { keep })
}

/** Words that may mean several things, of which the owner has to choose. */
export interface WishQuestion {
  readonly words: string
  readonly choices: readonly WishChip[]
}

export interface WishReading {
  readonly chips: readonly WishChip[]
  readonly asked: readonly WishQuestion[]
  /** What fits no template, as it was written, some with the reason in brackets. */
  readonly notUnderstood: readonly string[]
}

interface Match {
  readonly from: number
  readonly to: number
  /** Several where one has to ask. */
  readonly wishes: readonly WishFields[]
}

/** Words that no reading ends with. */
const ENDLESS = new Set([...SKIPPED, 'and', 'or'])
/** From here on a number by itself is one of dollars, and one of percent up to the most that may be lost. */
const LEAST_PLAIN_DOLLARS = 100

/**
 * Fills the fields of a wish from an owner's words, by one table of templates. What fits none is given back, and so is all
 * of a clause that says "not" or "was" of it: it is better not to read than to read wrongly.
 */
export function readWish(text: string, subject: WishSubject): WishReading {
  const chips: WishChip[] = []
  const asked: WishQuestion[] = []
  const notUnderstood: string[] = []
  for (const clause of listClauses(readTokens(text, subject))) {
    const matches = findMatches(clause)
    for (const { from, to, wishes } of matches) {
      const words = quote(text, clause.slice(from, to))
      const choices = wishes.map((wish): WishChip => ({ words, meaning: describeWish(wish), wish }))
      const [first, ...others] = choices
      const refused = first && findFault(first.wish, chips, subject)
      if (others.length > 0) asked.push({ words, choices: choices.filter(({ wish }) => !findFault(wish, [], subject)) })
      else if (refused) notUnderstood.push(`${words} (${refused})`)
      else if (first) addChip(chips, first)
    }
    const isUsed = (at: number) => matches.some(({ from, to }) => at >= from && at < to)
    notUnderstood.push(...listUnused(text, clause, isUsed))
  }
  return { chips, asked, notUnderstood }
}

function addChip(chips: WishChip[], chip: WishChip): void {
  if (!chips.some(({ meaning }) => meaning === chip.meaning)) chips.push(chip)
}

/** Why a reading cannot be used. */
function findFault(wish: WishFields, chips: readonly WishChip[], { held, today }: WishSubject): string | undefined {
  for (const [name, { least, most }] of Object.entries(HEDGE_RANGES)) {
    const value = wish[name as keyof typeof HEDGE_RANGES]
    const unit = name === 'horizonDays' ? ' trading days' : '%'
    if (value !== undefined && (value < least || value > most)) return `it must be between ${least} and ${most}${unit}`
  }
  const days = wish.lastDay === undefined ? 30 : (Date.parse(wish.lastDay) - Date.parse(today)) / 86_400_000
  if (days < 7 || days > 366) return 'it must be between a week and a year away'
  const unknown = wish.keep?.filter((ticker) => !held.has(ticker)) ?? []
  if (unknown.length > 0) return `${unknown.join(', ')} is not in this portfolio`
  const fields = Object.entries(wish).filter(([name]) => name !== 'keep')
  const isSaid = fields.some(([name, value]) =>
    chips.some((one) => (one.wish[name as keyof WishFields] ?? value) !== value),
  )
  return isSaid ? 'something else was said before' : undefined
}

function listClauses(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    // A list of tickers goes on behind a comma.
    const isList =
      token.text === ',' &&
      tokens[at - 1]?.ticker &&
      (tokens[at + 1]?.ticker || /^and|or$/.test(tokens[at + 1]?.text ?? ''))
    if (isList) continue
    if (token.text === ',' || token.text === 'but') clauses.push([])
    else clauses.at(-1)?.push(token)
  }
  return clauses.filter((clause) => clause.length > 0)
}

function findMatches(clause: readonly Token[]): Match[] {
  const line = toLine(clause)
  const found: Match[] = []
  for (let at = 0; at < clause.length; at = Math.max(at + 1, found.at(-1)?.to ?? 0)) {
    const best = findLongest(clause, at, line)
    if (best) found.push(best)
  }
  const isUsed = (at: number) => found.some(({ from, to }) => at >= from && at < to)
  if (clause.some(({ text: word }, at) => SPOILERS.has(word) && !isUsed(at))) return []
  // Beside words that are not understood nobody knows what it is said of: "lose at most 10% in NVDA".
  const says = (token: Token | undefined, at: number) => token !== undefined && !isUsed(at) && isSaying(token)
  return found.filter(({ from, to }) => {
    const before = clause.findLastIndex((token, at) => at < from && !SKIPPED.has(token.text))
    const behind = clause.findIndex((token, at) => at >= to && !SKIPPED.has(token.text))
    return !says(clause[before], before) && !says(clause[behind], behind)
  })
}

function findLongest(clause: readonly Token[], from: number, line: string): Match | undefined {
  const start = line.split(' ', from).reduce((sum, token) => sum + token.length + 1, 0)
  let best: Match | undefined
  for (const { pattern, slot, fields, unless } of COMPILED) {
    pattern.lastIndex = start
    const [found = '', ...captures] = pattern.exec(line) ?? []
    const captured = captures.findLast((one) => one !== undefined) ?? ''
    let to = from + found.split(' ').length - 1
    while (to > from + 1 && ENDLESS.has(clause[to - 1]?.text ?? '')) to -= 1
    if (found === '' || (best && to <= best.to) || unless?.(line)) continue
    const values =
      slot === undefined
        ? []
        : readSlot(
            slot,
            captured.split(' ').map((end) => clause[Number(/\d{1,4}$/.exec(end)?.[0])]),
          )
    if (slot !== undefined && values.length === 0) continue
    const wishes =
      typeof fields === 'function' ? values.flatMap(({ value, unit }) => fields(value as never, unit)) : [fields]
    best = {
      from,
      to,
      wishes: slot === 'tickers' ? [{ keep: [...new Set(wishes.flatMap(({ keep }) => keep ?? []))] }] : wishes,
    }
  }
  const { unit, values } = clause[from]?.figure ?? {}
  // "Max loss 10%, 6 months": a time by itself is how long.
  const isTime = best === undefined && clause.length === 1 && unit === 'days'
  return isTime ? { from, to: from + 1, wishes: [{ horizonDays: Math.round(Number(values?.[0])) }] } : best
}

interface SlotValue {
  readonly value: number | string
  readonly unit: 'percent' | 'dollars'
}

/** What a figure may mean in a slot; nothing where it means nothing there. */
function readSlot(slot: Slot, tokens: readonly (Token | undefined)[]): SlotValue[] {
  if (slot === 'tickers')
    return tokens.flatMap((token) => (token?.ticker ? [{ value: token.ticker, unit: 'percent' as const }] : []))
  const [token] = tokens
  if (token?.crisis) return [{ value: token.crisis.id, unit: 'percent' }]
  const { unit, values } = token?.figure ?? { unit: 'other', values: [] }
  return values.flatMap((value): SlotValue[] => {
    const number = Number(value)
    // "Max loss 1,500" is one or the other, and asked about; "budget 3000" is dollars, "max loss 10" percent.
    const isAsked = unit === 'plain' && values.length > 1
    if (unit === 'dollars') return [{ value, unit }]
    if (unit !== 'plain')
      return slot === 'kept' && number <= 50
        ? []
        : [{ value: unit === 'days' ? Math.round(number) : value, unit: 'percent' }]
    if (number >= LEAST_PLAIN_DOLLARS && (slot === 'cost' || (slot === 'loss' && isAsked)))
      return [{ value, unit: 'dollars' }]
    const isPercent = number >= 1 && number <= HEDGE_RANGES.limitPercent.most && (slot !== 'cost' || isAsked)
    return isPercent ? [{ value, unit: 'percent' }] : []
  })
}

const isSaying = ({ text, figure }: Token) => figure !== undefined || !(SKIPPED.has(text) || IDLE.has(text))

/** What no template has used, as it stands together. */
function listUnused(text: string, clause: readonly Token[], isUsed: (at: number) => boolean): string[] {
  const runs: Token[][] = [[]]
  for (const [at, token] of clause.entries()) {
    if (isUsed(at)) runs.push([])
    else runs.at(-1)?.push(token)
  }
  return runs.filter((run) => run.some(isSaying)).map((run) => quote(text, run))
}

/** The text of tokens, without words at its end that say nothing. */
function quote(text: string, tokens: readonly Token[]): string {
  const last = tokens.findLast(({ text: word }) => !SKIPPED.has(word)) ?? tokens.at(-1)
  return text.slice(tokens[0]?.start, last?.end)
}
