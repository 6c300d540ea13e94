// Tests: hedges.test.ts, hedge-verdicts.test.ts

import type { GroundedText } from '@ballast/contract'
import { countSentences, type Purpose, type Sentence, say } from '../../grounding/sentence.ts'

/** More than this nobody reads before they act. */
export const MOST_SENTENCES = 5

/** A sentence and how soon it gives way: 0 is the answer itself, 8 is background. */
export interface RankedSentence {
  rank: number
  sentence: Sentence
}

/** Sentences of one purpose that give way alike. */
export const rank = (
  place: number,
  purpose: Purpose,
  texts: readonly GroundedText[],
  { follows }: { follows?: 'all' | 'rest' } = {},
): RankedSentence[] =>
  say(purpose, texts, { ...(follows && { follows }) }).map((sentence) => ({ rank: place, sentence }))

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
