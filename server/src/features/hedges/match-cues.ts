// Tests: understand-prompt.test.ts, prompt-refusals.test.ts, prompt-dates.test.ts

import type { Token } from './prompt-tokens.ts'
import type { Amount } from './prompt-words.ts'

/** A word that may say what a figure is, and how far from it it stands. */
export interface CuePair {
  at: number
  place: number
  distance: number
  cue: Cue
}

/** The word that says what a figure is. */
export interface Cue {
  token: Token
  amount: Amount
  /** The figure is what is to be left, not what may be lost. */
  isKept: boolean
}

interface Matching {
  count: number
  distance: number
  pairs: readonly CuePair[]
}

/**
 * Gives every figure a word of its own such that as many as possible have one, and these stand as near as possible. In
 * "10% loss 2% cost", the word that is nearest to the second figure is the first one's.
 */
export function matchInOrder(figures: readonly number[], pairs: readonly CuePair[]): Map<number, Cue> {
  const places = [...new Set(pairs.map(({ place }) => place))].toSorted((a, b) => a - b)
  const byPlace = new Map(pairs.map((pair) => [`${pair.at} ${pair.place}`, pair]))
  const isBetter = (a: Matching, b: Matching) =>
    a.count > b.count || (a.count === b.count && a.distance < b.distance - 1e-9)
  const none: Matching = { count: 0, distance: 0, pairs: [] }
  let row: Matching[] = [none, ...places.map(() => none)]
  for (const at of figures) {
    const next: Matching[] = [none]
    for (const [column, place] of places.entries()) {
      const [above, left, corner] = [row[column + 1] ?? none, next[column] ?? none, row[column] ?? none]
      const pair = byPlace.get(`${at} ${place}`)
      const taken = pair && {
        count: corner.count + 1,
        distance: corner.distance + pair.distance,
        pairs: [...corner.pairs, pair],
      }
      const skipped = isBetter(left, above) ? left : above
      next.push(taken && isBetter(taken, skipped) ? taken : skipped)
    }
    row = next
  }
  return new Map((row.at(-1) ?? none).pairs.map(({ at, cue }) => [at, cue]))
}
