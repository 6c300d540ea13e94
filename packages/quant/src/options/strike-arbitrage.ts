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
 * A contradiction accuses all its quotes. The culprit is the accused whose removal leaves the fewest contradictions (of
 * equals the wider, then the lower strike); it is set aside and the rest are looked at again, until none is left.
 *
 * @param type of all the quotes
 * @param quotes in ascending order of strike, without repeats, bid ≤ ask
 * @returns the culprits, in the order in which they were found
 */
export function findStrikeArbitrage(type: OptionType, quotes: readonly StrikeQuote[]): StrikeQuote[] {
  let left = [...quotes]
  const culprits: StrikeQuote[] = []
  for (;;) {
    const accused = new Set(listContradictions(type, left).flat())
    if (accused.size === 0) return culprits
    const culprit = [...accused]
      .map((quote) => ({
        quote,
        remaining: listContradictions(
          type,
          left.filter((other) => other !== quote),
        ).length,
      }))
      .sort(
        (a, b) => a.remaining - b.remaining || spreadOf(b.quote) - spreadOf(a.quote) || a.quote.strike - b.quote.strike,
      )
      .at(0)?.quote
    if (culprit === undefined) return culprits
    culprits.push(culprit)
    left = left.filter((other) => other !== culprit)
  }
}

function spreadOf(quote: StrikeQuote): number {
  return quote.ask - quote.bid
}

/** Each broken spread or butterfly, as the quotes that take part in it. */
function listContradictions(type: OptionType, quotes: readonly StrikeQuote[]): StrikeQuote[][] {
  const found: StrikeQuote[][] = []
  for (let i = 0; i + 1 < quotes.length; i++) {
    const low = quotes[i]!
    const high = quotes[i + 1]!
    const [dear, cheap] = type === 'call' ? [low, high] : [high, low]
    const isReversed = cheap.bid > dear.ask + ROUNDING
    const isTooSteep = dear.bid - cheap.ask > high.strike - low.strike + ROUNDING
    if (isReversed || isTooSteep) found.push([low, high])
  }
  for (let i = 1; i + 1 < quotes.length; i++) {
    const below = quotes[i - 1]!
    const middle = quotes[i]!
    const above = quotes[i + 1]!
    const share = (above.strike - middle.strike) / (above.strike - below.strike)
    if (middle.bid > share * below.ask + (1 - share) * above.ask + ROUNDING) found.push([below, middle, above])
  }
  return found
}
