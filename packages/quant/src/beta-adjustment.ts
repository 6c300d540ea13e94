import { inputErrors, requireEqualLengths, requireFinite } from './errors.ts'
import { fitFactorRegression } from './factor-regression.ts'

/** Spread of true betas around their sector's, as a fraction; how far an estimate is trusted before it is shrunk. */
export const PRIOR_BETA_DEVIATION = 0.35

/** A beta pulled towards what is usual for its kind. */
export interface ShrunkBeta {
  readonly beta: number
  /** Weight of the estimate, in [0, 1]; the prior has the rest. */
  readonly estimateWeight: number
}

/**
 * Vasicek's shrinkage: a beta estimated with a large error is pulled further towards the prior.
 *
 *     β* = λ·β̂ + (1 − λ)·β₀,   λ = s₀² / (s₀² + se²)
 *
 * @param estimate β̂ of a regression, with its standard error; null (too little history) gives the prior
 * @param prior β₀, such as the usual beta of the sector
 * @param priorDeviation s₀, the spread of true betas around the prior
 * @throws QuantInputError for a beta that is no finite number, or a negative or non-finite error or deviation
 * @see Vasicek, "A note on using cross-sectional information in Bayesian estimation of security betas", Journal of
 *      Finance 28(5), 1973
 */
export function shrinkBeta(
  estimate: { readonly beta: number; readonly standardError: number } | null,
  prior: number,
  { priorDeviation = PRIOR_BETA_DEVIATION }: { readonly priorDeviation?: number } = {},
): ShrunkBeta {
  requireFinite('prior', prior)
  if (!(priorDeviation > 0 && priorDeviation < Infinity)) {
    throw inputErrors.badNumber('priorDeviation', null, priorDeviation, 'a positive finite number')
  }
  if (estimate === null) return { beta: prior, estimateWeight: 0 }
  const { beta, standardError } = estimate
  requireFinite('estimate.beta', beta)
  if (!(standardError >= 0 && standardError < Infinity)) {
    throw inputErrors.badNumber('standardError', null, standardError, 'a finite number of 0 or more')
  }
  const estimateWeight = 1 / (1 + (standardError / priorDeviation) ** 2)
  return { beta: estimateWeight * beta + (1 - estimateWeight) * prior, estimateWeight }
}

/**
 * Dimson's beta, for an instrument whose exchange closes at another hour than the benchmark's: the sum of the betas on
 * the benchmark's previous, same and next day, from one regression on all three.
 *
 *     r_t = α + β₋₁·b_{t−1} + β₀·b_t + β₊₁·b_{t+1} + ε,   β = β₋₁ + β₀ + β₊₁
 *
 * London reacts tomorrow to what New York does tonight; the plain beta misses that half.
 *
 * - `assetReturns`, `benchmarkReturns`: daily returns on the same days; a day enters when the asset has a return and
 *        the benchmark has one on that day, the day before and the day after
 *
 * @returns null for fewer than five such days, or a benchmark that never moves (or moves in a fixed pattern)
 * @throws QuantInputError when the lengths differ or a return is infinite
 * @see Dimson, "Risk measurement when shares are subject to infrequent trading", Journal of Financial Economics 7(2),
 *      1979
 */
export function computeDimsonBeta(assetReturns: Float64Array, benchmarkReturns: Float64Array): number | null {
  requireEqualLengths('assetReturns', assetReturns, 'benchmarkReturns', benchmarkReturns)
  const inner = assetReturns.subarray(1, Math.max(1, assetReturns.length - 1))
  const lags = [0, 1, 2].map((lag) => benchmarkReturns.subarray(lag, inner.length + lag))
  const model = fitFactorRegression(inner, lags)
  return model === null || model.standardErrors === null ? null : model.slopes.reduce((sum, beta) => sum + beta, 0)
}

/**
 * Beta on the benchmark's bad days alone: ordinary least squares over the days on which it returned less than
 * `threshold`.
 *
 * @param threshold −0.5 % unless told otherwise
 * @returns both series cut to those days, for `fitRegression` or `computeBeta`; it is worth using from 60 days on
 * @throws QuantInputError when the lengths differ
 */
export function pickFallingDays(
  assetReturns: Float64Array,
  benchmarkReturns: Float64Array,
  { threshold = -0.005 }: { readonly threshold?: number } = {},
): { readonly asset: Float64Array; readonly benchmark: Float64Array } {
  requireEqualLengths('assetReturns', assetReturns, 'benchmarkReturns', benchmarkReturns)
  const isPicked = (_: number, t: number) => benchmarkReturns[t]! < threshold && !Number.isNaN(assetReturns[t]!)
  return { asset: assetReturns.filter(isPicked), benchmark: benchmarkReturns.filter(isPicked) }
}
