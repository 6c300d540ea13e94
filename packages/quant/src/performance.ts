import {
  computeCaptureRatios,
  computeInformationRatio,
  computeJensenAlpha,
  computeTrackingError,
} from './benchmark-relative.ts'
import { MINIMUM_PAIR_RETURNS, RISK_FREE_RATE, TRADING_DAYS, ZERO_DEVIATION } from './constants.ts'
import { computeCornishFisherCvar, computeCornishFisherVar, isCornishFisherValid } from './cornish-fisher.ts'
import { computeDistributionShape } from './distribution-shape.ts'
import { computeDrawdownDuration, computeMaxDrawdown, type Drawdown, type DrawdownDuration } from './drawdown.ts'
import { requireEqualLengths, requireFinite } from './errors.ts'
import { fitRegression } from './regression.ts'
import { computeSimpleReturns } from './returns.ts'
import type { RiskFreeOption } from './risk-free-rate.ts'
import { computeSharpeRatio } from './sharpe-ratio.ts'
import { computeDownsideDeviation, computeSortinoRatio } from './sortino-ratio.ts'
import { computeTailRisk } from './tail-risk.ts'
import { computeAnnualizedReturn, computeTotalReturn, isWorthAnnualizing } from './total-return.ts'
import { computeVolatility } from './volatility.ts'
import { countDays } from './win-rate.ts'

/** Returns from which a historical tail is more than its worst day. */
const MINIMUM_TAIL_RETURNS = 20
/** Rising (or falling) benchmark days from which a capture ratio is more than an anecdote. */
const MINIMUM_CAPTURE_DAYS = 10

/**
 * Why figures are null.
 * - `insufficient-data`: fewer than two returns, so nothing that needs a spread exists.
 * - `short-window`: fewer than 60 returns; not annualised, and no beta unless asked for.
 * - `short-tail`: fewer than 20 returns; no VaR or CVaR.
 * - `zero-volatility`: the value never moved; no ratio over its spread exists.
 * - `cf-invalid`: skewness and kurtosis lie outside the domain of the Cornish–Fisher expansion.
 * - `zero-tracking-error`: the portfolio never differed from its benchmark; no information ratio exists.
 */
export type PerformanceFlag =
  | 'insufficient-data'
  | 'short-window'
  | 'short-tail'
  | 'zero-volatility'
  | 'cf-invalid'
  | 'zero-tracking-error'

/** All of a series' own figures; fractions throughout, losses positive, null where a flag says why. */
export interface Performance {
  /** Number of daily returns. */
  readonly observations: number
  readonly totalReturn: number
  readonly annualizedReturn: number | null
  readonly volatility: number | null
  readonly sharpeRatio: number | null
  readonly downsideDeviation: number | null
  readonly sortinoRatio: number | null
  readonly maxDrawdown: Drawdown
  readonly drawdownDuration: DrawdownDuration
  readonly calmarRatio: number | null
  readonly winRate: number | null
  readonly bestDay: number | null
  readonly worstDay: number | null
  readonly var95: number | null
  readonly cvar95: number | null
  readonly cornishFisherVar95: number | null
  readonly cornishFisherCvar95: number | null
  readonly skewness: number | null
  readonly excessKurtosis: number | null
  readonly flags: readonly PerformanceFlag[]
}

/**
 * Calmar ratio:  annualised return / maximum drawdown.
 * @param maxDrawdown positive fraction
 * @returns null when there is no annualised return, or nothing ever fell (or by so little that the ratio is no number)
 * @throws QuantInputError for a figure that is NaN or infinite
 * @see Young, "Calmar ratio: a smoother tool", Futures 20(1), 1991
 */
export function computeCalmarRatio(annualizedReturn: number | null, maxDrawdown: number): number | null {
  requireFinite('maxDrawdown', maxDrawdown)
  if (annualizedReturn === null || Math.abs(maxDrawdown) < ZERO_DEVIATION) return null
  requireFinite('annualizedReturn', annualizedReturn)
  const ratio = annualizedReturn / maxDrawdown
  return Number.isFinite(ratio) ? ratio : null
}

/**
 * Every figure of a series of values on its own, as the backtest screen shows them, with the thresholds below which a
 * figure is not worth showing (see {@link PerformanceFlag}). Each figure has a function of its own, which knows no
 * such thresholds.
 *
 * @param values portfolio values in time order, one a trading day, at least one, all positive
 * @throws QuantInputError for an empty series, or naming the first value that is not a positive finite number
 */
export function computePerformance(
  values: Float64Array,
  { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {},
): Performance {
  const totalReturn = computeTotalReturn(values)
  const returns = computeSimpleReturns(values)
  const observations = returns.length
  const isLong = isWorthAnnualizing(observations)
  const hasTail = observations >= MINIMUM_TAIL_RETURNS
  const annualizedReturn = isLong ? computeAnnualizedReturn(totalReturn, observations) : null
  const volatility = computeVolatility(returns)
  const maxDrawdown = computeMaxDrawdown(values)
  const shape = computeDistributionShape(returns)
  const tail = hasTail ? computeTailRisk(returns) : null
  const isCornishFisher = hasTail && shape !== null && isCornishFisherValid(shape)
  const { bestDay, worstDay, upDays } = countDays(returns)
  return {
    observations,
    totalReturn,
    annualizedReturn,
    volatility,
    sharpeRatio: computeSharpeRatio(returns, { riskFreeRate }),
    downsideDeviation: computeDownsideDeviation(returns, { riskFreeRate }),
    sortinoRatio: computeSortinoRatio(returns, { riskFreeRate }),
    maxDrawdown,
    drawdownDuration: computeDrawdownDuration(values),
    calmarRatio: computeCalmarRatio(annualizedReturn, maxDrawdown.depth),
    winRate: observations === 0 ? null : upDays / observations,
    bestDay,
    worstDay,
    var95: tail?.valueAtRisk ?? null,
    cvar95: tail?.conditionalValueAtRisk ?? null,
    cornishFisherVar95: isCornishFisher ? computeCornishFisherVar(returns) : null,
    cornishFisherCvar95: isCornishFisher ? computeCornishFisherCvar(returns) : null,
    skewness: shape?.skewness ?? null,
    excessKurtosis: shape?.excessKurtosis ?? null,
    flags: listFlags(observations, volatility, hasTail && shape !== null && !isCornishFisher),
  }
}

function listFlags(
  observations: number,
  volatility: number | null,
  isCornishFisherInvalid: boolean,
): PerformanceFlag[] {
  const flags: PerformanceFlag[] = []
  if (observations < 2) flags.push('insufficient-data')
  if (!isWorthAnnualizing(observations)) flags.push('short-window')
  if (observations < MINIMUM_TAIL_RETURNS) flags.push('short-tail')
  if (volatility !== null && volatility < ZERO_DEVIATION * Math.sqrt(TRADING_DAYS)) flags.push('zero-volatility')
  if (isCornishFisherInvalid) flags.push('cf-invalid')
  return flags
}

/** All figures of a series against a benchmark; fractions, null where a flag or a count says why. */
export interface RelativePerformance {
  /** Days on which both have a return. */
  readonly observations: number
  readonly beta: number | null
  readonly alpha: number | null
  readonly correlation: number | null
  readonly rSquared: number | null
  readonly trackingError: number | null
  readonly informationRatio: number | null
  /** Null from fewer than ten rising benchmark days. */
  readonly upCapture: number | null
  /** Null from fewer than ten falling benchmark days. */
  readonly downCapture: number | null
  readonly flags: readonly PerformanceFlag[]
}

/**
 * Every figure of a series against its benchmark.
 *
 * - `values`, `benchmarkValues`: on the same days, all positive
 * - `minimumReturns`: days below which beta, alpha and correlation are null with flag `short-window`: 60 by default;
 *        a backtest, whose window the user chose, passes 2
 *
 * @throws QuantInputError when the series differ in length or hold a value that is not a positive finite number
 */
export function computeRelativePerformance(
  values: Float64Array,
  benchmarkValues: Float64Array,
  {
    riskFreeRate = RISK_FREE_RATE,
    minimumReturns = MINIMUM_PAIR_RETURNS,
  }: RiskFreeOption & { readonly minimumReturns?: number } = {},
): RelativePerformance {
  requireEqualLengths('values', values, 'benchmarkValues', benchmarkValues)
  const returns = computeSimpleReturns(values)
  const benchmarkReturns = computeSimpleReturns(benchmarkValues)
  const isLong = returns.length >= minimumReturns
  const line = isLong ? fitRegression(returns, benchmarkReturns) : null
  const informationRatio = computeInformationRatio(returns, benchmarkReturns)
  const capture = computeCaptureRatios(returns, benchmarkReturns)
  const flags: PerformanceFlag[] = []
  if (returns.length < 2) flags.push('insufficient-data')
  if (!isLong) flags.push('short-window')
  if (returns.length >= 2 && informationRatio === null) flags.push('zero-tracking-error')
  return {
    observations: returns.length,
    beta: line?.slope ?? null,
    alpha: isLong ? computeJensenAlpha(returns, benchmarkReturns, { riskFreeRate }) : null,
    correlation: line?.correlation ?? null,
    rSquared: line?.rSquared ?? null,
    trackingError: computeTrackingError(returns, benchmarkReturns),
    informationRatio,
    upCapture: capture.upDays < MINIMUM_CAPTURE_DAYS ? null : capture.up,
    downCapture: capture.downDays < MINIMUM_CAPTURE_DAYS ? null : capture.down,
    flags,
  }
}
