// Tests: borne-out.test.ts, said-of-figures.test.ts, unsupported-sayings.test.ts

import type { Fact } from '@ballast/contract'
import type { KnownEntities } from './known-entities.ts'
import { ASSET_WORDS, isPlainWord } from './plain-words.ts'
import { remembered } from './remembered.ts'

const TICKER = /(?<![\w.])[A-Z][A-Z0-9.]{0,14}(?![\w])/g
const WORD = /\p{L}+(?:['’]\p{L}+)?/gu
const MENTIONED = 4

const listLower = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

const listLabelWords = remembered(4_000, listLower)
const wordsOfFacts = new WeakMap<readonly Fact[], ReadonlySet<string>>()

/** Words that the labels of facts use: names of past crises, sectors. */
export function listFactWords(facts: readonly Fact[]): ReadonlySet<string> {
  const known = wordsOfFacts.get(facts) ?? new Set(facts.flatMap(({ label }) => listLabelWords(label)))
  wordsOfFacts.set(facts, known)
  return known
}

const SECTOR = /^share of (.+) in the (?:holdings|S&P 500)$/i
const wordsOfSectors = new WeakMap<readonly Fact[], ReadonlySet<string>>()

/** Words by which the sectors of the holdings are called. */
export function listSectorWords(facts: readonly Fact[]): ReadonlySet<string> {
  const known =
    wordsOfSectors.get(facts) ?? new Set(facts.flatMap(({ label }) => listLower(SECTOR.exec(label)?.[1] ?? '')))
  wordsOfSectors.set(facts, known)
  return known
}

const wordsOfDrafts = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

export function listDraftWords(drafts: ReadonlySet<string>): ReadonlySet<string> {
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
  const isKnown = createKnown(ofFacts, drafts, tickers, acronyms)
  const withoutTickers = words
    .replace(TICKER, (name) =>
      tickers.has(name) || tickers.has(name.replace(/\.$/, '')) ? ' '.repeat(name.length) : name,
    )
    .replace(/\brisk-free(?= (?:rate|interest|return|yield))/gi, ' ')
  const unknown = (withoutTickers.match(WORD) ?? []).flatMap((word) => (isKnown(word) ? [] : word))
  const told = [...new Set(unknown)].slice(0, MENTIONED)
  return told.map((word) => `"${word.slice(0, 30)}" is no plain word of an analysis; say it otherwise`)
}

type Known = (word: string) => boolean
const knownByDrafts = new WeakMap<ReadonlySet<string>, { ofFacts: ReadonlySet<string>; isKnown: Known }>()
const REMEMBERED = 2_000

/** Whether a word may stand in a text: the same words come again and again. */
function createKnown(
  ofFacts: ReadonlySet<string>,
  drafts: ReadonlySet<string>,
  tickers: ReadonlySet<string>,
  acronyms: ReadonlySet<string>,
): Known {
  const made = knownByDrafts.get(drafts)
  if (made?.ofFacts === ofFacts) return made.isKnown
  const ofDrafts = listDraftWords(drafts)
  const isAsset = (word: string) =>
    [word, word.replace(/s$/, '')].some((form) =>
      (Object.hasOwn(ASSET_WORDS, form) ? (ASSET_WORDS[form] ?? []) : []).some((ticker) => tickers.has(ticker)),
    )
  const isKnown = remembered(REMEMBERED, (word) => {
    const bare = word.replace(/['’]s$/, '')
    if (tickers.has(bare) || acronyms.has(bare)) return true
    const lower = word.toLowerCase()
    return isPlainWord(lower) || ofFacts.has(lower) || ofDrafts.has(lower) || isAsset(lower)
  })
  knownByDrafts.set(drafts, { ofFacts, isKnown })
  return isKnown
}
