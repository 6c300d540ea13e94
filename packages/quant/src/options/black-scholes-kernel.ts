// Tests: black-scholes-batch.test.ts

import { erfBelowSmall, erfcxAboveSmall, SMALL } from './error-function.ts'
import { logRatio } from './log-ratio.ts'
import { normalisedBlack } from './normalised-black.ts'
import { OPTION_LIMITS } from './option-contract.ts'
import { fastExp } from './table-exponential.ts'

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

const { smallest, largest, longestYears, highestRate, highestVolatility } = OPTION_LIMITS
const INVERSE_SQRT_2PI = 0.3989422804014327
const SQRT_HALF = Math.SQRT1_2
/** F·Φ(d₁) − K·Φ(d₂) loses the factor |d|/(σ√T) in precision; beyond this the price takes the careful route. */
const TOLERATED_CANCELLATION = 150
/** A total volatility below this is none: dividing by it would overflow. */
export const NO_DEVIATION = 1e-60

/** Rows are worked on in blocks that stay in the processor's nearest cache from one pass to the next. */
const BLOCK = 128
const forwards = new Float64Array(BLOCK)
const presentStrikes = new Float64Array(BLOCK)
const dividendDiscounts = new Float64Array(BLOCK)
const deviations = new Float64Array(BLOCK)
const distances = new Float64Array(BLOCK)
const firstArguments = new Float64Array(BLOCK)
/** d₁ and d₂ of each row, then Φ(−|d₁|) and Φ(−|d₂|). */
const tails = new Float64Array(2 * BLOCK)
/** exp(−d₁²/2) and exp(−d₂²/2) of each row. */
const exponentials = new Float64Array(2 * BLOCK)

/**
 * The one implementation of Black–Scholes–Merton behind the scalar and the batch face; nothing is allocated. Discount
 * factors are kept while rate, yield and time stay the same from row to row, as they do in a chain.
 *
 * @param chain columns of at least `count` entries
 * @param into columns of at least `count` entries, filled up to the first impossible row
 * @returns the number of rows done: `count`, or the index of the first row with a number that no option can have
 */
export function evaluateBlackScholes(chain: OptionColumns, into: ValuationColumns, count: number): number {
  for (let start = 0; start < count; start += BLOCK) {
    const wanted = Math.min(BLOCK, count - start)
    const done = prepareRows(chain, start, wanted)
    replaceByTails(done)
    writeResults(chain, into, start, done)
    if (done < wanted) return start + done
  }
  return count
}

/** First pass: present values, σ√T, d₁ and d₂. Returns how many rows are possible. */
function prepareRows(chain: OptionColumns, start: number, count: number): number {
  const { spot: spots, strike: strikes, volatility: volatilities } = chain
  const { years: times, rate: rates, dividendYield: yields } = chain
  let years = -1
  let rate = 0
  let dividendYield = 0
  let rootYears = 0
  let discount = 0
  let dividendDiscount = 0
  for (let k = 0; k < count; k++) {
    const i = start + k
    const spot = spots[i]!
    const strike = strikes[i]!
    const volatility = volatilities[i]!
    const least = Math.min(spot, strike)
    const greatest = Math.max(spot, strike)
    const rateSize = Math.max(Math.abs(rates[i]!), Math.abs(yields[i]!))
    const isPrice = least >= smallest && greatest <= largest
    const isTime = times[i]! >= 0 && times[i]! <= longestYears
    if (!(isPrice && isTime && rateSize <= highestRate && volatility >= 0 && volatility <= highestVolatility)) return k
    if (times[i] !== years || rates[i] !== rate || yields[i] !== dividendYield) {
      years = times[i]!
      rate = rates[i]!
      dividendYield = yields[i]!
      rootYears = Math.sqrt(years)
      discount = fastExp(-rate * years)
      dividendDiscount = fastExp(-dividendYield * years)
    }
    const presentForward = spot * dividendDiscount
    const presentStrike = strike * discount
    const deviation = volatility * rootYears
    const x = logRatio(spot, strike) + (rate - dividendYield) * years
    const d1 = x / deviation + 0.5 * deviation
    forwards[k] = presentForward
    presentStrikes[k] = presentStrike
    dividendDiscounts[k] = dividendDiscount
    deviations[k] = deviation
    distances[k] = x
    firstArguments[k] = d1
    tails[2 * k] = d1
    tails[2 * k + 1] = d1 - deviation
  }
  return count
}

/** Second pass, the most work and no branches but the range of the approximation: the normal tails. */
function replaceByTails(count: number): void {
  for (let place = 0; place < 2 * count; place++) {
    const d = tails[place]!
    const exponential = fastExp(-0.5 * d * d)
    const y = Math.abs(d) * SQRT_HALF
    exponentials[place] = exponential
    tails[place] = y <= SMALL ? 0.5 - 0.5 * erfBelowSmall(y) : 0.5 * exponential * erfcxAboveSmall(y)
  }
}

/** Third pass: price and Greeks from the tails. */
function writeResults(chain: OptionColumns, into: ValuationColumns, start: number, count: number): void {
  const { isCall: calls, spot: spots, volatility: volatilities } = chain
  const { years: times, rate: rates, dividendYield: yields } = chain
  const { price, delta, gamma, vega, theta, rho, dividendRho } = into
  for (let k = 0; k < count; k++) {
    const i = start + k
    const deviation = deviations[k]!
    const isCall = calls[i] === 1
    const sign = isCall ? 1 : -1
    const presentForward = forwards[k]!
    const presentStrike = presentStrikes[k]!
    if (!(deviation > NO_DEVIATION)) {
      writeCertainRow(chain, into, i, k)
      continue
    }
    const x = distances[k]!
    const d1 = firstArguments[k]!
    const d2 = d1 - deviation
    const tail1 = tails[2 * k]!
    const tail2 = tails[2 * k + 1]!
    const below1 = d1 > 0 ? 1 - tail1 : tail1
    const above1 = d1 > 0 ? tail1 : 1 - tail1
    const below2 = d2 > 0 ? 1 - tail2 : tail2
    const above2 = d2 > 0 ? tail2 : 1 - tail2
    let outOfTheMoney =
      x < 0 ? presentForward * below1 - presentStrike * below2 : presentStrike * above2 - presentForward * above1
    if (Math.max(1, Math.abs(d1)) > TOLERATED_CANCELLATION * deviation) {
      outOfTheMoney = Math.sqrt(presentForward * presentStrike) * normalisedBlack(-Math.abs(x), deviation)
    }
    const isOutOfTheMoney = isCall === x < 0
    const exercise1 = isCall ? below1 : above1
    const exercise2 = presentStrike * (isCall ? below2 : above2)
    const density = INVERSE_SQRT_2PI * dividendDiscounts[k]! * exponentials[2 * k]!
    const volatility = volatilities[i]!
    const years = times[i]!
    const spot = spots[i]!
    price[i] =
      (outOfTheMoney > 0 ? outOfTheMoney : 0) + (isOutOfTheMoney ? 0 : Math.abs(presentForward - presentStrike))
    delta[i] = sign * dividendDiscounts[k]! * exercise1 + 0
    gamma[i] = density / (deviation * spot)
    vega[i] = (spot * density * deviation) / volatility
    theta[i] =
      (-0.5 * spot * density * volatility * volatility) / deviation -
      sign * (rates[i]! * exercise2 - yields[i]! * presentForward * exercise1) +
      0
    rho[i] = sign * years * exercise2 + 0
    dividendRho[i] = -sign * years * presentForward * exercise1 + 0
  }
}

/** A row without time or volatility: the discounted intrinsic value of the forward and its derivatives. */
function writeCertainRow(chain: OptionColumns, into: ValuationColumns, i: number, k: number): void {
  const sign = chain.isCall[i] === 1 ? 1 : -1
  const presentForward = forwards[k]!
  const presentStrike = presentStrikes[k]!
  const exercised = sign * (presentForward - presentStrike) > 0 ? sign : 0
  into.price[i] = exercised * (presentForward - presentStrike)
  into.delta[i] = exercised * dividendDiscounts[k]!
  into.gamma[i] = 0
  into.vega[i] = 0
  into.theta[i] = exercised * (chain.dividendYield[i]! * presentForward - chain.rate[i]! * presentStrike)
  into.rho[i] = exercised * chain.years[i]! * presentStrike
  into.dividendRho[i] = 0 - exercised * chain.years[i]! * presentForward
}
