import { inputErrors } from '../errors.ts'
import { requireFiniteNumber, requirePositiveNumber, requireYears } from './option-contract.ts'
import { computeSviVariance, evaluateDurrleman, evaluateSvi, requireSvi, type SviSlice } from './svi.ts'

/**
 * Risk-neutral density of ln(S_T/F) that a slice implies, g(k)/√(2πw)·exp(−d²/2) with d = −k/√w − √w/2.
 *
 * @returns a negative number where the slice allows butterfly arbitrage, 0 where the variance is 0
 * @throws QuantInputError naming what is not a possible number
 */
export function computeSviDensity(slice: SviSlice, k: number): number {
  const w = computeSviVariance(slice, k)
  if (w === 0) return 0
  const d = -k / Math.sqrt(w) - 0.5 * Math.sqrt(w)
  return (evaluateDurrleman(slice, k) / Math.sqrt(2 * Math.PI * w)) * Math.exp(-0.5 * d * d)
}

/** A slice by what a trader sees of it. */
export interface SviJumpWings {
  /** Variance at the money, a year: σ_ATM². */
  readonly variance: number
  /** Slope of the volatility at the money, times √w_ATM/σ_ATM: negative for equities. */
  readonly skew: number
  /** Slope of the left wing over √w_ATM. */
  readonly putWing: number
  /** Slope of the right wing over √w_ATM. */
  readonly callWing: number
  /** The least variance, a year. */
  readonly leastVariance: number
}

/**
 * Jump-wing parameters (v, ψ, p, c, ṽ) of a slice.
 *
 * @throws QuantInputError naming what is not a possible number
 * @see Gatheral & Jacquier (2014), equation 3.5
 */
export function toSviJumpWings(slice: SviSlice, years: number): SviJumpWings {
  requireSvi('slice', slice)
  requirePositiveNumber('years', years)
  requireYears('years', years)
  const { a, b, rho, m, sigma } = slice
  const w = evaluateSvi(slice, 0)
  requirePositiveNumber('slice variance at the money', w)
  const scale = 1 / Math.sqrt(w)
  return {
    variance: w / years,
    skew: 0.5 * scale * b * (rho - m / Math.sqrt(m * m + sigma * sigma)),
    putWing: scale * b * (1 - rho),
    callWing: scale * b * (1 + rho),
    leastVariance: (a + b * sigma * Math.sqrt(1 - rho * rho)) / years,
  }
}

/**
 * The slice with given jump-wing parameters. Where the least variance is at the money they leave open how round the bend
 * is, and there is none.
 *
 * @throws QuantInputError naming what is not a possible number, or what no slice has with the others
 * @see Gatheral & Jacquier (2014), lemma 3.2
 */
export function fromSviJumpWings(wings: SviJumpWings, years: number): SviSlice {
  const { variance, skew, putWing, callWing, leastVariance } = wings
  requirePositiveNumber('years', years)
  requireYears('years', years)
  requirePositiveNumber('variance', variance)
  requireFiniteNumber('skew', skew)
  requireFiniteNumber('leastVariance', leastVariance)
  if (!(putWing >= 0)) throw inputErrors.badNumber('putWing', null, putWing, 'zero or a positive number')
  if (!(callWing >= 0 && putWing + callWing > 0)) {
    throw inputErrors.badNumber('callWing', null, callWing, 'zero or a positive number, one of the wings positive')
  }
  const root = Math.sqrt(variance * years)
  const b = 0.5 * root * (putWing + callWing)
  const rho = 1 - (putWing * root) / b
  // Lean of the tangent at the money against that of the asymptotes: m/√(m² + σ²).
  const bend = rho - (2 * skew * root) / b
  if (!(Math.abs(bend) < 1)) throw inputErrors.badNumber('skew', null, skew, 'a slope between those of the wings')
  const cosine = Math.sqrt(1 - bend * bend)
  const square = Math.sqrt(1 - rho * rho)
  // w(0) − w_least = b·r·(1 − ρ·bend − √(1 − ρ²)·cosine) with r = √(m² + σ²).
  const flatness = 1 - rho * bend - square * cosine
  if (!(flatness > 1e-12)) {
    throw inputErrors.badNumber('leastVariance', null, leastVariance, 'a variance that is not at the money')
  }
  const length = ((variance - leastVariance) * years) / (b * flatness)
  const sigma = length * cosine
  const slice = { a: leastVariance * years - b * sigma * square, b, rho, m: length * bend, sigma }
  requireSvi('slice', slice)
  return slice
}
