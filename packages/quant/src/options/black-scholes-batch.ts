import { inputErrors, requireEqualLengths } from '../errors.ts'
import { DELTA, DIVIDEND_RHO, evaluateBlackScholes, GAMMA, PRICE, RHO, THETA, VEGA } from './black-scholes-kernel.ts'

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

const scratch = new Float64Array(7)

/** Fresh result columns for `count` contracts, in one buffer. */
export function createValuationColumns(count: number): ValuationColumns {
  const buffer = new Float64Array(7 * count)
  const column = (place: number) => buffer.subarray(place * count, (place + 1) * count)
  return {
    price: column(PRICE),
    delta: column(DELTA),
    gamma: column(GAMMA),
    vega: column(VEGA),
    theta: column(THETA),
    rho: column(RHO),
    dividendRho: column(DIVIDEND_RHO),
  }
}

/**
 * Black–Scholes–Merton price and Greeks of a whole chain, the formulas of `computeBlackScholes` applied to columns.
 * Nothing is allocated per contract; give `into` to reuse result columns between calls.
 *
 * @param chain columns of equal length n; n = 0 is allowed
 * @param into result columns of length n; fresh ones when left out
 * @returns `into`, filled
 * @throws QuantInputError naming the column and the row of the first number that no option can have, or the column
 *         whose length differs; rows before it have then been written
 */
export function computeBlackScholesBatch(
  chain: OptionColumns,
  into: ValuationColumns = createValuationColumns(chain.strike.length),
): ValuationColumns {
  const { isCall, spot, strike, years, rate, dividendYield, volatility } = chain
  for (const [name, column] of Object.entries({ ...chain, ...into })) {
    requireEqualLengths('strike', strike, name, column)
  }
  const { price, delta, gamma, vega, theta, rho, dividendRho } = into
  for (let i = 0; i < strike.length; i++) {
    const s = spot[i]!
    const k = strike[i]!
    const t = years[i]!
    const v = volatility[i]!
    const r = rate[i]!
    const q = dividendYield[i]!
    if (!(s > 0 && k > 0 && t >= 0 && v >= 0 && s + k + t + v < Infinity && r - r + q - q === 0)) {
      throw describeBadRow(chain, i)
    }
    evaluateBlackScholes(isCall[i] === 1 ? 1 : -1, s, k, t, r, q, v, scratch)
    price[i] = scratch[PRICE]!
    delta[i] = scratch[DELTA]!
    gamma[i] = scratch[GAMMA]!
    vega[i] = scratch[VEGA]!
    theta[i] = scratch[THETA]!
    rho[i] = scratch[RHO]!
    dividendRho[i] = scratch[DIVIDEND_RHO]!
  }
  return into
}

function describeBadRow(chain: OptionColumns, i: number): Error {
  for (const name of ['spot', 'strike'] as const) {
    const value = chain[name][i]!
    if (!(value > 0 && value < Infinity)) return inputErrors.badNumber(name, i, value, 'a positive finite number')
  }
  for (const name of ['years', 'volatility'] as const) {
    const value = chain[name][i]!
    if (!(value >= 0 && value < Infinity)) {
      return inputErrors.badNumber(name, i, value, 'zero or a positive finite number')
    }
  }
  const name = Number.isFinite(chain.rate[i]) ? 'dividendYield' : 'rate'
  return inputErrors.badNumber(name, i, chain[name][i]!, 'a finite number')
}
