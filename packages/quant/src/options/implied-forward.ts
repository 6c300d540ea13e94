import { requireFiniteNumber, requirePositiveNumber, requireRate, requireYears } from './option-contract.ts'

/** Call and put of one strike and expiry, at their mids, per share. */
export interface ParityPair {
  readonly strike: number
  readonly callMid: number
  readonly putMid: number
}

/** Inputs from which the forward of an expiry is implied. */
export interface ForwardInputs {
  readonly spot: number
  readonly rate: number
  /** Years to expiry, > 0. */
  readonly years: number
  /** Dividend yield of the last twelve months, used when parity gives none. */
  readonly trailingYield?: number | null
}

/** Where the forward comes from: option prices, past dividends, or nothing but the spot and the rate. */
export type ForwardSource = 'parity' | 'trailing-yield' | 'no-dividend'

/** The forward of an expiry and the dividend yield it implies. */
export interface ImpliedForward {
  readonly forward: number
  /** Annual continuous yield with F = S·e^{(r−q)T}, within −5 % to 15 %. */
  readonly dividendYield: number
  readonly source: ForwardSource
  /** How many strikes were used; 0 when the source is not parity. */
  readonly strikeCount: number
  /** True when parity gave a yield outside −5 %–15 % and the nearer end was taken: the quotes or the rate are off. */
  readonly isClipped: boolean
}

const STRIKES_USED = 5
const LOWEST_YIELD = -0.05
const HIGHEST_YIELD = 0.15

/**
 * Forward and dividend yield that put/call parity implies, from the quotes nearest the money.
 *
 *     F = K + e^{rT}·(C − P),  the median over the five strikes nearest the spot;  q = r − ln(F/S)/T
 *
 * For American options parity holds only approximately; near the money the two early-exercise premiums are small and
 * the median is not moved by one bad quote. The forward returned belongs to the yield returned, so after clipping it is
 * S·e^{(r−q)T}.
 *
 * @param pairs strikes with a clean quote on both sides, any order; none falls back to the trailing yield, then to q = 0
 * @throws QuantInputError naming spot, rate, years, or the pair that is not a possible number
 */
export function computeImpliedForward(pairs: readonly ParityPair[], inputs: ForwardInputs): ImpliedForward {
  const { spot, rate, years, trailingYield } = inputs
  requirePositiveNumber('spot', spot)
  requireRate('rate', rate)
  requireYears('years', years)
  requirePositiveNumber('years', years)
  const parity = computeParityForward(pairs, { near: spot, rate, years })
  if (parity !== null && parity > 0) {
    const implied = rate - Math.log(parity / spot) / years
    const dividendYield = Math.min(HIGHEST_YIELD, Math.max(LOWEST_YIELD, implied))
    const isClipped = dividendYield !== implied
    const forward = isClipped ? spot * Math.exp((rate - dividendYield) * years) : parity
    const strikeCount = Math.min(STRIKES_USED, pairs.length)
    return { forward, dividendYield, source: 'parity', strikeCount, isClipped }
  }
  const dividendYield = trailingYield ?? 0
  requireRate('trailingYield', dividendYield)
  const source = typeof trailingYield === 'number' ? 'trailing-yield' : 'no-dividend'
  const forward = spot * Math.exp((rate - dividendYield) * years)
  return { forward, dividendYield, source, strikeCount: 0, isClipped: false }
}

/**
 * The median of K + e^{rT}·(C − P) over the five strikes nearest a price: the forward by parity alone, whatever dividend
 * yield that means, for when the price of the underlying is in question itself.
 *
 * @param inputs `near` the price by which strikes are chosen, > 0; annual continuous rate; years to expiry, > 0
 * @returns null without a pair; below 0 when the quotes make no sense
 * @throws QuantInputError naming what is not a possible number
 */
export function computeParityForward(
  pairs: readonly ParityPair[],
  { near, rate, years }: { readonly near: number; readonly rate: number; readonly years: number },
): number | null {
  requirePositiveNumber('near', near)
  requireRate('rate', rate)
  requireYears('years', years)
  requirePositiveNumber('years', years)
  for (const [i, pair] of pairs.entries()) {
    requirePositiveNumber(`pairs[${i}].strike`, pair.strike)
    requireFiniteNumber(`pairs[${i}].callMid`, pair.callMid)
    requireFiniteNumber(`pairs[${i}].putMid`, pair.putMid)
  }
  const nearest = [...pairs]
    .sort((a, b) => Math.abs(a.strike - near) - Math.abs(b.strike - near) || a.strike - b.strike)
    .slice(0, STRIKES_USED)
  const forwards = nearest.map((pair) => pair.strike + Math.exp(rate * years) * (pair.callMid - pair.putMid))
  return forwards.length > 0 ? median(forwards) : null
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : 0.5 * (sorted[middle - 1]! + sorted[middle]!)
}
