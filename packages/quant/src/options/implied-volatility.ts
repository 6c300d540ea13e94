import { guessTotalVolatility, type PriceRegion } from './implied-volatility-guess.ts'
import { normalisedBlackComplement, normalisedBlackGivenVega, normalisedVega } from './normalised-black.ts'
import { type QuotedOption, requireMarket } from './option-contract.ts'

/**
 * Why a price has no implied volatility:
 * - `not-a-price`: zero, negative, infinite or NaN;
 * - `expired`: no time is left, so no volatility changes the price;
 * - `below-intrinsic`: at or below the discounted intrinsic value of the forward, the price at zero volatility;
 * - `above-maximum`: at or above the discounted forward (call) or strike (put), the price at infinite volatility.
 */
export type NoVolatilityReason = 'not-a-price' | 'expired' | 'below-intrinsic' | 'above-maximum'

/** The outcome of an implied-volatility solve: a number, or null with the reason; never a zero that stands for "none". */
export type ImpliedVolatility =
  | { readonly volatility: number; readonly reason: null }
  | { readonly volatility: null; readonly reason: NoVolatilityReason }

/**
 * Relative distance from a no-arbitrage bound that is rounding noise: an ITM price this close to its intrinsic value
 * carries no information on volatility, since computing it afresh would move it by as much.
 */
const BOUND_NOISE = 4 * Number.EPSILON
const MAXIMUM_STEPS = 8

/**
 * Volatility at which the Black–Scholes–Merton price of a European option equals its quoted price.
 *
 * P. Jäckel's "Let's Be Rational": the price is turned into the normalised price of the out-of-the-money side, a
 * rational guess is made, and third-order Householder steps finish, nearly always after two. The result is exact to
 * rounding: re-pricing gives the quoted price, and the volatility is wrong by no more than the price's own last digit
 * makes it uncertain.
 *
 * @param quote the contract, its market and its price per unit of the underlying
 * @returns the annual volatility as a fraction, or null with the reason
 * @throws QuantInputError naming spot, strike, years, rate, dividendYield or type when no option can have it; a price
 *         that no volatility explains is an answer, not an error
 * @see P. Jäckel, "Let's Be Rational", Wilmott 75 (2015) 40–53
 */
export function computeImpliedVolatility(quote: QuotedOption): ImpliedVolatility {
  requireMarket(quote)
  const { spot, strike, years, rate, dividendYield, price } = quote
  if (!(price > 0 && price < Infinity)) return { volatility: null, reason: 'not-a-price' }
  if (years === 0) return { volatility: null, reason: 'expired' }
  const presentForward = spot * Math.exp(-dividendYield * years)
  const presentStrike = strike * Math.exp(-rate * years)
  return solveFromPresentValues(quote.type === 'call', price, presentForward, presentStrike, years)
}

/**
 * Implied volatility on Black-76: the same, for an option on a forward or future.
 *
 * @param forward forward or futures price for the option's expiry, > 0
 * @param price option price per unit, discounted (what one pays today)
 */
export function computeBlack76ImpliedVolatility(
  quote: Omit<QuotedOption, 'spot' | 'dividendYield'> & { readonly forward: number },
): ImpliedVolatility {
  const { forward, rate, ...rest } = quote
  return computeImpliedVolatility({ ...rest, spot: forward, rate, dividendYield: rate })
}

function solveFromPresentValues(
  isCall: boolean,
  price: number,
  presentForward: number,
  presentStrike: number,
  years: number,
): ImpliedVolatility {
  const moneyness = isCall ? presentForward - presentStrike : presentStrike - presentForward
  const largest = isCall ? presentForward : presentStrike
  const timeValue = moneyness > 0 ? price - moneyness : price
  if (timeValue <= (moneyness > 0 ? BOUND_NOISE * largest : 0)) return { volatility: null, reason: 'below-intrinsic' }
  if (price >= largest) return { volatility: null, reason: 'above-maximum' }
  const x = -Math.abs(Math.log(presentForward / presentStrike))
  const beta = timeValue / Math.sqrt(presentForward * presentStrike)
  // Rounding can push a deep price that is inside its bounds onto the normalised bound.
  if (beta >= Math.exp(0.5 * x)) return { volatility: null, reason: 'above-maximum' }
  if (beta < Number.MIN_VALUE / Number.EPSILON) return { volatility: null, reason: 'below-intrinsic' }
  return { volatility: solveTotalVolatility(x, beta) / Math.sqrt(years), reason: null }
}

/**
 * Total volatility s = σ√T with normalised Black price b(x, s) = β.
 *
 * @param x −|ln(F/K)| ≤ 0
 * @param beta normalised price of the out-of-the-money side, strictly between 0 and e^{x/2}
 * @returns s > 0; at the money exactly it is 2·√2·erf⁻¹(β), found by the same steps
 */
export function solveTotalVolatility(x: number, beta: number): number {
  const guess = guessTotalVolatility(x, beta)
  let s = guess.totalVolatility
  let below = 0
  let above = Infinity
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    const vega = normalisedVega(x, s)
    const b = normalisedBlackGivenVega(x, s, vega)
    if (b > beta) above = Math.min(above, s)
    else below = Math.max(below, s)
    const change = householderStep(guess.region, x, s, b, vega, beta)
    // Fourth-order convergence: after a change of 1e−5 the next would be far below rounding.
    if (Math.abs(change) <= 1e-5 * s) return s + change
    const next = s + change
    s = next > below && next < above ? next : betweenBounds(below, above)
  }
  return s
}

function betweenBounds(below: number, above: number): number {
  if (above === Infinity) return below > 0 ? 2 * below : 1
  return 0.5 * (below + above)
}

/**
 * One third-order Householder step on b − β, or on a transform of it that is straighter: 1/ln b − 1/ln β for small
 * prices, ln of the distance to the largest price for large ones.
 */
function householderStep(region: PriceRegion, x: number, s: number, b: number, vega: number, beta: number): number {
  const h = x / s
  const curvature = (h * h) / s - 0.25 * s
  const third = curvature * curvature - 3 * (h / s) * (h / s) - 0.25
  if (region === 'low') {
    if (!(b > 0)) return Number.NaN
    const logB = Math.log(b)
    const logBeta = Math.log(beta)
    const ratio = vega / b
    const newton = ((logBeta - logB) * (logB / logBeta)) / ratio
    const halley = curvature - ratio * (1 + 2 / logB)
    const three = third + 2 * ratio * ratio * (1 + (3 / logB) * (1 + 1 / logB)) - 3 * curvature * ratio * (1 + 2 / logB)
    return newton * householderFactor(newton, halley, three)
  }
  if (region === 'high') {
    const largest = Math.exp(0.5 * x)
    const rest = normalisedBlackComplement(x, s)
    const ratio = vega / rest
    const newton = Math.log(rest / (largest - beta)) / ratio
    return newton * householderFactor(newton, curvature + ratio, third + ratio * (2 * ratio + 3 * curvature))
  }
  const newton = (beta - b) / vega
  return newton * householderFactor(newton, curvature, third)
}

function householderFactor(newton: number, halley: number, third: number): number {
  return (1 + 0.5 * halley * newton) / (1 + newton * (halley + (third * newton) / 6))
}
