/** The quotient is rounded to 1 ± ε before its logarithm is taken, which near 1 is all that the logarithm consists of. */
const NEAR = 1 / 16

/**
 * ln(a/b) to rounding, also where a and b nearly agree: there a − b is exact and the quotient is not.
 *
 * @param a number > 0
 * @param b number > 0
 */
export function logRatio(a: number, b: number): number {
  const distance = a - b
  return Math.abs(distance) < NEAR * b ? Math.log1p(distance / b) : Math.log(a / b)
}
