// Tests: normal-distribution.test.ts

/**
 * The error function and its complements, to full double precision over the whole line.
 *
 * Minimax rational approximations of W. J. Cody, "Rational Chebyshev approximation for the error function",
 * Mathematics of Computation 23 (1969) 631–637, with the ranges of his CALERF routine: |x| ≤ 0.46875, up to 4, beyond.
 * A naive 1 − erf(x) loses every digit by x = 6; options far from the money are priced by exactly those digits.
 */

const INVERSE_SQRT_PI = 0.5641895835477563
/** Where the direct approximation of erf ends and that of erfcx begins. */
export const SMALL = 0.46875
/** erfcx(x) exceeds the largest double below this argument. */
const SCALED_OVERFLOW = -26.628735713751492

/** erf(x) / x as a rational function of z = x², for |x| ≤ 0.46875. */
function erfRatio(z: number): number {
  const numerator =
    (((0.18577770618460315 * z + 3.1611237438705655) * z + 113.86415415105016) * z + 377.485237685302) * z +
    3209.3775891384694
  const denominator =
    (((z + 23.601290952344122) * z + 244.02463793444417) * z + 1282.6165260773723) * z + 2844.236833439171
  return numerator / denominator
}

/**
 * exp(y²)·erfc(y) for 0.46875 ≤ y ≤ 4. The polynomials are summed in pairs (Estrin) and not from the top (Horner): all
 * terms are positive, so nothing is lost, and the processor can work on the pairs side by side.
 */
function erfcxMiddle(y: number): number {
  const y2 = y * y
  const y4 = y2 * y2
  const numerator =
    1230.3393547979972 +
    2051.0783778260716 * y +
    (1712.0476126340707 + 881.952221241769 * y) * y2 +
    (298.6351381974001 + 66.11919063714163 * y + (8.883149794388377 + 0.5641884969886701 * y) * y2) * y4 +
    2.1531153547440383e-8 * (y4 * y4)
  const denominator =
    1230.3393548037495 +
    3439.3676741437216 * y +
    (4362.619090143247 + 3290.7992357334597 * y) * y2 +
    (1621.3895745666903 + 537.1811018620099 * y + (117.6939508913125 + 15.744926110709835 * y) * y2) * y4 +
    y4 * y4
  return numerator / denominator
}

/** exp(y²)·erfc(y) for y ≥ 4, an expansion in 1/y². */
function erfcxFar(y: number): number {
  const z = 1 / (y * y)
  const numerator =
    ((((0.016315387137302097 * z + 0.30532663496123236) * z + 0.36034489994980445) * z + 0.12578172611122926) * z +
      0.016083785148742275) *
      z +
    0.0006587491615298378
  const denominator =
    ((((z + 2.568520192289822) * z + 1.8729528499234604) * z + 0.5279051029514285) * z + 0.06051834131244132) * z +
    0.0023352049762686918
  return (INVERSE_SQRT_PI - (z * numerator) / denominator) / y
}

/**
 * exp(−y²) without the loss that rounding y² causes: for y = 25 the plain form is wrong by 600 units in the last
 * place. The square is split into an exact part (y to a sixteenth) and a small rest, as Cody does.
 */
export function expOfMinusSquare(y: number): number {
  const head = Math.trunc(y * 16) / 16
  return Math.exp(-head * head) * Math.exp(-(y - head) * (y + head))
}

function expOfSquare(y: number): number {
  const head = Math.trunc(y * 16) / 16
  return Math.exp(head * head) * Math.exp((y - head) * (y + head))
}

/** erf for |x| ≤ 0.46875, for hot loops that know where they are. */
export function erfBelowSmall(x: number): number {
  return x * erfRatio(x * x)
}

/** erfcx for y ≥ 0.46875, the form that hot loops call when they already hold exp(−y²). */
export function erfcxAboveSmall(y: number): number {
  return y <= 4 ? erfcxMiddle(y) : erfcxFar(y)
}

/**
 * Error function, erf(x) = 2/√π · ∫₀ˣ exp(−t²) dt.
 *
 * @param x any number; ±∞ gives ±1, NaN gives NaN
 * @returns a value in [−1, 1], odd in x, relative error of a few units in the last place
 */
export function erf(x: number): number {
  const y = Math.abs(x)
  if (y <= SMALL) return x * erfRatio(x * x)
  if (y > 6) return Number.isNaN(x) ? Number.NaN : Math.sign(x)
  const value = 1 - expOfMinusSquare(y) * erfcxAboveSmall(y)
  return x < 0 ? -value : value
}

/**
 * Complementary error function, erfc(x) = 1 − erf(x), with full relative precision down to the smallest double.
 *
 * @param x any number; +∞ gives 0, −∞ gives 2, NaN gives NaN; underflows to 0 above about 26.6
 */
export function erfc(x: number): number {
  const y = Math.abs(x)
  if (y <= SMALL) return 1 - x * erfRatio(x * x)
  if (y > 28) return Number.isNaN(x) ? Number.NaN : x > 0 ? 0 : 2
  const tail = expOfMinusSquare(y) * erfcxAboveSmall(y)
  return x < 0 ? 2 - tail : tail
}

/**
 * Scaled complementary error function, erfcx(x) = exp(x²)·erfc(x). It stays of the order 1/(x√π) where erfc itself
 * underflows, which is what lets a difference of two normal tails be taken without losing it.
 *
 * @param x any number; +∞ gives 0; below −26.63 the value exceeds the largest double and is Infinity; NaN gives NaN
 */
export function erfcx(x: number): number {
  const y = Math.abs(x)
  if (y <= SMALL) return (1 - x * erfRatio(x * x)) * Math.exp(x * x)
  if (x < SCALED_OVERFLOW) return Number.POSITIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return 0
  const value = erfcxAboveSmall(y)
  return x < 0 ? 2 * expOfSquare(y) - value : value
}
