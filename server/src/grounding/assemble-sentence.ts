// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import type { GroundedText } from '@ballast/contract'
import { fitsNoun } from './check-usage.ts'
import { ground, joinTexts, plain } from './grounded-text.ts'
import type { Slot } from './read-sentence.ts'

/** A sentence with its figures in it. */
export function assemble(sentence: string, slots: readonly Slot[]): GroundedText {
  const texts: GroundedText[] = []
  let at = 0
  for (const slot of slots) {
    const { start, end } = slot
    if (start > at) texts.push(plain(sentence.slice(at, start)))
    texts.push(toPiece(slot, sentence.slice(start, end), sentence.slice(end)))
    at = end
  }
  if (at < sentence.length) texts.push(plain(sentence.slice(at)))
  return joinTexts(texts, '')
}

function toPiece({ fact, as }: Slot, written: string, behind: string): GroundedText {
  if (as === 'words') return [{ text: written, fact: fact.id }]
  if (as === undefined && fitsNoun(fact, behind)) return ground`${{ fact, as: 'bare' }}`
  return as === undefined ? ground`${fact}` : ground`${{ fact, as }}`
}
