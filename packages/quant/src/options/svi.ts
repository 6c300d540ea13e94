import { inputErrors } from '../errors.ts'
import { requireFiniteNumber, requirePositiveNumber } from './option-contract.ts'

/**
 * Raw SVI (stochastic volatility inspired): total variance w = σ²T of one expiry as a function of k = ln(K/F),
 *
 *     w(k) = a + b·(ρ·(k − m) + √((k − m)² + σ²))
 *
 * a hyperbola, so that its wings are straight lines with the slopes b(1 − ρ) on the left and b(1 + ρ) on the right.
 * Roger Lee's moment formula allows no slope above 2.
 *
 * @see Gatheral & Jacquier (2014), Arbitrage-free SVI volatility surfaces, Quantitative Finance 14(1), section 3.1
 */
export interface SviSlice {
  /** Level; may be negative as long as the least variance, a + bσ√(1 − ρ²), is not. */
  readonly a: number
  /** Angle between the wings, ≥ 0. */
  readonly b: number
  /** Lean, from −1 to 1: negative when puts are dearer than calls. */
  readonly rho: number
  /** Where the bend is, in ln(K/F). */
  readonly m: number
  /** How round the bend is, > 0. */
  readonly sigma: number
}

/** The steepest wing of total variance over ln(K/F) that a price process can have (Lee 2004). */
export const STEEPEST_WING = 2

/** Throws a QuantInputError naming the parameter that no slice can have. */
export function requireSvi(name: string, { a, b, rho, m, sigma }: SviSlice): void {
  requireFiniteNumber(`${name}.a`, a)
  if (!(b >= 0 && b <= 1e15)) throw inputErrors.badNumber(`${name}.b`, null, b, 'zero or a positive number')
  if (!(rho >= -1 && rho <= 1)) throw inputErrors.badNumber(`${name}.rho`, null, rho, 'a number from -1 to 1')
  requireFiniteNumber(`${name}.m`, m)
  requirePositiveNumber(`${name}.sigma`, sigma)
  const bend = b * sigma * Math.sqrt(1 - rho * rho)
  // A least variance of nought may come out a rounding below it.
  if (!(a + bend >= -1e-12 * bend)) {
    throw inputErrors.badNumber(`${name}.a`, null, a, 'a level at which no variance is negative')
  }
}

/**
 * Total variance at k = ln(K/F), ≥ 0.
 *
 * @throws QuantInputError naming what is not a possible number
 */
export function computeSviVariance(slice: SviSlice, k: number): number {
  requireSvi('slice', slice)
  requireFiniteNumber('k', k)
  return evaluateSvi(slice, k)
}

/** As `computeSviVariance`, unchecked, for loops. */
export function evaluateSvi({ a, b, rho, m, sigma }: SviSlice, k: number): number {
  const y = k - m
  // Far beyond the bend √(y² + σ²) is |y|, and y² would overflow.
  const root = Math.abs(y) > 1e150 ? Math.abs(y) : Math.sqrt(y * y + sigma * sigma)
  return Math.max(0, a + b * (rho * y + root))
}

/**
 * Durrleman's function: the risk-neutral density of the price at expiry is g(k) times a positive factor, so that a slice
 * is free of butterfly arbitrage when g is nowhere negative.
 *
 *     g(k) = (1 − k·w′/(2w))² − w′²/4·(1/w + 1/4) + w″/2
 *
 * @returns minus infinity where the variance is 0
 * @throws QuantInputError naming what is not a possible number
 * @see Gatheral & Jacquier (2014), definition 2.1 to lemma 2.2
 */
export function computeDurrlemanFunction(slice: SviSlice, k: number): number {
  requireSvi('slice', slice)
  requireFiniteNumber('k', k)
  return evaluateDurrleman(slice, k)
}

/** As `computeDurrlemanFunction`, unchecked, for loops. */
export function evaluateDurrleman({ a, b, rho, m, sigma }: SviSlice, k: number): number {
  const y = k - m
  const root = Math.sqrt(y * y + sigma * sigma)
  const w = a + b * (rho * y + root)
  if (!(w > 0)) return Number.NEGATIVE_INFINITY
  const first = b * (rho + y / root)
  const second = (b * sigma * sigma) / (root * root * root)
  return (1 - (k * first) / (2 * w)) ** 2 - 0.25 * first * first * (1 / w + 0.25) + 0.5 * second
}
