import { type AmericanAccuracy, computeAmericanPrice } from './american.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { computeImpliedVolatility, type ImpliedVolatility } from './implied-volatility.ts'
import { type QuotedOption, requireMarket } from './option-contract.ts'

const MAXIMUM_STEPS = 60
/** Relative to the price scale: what the pricing method itself can resolve. */
const PRICE_ACCURACY = 1e-14
const VOLATILITY_ACCURACY = 1e-10
/** No market quotes a higher volatility; the search for an upper end stops here. */
const HIGHEST_VOLATILITY = 50

/**
 * Volatility at which the price of an American option equals its quoted price.
 *
 * The European implied volatility of the same price lies above the answer, since the right to exercise early is worth
 * something; from there the secant method runs inside a bracket. About five American prices, a few hundred
 * microseconds.
 *
 * @returns the annual volatility as a fraction, or null with the reason; `below-intrinsic` also when the price is
 *          what exercising at once pays, which every low enough volatility explains
 * @throws QuantInputError naming the argument when no option can have it
 */
export function computeAmericanImpliedVolatility(
  quote: QuotedOption,
  accuracy: AmericanAccuracy = 'standard',
): ImpliedVolatility {
  requireMarket(quote)
  const { price, ...contract } = quote
  if (!(price > 0 && price < Infinity)) return { volatility: null, reason: 'not-a-price' }
  if (quote.years === 0) return { volatility: null, reason: 'expired' }
  const excess = (volatility: number) => computeAmericanPrice({ ...contract, volatility }, accuracy).price - price
  const tolerance = PRICE_ACCURACY * Math.max(quote.spot, quote.strike)
  if (excess(0) >= -tolerance) return { volatility: null, reason: 'below-intrinsic' }
  const ceiling = quote.type === 'put' ? quote.strike : quote.spot
  const growth = quote.type === 'put' ? quote.rate : quote.dividendYield
  if (price >= ceiling * Math.max(1, Math.exp(-growth * quote.years))) {
    return { volatility: null, reason: 'above-maximum' }
  }
  const european = computeImpliedVolatility(quote)
  let high = european.volatility ?? 1
  let excessHigh = excess(high)
  while (excessHigh < 0 && high < HIGHEST_VOLATILITY) {
    high *= 2
    excessHigh = excess(high)
  }
  if (excessHigh < -tolerance) return { volatility: null, reason: 'above-maximum' }
  const vega = computeBlackScholes({ ...contract, volatility: high }).vega
  return { volatility: refine(excess, high, excessHigh, high - excessHigh / vega, tolerance), reason: null }
}

/** Secant steps kept inside a shrinking bracket, with bisection when a step leaves it. */
function refine(
  excess: (volatility: number) => number,
  high: number,
  excessHigh: number,
  firstStep: number,
  tolerance: number,
): number {
  let below = 0
  let above = high
  let previous = high
  let previousExcess = excessHigh
  let current = firstStep
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    if (Math.abs(previousExcess) <= tolerance) return previous
    if (!(current > below && current < above)) current = 0.5 * (below + above)
    const currentExcess = excess(current)
    if (currentExcess > 0) above = current
    else below = current
    const slope = (currentExcess - previousExcess) / (current - previous)
    previous = current
    previousExcess = currentExcess
    current -= currentExcess / slope
    if (Math.abs(current - previous) <= VOLATILITY_ACCURACY * previous || above - below <= 1e-15) {
      return current > below && current < above ? current : previous
    }
  }
  return previous
}
