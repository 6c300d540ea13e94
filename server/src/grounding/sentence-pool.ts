// Tests: compose-answer.test.ts

import type { Sentence } from './sentence.ts'

/** A sentence with the id by which it can be chosen. */
export interface PooledSentence extends Sentence {
  /** Unique in the pool: its kind, and a number from its second of that kind on: `action.cost.2`. */
  id: string
  /** The sentence that must stand somewhere before it; null for one that stands by itself. */
  after: PooledSentence | null
}

/** Sentences for one section, in the engine's own order. */
export interface PooledSection {
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
  sentences: readonly Sentence[]
  least?: number
  most?: number
  states?: readonly string[]
}

/** Names the sentences of all sections. What a sentence that must be shown follows must be shown as well. */
export function createPool(sections: Readonly<Record<string, SectionDraft>>): SentencePool {
  const counts = new Map<string, number>()
  const nameNext = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count === 1 ? kind : `${kind}.${count}`
  }
  return new Map(
    Object.entries(sections).map(([name, { sentences, least = 0, most = Infinity, states = [] }]) => {
      const pooled: PooledSentence[] = []
      for (const sentence of sentences) {
        const after = sentence.follows ? (pooled.at(-1) ?? null) : null
        pooled.push({ ...sentence, id: nameNext(sentence.kind), after })
      }
      for (const { must, after } of pooled.toReversed()) {
        if (must && after) Object.assign(after, { must: true, isExtra: false })
      }
      return [name, { sentences: pooled, least, most, states }] as const
    }),
  )
}
