import { erf, erfcxAboveSmall } from './error-function.ts'
import { normalisedBlack } from './normalised-black.ts'

/** Places of the results in the array that `evaluateBlackScholes` fills. */
export const PRICE = 0
export const DELTA = 1
export const GAMMA = 2
export const VEGA = 3
export const THETA = 4
export const RHO = 5
export const DIVIDEND_RHO = 6

const INVERSE_SQRT_2PI = 0.3989422804014327
const SQRT_HALF = Math.SQRT1_2
const CENTRE = 0.6629126073623883
/** F·Φ(d₁) − K·Φ(d₂) loses the factor |d|/(σ√T) in precision; beyond this the price takes the careful route. */
const TOLERATED_CANCELLATION = 500
/** A total volatility below this is none: dividing by it would overflow. */
export const NO_DEVIATION = 1e-60

/**
 * The one implementation of Black–Scholes–Merton behind the scalar and the batch face: seven results written to `out`,
 * nothing allocated, nothing checked. The exponential of the density serves both normal tails, since
 * F·φ(d₁) = K·φ(d₂); with the two discount factors that makes three exponentials and one logarithm for everything.
 *
 * @param sign +1 for a call, −1 for a put
 * @param out at least 7 entries, filled in the order of the constants above
 */
export function evaluateBlackScholes(
  sign: number,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
  volatility: number,
  out: Float64Array,
): void {
  const rootYears = Math.sqrt(years)
  const deviation = volatility * rootYears
  const presentForward = spot * Math.exp(-dividendYield * years)
  const presentStrike = strike * Math.exp(-rate * years)
  if (!(deviation > NO_DEVIATION)) {
    fillWithoutUncertainty(sign, spot, years, rate, dividendYield, presentForward, presentStrike, out)
    return
  }
  const x = Math.log(spot / strike) + (rate - dividendYield) * years
  const d1 = x / deviation + 0.5 * deviation
  const d2 = d1 - deviation
  const exponential = Math.exp(-0.5 * d1 * d1)
  const density = INVERSE_SQRT_2PI * exponential
  const tail1 = upperTail(Math.abs(d1), exponential)
  const tail2 = upperTail(Math.abs(d2), (exponential * presentForward) / presentStrike)
  const above1 = d1 > 0 ? tail1 : 1 - tail1
  const below1 = d1 > 0 ? 1 - tail1 : tail1
  const above2 = d2 > 0 ? tail2 : 1 - tail2
  const below2 = d2 > 0 ? 1 - tail2 : tail2
  const wing = Math.max(1, Math.abs(d1)) > TOLERATED_CANCELLATION * deviation
  const outOfTheMoney = wing
    ? Math.sqrt(presentForward * presentStrike) * normalisedBlack(-Math.abs(x), deviation)
    : x < 0
      ? presentForward * below1 - presentStrike * below2
      : presentStrike * above2 - presentForward * above1
  const isOutOfTheMoney = sign > 0 ? x < 0 : x >= 0
  const exercise1 = presentForward * (sign > 0 ? below1 : above1)
  const exercise2 = presentStrike * (sign > 0 ? below2 : above2)
  const kernel = presentForward * density
  out[PRICE] =
    (outOfTheMoney > 0 ? outOfTheMoney : 0) + (isOutOfTheMoney ? 0 : Math.abs(presentForward - presentStrike))
  // Adding 0 turns −0, the delta of a worthless put, into 0.
  out[DELTA] = (sign * exercise1) / spot + 0
  out[GAMMA] = kernel / (spot * spot * deviation)
  out[VEGA] = kernel * rootYears
  out[THETA] = (-0.5 * kernel * volatility) / rootYears - sign * (rate * exercise2 - dividendYield * exercise1) + 0
  out[RHO] = sign * years * exercise2 + 0
  out[DIVIDEND_RHO] = -sign * years * exercise1 + 0
}

/** Φ(−y) for y ≥ 0, given exp(−y²/2). */
function upperTail(y: number, exponential: number): number {
  return y <= CENTRE ? 0.5 - 0.5 * erf(y * SQRT_HALF) : 0.5 * exponential * erfcxAboveSmall(y * SQRT_HALF)
}

function fillWithoutUncertainty(
  sign: number,
  spot: number,
  years: number,
  rate: number,
  dividendYield: number,
  presentForward: number,
  presentStrike: number,
  out: Float64Array,
): void {
  const intrinsic = sign * (presentForward - presentStrike)
  const exercised = intrinsic > 0 ? sign : 0
  out[PRICE] = intrinsic > 0 ? intrinsic : 0
  out[DELTA] = (exercised * presentForward) / spot + 0
  out[GAMMA] = 0
  out[VEGA] = 0
  out[THETA] = exercised * (dividendYield * presentForward - rate * presentStrike) + 0
  out[RHO] = exercised * years * presentStrike + 0
  out[DIVIDEND_RHO] = -exercised * years * presentForward + 0
}
