// Tests: compose-answer.test.ts

import type { GroundedText } from '@ballast/contract'
import { toPlainText } from './grounded-text.ts'

/** Purpose of a sentence. */
export type Purpose = 'verdict' | 'cost' | 'protection' | 'comparison' | 'evidence' | 'caveat' | 'order' | 'background'

/** Subject of a section's sentences. */
export type About = 'portfolio' | 'holding' | 'crisis' | 'strategy' | 'action' | 'idea'

/** Something that the engine says: one text of one or two sentences, shown whole or not at all. Plain data. */
export interface Sentence {
  purpose: Purpose
  text: GroundedText
  /** True if it is always shown, whoever chooses. */
  must: boolean
  /** True if it is shown only when somebody chooses it. */
  isExtra: boolean
  /** True if it makes sense only after the sentence before it in its list: "Cheaper still is …". */
  follows: boolean
}

interface Manner {
  must?: boolean
  isExtra?: boolean
  /** `all`: each text follows the one before it. `rest`: the first stands by itself, the others follow. */
  follows?: 'all' | 'rest'
}

/** Sentences of one purpose, one for each text; empty texts are left out. */
export function say(
  purpose: Purpose,
  texts: readonly GroundedText[],
  { must = false, isExtra = false, follows }: Manner = {},
): Sentence[] {
  return texts
    .filter((text) => text.length > 0)
    .map((text, place) => {
      const isFollowing = follows === 'all' || (follows === 'rest' && place > 0)
      return { purpose, text, must, isExtra, follows: isFollowing }
    })
}

/** The texts that are shown while nobody chooses, in their order. */
export const listShown = (sentences: readonly Sentence[]): GroundedText[] =>
  sentences.filter(({ isExtra }) => !isExtra).map(({ text }) => text)

/** The texts that are shown only to whoever asks why: those that are not shown already, by themselves or behind a link. */
export function listFolded(sentences: readonly Sentence[], shown: readonly GroundedText[]): GroundedText[] {
  const words = shown.map(toPlainText)
  return sentences
    .map(({ text }) => text)
    .filter((text) => !words.some((one) => one.endsWith(toPlainText(text).slice(1))))
}

/** Full stops that end a sentence: those before a space or the end. */
export const countSentences = (text: GroundedText): number => toPlainText(text).match(/[.!?](?=\s|$)/g)?.length ?? 0
