// Tests: implied-volatility-batch.test.ts, implied-volatility.test.ts

import { erfcx } from './error-function.ts'
import { inverseNormalCdf, normalCdf } from './normal-distribution.ts'
import { normalisedBlack, normalisedVega } from './normalised-black.ts'
import {
  interpolateRationalCubic,
  parameterForLeftCurvature,
  parameterForRightCurvature,
  type RationalCubicEnds,
} from './rational-cubic.ts'
import { fastExp } from './table-exponential.ts'

/**
 * The first guess of Jäckel's "Let's Be Rational": close enough everywhere that two third-order steps finish.
 *
 * The price curve b(s) is split at three points: the inflection s_c = √(2|x|), and where the tangent there meets zero
 * (s_l) and the largest price (s_h). Between the points s(b) is a rational cubic with the true slopes; outside, the
 * same is done to a transform of the price that is nearly linear in the limit s → 0 or s → ∞.
 */

/** Where on the price curve a price lies, hence which function the iteration makes zero. */
export type PriceRegion = 'low' | 'middle' | 'high'

export interface VolatilityGuess {
  readonly totalVolatility: number
  readonly region: PriceRegion
}

const INVERSE_SQRT_2PI = 0.3989422804014327
const SQRT_HALF = Math.SQRT1_2
const SQRT_3 = 1.7320508075688772
const TWO_PI = 6.283185307179586
const SQRT_HALF_PI = 1.2533141373155003

/**
 * First guess at the total volatility s with b(x, s) = β.
 *
 * @param x −|ln(F/K)| ≤ 0
 * @param beta normalised price, strictly between 0 and `largest`
 * @param largest e^{x/2}
 */
export function guessTotalVolatility(x: number, beta: number, largest: number): VolatilityGuess {
  const centre = Math.sqrt(2 * -x)
  // At the inflection h + t = 0, which leaves one exponential of the price and the vega.
  const centrePrice = 0.5 * largest * (1 - erfcx(Math.sqrt(-x)))
  const centreVega = INVERSE_SQRT_2PI * largest
  return beta < centrePrice
    ? guessBelowCentre(x, beta, centre, centrePrice, centreVega)
    : guessAboveCentre(x, beta, largest, centre, centrePrice, centreVega)
}

function guessBelowCentre(x: number, beta: number, sCentre: number, bCentre: number, vCentre: number): VolatilityGuess {
  const sLow = sCentre - bCentre / vCentre
  const bLow = normalisedBlack(x, sLow)
  if (beta >= bLow) {
    const slopeLeft = 1 / normalisedVega(x, sLow)
    const ends = { xLeft: bLow, xRight: bCentre, yLeft: sLow, yRight: sCentre, slopeLeft, slopeRight: 1 / vCentre }
    const r = parameterForRightCurvature(ends, 0, false)
    return { totalVolatility: interpolateRationalCubic(beta, ends, r), region: 'middle' }
  }
  const low = lowPriceTransform(x, sLow)
  const ends: RationalCubicEnds = {
    xLeft: 0,
    xRight: bLow,
    yLeft: 0,
    yRight: low.value,
    slopeLeft: 1,
    slopeRight: low.slope,
  }
  const r = parameterForRightCurvature(ends, low.curvature, true)
  let f = interpolateRationalCubic(beta, ends, r)
  if (!(f > 0)) {
    const t = beta / bLow
    f = (low.value * t + bLow * (1 - t)) * t
  }
  return { totalVolatility: invertLowPriceTransform(x, f), region: 'low' }
}

function guessAboveCentre(
  x: number,
  beta: number,
  largest: number,
  sCentre: number,
  bCentre: number,
  vCentre: number,
): VolatilityGuess {
  const sHigh = vCentre > Number.MIN_VALUE ? sCentre + (largest - bCentre) / vCentre : sCentre
  const bHigh = normalisedBlack(x, sHigh)
  const region = beta > 0.5 * largest ? 'high' : 'middle'
  if (beta <= bHigh) {
    const slopeRight = 1 / normalisedVega(x, sHigh)
    const ends = { xLeft: bCentre, xRight: bHigh, yLeft: sCentre, yRight: sHigh, slopeLeft: 1 / vCentre, slopeRight }
    const r = parameterForLeftCurvature(ends, 0, false)
    return { totalVolatility: interpolateRationalCubic(beta, ends, r), region }
  }
  const high = highPriceTransform(x, sHigh)
  let f = 0
  if (high.curvature < 1e154 && high.curvature > -1e154) {
    const ends: RationalCubicEnds = {
      xLeft: bHigh,
      xRight: largest,
      yLeft: high.value,
      yRight: 0,
      slopeLeft: high.slope,
      slopeRight: -0.5,
    }
    f = interpolateRationalCubic(beta, ends, parameterForLeftCurvature(ends, high.curvature, true))
  }
  if (!(f > 0)) {
    const width = largest - bHigh
    const t = (beta - bHigh) / width
    f = (high.value * (1 - t) + 0.5 * width * t) * (1 - t)
  }
  return { totalVolatility: -2 * inverseNormalCdf(Math.min(f, 0.5)), region }
}

/** f(s) = 2π|x|/(3√3)·Φ³(−|x|/(√3·s)), nearly equal to b as s → 0; with df/db and d²f/db². */
function lowPriceTransform(x: number, s: number): { value: number; slope: number; curvature: number } {
  const size = -x
  const z = size / (SQRT_3 * s)
  const y = z * z
  const square = s * s
  const millsRatio = SQRT_HALF_PI * erfcx(SQRT_HALF * z)
  const cdf = INVERSE_SQRT_2PI * fastExp(-0.5 * y) * millsRatio
  const growth = fastExp(y + 0.125 * square)
  const curvature =
    (((Math.PI / 6) * y) / (square * s)) *
    cdf *
    (8 * SQRT_3 * s * size + (3 * square * (square - 8) - 8 * x * x) * millsRatio) *
    growth *
    growth
  const slope = TWO_PI * y * cdf * cdf * growth
  const value = ((TWO_PI * size) / (3 * SQRT_3)) * cdf * cdf * cdf
  return { value, slope, curvature }
}

function invertLowPriceTransform(x: number, f: number): number {
  return Math.abs(x / (SQRT_3 * inverseNormalCdf(Math.cbrt((3 * SQRT_3 * f) / (TWO_PI * -x)))))
}

/** f(s) = Φ(−s/2), nearly half the distance to the largest price as s → ∞; with df/db and d²f/db². */
function highPriceTransform(x: number, s: number): { value: number; slope: number; curvature: number } {
  const value = normalCdf(-0.5 * s)
  if (x === 0) return { value, slope: -0.5, curvature: 0 }
  const w = (x / s) ** 2
  const slope = -0.5 * fastExp(0.5 * w)
  const curvature = SQRT_HALF_PI * fastExp(w + 0.125 * s * s) * (w / s)
  return { value, slope, curvature }
}
