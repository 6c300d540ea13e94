// Tests: compose-answer.test.ts

import type { About, Sentence } from './sentence.ts'

/** A sentence with the id by which it can be chosen. */
export interface PooledSentence extends Sentence {
  /** `S12`; unique in the pool. */
  id: string
  /** The sentence that must stand somewhere before it; null for one that stands by itself. */
  after: PooledSentence | null
}

/** Sentences for one section, in the engine's own order. */
export interface PooledSection {
  about: About
  sentences: readonly PooledSentence[]
  /** So many are shown at least, the engine's own where too few were chosen. */
  least: number
  /** The most full sentences that are shown, as long as nothing must be. */
  most: number
  /** Beginnings of the keys of facts that can be stated here by their labels. */
  states: readonly string[]
}

export type SentencePool = ReadonlyMap<string, PooledSection>

export interface SectionDraft {
  about: About
  sentences: readonly Sentence[]
  least?: number
  most?: number
  states?: readonly string[]
}

/** Numbers the sentences of all sections. What a sentence that must be shown follows must be shown as well. */
export function createPool(sections: Readonly<Record<string, SectionDraft>>): SentencePool {
  let count = 0
  return new Map(
    Object.entries(sections).map(([name, { about, sentences, least = 0, most = Infinity, states = [] }]) => {
      const pooled: PooledSentence[] = []
      for (const sentence of sentences) {
        count += 1
        pooled.push({ ...sentence, id: `S${count}`, after: sentence.follows ? (pooled.at(-1) ?? null) : null })
      }
      for (const { must, after } of pooled.toReversed()) {
        if (must && after) Object.assign(after, { must: true, isExtra: false })
      }
      return [name, { about, sentences: pooled, least, most, states }] as const
    }),
  )
}
