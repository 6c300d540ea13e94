import { inputErrors } from '../errors.ts'

/** Terms of the continued fraction; it converges in a few dozen for every number of degrees in use. */
const MOST_TERMS = 500
const PRECISION = 1e-16
const TINY = 1e-300
/** From here on Stirling's series has all digits. */
const STIRLING_FROM = 15

/**
 * Student's t: probability of a value above `statistic`,  P(T > t) = ½·I_x(ν/2, ½) with x = ν/(ν + t²) for t ≥ 0, where
 * I is the regularised incomplete beta function (Lentz's continued fraction).
 *
 * @param statistic any number; ±∞ gives 0 or 1
 * @param degrees of freedom ν > 0, need not be whole
 * @returns with about 12 digits up to 10,000 degrees; with millions, where the normal distribution serves, half as many
 * @throws QuantInputError when the statistic is NaN, or the degrees are not positive and finite
 * @see Abramowitz & Stegun 26.5.27, 26.7.1; Press et al., "Numerical Recipes", 3rd ed., §6.4
 */
export function computeStudentUpperTail(statistic: number, degrees: number): number {
  requireDegrees(degrees)
  if (Number.isNaN(statistic)) throw inputErrors.badNumber('statistic', null, statistic, 'a number')
  if (Math.abs(statistic) === Infinity) return statistic > 0 ? 0 : 1
  const square = statistic * statistic
  const half =
    0.5 * computeIncompleteBeta(degrees / (degrees + square), square / (degrees + square), 0.5 * degrees, 0.5)
  return statistic >= 0 ? half : 1 - half
}

/** Two-sided p-value of a t statistic,  2·P(T > |t|). Throws as {@link computeStudentUpperTail} does. */
export function computeStudentPValue(statistic: number, degrees: number): number {
  return Math.min(1, 2 * computeStudentUpperTail(Math.abs(statistic), degrees))
}

/**
 * The value that Student's t exceeds with a probability: the inverse of {@link computeStudentUpperTail}, by bisection.
 *
 * @param probability in (0, 1); 0.025 gives the factor of a 95 % interval
 * @throws QuantInputError for a probability outside (0, 1) or impossible degrees
 */
export function computeStudentQuantile(probability: number, degrees: number): number {
  requireDegrees(degrees)
  if (!(probability > 0 && probability < 1)) {
    throw inputErrors.badNumber('probability', null, probability, 'a number between 0 and 1')
  }
  if (probability > 0.5) return -computeStudentQuantile(1 - probability, degrees)
  let high = 1
  while (computeStudentUpperTail(high, degrees) > probability && high < 1e100) high *= 2
  let low = 0
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const middle = 0.5 * (low + high)
    if (computeStudentUpperTail(middle, degrees) > probability) low = middle
    else high = middle
  }
  return 0.5 * (low + high)
}

function requireDegrees(degrees: number): void {
  if (!(degrees > 0 && degrees < Infinity)) {
    throw inputErrors.badNumber('degrees', null, degrees, 'a positive finite number')
  }
}

/** I_x(a, b); `rest` is 1 − x, given apart so that nothing is lost when x is near 1. */
function computeIncompleteBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (rest <= 0) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - computeIncompleteBeta(rest, x, b, a)
  const logFront = a * Math.log(x) + b * Math.log(rest) + logGamma(a + b) - logGamma(a) - logGamma(b)
  return (Math.exp(logFront) / a) * sumContinuedFraction(x, a, b)
}

function sumContinuedFraction(x: number, a: number, b: number): number {
  const avoidZero = (value: number) => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / avoidZero(1 + even * d)
    c = avoidZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / avoidZero(1 + odd * d)
    c = avoidZero(1 + odd / c)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) <= PRECISION) break
  }
  return fraction
}

/** ln Γ(x) for x > 0: Stirling's series, reached by Γ(x + 1) = x·Γ(x). */
function logGamma(x: number): number {
  let shift = 0
  let y = x
  while (y < STIRLING_FROM) {
    shift += Math.log(y)
    y++
  }
  const square = 1 / (y * y)
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / y
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift
}
