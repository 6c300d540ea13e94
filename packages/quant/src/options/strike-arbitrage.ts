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
  const left = [...quotes]
  const suspicions = left.map((_, place) => suspect(type, left, place))
  const culprits: StrikeQuote[] = []
  for (;;) {
    const place = findWorst(left, suspicions)
    const culprit = left[place]
    if (culprit === undefined) return culprits
    culprits.push(culprit)
    left.splice(place, 1)
    suspicions.splice(place, 1)
    for (let near = Math.max(0, place - REACH); near < Math.min(left.length, place + REACH); near++) {
      suspicions[near] = suspect(type, left, near)
    }
  }
}

/** A contradiction is of two or three neighbours, so a quote matters to no others than these on each side. */
const REACH = 2

interface Suspicion {
  readonly isAccused: boolean
  /** How many contradictions fewer there are without the quote; negative when there are more. */
  readonly relief: number
}

/** Looked at among its neighbours only: a damaged chain of thousands of strikes must not keep anybody waiting. */
function suspect(type: OptionType, quotes: readonly StrikeQuote[], place: number): Suspicion {
  const quote = quotes[place]
  const around = quotes.slice(Math.max(0, place - REACH), place + REACH + 1)
  const contradictions = listContradictions(type, around)
  const without = listContradictions(
    type,
    around.filter((other) => other !== quote),
  )
  return {
    isAccused: contradictions.some((accused) => accused.some((other) => other === quote)),
    relief: contradictions.length - without.length,
  }
}

/** Place of the accused that relieves most, of equals the wider; −1 when nobody is accused. */
function findWorst(quotes: readonly StrikeQuote[], suspicions: readonly Suspicion[]): number {
  let worst = -1
  for (let place = 0; place < quotes.length; place++) {
    const { isAccused, relief } = suspicions[place]!
    if (!isAccused) continue
    const most = worst < 0 ? Number.NEGATIVE_INFINITY : suspicions[worst]!.relief
    if (relief > most || (relief === most && spreadOf(quotes[place]!) > spreadOf(quotes[worst]!))) worst = place
  }
  return worst
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
