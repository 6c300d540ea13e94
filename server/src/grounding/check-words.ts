import type { Fact } from '@ballast/contract'
import type { KnownEntities } from './known-entities.ts'
import { ASSET_WORDS, isPlainWord } from './plain-words.ts'

const TICKER = /(?<![\w.])[A-Z][A-Z0-9.]{0,14}(?![\w])/g
const WORD = /\p{L}+(?:['’]\p{L}+)?/gu
const MENTIONED = 4

const wordsOfLabels = new WeakMap<Fact, readonly string[]>()

function listLabelWords(fact: Fact): readonly string[] {
  const known = wordsOfLabels.get(fact) ?? listLower(fact.label)
  wordsOfLabels.set(fact, known)
  return known
}

const listLower = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

const wordsOfFacts = new WeakMap<readonly Fact[], ReadonlySet<string>>()

/** Words that the labels of facts use: names of past crises, sectors. */
export function listFactWords(facts: readonly Fact[]): ReadonlySet<string> {
  const known = wordsOfFacts.get(facts) ?? new Set(facts.flatMap(listLabelWords))
  wordsOfFacts.set(facts, known)
  return known
}

const wordsOfDrafts = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

function listDraftWords(drafts: ReadonlySet<string>): ReadonlySet<string> {
  const known = wordsOfDrafts.get(drafts) ?? new Set([...drafts].flatMap(listLower))
  wordsOfDrafts.set(drafts, known)
  return known
}

/**
 * Words of a sentence that are neither plain words of an analysis nor used by the facts and the draft, as faults. A list
 * of what must not be said is never complete; whom a sentence may name and what it may claim is.
 *
 * @param words the sentence without references, figures and names that were understood
 * @param ofFacts words of the facts' labels
 * @param drafts sentences of the text that is replaced
 */
export function findUnknownWords(
  words: string,
  ofFacts: ReadonlySet<string>,
  drafts: ReadonlySet<string>,
  { tickers }: KnownEntities,
  acronyms: ReadonlySet<string>,
): string[] {
  const ofDrafts = listDraftWords(drafts)
  const isAsset = (word: string) =>
    [word, word.replace(/s$/, '')].some((form) =>
      (Object.hasOwn(ASSET_WORDS, form) ? (ASSET_WORDS[form] ?? []) : []).some((ticker) => tickers.has(ticker)),
    )
  const withoutTickers = words
    .replace(TICKER, (name) =>
      tickers.has(name) || tickers.has(name.replace(/\.$/, '')) ? ' '.repeat(name.length) : name,
    )
    .replace(/\brisk-free(?= (?:rate|interest|return|yield))/gi, ' ')
  const unknown = [...withoutTickers.matchAll(WORD)].flatMap(({ 0: word }) => {
    const bare = word.replace(/['’]s$/, '')
    if (tickers.has(bare) || acronyms.has(bare)) return []
    const lower = word.toLowerCase()
    return isPlainWord(lower) || ofFacts.has(lower) || ofDrafts.has(lower) || isAsset(lower) ? [] : word
  })
  const told = [...new Set(unknown)].slice(0, MENTIONED)
  return told.map((word) => `"${word.slice(0, 30)}" is no plain word of an analysis; say it otherwise`)
}
