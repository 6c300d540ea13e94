import { createValuationColumns, evaluateBlackScholes } from './black-scholes-kernel.ts'
import { type OptionInputs, requireOption } from './option-contract.ts'

/** Price of a European option and its first-order sensitivities (with gamma), each per unit of the underlying. */
export interface OptionValuation {
  readonly price: number
  /** ∂V/∂S: change of the price per 1.00 of the underlying; in [−1, 1]. */
  readonly delta: number
  /** ∂²V/∂S²: change of delta per 1.00 of the underlying. */
  readonly gamma: number
  /** ∂V/∂σ per 1.00 of volatility; divide by 100 for one volatility point. */
  readonly vega: number
  /** ∂V/∂t per year of calendar time passing, negative when the option decays; divide by 365 for one day. */
  readonly theta: number
  /** ∂V/∂r per 1.00 of rate; divide by 100 for one percentage point. */
  readonly rho: number
  /** ∂V/∂q per 1.00 of dividend yield (also phi or epsilon); divide by 100 for one percentage point. */
  readonly dividendRho: number
}

/** One row of columns for the scalar face; a call fills it and reads it at once. */
const row = {
  isCall: new Uint8Array(1),
  spot: new Float64Array(1),
  strike: new Float64Array(1),
  years: new Float64Array(1),
  rate: new Float64Array(1),
  dividendYield: new Float64Array(1),
  volatility: new Float64Array(1),
}
const result = createValuationColumns(1)

/**
 * Black–Scholes–Merton value of a European option on an underlying with a continuous dividend yield, with all
 * first-order Greeks and gamma.
 *
 *     F = S·e^{(r−q)T},  d₁ = [ln(F/K) + σ²T/2] / (σ√T),  d₂ = d₁ − σ√T,  s = +1 call, −1 put
 *     V = e^{−rT}·s·[F·Φ(s·d₁) − K·Φ(s·d₂)]
 *
 * Relative precision is kept in the far wings, where the two terms nearly cancel; an in-the-money price is the
 * out-of-the-money one plus the discounted intrinsic value of the forward, so put/call parity holds to rounding and no
 * price lies below its bound.
 *
 * With zero volatility or zero time the price is the discounted intrinsic value of the forward, max(0, s·(S·e^{−qT} −
 * K·e^{−rT})); gamma and vega are then 0 and the others are the derivatives of that value (0 on the kink).
 *
 * @throws QuantInputError naming the argument that is not a possible number
 * @see F. Black & M. Scholes, J. Political Economy 81 (1973); R. C. Merton, Bell J. Economics 4 (1973); E. G. Haug,
 *      The Complete Guide to Option Pricing Formulas, 2nd ed. (2007), ch. 1–2
 */
export function computeBlackScholes(option: OptionInputs): OptionValuation {
  requireOption(option)
  row.isCall[0] = option.type === 'call' ? 1 : 0
  row.spot[0] = option.spot
  row.strike[0] = option.strike
  row.years[0] = option.years
  row.rate[0] = option.rate
  row.dividendYield[0] = option.dividendYield
  row.volatility[0] = option.volatility
  evaluateBlackScholes(row, result, 1)
  return {
    price: result.price[0]!,
    delta: result.delta[0]!,
    gamma: result.gamma[0]!,
    vega: result.vega[0]!,
    theta: result.theta[0]!,
    rho: result.rho[0]!,
    dividendRho: result.dividendRho[0]!,
  }
}

/**
 * Black–Scholes–Merton price alone; the same number as `computeBlackScholes(option).price`.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeBlackScholesPrice(option: OptionInputs): number {
  return computeBlackScholes(option).price
}

/**
 * Discounted intrinsic value of the forward, max(0, s·(S·e^{−qT} − K·e^{−rT})): the least a European option can cost,
 * and its price at zero volatility.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeEuropeanLowerBound(option: Omit<OptionInputs, 'volatility'>): number {
  return computeBlackScholes({ ...option, volatility: 0 }).price
}
