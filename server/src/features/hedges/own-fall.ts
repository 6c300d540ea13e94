// Tests: understand-prompt.test.ts, prompt-refusals.test.ts

import type { Token } from './prompt-tokens.ts'
import { BOUNDS, MARKET, NEGATIONS, OWN, PLAIN_FALLS } from './prompt-words.ts'

/** Behind a figure: "a drop of 10% at most". */
const LIMITS = new Set(['most', 'max', 'maximum'])

/** The four words before one, the nearest first, as long as nothing else stands between. */
export function listWordsBefore(tokens: readonly Token[], place: number): string[] {
  return listWords(tokens.slice(Math.max(0, place - 4), place).reverse())
}

/**
 * Whether a word for a fall, at `place`, makes the figure at `at` what may be lost and not what the market does: "it
 * should not fall by more than 10%", "my portfolio may drop 10%", "at most a 10% decline if the market falls 25%".
 */
export function isOwnFall(tokens: readonly Token[], at: number, place: number): boolean {
  const before = listWordsBefore(tokens, place)
  if (before.some((text) => MARKET.has(text))) return false
  if (before.some((text) => NEGATIONS.has(text) || (OWN.has(text) && !before.includes('if')))) return true
  if (!PLAIN_FALLS.has(tokens[place]?.text ?? '')) return false
  const [first, last] = [Math.min(at, place), Math.max(at, place)]
  const around = [...listWordsBefore(tokens, first), ...tokens.slice(first, last).map(({ text }) => text)]
  const behind = listWords(tokens.slice(last + 1, last + 3))
  // What one is protected from is the market's, however it is bounded.
  const isFeared = around.some((text) => MARKET.has(text) || text === 'against' || text === 'from')
  const isBounded = around.some((text) => BOUNDS.has(text)) || behind.some((text) => LIMITS.has(text))
  return isBounded && !isFeared && !isOfMarket(tokens, last)
}

const PROTECTION = /^(?:hedges?|hedging|protection|insurance|puts?|options?|collars?|spreads?|premiums?)$/

/** Whether the word at `place` tells what a fall costs its owner, and not what a hedge does: "a 20% fall may cost me 8%". */
export function isCostOfFall(tokens: readonly Token[], place: number, isFall: (word: string) => boolean): boolean {
  if (!/^costs?$/.test(tokens[place]?.text ?? '') || !/^(?:me|us)$/.test(tokens[place + 1]?.text ?? '')) return false
  const begin = tokens.findLastIndex(({ kind }, at) => at < place && kind === 'break')
  const before = tokens.slice(begin + 1, place).map(({ text }) => text)
  return before.some(isFall) && !before.some((text) => PROTECTION.test(text))
}

/** What falls, as verbs say it: "NVDA drops 20%" is no fall of the market, "keep NVDA in a crash" one. */
const FALLING = new Set(
  'fall falls falling drop drops dropping decline declines crashes crashed plunges tumbles'.split(' '),
)

/** Whether the word for a fall at `place` is said of one security, which stands before it. */
export function isFallOfOne(tokens: readonly Token[], place: number, isTicker: (token: Token) => boolean): boolean {
  const before = tokens[place - 1]
  return (
    FALLING.has(tokens[place]?.text ?? '') && before?.kind === 'word' && !MARKET.has(before.text) && isTicker(before)
  )
}

/** "A drop of the market", "a decline in stocks": the two or three words behind a fall. */
function isOfMarket(tokens: readonly Token[], place: number): boolean {
  const [preposition = '', ...rest] = listWords(tokens.slice(place + 1, place + 4))
  const [what] = rest.filter((text) => text !== 'the')
  return ['of', 'in', 'for'].includes(preposition) && what !== undefined && MARKET.has(what)
}

function listWords(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex(({ kind }) => kind !== 'word')
  return tokens.slice(0, end < 0 ? tokens.length : end).map(({ text }) => text)
}
