import { inputErrors } from '../errors.ts'
import { interpolate, solveExerciseBoundary } from './american-boundary.ts'
import type { PutMarket } from './american-initial-boundary.ts'
import { type AmericanScheme, createAmericanScheme } from './american-scheme.ts'
import { computeLeisenReimer } from './binomial-tree.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { logRatio } from './log-ratio.ts'
import { normalCdf, normalPdf } from './normal-distribution.ts'
import { type OptionInputs, requireOption } from './option-contract.ts'

/** Value of an American option and what follows from one solution of its boundary. */
export interface AmericanPrice {
  readonly price: number
  /** Price of the same option without the right to exercise early. */
  readonly europeanPrice: number
  /** Value that this right adds, ≥ 0. */
  readonly earlyExercisePremium: number
  /** Spot at which holder and exerciser are even now: at or below it a put, at or above it a call is exercised. Null
   *  when early exercise never pays, or when it pays between two boundaries (negative rates). */
  readonly exerciseBoundary: number | null
  /** True when exercising at once is the best the holder can do; the price is then the intrinsic value. */
  readonly isExercised: boolean
  readonly delta: number
  readonly gamma: number
}

/**
 * How finely the boundary is resolved. `standard` is within 1e−6 of the price for nearly every listed option and takes
 * tens of microseconds; `high` is the yardstick that it is measured against.
 */
export type AmericanAccuracy = 'standard' | 'high'

const SCHEMES: Readonly<Record<AmericanAccuracy, AmericanScheme>> = {
  standard: createAmericanScheme(12, 12, 5, 40),
  high: createAmericanScheme(24, 40, 12, 80),
}
/** Steps of the tree that stands in where the exercise region lies between two boundaries. */
const TREE_STEPS = 2001
/** Standard deviations from the strike at which the tree's probabilities round to 0 or 1 and nothing is left to chance. */
const CERTAIN_BEYOND = 8
/** Total volatility below which chance moves the price by less than a billionth of the spot. */
const CERTAIN_BELOW = 1e-9

/**
 * Price of an American option under Black–Scholes–Merton dynamics with a continuous dividend yield, with delta, gamma
 * and the exercise boundary.
 *
 * The put is its European price plus the interest earned, less the dividends lost, while the stock is below the
 * boundary B:
 *
 *     V = V_E + ∫₀^T [ rK·e^{−rt}·Φ(−d₋(t, S/B(T−t))) − qS·e^{−qt}·Φ(−d₊(t, S/B(T−t))) ] dt
 *
 * B comes from the method of Andersen, Lake and Offengenden (see `solveExerciseBoundary`); the call is the put with
 * spot and strike, rate and yield exchanged (McDonald & Schroder). Delta and gamma are derivatives of the same
 * integral at the same boundary, so they belong to the price.
 *
 * Relative error against a high-precision solution, over volatilities 5–200 %, 1 day–3 years, rates 0–8 %: median below
 * 1e−8, 99 % below 2e−6, worst 2e−5; the worst are far options, years long, on very quiet stocks. With a negative rate
 * and a yield below it the exercise region has two boundaries; such puts (and the mirrored calls) are priced on a
 * Leisen–Reimer tree, error about 1e−5 of the spot.
 *
 * Degenerate cases: no time left gives the intrinsic value; zero volatility the best of exercising now or at expiry or
 * between, on the certain path of the forward.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 * @see L. Andersen, M. Lake & D. Offengenden, J. Computational Finance 20(1) (2016); R. McDonald & M. Schroder,
 *      J. Computational Finance 1(3) (1998); I. J. Kim, Review of Financial Studies 3 (1990)
 */
export function computeAmericanPrice(option: OptionInputs, accuracy: AmericanAccuracy = 'standard'): AmericanPrice {
  requireOption(option)
  const scheme = SCHEMES[accuracy]
  if (scheme === undefined) throw inputErrors.unknownName('accuracy', accuracy, Object.keys(SCHEMES))
  if (option.type === 'put') return pricePut(option.spot, option, scheme)
  const { spot, strike, years, rate, dividendYield, volatility } = option
  const mirrored = pricePut(
    strike,
    { strike: spot, years, rate: dividendYield, dividendYield: rate, volatility },
    scheme,
  )
  const { exerciseBoundary, delta, gamma, ...same } = mirrored
  return {
    ...same,
    // The put's boundary scales with its strike, here the spot: B = spot·b is passed where strike ≤ spot·b.
    exerciseBoundary: exerciseBoundary === null ? null : (strike * spot) / exerciseBoundary,
    // V(S, K) is homogeneous of degree one, so its derivatives in one argument give those in the other.
    delta: (mirrored.price - strike * delta) / spot,
    gamma: (strike / spot) ** 2 * gamma,
  }
}

function pricePut(spot: number, market: PutMarket, scheme: AmericanScheme): AmericanPrice {
  const european = computeBlackScholes({ type: 'put', spot, ...market })
  const base = {
    europeanPrice: european.price,
    exerciseBoundary: null,
    isExercised: false,
    delta: european.delta,
    gamma: european.gamma,
  }
  const { strike, years, rate, dividendYield, volatility } = market
  const intrinsic = strike - spot
  if (years === 0) {
    return { ...base, price: european.price, earlyExercisePremium: 0, isExercised: intrinsic > 0 }
  }
  const mostToGain = (Math.max(0, rate) + Math.max(0, -dividendYield)) * years
  if ((rate <= 0 && dividendYield >= rate) || mostToGain < Number.EPSILON) {
    return { ...base, price: european.price, earlyExercisePremium: 0 }
  }
  const deviation = volatility * Math.sqrt(years)
  const distance = Math.abs(logRatio(spot, strike) + (rate - dividendYield) * years) / deviation
  if (deviation < CERTAIN_BELOW || (rate < 0 && distance > CERTAIN_BEYOND)) return priceCertainPut(spot, market, base)
  if (rate < 0) {
    const tree = computeLeisenReimer({ type: 'put', spot, ...market }, { steps: TREE_STEPS, style: 'american' })
    const price = Math.max(tree.price, european.price, intrinsic)
    const isExercised = intrinsic > 0 && price <= intrinsic
    const { delta, gamma } = tree
    return { ...base, price, earlyExercisePremium: price - european.price, isExercised, delta, gamma }
  }
  const boundary = solveExerciseBoundary(market, scheme)
  if (spot <= boundary.now) return exercisedPut(spot, strike, european.price, boundary.now)
  const premium = integratePremium(spot, market, scheme, boundary.atExpiry, boundary.squaredLogs)
  const price = european.price + Math.max(0, premium.value)
  if (price <= intrinsic) return exercisedPut(spot, strike, european.price, boundary.now)
  return {
    price,
    europeanPrice: european.price,
    earlyExercisePremium: Math.max(0, premium.value),
    exerciseBoundary: boundary.now,
    isExercised: false,
    delta: Math.max(-1, european.delta + premium.delta),
    gamma: Math.max(0, european.gamma + premium.gamma),
  }
}

function exercisedPut(spot: number, strike: number, europeanPrice: number, boundary: number | null): AmericanPrice {
  return {
    price: strike - spot,
    europeanPrice,
    earlyExercisePremium: strike - spot - europeanPrice,
    exerciseBoundary: boundary,
    isExercised: true,
    delta: -1,
    gamma: 0,
  }
}

/**
 * With no volatility the stock follows S·e^{(r−q)t} and exercising at t is worth K·e^{−rt} − S·e^{−qt}; the best t is 0,
 * T, or where rK·e^{−rt} = qS·e^{−qt}.
 */
function priceCertainPut(
  spot: number,
  market: PutMarket,
  base: Pick<AmericanPrice, 'europeanPrice' | 'exerciseBoundary' | 'isExercised' | 'delta' | 'gamma'>,
): AmericanPrice {
  const { strike, years, rate, dividendYield } = market
  const turning = Math.log((rate * strike) / (dividendYield * spot)) / (rate - dividendYield)
  const times = [0, years, turning > 0 && turning < years ? turning : 0]
  const values = times.map((t) => strike * Math.exp(-rate * t) - spot * Math.exp(-dividendYield * t))
  const best = values.indexOf(Math.max(...values))
  if (!(values[best]! > base.europeanPrice)) return { ...base, price: base.europeanPrice, earlyExercisePremium: 0 }
  if (best === 0) return exercisedPut(spot, strike, base.europeanPrice, null)
  const delta = -Math.exp(-dividendYield * times[best]!)
  return { ...base, price: values[best]!, earlyExercisePremium: values[best]! - base.europeanPrice, delta }
}

/** The early-exercise integral and its first two derivatives in the spot. */
function integratePremium(
  spot: number,
  market: PutMarket,
  scheme: AmericanScheme,
  atExpiry: number,
  squaredLogs: Float64Array,
): { value: number; delta: number; gamma: number } {
  const { strike, years, rate, dividendYield, volatility } = market
  const { count, sine, cosine, weight } = scheme.premiumRule
  const logSpot = Math.log(spot / atExpiry)
  const deviation = volatility * Math.sqrt(years)
  let value = 0
  let delta = 0
  let gamma = 0
  for (let j = 0; j < count; j++) {
    const t = years * sine[j]! ** 2
    const part = deviation * sine[j]!
    const logRatio = logSpot + Math.sqrt(interpolate(scheme.premiumInterpolation, j, squaredLogs))
    const plus = (logRatio + (rate - dividendYield) * t) / part + 0.5 * part
    const minus = plus - part
    const step = 2 * years * sine[j]! * cosine[j]! * weight[j]!
    const interest = rate * strike * Math.exp(-rate * t) * step
    const dividends = dividendYield * Math.exp(-dividendYield * t) * step
    const below = normalCdf(-plus)
    const densityPlus = normalPdf(plus) / part
    const densityMinus = normalPdf(minus) / (spot * part)
    value += interest * normalCdf(-minus) - dividends * spot * below
    delta += dividends * (densityPlus - below) - interest * densityMinus
    gamma += (interest * densityMinus * (1 + minus / part) + dividends * densityPlus * (1 - plus / part)) / spot
  }
  return { value, delta, gamma }
}
