import { erfBelowSmall, erfcxAboveSmall, SMALL } from './error-function.ts'
import { normalisedBlack } from './normalised-black.ts'

/** A chain as columns, one entry per contract; the units are those of `OptionInputs`. */
export interface OptionColumns {
  /** 1 for a call, 0 for a put. */
  readonly isCall: Uint8Array
  readonly spot: Float64Array
  readonly strike: Float64Array
  readonly years: Float64Array
  readonly rate: Float64Array
  readonly dividendYield: Float64Array
  readonly volatility: Float64Array
}

/** Where the results go, one entry per contract; the units are those of `OptionValuation`. */
export interface ValuationColumns {
  readonly price: Float64Array
  readonly delta: Float64Array
  readonly gamma: Float64Array
  readonly vega: Float64Array
  readonly theta: Float64Array
  readonly rho: Float64Array
  readonly dividendRho: Float64Array
}

/** Fresh result columns for `count` contracts, in one buffer. */
export function createValuationColumns(count: number): ValuationColumns {
  const buffer = new Float64Array(7 * count)
  const column = (place: number) => buffer.subarray(place * count, (place + 1) * count)
  return {
    price: column(0),
    delta: column(1),
    gamma: column(2),
    vega: column(3),
    theta: column(4),
    rho: column(5),
    dividendRho: column(6),
  }
}

const INVERSE_SQRT_2PI = 0.3989422804014327
const SQRT_HALF = Math.SQRT1_2
/** F·Φ(d₁) − K·Φ(d₂) loses the factor |d|/(σ√T) in precision; beyond this the price takes the careful route. */
const TOLERATED_CANCELLATION = 500
/** A total volatility below this is none: dividing by it would overflow. */
export const NO_DEVIATION = 1e-60

/** Arguments and exponentials of the two tails in, the tails out: a number passed to a function would be allocated. */
const tails = new Float64Array(4)

/**
 * The one implementation of Black–Scholes–Merton behind the scalar and the batch face; nothing is allocated. The exponential of the density serves both normal tails, since F·φ(d₁) = K·φ(d₂), and the discount factors
 * are kept while rate, yield and time stay the same from row to row, as they do in a chain.
 *
 * @param chain columns of at least `count` entries
 * @param into columns of at least `count` entries, filled up to the first impossible row
 * @returns the number of rows done: `count`, or the index of the first row with a number that no option can have
 */
export function evaluateBlackScholes(chain: OptionColumns, into: ValuationColumns, count: number): number {
  const { isCall: calls, spot: spots, strike: strikes, volatility: volatilities } = chain
  const { years: times, rate: rates, dividendYield: yields } = chain
  const { price, delta, gamma, vega, theta, rho, dividendRho } = into
  let years = -1
  let rate = 0
  let dividendYield = 0
  let rootYears = 0
  let discount = 0
  let dividendDiscount = 0
  let growth = 0
  for (let i = 0; i < count; i++) {
    const spot = spots[i]!
    const strike = strikes[i]!
    const volatility = volatilities[i]!
    const least = Math.min(spot, strike)
    const largest = spot + strike + times[i]! + volatility + Math.abs(rates[i]!) + Math.abs(yields[i]!)
    if (!(least > 0 && times[i]! >= 0 && volatility >= 0 && largest < Infinity)) return i
    if (times[i] !== years || rates[i] !== rate || yields[i] !== dividendYield) {
      years = times[i]!
      rate = rates[i]!
      dividendYield = yields[i]!
      rootYears = Math.sqrt(years)
      discount = Math.exp(-rate * years)
      dividendDiscount = Math.exp(-dividendYield * years)
      growth = dividendDiscount / discount
    }
    const isCall = calls[i] === 1
    const sign = isCall ? 1 : -1
    const presentForward = spot * dividendDiscount
    const presentStrike = strike * discount
    const deviation = volatility * rootYears
    if (!(deviation > NO_DEVIATION)) {
      const exercised = sign * (presentForward - presentStrike) > 0 ? sign : 0
      price[i] = exercised * (presentForward - presentStrike)
      delta[i] = exercised * dividendDiscount
      gamma[i] = 0
      vega[i] = 0
      theta[i] = exercised * (dividendYield * presentForward - rate * presentStrike)
      rho[i] = exercised * years * presentStrike
      dividendRho[i] = 0 - exercised * years * presentForward
      continue
    }
    const perDeviation = 1 / deviation

    const ratio = spot / strike
    const x = Math.log(ratio) + (rate - dividendYield) * years
    const d1 = x * perDeviation + 0.5 * deviation
    const d2 = d1 - deviation
    const exponential = Math.exp(-0.5 * d1 * d1)
    tails[0] = Math.abs(d1)
    tails[1] = Math.abs(d2)
    tails[2] = exponential
    tails[3] = exponential * ratio * growth
    replaceByTails()
    const below1 = d1 > 0 ? 1 - tails[0]! : tails[0]!
    const above1 = d1 > 0 ? tails[0]! : 1 - tails[0]!
    const below2 = d2 > 0 ? 1 - tails[1]! : tails[1]!
    const above2 = d2 > 0 ? tails[1]! : 1 - tails[1]!
    let outOfTheMoney =
      x < 0 ? presentForward * below1 - presentStrike * below2 : presentStrike * above2 - presentForward * above1
    if (Math.max(1, Math.abs(d1)) > TOLERATED_CANCELLATION * deviation) {
      outOfTheMoney = Math.sqrt(presentForward * presentStrike) * normalisedBlack(-Math.abs(x), deviation)
    }
    const isOutOfTheMoney = isCall === x < 0
    const exercise1 = isCall ? below1 : above1
    const exercise2 = presentStrike * (isCall ? below2 : above2)
    const density = INVERSE_SQRT_2PI * dividendDiscount * exponential
    const kernel = spot * density
    // Adding 0 turns −0, the delta of a worthless put, into 0.
    price[i] =
      (outOfTheMoney > 0 ? outOfTheMoney : 0) + (isOutOfTheMoney ? 0 : Math.abs(presentForward - presentStrike))
    delta[i] = sign * dividendDiscount * exercise1 + 0
    gamma[i] = (density * perDeviation) / spot
    vega[i] = kernel * rootYears
    theta[i] =
      -0.5 * kernel * volatility * volatility * perDeviation -
      sign * (rate * exercise2 - dividendYield * presentForward * exercise1) +
      0
    rho[i] = sign * years * exercise2 + 0
    dividendRho[i] = -sign * years * presentForward * exercise1 + 0
  }
  return count
}

/** Replaces both y ≥ 0 by Φ(−y), given exp(−y²/2) two places on. */
function replaceByTails(): void {
  for (let place = 0; place < 2; place++) {
    const y = tails[place]! * SQRT_HALF
    tails[place] = y <= SMALL ? 0.5 - 0.5 * erfBelowSmall(y) : 0.5 * tails[place + 2]! * erfcxAboveSmall(y)
  }
}
