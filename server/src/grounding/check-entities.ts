// Tests: ../ai/evaluation/corpus.test.ts

import type { Fact } from '@ballast/contract'
import type { KnownEntities } from './known-entities.ts'
import { listMatches } from './matches.ts'

/** A place in a sentence where something with figures of its own is named. */
interface Mention {
  at: number
  /** A ticker, or the prefix of a subject. */
  entity: string
}

interface Placed {
  start: number
  fact: Fact
}

/** Where one thing that is said ends and the next begins. */
const CLAUSE_END = /[,;:]\s|\s(?:and|but|while|whereas|versus|vs\.?|than|against|compared)\s/g
const WORD = /[A-Z][A-Z0-9.]{0,14}/g
const LEANING =
  /^(?:it|its|this|that|these|those|they|their|the (?:position|holding|stock|share|company|name|strategy|hedge))\b/i

/** What the last sentences were about, for a sentence that begins with "it". */
export interface Context {
  tickers: readonly string[]
  /** False when the sentence before was left out. */
  isWhole: boolean
}

/** True for a sentence that speaks of what another one has named. */
export const leansOnBefore = (sentence: string): boolean => LEANING.test(sentence.trim())

/**
 * Figures of one security or strategy in words about another, as faults.
 *
 * A figure belongs to a ticker when its label or key names one. Of the tickers in its clause one must be its own; lists
 * ("A and B weigh x and y") go by their order.
 */
export function findMisplacedFigures(
  words: string,
  slots: readonly Placed[],
  known: KnownEntities,
  context: Context,
): string[] {
  const tickers = listTickers(words, known)
  const ownTicker = (fact: Fact) => findOwnTicker(fact, known)
  const ownSubject = ({ key }: Fact) => known.subjects?.find(({ prefix }) => key.startsWith(prefix))?.prefix
  const nameOf = (prefix: string) => known.subjects?.findLast((one) => one.prefix === prefix)?.names[0] ?? prefix
  return [
    ...judge(
      words,
      slots,
      () => tickers,
      ownTicker,
      (ticker) => ticker,
    ),
    ...judge(words, slots, () => listSubjects(words, known), ownSubject, nameOf),
    ...findUnnamed(words, slots, known, tickers, ownTicker),
    ...(tickers.length === 0 && leansOnBefore(words) ? judgeByContext(slots, ownTicker, context) : []),
  ]
}

/** What the text that is replaced does not speak of has to be named. */
function findUnnamed(
  words: string,
  slots: readonly Placed[],
  { preferred }: KnownEntities & { preferred?: ReadonlySet<string> },
  tickers: readonly Mention[],
  ownTicker: (fact: Fact) => string | undefined,
): string[] {
  if (preferred === undefined || preferred.size === 0) return []
  return slots.flatMap(({ fact }) => {
    if (preferred.has(fact.id)) return []
    const ticker = ownTicker(fact)
    const isUntold =
      ticker !== undefined && tickers.length === 0 && !leansOnBefore(words) && !/^(?:play|strategy)\./.test(fact.key)
    return isUntold ? [`{{${fact.id}}} is a figure of ${ticker}, which is not named`] : []
  })
}

/**
 * A figure of one strategy in a text about several, which neither names the strategy nor replaces a text that has the figure.
 */
export function findUnnamedSubjects(
  words: string,
  slots: readonly Placed[],
  {
    facts,
    preferred,
    subjects = [],
    isOwn,
  }: KnownEntities & { facts: readonly Fact[]; preferred: ReadonlySet<string>; isOwn(fact: Fact): boolean },
): string[] {
  if (preferred.size === 0 || subjects.length < 2) return []
  return slots.flatMap(({ fact }) => {
    const own = preferred.has(fact.id) ? undefined : subjects.find(({ prefix }) => fact.key.startsWith(prefix))
    if (own === undefined || nameIn(words, own)) return []
    const isOfOne = !subjects.some(
      ({ prefix }) => prefix !== own.prefix && facts.some((one) => one.key.startsWith(prefix) && isOwn(one)),
    )
    return isOfOne ? [] : [`{{${fact.id}}} is a figure of ${own.names[0]}, which is not named`]
  })
}

/** "The index put", "puts on the index": a name as it is, or turned round. */
function nameIn(words: string, { names }: { names: readonly string[] }): boolean {
  const lower = words.toLowerCase()
  return names.some((name) =>
    name
      .toLowerCase()
      .split(' ')
      .every((word) => lower.includes(word)),
  )
}

/** Tickers that a sentence names, in order. */
export function listTickers(words: string, { tickers }: KnownEntities): Mention[] {
  return listMatches(words, WORD).flatMap(({ 0: word, index }) => {
    const name = tickers.has(word) ? word : word.replace(/\.$/, '')
    // One letter is a ticker only where it cannot be a word.
    return tickers.has(name) && !/^[AI]$/.test(name) ? [{ at: index, entity: name }] : []
  })
}

function listSubjects(words: string, { subjects = [] }: KnownEntities): Mention[] {
  const lower = words.toLowerCase()
  const found = subjects.flatMap(({ names, prefix }) =>
    names.flatMap((name) => {
      const at = lower.indexOf(name)
      return at === -1 ? [] : [{ at, entity: prefix }]
    }),
  )
  return found.sort((a, b) => a.at - b.at)
}

const owners = new WeakMap<Fact, Map<ReadonlySet<string>, string | undefined>>()

/** The security that a fact is of: named by its label, or by a part of its key. An index that only explains owns none. */
function findOwnTicker(fact: Fact, { tickers }: KnownEntities): string | undefined {
  const known = owners.get(fact) ?? new Map<ReadonlySet<string>, string | undefined>()
  owners.set(fact, known)
  if (known.has(tickers)) return known.get(tickers)
  const inKey = fact.key.split('.').find((part) => /^[A-Z][A-Z0-9]{1,14}$/.test(part) && tickers.has(part))
  const inLabel = listMatches(fact.label, WORD)
    .map(([word]) => word)
    .filter((word) => tickers.has(word) && word.length > 1)
  const isExplanation = /\bexplain/.test(fact.label)
  const owner = inKey ?? (new Set(inLabel).size === 1 && !isExplanation ? inLabel[0] : undefined)
  known.set(tickers, owner)
  return owner
}

function judge(
  words: string,
  slots: readonly Placed[],
  listMentions: () => readonly Mention[],
  ownerOf: (fact: Fact) => string | undefined,
  nameOf: (entity: string) => string,
): string[] {
  const owned = slots.flatMap(({ start, fact }) => {
    const owner = ownerOf(fact)
    return owner === undefined ? [] : [{ start, fact, owner }]
  })
  const mentions = owned.length === 0 ? [] : listMentions()
  if (mentions.length === 0) return []
  const say = (fact: Fact, owner: string) => `{{${fact.id}}} is a figure of ${nameOf(owner)}`
  const ordered = matchLists(words, owned, mentions)
  const ends = listMatches(words, CLAUSE_END).map(({ index }) => index)
  return owned.flatMap(({ start, fact, owner }) => {
    const listed = ordered.get(start)
    if (listed !== undefined) return listed === owner ? [] : [say(fact, owner)]
    const from = ends.findLast((end) => end < start) ?? 0
    const to = ends.find((end) => end > start) ?? words.length
    const near = mentions.filter(({ at }) => at >= from && at < to)
    const before = mentions.findLast(({ at }) => at < start)
    const meant = near.length > 0 ? near : [before ?? mentions[0]]
    return meant.some((mention) => mention?.entity === owner) ? [] : [say(fact, owner)]
  })
}

/** "A and B weigh x and y": in a part of a sentence where all names stand before all figures, they go by their order. */
function matchLists(
  words: string,
  owned: readonly { start: number }[],
  mentions: readonly Mention[],
): ReadonlyMap<number, string> {
  const ordered = new Map<number, string>()
  const ends = [...listMatches(words, /;\s/g).map(({ index }) => index), words.length]
  for (const [place, end] of ends.entries()) {
    const from = ends[place - 1] ?? 0
    const figures = owned.filter(({ start }) => start >= from && start < end)
    const names = mentions.filter(({ at }) => at >= from && at < end)
    const isList = figures.length > 1 && figures.length === names.length
    if (!isList || (names.at(-1)?.at ?? 0) > (figures[0]?.start ?? 0)) continue
    for (const [index, { start }] of figures.entries()) ordered.set(start, names[index]?.entity ?? '')
  }
  return ordered
}

function judgeByContext(
  slots: readonly Placed[],
  ownerOf: (fact: Fact) => string | undefined,
  { tickers, isWhole }: Context,
): string[] {
  if (tickers.length === 0) return []
  if (!isWhole && slots.some(({ fact }) => ownerOf(fact) !== undefined))
    return ['leans on a sentence that was left out']
  return slots.flatMap(({ fact }) => {
    const owner = ownerOf(fact)
    return owner === undefined || tickers.includes(owner)
      ? []
      : [`{{${fact.id}}} is a figure of ${owner}, and the sentence before speaks of ${tickers.join(', ')}`]
  })
}
