// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import type { Use } from './check-usage.ts'
import type { Slot } from './read-sentence.ts'

/** Where a figure stands in a sentence. */
export interface Place {
  start: number
  end: number
}

/**
 * A figure with what stands around it.
 *
 * @param words the sentence, figures blanked
 * @param places of all figures, in their order
 */
export function toUse(sentence: string, words: string, slot: Slot, places: readonly Place[]): Use {
  const { fact, as, isReference, start, end } = slot
  return {
    ...{ fact, as, isReference, start, ...lookAround(words, slot, places) },
    written: isReference ? `{{${fact.id}}}` : `"${sentence.slice(start, end)}"`,
    sentence: words,
    raw: sentence,
    next: sentence.slice(end),
    earlier: places.findLast((place): place is Slot => place.end <= start && 'fact' in place)?.fact,
  }
}

const BEHIND = /^[^,;:()]*/
const CLAUSE_END = /[,;:]\s/

/** What is said about the figure at a place: its clause before it, the part after any other figure, and what follows. */
export function lookAround(words: string, { start, end }: Place, places: readonly Place[]) {
  const earlier = words.slice(0, start)
  const clause = 1 + Math.max(earlier.lastIndexOf('; '), earlier.lastIndexOf(': '))
  const from = Math.max(clause, 1 + earlier.lastIndexOf(', '))
  let [last, next] = [0, words.length]
  for (const place of places) {
    if (place.end <= start) last = Math.max(last, place.end)
    if (place.start >= end) next = Math.min(next, place.start)
  }
  const rest = words.slice(end)
  const to = rest.search(CLAUSE_END)
  return {
    saying: words.slice(from, to === -1 ? words.length : end + to),
    lead: words.slice(clause, start),
    before: earlier.slice(Math.max(from, last)),
    behind: BEHIND.exec(words.slice(end, next))?.[0] ?? '',
    clause: from,
  }
}
