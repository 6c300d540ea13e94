// Tests: reprice-hedge.test.ts, evaluate-proposal.test.ts

import { computeBlackScholes, type OptionValuation } from '../options/black-scholes.ts'
import { type BookGreeks, type BookPosition, computeBookGreeks } from '../options/book-greeks.ts'
import { computeSmileVolatility } from '../options/volatility-smile.ts'
import type { HedgeBook, HedgeLeg } from './priced-hedge.ts'
import type { LegLookup } from './reprice-hedge.ts'

/** A leg with the volatility that its own quote implies, where that is known. */
export type QuotedLeg = HedgeLeg & { readonly volatility?: number }

/**
 * Price and Greeks of a leg's option today, per share, at the volatility of its own quote; where that is not known, at
 * the one that its expiry's smile gives the strike. An option on a volatility index is valued on its forward, and its
 * Greeks are in that forward.
 *
 * @throws QuantInputError naming a leg whose underlying or expiry the lookup does not know
 */
export function computeLegValuation(leg: QuotedLeg, lookup: LegLookup): OptionValuation {
  const { underlying, expiry, quotedVolatility } = lookup.find(leg)
  const { smile, dividendYield } = expiry
  const isVolatility = underlying.kind === 'volatility'
  return computeBlackScholes({
    type: leg.type,
    spot: isVolatility ? smile.forward : underlying.spot,
    strike: leg.strike,
    years: smile.years,
    rate: underlying.rate,
    dividendYield: isVolatility ? underlying.rate : dividendYield,
    volatility: leg.volatility ?? quotedVolatility ?? computeSmileVolatility(smile, leg.strike),
  })
}

/**
 * Sensitivities of a book and a hedge together, in currency and in shares of the index (see `computeBookGreeks`). Options
 * on a volatility index count with their time decay alone: what they owe to the market is not a beta.
 *
 * @param legs of a hedge; none gives the book as it is
 * @param indexPrice price in whose shares beta-weighted delta is counted
 */
export function computeHedgedGreeks(
  book: HedgeBook,
  legs: readonly QuotedLeg[],
  indexPrice: number,
  lookup: LegLookup,
): BookGreeks {
  const shares = book.exposures.map(({ value, beta }): BookPosition => ({ spot: 1, beta, quantity: value }))
  const options = [...book.options, ...legs].map((leg) => toBookPosition(leg, lookup))
  return computeBookGreeks([...shares, ...options], indexPrice)
}

function toBookPosition(leg: QuotedLeg, lookup: LegLookup): BookPosition {
  const { underlying } = lookup.find(leg)
  const { delta, gamma, theta, vega } = computeLegValuation(leg, lookup)
  const { spot, beta, kind } = underlying
  const option = kind === 'volatility' ? { delta: 0, gamma: 0, theta, vega: 0 } : { delta, gamma, theta, vega }
  return { spot, beta, quantity: leg.contracts, multiplier: leg.multiplier, option }
}
