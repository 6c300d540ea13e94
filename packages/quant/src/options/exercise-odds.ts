// Tests: hedge-sizing.test.ts

import { inputErrors } from '../errors.ts'
import { computeBlackScholesPrice } from './black-scholes.ts'
import { logRatio } from './log-ratio.ts'
import { normalCdf } from './normal-distribution.ts'
import { type OptionInputs, requireOption, signOf } from './option-contract.ts'

/**
 * Risk-neutral probability that a European option ends in the money, Φ(s·d₂): the odds that its price implies, which
 * contain the market's reward for bearing risk and are no forecast.
 *
 * With zero volatility or zero time it is 1 or 0 as the forward lies in or out of the money (0 at the strike).
 *
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeExerciseProbability(option: OptionInputs): number {
  requireOption(option)
  const { spot, strike, years, rate, dividendYield, volatility } = option
  const sign = signOf(option.type)
  const deviation = volatility * Math.sqrt(years)
  const distance = logRatio(spot, strike) + (rate - dividendYield) * years
  if (deviation === 0) return sign * distance > 0 ? 1 : 0
  return normalCdf(sign * (distance / deviation - 0.5 * deviation))
}

/** Gauss–Hermite with three points, exact for polynomials in the logarithm of the volatility up to degree 5. */
const UNCERTAIN_VOLATILITIES = [
  { deviations: 0, weight: 2 / 3 },
  { deviations: Math.sqrt(3), weight: 1 / 6 },
  { deviations: -Math.sqrt(3), weight: 1 / 6 },
] as const

/** Realised volatility within a factor of seven of its forecast, give or take; more is no forecast. */
const MOST_UNCERTAIN = 2

/** A forecast that admits its error. */
export interface ForecastOption extends OptionInputs {
  /** Standard deviation of ln(realised / forecast volatility), 0 to 2; 0 takes the forecast for certain. */
  readonly volatilityUncertainty: number
}

/**
 * Mean of a figure over what the volatility may turn out to be: lognormal around the forecast, three points. An option
 * far out of the money is worth most in the scenarios of high volatility, so that the forecast alone understates it.
 *
 * @param option its `volatility` is the forecast
 * @param figure of the same option at one volatility
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function averageOverVolatility(option: ForecastOption, figure: (option: OptionInputs) => number): number {
  const { volatilityUncertainty, ...rest } = option
  if (!(volatilityUncertainty >= 0 && volatilityUncertainty <= MOST_UNCERTAIN)) {
    throw inputErrors.badNumber(
      'volatilityUncertainty',
      null,
      volatilityUncertainty,
      `a number from 0 to ${MOST_UNCERTAIN}`,
    )
  }
  requireOption(rest)
  return UNCERTAIN_VOLATILITIES.reduce((sum, { deviations, weight }) => {
    const volatility = rest.volatility * Math.exp(deviations * volatilityUncertainty)
    return sum + weight * figure({ ...rest, volatility })
  }, 0)
}

/**
 * Expected payoff of an option at expiry under a forecast volatility and its uncertainty, with the drift r − q, that is
 * without a view on direction: e^{rT} times the Black–Scholes price, averaged over volatilities. Not discounted.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeExpectedPayoff(option: ForecastOption): number {
  return Math.exp(option.rate * option.years) * averageOverVolatility(option, computeBlackScholesPrice)
}
