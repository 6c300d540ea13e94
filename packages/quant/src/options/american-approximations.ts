// Tests: binomial-tree.test.ts

import { computeBlackScholes } from './black-scholes.ts'
import { normalCdf } from './normal-distribution.ts'
import { type OptionInputs, requireOption, signOf } from './option-contract.ts'

/**
 * Two classic closed-form approximations of American options, kept for comparison with textbooks and other software.
 * Their errors reach 1 % of the price and more; `computeAmericanPrice` is the one to use.
 */

const NEWTON_STEPS = 100

/**
 * Quadratic approximation of Barone-Adesi and Whaley: the early-exercise premium is taken to solve the Black–Scholes
 * equation without one of its time terms, which makes it a power of S/S*, S* being the critical spot.
 *
 * Zero volatility, zero time, and options never exercised early give the European price (floored at intrinsic value).
 *
 * @throws QuantInputError naming the argument that is not a possible number
 * @see G. Barone-Adesi & R. E. Whaley, "Efficient analytic approximation of American option values", Journal of Finance
 *      42 (1987) 301–320
 */
export function computeBaroneAdesiWhaley(option: OptionInputs): number {
  requireOption(option)
  const { spot, strike, years, rate, dividendYield, volatility, type } = option
  const sign = signOf(type)
  const european = computeBlackScholes(option).price
  const intrinsic = Math.max(0, sign * (spot - strike))
  const isNeverEarly = type === 'call' ? dividendYield <= 0 && rate >= 0 : rate <= 0 && dividendYield >= 0
  if (isNeverEarly || !(volatility * years > 0)) return Math.max(european, intrinsic)
  const variance = volatility * volatility
  const n = (2 * (rate - dividendYield)) / variance
  const growth = rate === 0 ? 1 / years : -rate / Math.expm1(-rate * years)
  const power = 0.5 * (1 - n + sign * Math.sqrt((n - 1) ** 2 + (8 * growth) / variance))
  const critical = findCriticalSpot(option, sign, power)
  if (sign * (spot - critical) >= 0) return intrinsic
  const { delta } = computeBlackScholes({ ...option, spot: critical })
  const premium = ((sign - delta) * critical) / power
  return european + premium * (spot / critical) ** power
}

/** S* with s·(S* − K) = V(S*) + (s − Δ(S*))·S* / power, by Newton's method from the strike. */
function findCriticalSpot(option: OptionInputs, sign: 1 | -1, power: number): number {
  let spot = option.strike
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { price, delta, gamma } = computeBlackScholes({ ...option, spot })
    const gap = sign * (spot - option.strike) - price - ((sign - delta) * spot) / power
    const slope = (sign - delta) * (1 - 1 / power) + (gamma * spot) / power
    const next = spot - gap / slope
    const bounded = next > 0 ? next : 0.5 * spot
    if (Math.abs(bounded - spot) <= 1e-13 * option.strike) return bounded
    spot = bounded
  }
  return spot
}

/**
 * Approximation of Bjerksund and Stensland (1993): the exact value of exercising at a flat boundary, a lower bound of
 * the American price.
 *
 * Zero volatility, zero time, and calls on an underlying without yield give the European price.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 * @see P. Bjerksund & G. Stensland, "Closed-form approximation of American options", Scandinavian Journal of Management
 *      9 (1993) 87–99
 */
export function computeBjerksundStensland(option: OptionInputs): number {
  requireOption(option)
  const { spot, strike, rate, dividendYield } = option
  if (option.type === 'call') return flatBoundaryCall(option)
  const mirrored = { spot: strike, strike: spot, rate: dividendYield, dividendYield: rate }
  return flatBoundaryCall({ ...option, ...mirrored, type: 'call' })
}

function flatBoundaryCall(option: OptionInputs): number {
  const { spot, strike, years, rate, dividendYield, volatility } = option
  const intrinsic = Math.max(0, spot - strike)
  // A yield that comes to less than rounding gives no reason to exercise.
  if (dividendYield * years < Number.EPSILON || !(volatility * years > 0)) {
    return Math.max(intrinsic, computeBlackScholes(option).price)
  }
  const variance = volatility * volatility
  const carry = rate - dividendYield
  const beta = 0.5 - carry / variance + Math.sqrt((carry / variance - 0.5) ** 2 + (2 * rate) / variance)
  const perpetual = (beta / (beta - 1)) * strike
  const atExpiry = Math.max(strike, (rate / dividendYield) * strike)
  const decay = (-(carry * years + 2 * volatility * Math.sqrt(years)) * atExpiry) / (perpetual - atExpiry)
  const boundary = atExpiry - (perpetual - atExpiry) * Math.expm1(decay)
  if (spot >= boundary) return intrinsic
  const phi = (gamma: number, level: number) => knockedPower(option, gamma, level, boundary)
  // Powers of S/I, not of S and I: the exponent grows without limit as the volatility falls.
  return (
    (boundary - strike) * ((spot / boundary) ** beta - phi(beta, boundary)) +
    boundary * (phi(1, boundary) - phi(1, strike)) -
    strike * (phi(0, boundary) - phi(0, strike))
  )
}

/** Present value of (S_T/I)^γ paid where S_T is below `level`, unless S reaches the boundary I before. */
function knockedPower(option: OptionInputs, gamma: number, level: number, boundary: number): number {
  const { spot, years, rate, dividendYield, volatility } = option
  const carry = rate - dividendYield
  const variance = volatility * volatility
  const deviation = volatility * Math.sqrt(years)
  const lambda = (-rate + gamma * carry + 0.5 * gamma * (gamma - 1) * variance) * years
  const kappa = (2 * carry) / variance + 2 * gamma - 1
  const d = -(Math.log(spot / level) + (carry + (gamma - 0.5) * variance) * years) / deviation
  const reflected = d - (2 * Math.log(boundary / spot)) / deviation
  const mirrored = normalCdf(reflected)
  const correction = mirrored === 0 ? 0 : (boundary / spot) ** kappa * mirrored
  return Math.exp(lambda) * (spot / boundary) ** gamma * (normalCdf(d) - correction)
}
