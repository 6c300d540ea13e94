// Tests: american-initial-boundary.test.ts

import { computeBoundaryAtExpiry, guessExerciseBoundary, type PutMarket } from './american-initial-boundary.ts'
import type { AmericanScheme } from './american-scheme.ts'
import { normalCdf, normalCdfGivenExponential, normalPdf } from './normal-distribution.ts'
import { fastExp } from './table-exponential.ts'

/**
 * Early-exercise boundary of an American put by the fixed-point method of L. Andersen, M. Lake and D. Offengenden,
 * "High-performance American option pricing", Journal of Computational Finance 20(1) (2016) 39–87.
 *
 * With τ the time left, the boundary solves B(τ) = K·e^{−(r−q)τ}·N(τ, B)/D(τ, B), in one of two forms:
 *
 *     values     N = Φ(d₋(τ, B/K)) + r∫₀^τ e^{ru}·Φ(d₋(τ−u, B(τ)/B(u))) du
 *                D = Φ(d₊(τ, B/K)) + q∫₀^τ e^{qu}·Φ(d₊(τ−u, B(τ)/B(u))) du
 *     densities  N = φ(d₋)/(σ√τ) + r∫₀^τ e^{ru}·φ(d₋)/(σ√(τ−u)) du
 *                D = φ(d₊)/(σ√τ) + Φ(d₊) + q∫₀^τ e^{qu}·[Φ(d₊) + φ(d₊)/(σ√(τ−u))] du
 *
 * (value matching and smooth pasting; FP-B and FP-A in the paper). Each is iterated at Chebyshev points in √τ. What is
 * interpolated between them is ln(B/X)², X = B(0): the boundary has a root singularity at expiry, its squared logarithm
 * hardly any.
 */
export interface ExerciseBoundary {
  /** X = B(0), the boundary's limit at expiry. */
  readonly atExpiry: number
  /** B(T): at or below this spot a put is exercised now. */
  readonly now: number
  /** ln(B/X)² at the scheme's collocation times. */
  readonly squaredLogs: Float64Array
}

/**
 * The density form contracts four times faster, but its iteration diverges when the drift |r − q|·√T is large against
 * σ; measured over random markets it is the better one below this ratio.
 */
const DENSITY_FORM_BELOW = 0.7
const VALUE_FORM_EXTRA = 3

/** Solves for the boundary of a put with rate > 0 (or = 0 with a negative yield), years > 0 and volatility > 0. */
export function solveExerciseBoundary(market: PutMarket, scheme: AmericanScheme): ExerciseBoundary {
  const { strike, years, rate, dividendYield, volatility } = market
  const n = scheme.collocationCount
  const atExpiry = computeBoundaryAtExpiry(strike, rate, dividendYield)
  const squaredLogs = new Float64Array(n + 1)
  let start = 0.999 * atExpiry
  for (let i = n - 1; i >= 0; i--) {
    start = guessExerciseBoundary(market, years * scheme.rootTimes[i]! ** 2, start)
    squaredLogs[i] = Math.log(start / atExpiry) ** 2
  }
  const useDensities = Math.abs(rate - dividendYield) * Math.sqrt(years) < DENSITY_FORM_BELOW * volatility
  const weights = createBoundaryWeights(market, scheme)
  const iterations = useDensities ? scheme.iterations : VALUE_FORM_EXTRA * scheme.iterations
  const next = new Float64Array(n + 1)
  for (let iteration = 0; iteration < iterations; iteration++) {
    for (let i = 0; i < n; i++) next[i] = improvePoint(market, scheme, squaredLogs, weights, i, useDensities)
    squaredLogs.set(next)
  }
  return { atExpiry, now: atExpiry * fastExp(-Math.sqrt(squaredLogs[0]!)), squaredLogs }
}

/** r·e^{ru}·du and q·e^{qu}·du for every point and angle, interleaved: they do not change between iterations. */
function createBoundaryWeights(market: PutMarket, scheme: AmericanScheme): Float64Array {
  const { years, rate, dividendYield } = market
  const { count, sine, cosine, weight } = scheme.boundaryRule
  const weights = new Float64Array(2 * scheme.collocationCount * count)
  for (let i = 0; i < scheme.collocationCount; i++) {
    const tau = years * scheme.rootTimes[i]! ** 2
    for (let j = 0; j < count; j++) {
      const elapsed = tau * cosine[j]! ** 2
      const step = 2 * tau * sine[j]! * cosine[j]! * weight[j]!
      weights[2 * (i * count + j)] = rate * fastExp(rate * elapsed) * step
      weights[2 * (i * count + j) + 1] = dividendYield * fastExp(dividendYield * elapsed) * step
    }
  }
  return weights
}

/**
 * One Newton step for the boundary at point i, in its logarithm; the slope leaves out the integrals, since shifting the
 * whole boundary does not move them. Returns the new ln(B/X)².
 */
function improvePoint(
  market: PutMarket,
  scheme: AmericanScheme,
  squaredLogs: Float64Array,
  weights: Float64Array,
  i: number,
  useDensities: boolean,
): number {
  const { strike, years, rate, dividendYield, volatility } = market
  const { count, sine } = scheme.boundaryRule
  const tau = years * scheme.rootTimes[i]! ** 2
  const deviation = volatility * Math.sqrt(tau)
  const drift = rate - dividendYield
  const logToStrike = Math.log(computeBoundaryAtExpiry(strike, rate, dividendYield) / strike)
  const log = -Math.sqrt(squaredLogs[i]!)
  const dPlus = (log + logToStrike + drift * tau) / deviation + 0.5 * deviation
  const dMinus = dPlus - deviation
  const densityPlus = normalPdf(dPlus) / deviation
  const densityMinus = normalPdf(dMinus) / deviation
  let numerator = useDensities ? densityMinus : normalCdf(dMinus)
  let denominator = normalCdf(dPlus) + (useDensities ? densityPlus : 0)
  const numeratorSlope = useDensities ? (-dMinus * densityMinus) / deviation : densityMinus
  const denominatorSlope = densityPlus - (useDensities ? (dPlus * densityPlus) / deviation : 0)
  for (let j = 0; j < count; j++) {
    const row = i * count + j
    const earlierLog = Math.sqrt(interpolate(scheme.boundaryInterpolation, row, squaredLogs))
    const part = deviation * sine[j]!
    const plus = (earlierLog + log + drift * tau * sine[j]! ** 2) / part + 0.5 * part
    const minus = plus - part
    const exponentialPlus = fastExp(-0.5 * plus * plus)
    const exponentialMinus = fastExp(-0.5 * minus * minus)
    const cdfPlus = normalCdfGivenExponential(plus, exponentialPlus)
    if (useDensities) {
      const scale = INVERSE_SQRT_2PI / part
      numerator += weights[2 * row]! * scale * exponentialMinus
      denominator += weights[2 * row + 1]! * (cdfPlus + scale * exponentialPlus)
    } else {
      numerator += weights[2 * row]! * normalCdfGivenExponential(minus, exponentialMinus)
      denominator += weights[2 * row + 1]! * cdfPlus
    }
  }
  const target = Math.log(numerator / denominator) - logToStrike - drift * tau
  const contraction = numeratorSlope / numerator - denominatorSlope / denominator
  const improved = log - (log - target) / (1 - contraction)
  // Where both sides underflow (hardly any volatility) a step is no number, and the point stays where it was.
  if (!Number.isFinite(improved)) return log * log
  if (improved <= 0) return improved * improved
  // A step past the boundary's limit at expiry is not one; the plain iteration cannot overshoot so far.
  return target <= 0 ? target * target : 0
}

const INVERSE_SQRT_2PI = 0.3989422804014327

/** Σ weights·values of one row of an interpolation table; squares of logarithms, so a negative ripple is cut off. */
export function interpolate(table: Float64Array, row: number, values: Float64Array): number {
  const width = values.length
  let sum = 0
  for (let k = 0, at = row * width; k < width; k++, at++) sum += table[at]! * values[k]!
  return sum > 0 ? sum : 0
}
