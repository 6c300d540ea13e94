// Tests: implied-volatility.test.ts

import { erfcx } from './error-function.ts'
import { normalCdf } from './normal-distribution.ts'
import { fastExp } from './table-exponential.ts'

/**
 * Black's formula with everything but shape divided out, after P. Jäckel, "Let's Be Rational", Wilmott 75 (2015) 40–53.
 *
 *     b(x, s) = e^{x/2}·Φ(x/s + s/2) − e^{−x/2}·Φ(x/s − s/2)
 *
 * x = ln(F/K) ≤ 0 is the log-moneyness of an out-of-the-money call, s = σ√T its total volatility, and the undiscounted
 * price is √(FK)·b. An out-of-the-money put has the same b with x = −|ln(F/K)|. The two terms nearly cancel far from
 * the money and for small s, so each region of the (x, s) plane has its own form that subtracts nothing of equal size.
 */

const SQRT_HALF = Math.SQRT1_2
const INVERSE_SQRT_2PI = 0.3989422804014327
const SQRT_HALF_PI = 1.2533141373155003
/** Left of this many standard deviations the tail's asymptotic series reaches double precision. */
const ASYMPTOTIC_BELOW = -10
/** 1/((n + 1)(n + 2)), which takes one term of the Taylor series to the next. */
const RECIPROCALS = Float64Array.from({ length: 14 }, (_, n) => 1 / ((n + 1) * (n + 2)))
/** Half of the total volatility below which a Taylor series in it converges in six terms; 2·ε^(1/16). */
const SMALL_HALF_VOLATILITY = 0.21

/**
 * Normalised Black price b(x, s) of an out-of-the-money option.
 *
 * @param x log-moneyness, −|ln(F/K)| ≤ 0
 * @param s total volatility σ√T ≥ 0; 0 gives 0
 * @returns a value in [0, e^{x/2}), relative error of the order 1e−15 · max(1, |x/s|) / 10
 */
export function normalisedBlack(x: number, s: number): number {
  if (!(s > 0)) return 0
  scratch[0] = x
  scratch[1] = s
  evaluateNormalisedBlack(scratch)
  return scratch[2]!
}

const scratch = new Float64Array(4)

/**
 * Price and vega of one point, for hot loops: x and s > 0 in the first two places of `point`, b and ∂b/∂s written to the
 * next two. They share an exponential, and an array costs no allocation where arguments do.
 */
export function evaluateNormalisedBlack(point: Float64Array): void {
  const x = point[0]!
  const s = point[1]!
  const h = x / s
  const t = 0.5 * s
  const vega = INVERSE_SQRT_2PI * fastExp(-0.5 * (h * h + t * t))
  point[3] = vega
  if (h < ASYMPTOTIC_BELOW && h + t < ASYMPTOTIC_BELOW + SMALL_HALF_VOLATILITY) {
    point[2] = vega * tailDifference(h, t)
  } else if (t < SMALL_HALF_VOLATILITY) {
    point[2] = vega * smallVolatilityDifference(h, t)
  } else if (h + t > 0.85) {
    // Past 0.85 standard deviations in the money the first term dominates and nothing cancels.
    point[2] = Math.exp(0.5 * x) * normalCdf(h + t) - Math.exp(-0.5 * x) * normalCdf(h - t)
  } else {
    point[2] = vega * SQRT_HALF_PI * (erfcx(-SQRT_HALF * (h + t)) - erfcx(-SQRT_HALF * (h - t)))
  }
}

/**
 * Distance to the largest possible price, e^{x/2} − b(x, s): what is left when volatility is so high that b itself
 * has run out of digits.
 */
export function normalisedBlackComplement(x: number, s: number): number {
  const h = x / s
  const t = 0.5 * s
  return Math.exp(0.5 * x) * normalCdf(-h - t) + Math.exp(-0.5 * x) * normalCdf(h - t)
}

/** ∂b/∂s = φ(√(h² + t²)), with h = x/s and t = s/2. */
export function normalisedVega(x: number, s: number): number {
  const h = x / s
  const t = 0.5 * s
  return INVERSE_SQRT_2PI * fastExp(-0.5 * (h * h + t * t))
}

/**
 * Y(h+t) − Y(h−t) for h ≪ 0, where Y(z) = Φ(z)/φ(z) ~ Σ (−1)^k (2k−1)!! / |z|^{2k+1}.
 *
 * The powers are subtracted by a recurrence whose terms are all positive, so the difference keeps every digit.
 */
function tailDifference(h: number, t: number): number {
  const near = 1 / (h + t)
  const far = 1 / (h - t)
  const nearSquare = near * near
  const farSquare = far * far
  const gap = -4 * h * t * nearSquare * farSquare
  let power = -far
  let difference = 2 * t * near * far
  let factor = 1
  let sum = difference
  for (let k = 1; k <= 17; k++) {
    difference = nearSquare * difference + gap * power
    power *= farSquare
    factor *= 1 - 2 * k
    const term = factor * difference
    sum += term
    if (Math.abs(term) < 1e-17 * sum) break
  }
  return sum
}

/**
 * Y(h+t) − Y(h−t) = 2·(Y′·t + Y‴·t³/3! + …) for small t, with the derivatives of Y from Y′ = 1 + hY and
 * Y⁽ⁿ⁺¹⁾ = h·Y⁽ⁿ⁾ + n·Y⁽ⁿ⁻¹⁾.
 */
function smallVolatilityDifference(h: number, t: number): number {
  let even = SQRT_HALF_PI * erfcx(-SQRT_HALF * h)
  let odd = 1 + h * even
  const square = t * t
  let coefficient = 2 * t
  let sum = coefficient * odd
  for (let n = 1; n <= 13; n += 2) {
    even = h * odd + n * even
    odd = h * even + (n + 1) * odd
    coefficient *= square * RECIPROCALS[n]!
    const term = coefficient * odd
    sum += term
    if (term < 1e-17 * sum) break
  }
  return sum
}
