import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import { computeExpectedPayoff, type ForecastOption } from '../options/exercise-odds.ts'
import { requireNonNegativeNumber, requirePositiveNumber } from '../options/option-contract.ts'
import { computeSmileVolatility, type VolatilitySmile } from '../options/volatility-smile.ts'

/** An option, the volatility expected of its underlying, and the market that it is priced in. */
export interface PricedContract extends Omit<ForecastOption, 'volatility'> {
  /** Forecast of the underlying's volatility to expiry, annual. */
  readonly forecastVolatility: number
  /** Smile of the option's expiry: its shape is kept, its level is not. */
  readonly smile: VolatilitySmile
  /** Usual ratio of implied to realised volatility (see `chooseVolatilityPremium`). */
  readonly premiumRatio: number
  /** Middle of the quote, per share. */
  readonly mid: number
}

/** Price of a contract if its options were priced as usual. Per share; the mispricing is a fraction. */
export interface FairValue {
  readonly value: number
  /** With a volatility one forecast error lower and higher. */
  readonly low: number
  readonly high: number
  /** value / mid − 1: positive is cheap against its own normal. */
  readonly mispricing: number
  /** True when the mid lies within the band: not distinguishable from fair. */
  readonly insideNoise: boolean
}

/**
 * Fair value of an option against its own normal: Black–Scholes at  σ_forecast·premium·g(z)  with the smile's present
 * shape g and the usual premium of implied over realised volatility. Against bare realised volatility every put out of
 * the money would look absurdly dear: crashes are insured at a price, always.
 *
 * The band is the forecast's own error: σ·e^{∓s}. Early exercise is left out on both sides, since the smile was read
 * from quotes in the same way.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeFairValue(contract: PricedContract): FairValue {
  const { smile, forecastVolatility, premiumRatio, volatilityUncertainty, mid, ...option } = contract
  requirePositiveNumber('mid', mid)
  requirePositiveNumber('premiumRatio', premiumRatio)
  requirePositiveNumber('forecastVolatility', forecastVolatility)
  requireNonNegativeNumber('volatilityUncertainty', volatilityUncertainty)
  const shape = computeSmileVolatility(smile, option.strike) / smile.atmVolatility
  const central = forecastVolatility * premiumRatio * shape
  const price = (deviations: number) =>
    computeBlackScholesPrice({ ...option, volatility: central * Math.exp(deviations * volatilityUncertainty) })
  const [low, value, high] = [price(-1), price(0), price(1)]
  return { value, low, high, mispricing: value / mid - 1, insideNoise: mid >= low && mid <= high }
}

/**
 * Expected return of buying an option and holding it to expiry, without a view on direction:
 *
 *     E[payoff] / (ask + fee) − 1
 *
 * with the forecast volatility and its error (see `computeExpectedPayoff`), no premium and no smile: what is expected to
 * happen, not what is paid for it. Usually negative for what protects.
 *
 * @param cost ask and fee per share, > 0
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeExpectedReturn(option: ForecastOption, cost: number): number {
  requirePositiveNumber('cost', cost)
  return computeExpectedPayoff(option) / cost - 1
}
