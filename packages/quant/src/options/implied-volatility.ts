import type { OptionColumns } from './black-scholes-kernel.ts'
import { guessTotalVolatility } from './implied-volatility-guess.ts'
import { logRatio } from './log-ratio.ts'
import { evaluateNormalisedBlack, normalisedBlackComplement } from './normalised-black.ts'
import { type QuotedOption, requireMarket } from './option-contract.ts'

/**
 * Why a price has no implied volatility:
 * - `not-a-price`: zero, negative, infinite or NaN;
 * - `expired`: no time is left, so no volatility changes the price;
 * - `below-intrinsic`: at or below the discounted intrinsic value of the forward, the price at zero volatility, or above
 *   it by no more than rounding;
 * - `above-maximum`: at or above the discounted forward (call) or strike (put), the price at infinite volatility.
 */
export const NO_VOLATILITY_REASONS = ['not-a-price', 'expired', 'below-intrinsic', 'above-maximum'] as const

/** One of the reasons why a price has no implied volatility. */
export type NoVolatilityReason = (typeof NO_VOLATILITY_REASONS)[number]

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
/** Places of the reasons, negated: a volatility is positive, so that one number can hold either. */
const NOT_A_PRICE = -0
const EXPIRED = -1
const BELOW_INTRINSIC = -2
const ABOVE_MAXIMUM = -3

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
  row.isCall[0] = quote.type === 'call' ? 1 : 0
  row.spot[0] = quote.spot
  row.strike[0] = quote.strike
  row.years[0] = quote.years
  row.rate[0] = quote.rate
  row.dividendYield[0] = quote.dividendYield
  row.price[0] = quote.price
  const solved = solveRow(row, 0)
  return solved > 0
    ? { volatility: solved, reason: null }
    : { volatility: null, reason: NO_VOLATILITY_REASONS[-solved] ?? 'not-a-price' }
}

/** Quotes as columns, one entry per contract; the units are those of `QuotedOption`. */
export type QuoteColumns = Omit<OptionColumns, 'volatility'> & { readonly price: Float64Array }

/** One row of columns for the scalar face; a call fills it and reads it at once. */
const row = {
  isCall: new Uint8Array(1),
  spot: new Float64Array(1),
  strike: new Float64Array(1),
  years: new Float64Array(1),
  rate: new Float64Array(1),
  dividendYield: new Float64Array(1),
  price: new Float64Array(1),
}

/**
 * Implied volatility of one row, unchecked: the one implementation behind the scalar and the batch face.
 *
 * @returns the volatility > 0, or the place of the reason in `NO_VOLATILITY_REASONS`, negated
 */
export function solveRow(quotes: QuoteColumns, i: number): number {
  const price = quotes.price[i]!
  const years = quotes.years[i]!
  if (!(price > 0 && price < Infinity)) return NOT_A_PRICE
  if (years === 0) return EXPIRED
  const presentForward = quotes.spot[i]! * Math.exp(-quotes.dividendYield[i]! * years)
  const presentStrike = quotes.strike[i]! * Math.exp(-quotes.rate[i]! * years)
  const isCall = quotes.isCall[i] === 1
  const moneyness = isCall ? presentForward - presentStrike : presentStrike - presentForward
  const largest = isCall ? presentForward : presentStrike
  const timeValue = moneyness > 0 ? price - moneyness : price
  if (timeValue <= (moneyness > 0 ? BOUND_NOISE * largest : 0)) return BELOW_INTRINSIC
  if (price >= largest) return ABOVE_MAXIMUM
  const x = -Math.abs(logRatio(presentForward, presentStrike))
  const beta = timeValue / Math.sqrt(presentForward * presentStrike)
  if (!(beta > 0)) return BELOW_INTRINSIC
  const totalVolatility = solveTotalVolatility(x, beta)
  // Rounding can push a deep price that is inside its bounds onto the normalised bound.
  return totalVolatility === Infinity ? ABOVE_MAXIMUM : totalVolatility / Math.sqrt(years)
}

/** Point of the price curve under examination. */
const point = new Float64Array(4)

/**
 * Total volatility s = σ√T with normalised Black price b(x, s) = β.
 *
 * @param x −|ln(F/K)| ≤ 0
 * @param beta normalised price of the out-of-the-money side, > 0
 * @returns s > 0, Infinity when β is not below e^{x/2}; at the money exactly it is 2·√2·erf⁻¹(β), found by the same steps
 */
export function solveTotalVolatility(x: number, beta: number): number {
  const largest = Math.exp(0.5 * x)
  if (beta >= largest) return Infinity
  const guess = guessTotalVolatility(x, beta, largest)
  const { region } = guess
  // Small prices are compared by 1/ln b, large ones by the logarithm of what they lack: both are straighter than b.
  const logBeta = region === 'low' ? Math.log(beta) : 0
  const restOfBeta = region === 'high' ? largest - beta : 0
  let s = guess.totalVolatility
  let below = 0
  let above = Infinity
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    point[0] = x
    point[1] = s
    evaluateNormalisedBlack(point)
    const b = point[2]!
    const vega = point[3]!
    if (b > beta) above = Math.min(above, s)
    else below = Math.max(below, s)
    const h = x / s
    let newton = (beta - b) / vega
    let second = (h * h) / s - 0.25 * s
    let third = second * second - 3 * (h / s) * (h / s) - 0.25
    if (region === 'low') {
      const perLog = 1 / Math.log(b)
      const ratio = vega / b
      newton = (logBeta * perLog - 1) / (perLog * perLog * logBeta * ratio)
      third += ratio * (2 * ratio * (1 + 3 * perLog * (1 + perLog)) - 3 * second * (1 + 2 * perLog))
      second -= ratio * (1 + 2 * perLog)
    } else if (region === 'high') {
      const rest = normalisedBlackComplement(x, s)
      const ratio = vega / rest
      newton = Math.log(rest / restOfBeta) / ratio
      third += ratio * (2 * ratio + 3 * second)
      second += ratio
    }
    // Householder's step of third order.
    const change = (newton * (1 + 0.5 * second * newton)) / (1 + newton * (second + (third * newton) / 6))
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
