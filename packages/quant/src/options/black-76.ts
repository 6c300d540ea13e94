import { computeBlackScholes, type OptionValuation } from './black-scholes.ts'
import type { OptionInputs } from './option-contract.ts'

/** An option on a forward or futures price. */
export interface ForwardOptionInputs extends Omit<OptionInputs, 'spot' | 'dividendYield'> {
  /** Forward or futures price for the option's expiry, > 0. */
  readonly forward: number
}

/** As `OptionValuation`, with the forward in the place of the spot: a forward has no dividend yield to be sensitive to. */
export type ForwardOptionValuation = Omit<OptionValuation, 'dividendRho'>

/**
 * Black-76 value of a European option on a forward or futures price (VIX options, options on futures), with Greeks.
 *
 *     V = e^{−rT}·s·[F·Φ(s·d₁) − K·Φ(s·d₂)],  d₁ = [ln(F/K) + σ²T/2] / (σ√T)
 *
 * It is Black–Scholes–Merton on a stock whose yield equals the rate. Delta and gamma are in the forward, theta holds the
 * forward fixed, and rho = −T·V since the rate only discounts.
 *
 * @throws QuantInputError naming the argument that is not a possible number (spot stands for forward)
 * @see F. Black, "The pricing of commodity contracts", Journal of Financial Economics 3 (1976) 167–179
 */
export function computeBlack76(option: ForwardOptionInputs): ForwardOptionValuation {
  const { forward, rate, ...rest } = option
  const { price, delta, gamma, vega, theta } = computeBlackScholes({
    ...rest,
    rate,
    spot: forward,
    dividendYield: rate,
  })
  return { price, delta, gamma, vega, theta, rho: -option.years * price }
}
