import type { Composition, Fact, GroundedText } from '@ballast/contract'
import type { FactLedger } from './fact-ledger.ts'
import { ground } from './grounded-text.ts'
import { isLink, type Link, linkTo } from './link-words.ts'
import { countSentences, listShown, type SentenceKind, tell } from './sentence.ts'
import type { PooledSection, PooledSentence, SentencePool } from './sentence-pool.ts'

/** Choices for each section: ids of sentences and of facts in their order, links before them. */
export type Choices = ReadonlyMap<string, readonly string[]>

export interface ComposedAnswer {
  /** The texts of each section in their order; each is a sentence of the engine, or states a fact by its label. */
  sections: Record<string, GroundedText[]>
  composition: Composition
}

/** A text in its place. */
interface Placed {
  /** Null for a fact that is stated. */
  sentence: PooledSentence | null
  id: string
  text: GroundedText
  link: Link | null
  /** Sentence that it was chosen behind, so that a link is not read as one to something else. */
  behind: Placed | null
}

/** "Cost of the hedge: $4,610." */
const STATED: SentenceKind = { id: 'fact', about: 'portfolio', purpose: 'background', facts: [], shown: 'extra' }

/** So many facts are stated in a section at most: more would be a table. */
const MOST_FACTS = 3

/**
 * Puts together what was chosen. Ids that do not exist, belong elsewhere, come twice or stand before what they follow are
 * dropped; sentences that must be shown are added at their place; with fewer than half of its ids right, a section is in
 * the engine's own order, as it is where an empty list leaves it so.
 *
 * @param ledger what is known, with what tools have added
 */
export function composeAnswer(pool: SentencePool, choices: Choices, ledger: FactLedger): ComposedAnswer {
  const composition: Composition = { chosen: 0, dropped: 0, added: 0, fallback: 0 }
  const sections: Record<string, GroundedText[]> = {}
  for (const [name, section] of pool) {
    const chosen = choices.get(name)
    const { placed, dropped } = place(section, chosen ?? [], ledger)
    composition.dropped += dropped
    if (placed.length === 0 || placed.length < dropped) {
      composition.fallback += chosen?.length === 0 ? 0 : 1
      sections[name] = listShown(section.sentences)
      continue
    }
    composition.chosen += placed.length
    composition.added += addMissing(section, placed)
    dropBeyond(section.most, placed)
    sections[name] = placed.map(({ text, link, behind }, at) =>
      link !== null && behind !== null && placed[at - 1] === behind ? linkTo(link, text) : text,
    )
  }
  return { sections, composition }
}

/** The texts that were chosen rightly. */
function place(section: PooledSection, chosen: readonly string[], ledger: FactLedger) {
  const wanted = new Set(chosen)
  const placed: Placed[] = []
  let dropped = 0
  let link: Link | null = null
  for (const item of chosen) {
    if (isLink(item)) {
      link = item
      continue
    }
    const found = placed.some(({ id }) => id === item) ? null : find(section, item, { wanted, placed, ledger })
    if (found === null) dropped += 1
    else placed.push({ ...found, id: item, link, behind: placed.at(-1) ?? null })
    link = null
  }
  return { placed, dropped }
}

function find(
  { sentences, states }: PooledSection,
  id: string,
  { wanted, placed, ledger }: { wanted: ReadonlySet<string>; placed: readonly Placed[]; ledger: FactLedger },
): Pick<Placed, 'sentence' | 'text'> | null {
  const sentence = sentences.find((one) => one.id === id)
  if (sentence) {
    // What it follows stands before it, or was left to be added there.
    for (let { after } = sentence; after !== null; after = after.after) {
      const leader = after
      if (wanted.has(leader.id))
        return placed.some((one) => one.id === leader.id) ? { sentence, text: sentence.text } : null
      if (!leader.must) return null
    }
    return { sentence, text: sentence.text }
  }
  const fact = ledger.find(id)
  const isFull = placed.filter((one) => one.sentence === null).length >= MOST_FACTS
  if (fact === undefined || isFull || !isStatable(fact, states, ledger)) return null
  return { sentence: null, text: tell(STATED, ground`${fact.label}: ${fact}.`) }
}

/** True if a section may state a fact: one of its own subject, or computed from such ones alone. */
function isStatable({ key, inputs }: Fact, states: readonly string[], ledger: FactLedger): boolean {
  if (!key.startsWith('calc.')) return states.some((prefix) => key.startsWith(prefix))
  return inputs.every((input) => {
    const fact = 'fact' in input ? ledger.find(input.fact) : undefined
    return fact !== undefined && isStatable(fact, states, ledger)
  })
}

/** Adds what must be shown, and the engine's own sentences while there are too few. @returns how many */
function addMissing({ sentences, least }: PooledSection, placed: Placed[]): number {
  const before = placed.length
  const isMissing = ({ id }: PooledSentence) => !placed.some((one) => one.id === id)
  for (const sentence of sentences) if (sentence.must && isMissing(sentence)) insert(sentences, placed, sentence)
  for (const sentence of sentences) {
    if (placed.length >= least) break
    const isReady = sentence.after === null || !isMissing(sentence.after)
    if (!sentence.isExtra && isReady && isMissing(sentence)) insert(sentences, placed, sentence)
  }
  return placed.length - before
}

/** Takes away the last texts that need not be shown, while there are too many sentences. */
function dropBeyond(most: number, placed: Placed[]): void {
  const count = () => placed.reduce((sum, { text }) => sum + countSentences(text), 0)
  while (count() > most) {
    const last = placed.findLastIndex(({ sentence }) => sentence?.must !== true)
    if (last === -1) break
    placed.splice(last, 1)
  }
}

/** Behind the nearest sentence that the engine has before it; never before what it follows, nor behind what follows it. */
function insert(sentences: readonly PooledSentence[], placed: Placed[], sentence: PooledSentence): void {
  const earlier = new Set(sentences.slice(0, sentences.indexOf(sentence)))
  const placeOf = (one: PooledSentence | null) => placed.findIndex((other) => one !== null && other.sentence === one)
  const behindNearest = 1 + Math.max(-1, placeOf([...earlier].findLast((one) => placeOf(one) >= 0) ?? null))
  const follower = placed.findIndex((one) => one.sentence !== null && isAfter(one.sentence, sentence))
  const latest = follower === -1 ? placed.length : follower
  const at = Math.max(1 + placeOf(sentence.after), Math.min(behindNearest, latest))
  placed.splice(at, 0, { sentence, id: sentence.id, text: sentence.text, link: null, behind: null })
}

function isAfter(one: PooledSentence, other: PooledSentence): boolean {
  for (let { after } = one; after !== null; after = after.after) if (after === other) return true
  return false
}
