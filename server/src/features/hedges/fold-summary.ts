// Tests: hedges.test.ts, hedge-verdicts.test.ts

import { chain, countSentences, follow, type Sentence } from '../../grounding/sentence.ts'

/** More than this nobody reads before they act. */
export const MOST_SENTENCES = 5

/** A sentence and how soon it gives way: 0 is the answer itself, 8 is background. */
export interface RankedSentence {
  rank: number
  sentence: Sentence
}

/** Sentences that give way alike. */
export const rank = (place: number, said: readonly Sentence[]): RankedSentence[] =>
  said.map((sentence) => ({ rank: place, sentence }))

/** The answer itself: its first sentence stands by itself, the others follow. */
export const answer = (...said: readonly (readonly Sentence[])[]): RankedSentence[] => rank(0, chain(...said))

/** Sentences that make sense only behind those before them. */
export const after = (place: number, said: readonly Sentence[]): RankedSentence[] => rank(place, follow(said))

/**
 * Keeps at most five sentences, those of the lowest rank, each in its place, and marks them as what must be shown; the rest
 * is only shown to whoever asks why. A text of several sentences is kept whole or not at all.
 */
export function foldSummary(ranked: readonly RankedSentence[]): Sentence[] {
  const kept = new Set<RankedSentence>()
  let left = MOST_SENTENCES
  for (const one of ranked.toSorted((a, b) => a.rank - b.rank)) {
    const count = countSentences(one.sentence.text)
    if (count > left) continue
    kept.add(one)
    left -= count
  }
  return ranked.map((one, place) => {
    const isKept = kept.has(one)
    const before = ranked[place - 1]
    // It would bring back what it follows.
    const follows = one.sentence.follows && !(isKept && before !== undefined && !kept.has(before))
    return { ...one.sentence, must: isKept && one.rank < BACKGROUND, isExtra: !isKept, follows }
  })
}

/** From this rank on a sentence is shown where there is room, and nobody has to show it. */
const BACKGROUND = 8
