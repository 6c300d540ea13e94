// Tests: compose-answer.test.ts

import type { GroundedText } from '@ballast/contract'
import ordinaryWords from './ordinary-words.json' with { type: 'json' }

/**
 * Words that a model may put between two sentences of ours, and how they are written. None of them says that one thing is
 * the reason of another: whether it is, only the engine knows.
 */
const WRITTEN = {
  and: 'And ',
  but: 'But ',
  also: 'Also, ',
  however: 'However, ',
  still: 'Still, ',
  next: 'Next, ',
  finally: 'Finally, ',
  'at the same time': 'At the same time, ',
  'in addition': 'In addition, ',
  'on the other hand': 'On the other hand, ',
  'for comparison': 'For comparison, ',
  'by contrast': 'By contrast, ',
} as const

export type Link = keyof typeof WRITTEN
export const LINKS = Object.keys(WRITTEN) as Link[]

export const isLink = (word: string): word is Link => Object.hasOwn(WRITTEN, word)

/** First words of our sentences that are no names, so that they may be written small behind a link. "A" is a ticker. */
const ORDINARY: ReadonlySet<string> = new Set(ordinaryWords)

/**
 * A sentence behind a link: "But if the market falls …".
 *
 * @returns the sentence as it is where its first word is a figure or may be a name: "NVDA is …" stays "NVDA is …"
 */
export function linkTo(link: Link, text: GroundedText): GroundedText {
  const [first, ...rest] = text
  if (first === undefined || first.fact !== undefined) return text
  const [word = ''] = first.text.split(/[ ,:]/, 1)
  const small = word.charAt(0).toLowerCase() + word.slice(1)
  if (small === word || !ORDINARY.has(small)) return text
  return [{ ...first, text: `${WRITTEN[link]}${small}${first.text.slice(word.length)}` }, ...rest]
}
