// Tests: match-question.test.ts

import { IDLE, SECTORS, SYNONYMS } from './vocabulary.ts'

const list = (words: string) => words.split(' ')
const IDLE_WORDS: ReadonlySet<string> = new Set(list(IDLE))
/** Beginnings of the names of sectors, by the words for them. */
export const SECTOR_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(SECTORS).flatMap(([sector, words]) => list(words).map((word) => [word, sector] as const)),
)

/** Between the concepts of a word that has several senses. */
const OR = '|'

/** Concepts by the words for them; of a word in several lines, all of them. The first one is what it means in examples. */
const CONCEPTS = new Map<string, string>()
for (const line of SYNONYMS) {
  const [concept = ''] = list(line)
  for (const word of list(line)) {
    const known = CONCEPTS.get(word)
    CONCEPTS.set(word, known === undefined ? concept : known + OR + concept)
  }
}

/** The senses of what `listConcepts` gives. */
export const listSenses = (concept: string): string[] => concept.split(OR)

/** Words of the longest entry. */
const LONGEST = 5

/** A word without its endings: "trimming" and "trims" are one word. At least three letters stay. */
function stemOf(word: string): string {
  const end = word.length > 3 ? (/(?:e?s|ed|ing|er|est|ly|ment|ity)$/.exec(word.slice(3))?.[0] ?? '') : ''
  const base = word.slice(0, word.length - end.length)
  if (end !== '') return stemOf(base)
  return base
    .replace(/(?<=..)([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/(?<=...)e$/, '')
    .replace(/(?<=..)y$/, 'i')
}

/** A word, and the same with any one letter missing: two words are one typing mistake apart where they share a form. */
const listForms = (word: string): string[] => [
  word,
  ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1)),
]

/** Shorter words are too near to others to be mended. */
const LEAST_MENDED = 6
/** Known words by their forms. */
const NEAR: ReadonlyMap<string, string> = new Map(
  [...CONCEPTS.keys(), ...IDLE_WORDS]
    .filter((word) => word.length >= LEAST_MENDED && !word.includes('_'))
    .flatMap((word) => listForms(word).map((form) => [form, word] as const)),
)

/** Known words by their stems; of those with the same stem the shortest. */
const STEMS: ReadonlyMap<string, string> = new Map(
  [...CONCEPTS.keys()]
    .filter((word) => !word.includes('_'))
    .sort((a, b) => b.length - a.length)
    .map((word) => [stemOf(word), word] as const),
)

/** The known word that one is a form of, or one typing mistake away from; undefined for what is not known. */
function findKnown(word: string): string | undefined {
  if (CONCEPTS.has(word) || IDLE_WORDS.has(word)) return word
  if (word.includes('_')) return undefined
  const forms = word.length < LEAST_MENDED ? [] : listForms(word)
  return STEMS.get(stemOf(word)) ?? forms.map((form) => NEAR.get(form)).find(Boolean)
}

/** Stem of a word without its typing mistake. */
export const stemOfMended = (word: string): string => stemOf(findKnown(word) ?? word)

/** The concept of a word or, behind underscores, of several; '' for what says nothing, undefined for what is not known. */
function findConcept(word: string): string | undefined {
  const known = findKnown(word)
  return known === undefined ? undefined : (CONCEPTS.get(known) ?? '')
}

/** The concepts of words in their order; a word that is not known stands for itself, behind a question mark. */
export function listConcepts(written: readonly string[]): string[] {
  const words = written.flatMap((word) => (findConcept(word) === undefined ? word.split(/[-/]/) : [word]))
  const concepts: string[] = []
  for (let at = 0; at < words.length; ) {
    let taken = 0
    for (let length = Math.min(LONGEST, words.length - at); length > 1 && taken === 0; length--) {
      const concept = findConcept(words.slice(at, at + length).join('_'))
      if (concept === undefined) continue
      if (concept !== '-' && concept !== '') concepts.push(concept)
      taken = length
    }
    const word = words[at] ?? ''
    if (taken === 0) {
      const concept = findConcept(word) ?? (word.length > 2 && !/^\d/.test(word) ? `?${word}` : '')
      if (concept !== '') concepts.push(concept)
      // "The bumpiest" is what is most volatile.
      if (concept !== '' && !concept.startsWith('?') && word.endsWith('est') && !CONCEPTS.has(word))
        concepts.push('most')
    }
    at += Math.max(1, taken)
  }
  return concepts
}
