// Tests: compose-answer.test.ts

import type { GroundedText } from '@ballast/contract'
import ordinaryWords from './ordinary-words.json' with { type: 'json' }

/**
 * Words that a model may put between two sentences of ours; a comma follows those that are listed second. Not one says that a
 * thing is the reason of another: whether it is, only the engine knows.
 */
const CLOSE = ['and', 'but'] as const
// biome-ignore format: one line
const APART = ['also', 'however', 'still', 'next', 'finally', 'at the same time', 'in addition', 'on the other hand', 'for comparison', 'by contrast'] as const
export type Link = (typeof CLOSE)[number] | (typeof APART)[number]
export const LINKS: readonly Link[] = [...CLOSE, ...APART]

export const isLink = (word: string): word is Link => LINKS.some((link) => link === word)
const write = (link: Link) =>
  `${link.charAt(0).toUpperCase()}${link.slice(1)}${CLOSE.some((one) => one === link) ? '' : ','} `

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
  return [{ ...first, text: `${write(link)}${small}${first.text.slice(word.length)}` }, ...rest]
}
