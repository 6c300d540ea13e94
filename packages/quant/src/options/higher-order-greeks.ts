import { computeBlackScholes } from './black-scholes.ts'
import { NO_DEVIATION } from './black-scholes-kernel.ts'
import { logRatio } from './log-ratio.ts'
import { normalCdf, normalPdf } from './normal-distribution.ts'
import { type OptionInputs, requireOption, signOf } from './option-contract.ts'

/**
 * Second- and third-order sensitivities of a European option under Black–Scholes–Merton, under the field's names.
 * Volatility and rates count per 1.00, time per year of calendar time passing (so a derivative "in time" is −∂/∂T).
 */
export interface HigherOrderGreeks {
  /** ∂Δ/∂σ = ∂vega/∂S, also DdeltaDvol. */
  readonly vanna: number
  /** ∂vega/∂σ, also vomma: convexity in volatility. */
  readonly volga: number
  /** ∂Δ/∂t, delta decay. */
  readonly charm: number
  /** ∂vega/∂t, vega decay. */
  readonly veta: number
  /** ∂Γ/∂S. */
  readonly speed: number
  /** ∂Γ/∂σ. */
  readonly zomma: number
  /** ∂Γ/∂t, gamma decay. */
  readonly color: number
  /** ∂volga/∂σ. */
  readonly ultima: number
  /** ∂V/∂K. */
  readonly dualDelta: number
  /** ∂²V/∂K², the discounted risk-neutral density of the spot at the strike. */
  readonly dualGamma: number
  /** Δ·S/V, also lambda or omega: per cent of option price per per cent of the underlying; null when the price is 0. */
  readonly elasticity: number | null
}

/**
 * Higher-order Greeks of a European option (units on `HigherOrderGreeks`).
 *
 * With zero volatility or zero time every one that needs a density is 0, charm is the drift of the delta, and dualDelta
 * is that of the discounted intrinsic value.
 *
 * @throws QuantInputError naming the argument that is not a possible number
 * @see E. G. Haug, The Complete Guide to Option Pricing Formulas, 2nd ed. (2007), ch. 2
 */
export function computeHigherOrderGreeks(option: OptionInputs): HigherOrderGreeks {
  requireOption(option)
  const { spot, strike, years, rate, dividendYield, volatility } = option
  const sign = signOf(option.type)
  const { price, delta, gamma, vega } = computeBlackScholes(option)
  const elasticity = price > 0 ? (delta * spot) / price : null
  const deviation = volatility * Math.sqrt(years)
  const discount = Math.exp(-rate * years)
  if (!(deviation > NO_DEVIATION)) {
    const dualDelta = delta === 0 ? 0 : -sign * discount
    const flat = { vanna: 0, volga: 0, veta: 0, speed: 0, zomma: 0, color: 0, ultima: 0, dualGamma: 0 }
    return { ...flat, charm: dividendYield * delta, dualDelta, elasticity }
  }
  const drift = (rate - dividendYield) / deviation
  const d1 = (logRatio(spot, strike) + (rate - dividendYield) * years) / deviation + 0.5 * deviation
  const d2 = d1 - deviation
  const product = d1 * d2
  const dividendDensity = Math.exp(-dividendYield * years) * normalPdf(d1)
  // How d₁ changes as the time to expiry grows.
  const d1PerYear = drift - d2 / (2 * years)
  return {
    vanna: (-dividendDensity * d2) / volatility,
    volga: (vega * product) / volatility,
    charm: dividendYield * delta - dividendDensity * d1PerYear,
    veta: vega * (dividendYield + d1 * d1PerYear - 1 / (2 * years)),
    speed: (-gamma / spot) * (1 + d1 / deviation),
    zomma: (gamma * (product - 1)) / volatility,
    color: gamma * (dividendYield + d1 * d1PerYear + 1 / (2 * years)),
    ultima: (-vega / (volatility * volatility)) * (product * (1 - product) + d1 * d1 + d2 * d2),
    dualDelta: -sign * discount * normalCdf(sign * d2),
    dualGamma: (discount * normalPdf(d2)) / (strike * deviation),
    elasticity,
  }
}
