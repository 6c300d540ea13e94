import { inputErrors } from '../errors.ts'
import { erf, erfcxAboveSmall } from './error-function.ts'

/**
 * The standard normal distribution: density, cumulative function, quantile, and the ratio of the two tails to the
 * density, each accurate to a few units in the last place as far out as doubles reach.
 */

const INVERSE_SQRT_2PI = 0.3989422804014327
const SQRT_HALF = Math.SQRT1_2
/** Below this magnitude erf is computed directly, above it the scaled tail is; 0.46875·√2. */
const CENTRE = 0.6629126073623883

/**
 * Standard normal density, φ(x) = exp(−x²/2) / √(2π).
 *
 * @param x any number; ±∞ gives 0, NaN gives NaN
 */
export function normalPdf(x: number): number {
  return INVERSE_SQRT_2PI * expOfMinusHalfSquare(x)
}

/**
 * Standard normal cumulative distribution, Φ(x) = ½·erfc(−x/√2), with full relative precision in the left tail:
 * Φ(−37) ≈ 5.7e−300 has as many correct digits as Φ(0) = 0.5.
 *
 * @param x any number; −∞ gives 0, +∞ gives 1, NaN gives NaN
 * @see W. J. Cody, Mathematics of Computation 23 (1969); the split of x² follows his ANORM routine
 */
export function normalCdf(x: number): number {
  const y = Math.abs(x)
  if (y <= CENTRE) return 0.5 + 0.5 * erf(x * SQRT_HALF)
  if (y > 39) return Number.isNaN(x) ? Number.NaN : x > 0 ? 1 : 0
  const tail = 0.5 * expOfMinusHalfSquare(y) * erfcxAboveSmall(y * SQRT_HALF)
  return x < 0 ? tail : 1 - tail
}

/**
 * Φ(x) for a caller that already holds exp(−x²/2): the exponential is the expensive half of the function, and
 * pricing needs it anyway for the density.
 */
export function normalCdfGivenExponential(x: number, expOfMinusHalfSquareOfX: number): number {
  const y = Math.abs(x)
  if (y <= CENTRE) return 0.5 + 0.5 * erf(x * SQRT_HALF)
  const tail = 0.5 * expOfMinusHalfSquareOfX * erfcxAboveSmall(y * SQRT_HALF)
  return x < 0 ? tail : 1 - tail
}

/** exp(−x²/2), with x² split so that its rounding does not reach the exponent. */
export function expOfMinusHalfSquare(x: number): number {
  const y = Math.abs(x)
  if (y > 39) return Number.isNaN(x) ? Number.NaN : 0
  const head = Math.trunc(y * 16) / 16
  return Math.exp(-0.5 * head * head) * Math.exp(-0.5 * (y - head) * (y + head))
}

/**
 * Quantile (inverse of the cumulative distribution): the x with Φ(x) = p.
 *
 * @param p a probability in [0, 1]; 0 gives −∞ and 1 gives +∞
 * @returns x with relative error about 1e−15, for p down to the smallest double
 * @throws QuantInputError when p is not in [0, 1]
 * @see M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37
 *      (1988) 477–484, routine PPND16
 */
export function inverseNormalCdf(p: number): number {
  if (!(p >= 0 && p <= 1)) throw inputErrors.badNumber('p', null, p, 'a probability between 0 and 1')
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  const centred = p - 0.5
  if (Math.abs(centred) <= 0.425) return centralQuantile(centred)
  const tail = centred < 0 ? p : 1 - p
  const r = Math.sqrt(-Math.log(tail))
  const magnitude = r <= 5 ? middleQuantile(r - 1.6) : farQuantile(r - 5)
  return centred < 0 ? -magnitude : magnitude
}

function centralQuantile(q: number): number {
  const r = 0.180625 - q * q
  const numerator =
    ((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r +
      13731.693765509461) *
      r +
      1971.5909503065513) *
      r +
      133.14166789178438) *
      r +
    3.3871328727963665
  const denominator =
    ((((((5226.495278852546 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r +
      5394.196021424751) *
      r +
      687.1870074920579) *
      r +
      42.31333070160091) *
      r +
    1
  return (q * numerator) / denominator
}

function middleQuantile(r: number): number {
  const numerator =
    ((((((7.745450142783414e-4 * r + 0.022723844989269184) * r + 0.2417807251774506) * r + 1.2704582524523684) * r +
      3.6478483247632045) *
      r +
      5.769497221460691) *
      r +
      4.630337846156546) *
      r +
    1.4234371107496835
  const denominator =
    ((((((1.0507500716444169e-9 * r + 5.475938084995345e-4) * r + 0.015198666563616457) * r + 0.14810397642748008) * r +
      0.6897673349851) *
      r +
      1.6763848301838038) *
      r +
      2.053191626637759) *
      r +
    1
  return numerator / denominator
}

function farQuantile(r: number): number {
  const numerator =
    ((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r + 0.026532189526576124) *
      r +
      0.2965605718285049) *
      r +
      1.7848265399172913) *
      r +
      5.463784911164114) *
      r +
    6.657904643501103
  const denominator =
    ((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r + 7.868691311456133e-4) *
      r +
      0.014875361290850615) *
      r +
      0.1369298809227358) *
      r +
      0.599832206555888) *
      r +
    1
  return numerator / denominator
}
