// Tests: performance.test.ts

import { RISK_FREE_RATE, TRADING_DAYS, ZERO_DEVIATION } from './constants.ts'
import { inputErrors, rejectInfinite, requireEqualLengths } from './errors.ts'
import type { Moments } from './moments.ts'
import { computePairMoments, isConstant } from './regression.ts'
import { type RiskFreeOption, toDailyRate } from './risk-free-rate.ts'

/**
 * Jensen's alpha, arithmetic: the mean return a year beyond what beta explains.
 *
 *     α = ( mean(r − rf_d) − β·mean(b − rf_d) )·252
 *
 * - `returns`, `benchmarkReturns`: simple daily returns on the same days; NaN on either side leaves the day out
 *
 * @returns a fraction per year; null for fewer than two common days or a benchmark that never moves
 * @throws QuantInputError when the lengths differ, a return is infinite or the risk-free rate is no number
 * @see Jensen, "The performance of mutual funds in the period 1945–1964", Journal of Finance 23(2), 1968
 */
export function computeJensenAlpha(
  returns: Float64Array,
  benchmarkReturns: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): number | null {
  const dailyRate = toDailyRate(riskFreeRate)
  const { count, meanX, meanY, squaresX, products } = computePairMoments(benchmarkReturns, returns)
  if (count < 2 || isConstant(squaresX, count)) return null
  return (meanY - dailyRate - (products / squaresX) * (meanX - dailyRate)) * TRADING_DAYS
}

/**
 * Jensen's alpha with the daily alpha compounded over the year, (1 + α/252)^252 − 1, as some libraries show it.
 * @returns as {@link computeJensenAlpha}; also null when a year of that alpha leaves the range of numbers
 * @throws QuantInputError as {@link computeJensenAlpha}
 */
export function computeCompoundJensenAlpha(
  returns: Float64Array,
  benchmarkReturns: Float64Array,
  options: RiskFreeOption = {},
): number | null {
  const alpha = computeJensenAlpha(returns, benchmarkReturns, options)
  if (alpha === null) return null
  const compounded = (1 + alpha / TRADING_DAYS) ** TRADING_DAYS - 1
  return Number.isFinite(compounded) ? compounded : null
}

/**
 * Tracking error: the annualised volatility of the difference to the benchmark,  sd(r − b, ddof 1)·√252.
 * @returns a fraction per year; null for fewer than two common days
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function computeTrackingError(returns: Float64Array, benchmarkReturns: Float64Array): number | null {
  const { count, squares } = computeDifferenceMoments(returns, benchmarkReturns)
  return count < 2 ? null : Math.sqrt((squares / (count - 1)) * TRADING_DAYS)
}

/**
 * Information ratio: mean excess over the benchmark a year, per unit of tracking error,  mean(r − b)·252 / TE.
 * @returns null for fewer than two common days, or when the portfolio never differs from its benchmark
 * @throws QuantInputError when the lengths differ or a return is infinite
 */
export function computeInformationRatio(returns: Float64Array, benchmarkReturns: Float64Array): number | null {
  const { count, mean, squares } = computeDifferenceMoments(returns, benchmarkReturns)
  const deviation = Math.sqrt(squares / (count - 1))
  return count < 2 || deviation < ZERO_DEVIATION ? null : (mean / deviation) * Math.sqrt(TRADING_DAYS)
}

/** Moments of r − b over the days that both have, without an array for the differences. */
function computeDifferenceMoments(returns: Float64Array, benchmarkReturns: Float64Array): Moments {
  requireEqualLengths('returns', returns, 'benchmarkReturns', benchmarkReturns)
  let count = 0
  let sum = 0
  for (let t = 0; t < returns.length; t++) {
    const difference = returns[t]! - benchmarkReturns[t]!
    if (Number.isNaN(difference)) continue
    sum += difference
    count++
  }
  const mean = count === 0 ? 0 : sum / count
  let squares = 0
  for (let t = 0; t < returns.length; t++) {
    const deviation = returns[t]! - benchmarkReturns[t]! - mean
    if (!Number.isNaN(deviation)) squares += deviation * deviation
  }
  if (!(Math.abs(sum) < Infinity && squares < Infinity)) {
    rejectInfinite('returns', returns)
    rejectInfinite('benchmarkReturns', benchmarkReturns)
  }
  return { count, mean, squares }
}

/** How much of the benchmark's rises and falls a portfolio took part in. */
export interface CaptureRatios {
  /** 1.2: on days when the benchmark rose, the portfolio rose 1.2 times as fast. Null without a day that rose measurably. */
  readonly up: number | null
  /** 0.8: it took 0.8 of the falls. Null without a day that fell measurably. */
  readonly down: number | null
  readonly upDays: number
  readonly downDays: number
}

/**
 * Up and down capture: the geometric mean daily return on the days when the benchmark rose (or fell), over the
 * benchmark's own.
 *
 *     up = geo(r | b > 0) / geo(b | b > 0),   geo(x) = Π(1 + x)^(1/len) − 1
 *
 * From fewer than ten such days the figure is an anecdote; the counts are there so that a screen can hide it.
 *
 * - `returns`, `benchmarkReturns`: above −1, on the same days; NaN on either side leaves the day out
 *
 * @throws QuantInputError when the lengths differ, or naming the first return of −100 % or less, or infinite
 */
export function computeCaptureRatios(returns: Float64Array, benchmarkReturns: Float64Array): CaptureRatios {
  requireEqualLengths('returns', returns, 'benchmarkReturns', benchmarkReturns)
  let [upDays, upOwn, upBenchmark] = [0, 0, 0]
  let [downDays, downOwn, downBenchmark] = [0, 0, 0]
  for (let t = 0; t < returns.length; t++) {
    const own = returns[t]!
    const benchmark = benchmarkReturns[t]!
    if (Number.isNaN(own) || Number.isNaN(benchmark)) continue
    requireGrowth('returns', t, own)
    requireGrowth('benchmarkReturns', t, benchmark)
    // Logarithms, because the product of ten thousand growth factors would overflow or vanish.
    if (benchmark > 0) {
      upDays++
      upOwn += Math.log1p(own)
      upBenchmark += Math.log1p(benchmark)
    } else if (benchmark < 0) {
      downDays++
      downOwn += Math.log1p(own)
      downBenchmark += Math.log1p(benchmark)
    }
  }
  const ratio = (days: number, own: number, benchmark: number) => {
    const capture = Math.expm1(own / days) / Math.expm1(benchmark / days)
    return Number.isFinite(capture) ? capture : null
  }
  return { up: ratio(upDays, upOwn, upBenchmark), down: ratio(downDays, downOwn, downBenchmark), upDays, downDays }
}

function requireGrowth(argument: string, index: number, value: number): void {
  if (!(value > -1 && value < Infinity)) {
    throw inputErrors.badNumber(argument, index, value, 'a finite return above −1')
  }
}
