import type { OptionType } from './option-contract.ts'

/** A two-sided quote among others of the same type and expiry. */
export interface StrikeQuote {
  readonly index: number
  readonly strike: number
  readonly bid: number
  readonly ask: number
}

const ROUNDING = 1e-9

/**
 * Quotes that contradict their neighbours beyond both spreads, so that a spread or a butterfly would pay for nothing:
 *
 *     call prices fall as the strike rises, put prices rise, neither by more than the distance of the strikes;
 *     a price lies below the line between its neighbours (convexity).
 *
 * When several quotes share a contradiction, the one that takes part in most of them is the culprit (the wider one if
 * equal); it is set aside and the rest are looked at again, until none is left.
 *
 * @param type of all the quotes
 * @param quotes in ascending order of strike, without repeats, bid ≤ ask
 * @returns the culprits, in the order in which they were found
 */
export function findStrikeArbitrage(type: OptionType, quotes: readonly StrikeQuote[]): StrikeQuote[] {
  const left = [...quotes]
  const culprits: StrikeQuote[] = []
  for (;;) {
    const blame = countContradictions(type, left)
    const worst = left.reduce((best, quote, i) => (isWorse(i, best, blame, left, quote) ? i : best), 0)
    if (!(blame[worst]! > 0)) return culprits
    culprits.push(...left.splice(worst, 1))
  }
}

function isWorse(
  i: number,
  best: number,
  blame: readonly number[],
  quotes: readonly StrikeQuote[],
  quote: StrikeQuote,
) {
  if (blame[i] !== blame[best]) return blame[i]! > blame[best]!
  return quote.ask - quote.bid > quotes[best]!.ask - quotes[best]!.bid
}

function countContradictions(type: OptionType, quotes: readonly StrikeQuote[]): number[] {
  const blame = quotes.map(() => 0)
  const accuse = (...indices: number[]) => {
    for (const i of indices) blame[i]!++
  }
  for (let i = 0; i + 1 < quotes.length; i++) {
    const low = quotes[i]!
    const high = quotes[i + 1]!
    const [dear, cheap] = type === 'call' ? [low, high] : [high, low]
    const isReversed = cheap.bid > dear.ask + ROUNDING
    const isTooSteep = dear.bid - cheap.ask > high.strike - low.strike + ROUNDING
    if (isReversed || isTooSteep) accuse(i, i + 1)
  }
  for (let i = 1; i + 1 < quotes.length; i++) {
    const below = quotes[i - 1]!
    const middle = quotes[i]!
    const above = quotes[i + 1]!
    const share = (above.strike - middle.strike) / (above.strike - below.strike)
    if (middle.bid > share * below.ask + (1 - share) * above.ask + ROUNDING) accuse(i - 1, i, i + 1)
  }
  return blame
}
