import { type AmericanAccuracy, type AmericanPrice, computeAmericanPrice } from './american.ts'
import { computeBlackScholes, type OptionValuation } from './black-scholes.ts'
import type { OptionInputs } from './option-contract.ts'

/** Relative step in the volatility, absolute in the rates: truncation and rounding are then both below 1e−6. */
const VOLATILITY_STEP = 1e-3
const RATE_STEP = 1e-4

/**
 * All first-order Greeks and gamma of an American option, consistent with its exercise boundary.
 *
 * Delta and gamma are derivatives of the pricing integral; theta follows from the Black–Scholes equation, which holds
 * wherever the option is worth keeping: Θ = rV − (r−q)SΔ − ½σ²S²Γ. Vega and the two rhos are the European closed form
 * plus a difference of the early-exercise premium with the boundary solved anew on each side, six solutions in
 * all; the boundary's smoothness in the inputs makes that difference good to about 1e−6 of the Greek. Where the option
 * is exercised at once the price is K − S (or S − K): delta is ∓1 and every other Greek is 0.
 *
 * @returns the fields and units of `computeBlackScholes`
 * @throws QuantInputError naming the argument that is not a possible number
 */
export function computeAmericanGreeks(option: OptionInputs, accuracy: AmericanAccuracy = 'standard'): OptionValuation {
  const american = computeAmericanPrice(option, accuracy)
  const european = computeBlackScholes(option)
  if (american.isExercised) {
    const { price, delta } = american
    return { price, delta, gamma: 0, vega: 0, theta: 0, rho: 0, dividendRho: 0 }
  }
  if (american.earlyExercisePremium === 0) return european
  const premiumSlope = (name: 'volatility' | 'rate' | 'dividendYield', step: number) => {
    const value = option[name]
    // A step must not carry a rate across zero, where a second boundary may appear.
    const down = value >= 0 ? Math.min(step, value) : step
    const at = (shift: number): number =>
      computeAmericanPrice({ ...option, [name]: value + shift }, accuracy).earlyExercisePremium
    return (at(step) - at(-down)) / (step + down)
  }
  return {
    price: american.price,
    delta: american.delta,
    gamma: american.gamma,
    vega: option.volatility > 0 ? european.vega + premiumSlope('volatility', VOLATILITY_STEP * option.volatility) : 0,
    theta: thetaFromEquation(option, american),
    rho: european.rho + premiumSlope('rate', RATE_STEP),
    dividendRho: european.dividendRho + premiumSlope('dividendYield', RATE_STEP),
  }
}

function thetaFromEquation(option: OptionInputs, value: AmericanPrice): number {
  const { spot, rate, dividendYield, volatility } = option
  const carry = rate * value.price - (rate - dividendYield) * spot * value.delta
  return carry - 0.5 * volatility * volatility * spot * spot * value.gamma
}
