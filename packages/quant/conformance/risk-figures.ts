import * as quant from '../src/index.ts'
import type { Recorder, Tolerance } from './recorder.ts'

/** A window of closes with its dates, and the benchmark's closes on the same dates if there is one. */
export interface Window {
  readonly dates: Int32Array
  readonly values: Float64Array
  readonly benchmark: Float64Array | null
}

/** The figures of a `risk-metrics` case by the names its `conventions` give them; dates as ISO text. */
export type Figures = Record<string, number | string | null>

const negate = (value: number | null) => (value === null ? null : value === 0 ? 0 : -value)

/** Every figure that reference files of the risk schemas state, computed by the library. Losses are negative there. */
export function computeFigures(window: Window, riskFreeRate: number): Figures {
  const { dates, values } = window
  const returns = quant.computeSimpleReturns(values)
  const totalReturn = quant.computeTotalReturn(values)
  const cagr = quant.computeAnnualizedReturn(totalReturn, returns.length)
  const calendarDays = (dates[dates.length - 1] ?? 0) - (dates[0] ?? 0)
  const drawdown = quant.computeMaxDrawdown(values)
  const shape = quant.computeDistributionShape(returns)
  const days = quant.countDays(returns)
  const mean = quant.computeMean(returns)
  const date = (index: number | null) => (index === null ? null : quant.formatIsoDate(dates[index] ?? 0))
  return {
    firstDate: date(0),
    lastDate: date(values.length - 1),
    prices: values.length,
    returns: returns.length,
    totalReturn,
    cagr252: cagr,
    cagrCalendar365_25: quant.computeCalendarAnnualizedReturn(totalReturn, calendarDays),
    meanDaily: mean,
    annualMeanArithmetic: mean === null ? null : mean * quant.TRADING_DAYS,
    volatility: quant.computeVolatility(returns),
    volatilityDdof0: quant.computePopulationVolatility(returns),
    volatilityLog: quant.computeVolatility(quant.computeLogReturns(values)),
    maxDrawdown: negate(drawdown.depth),
    drawdownPeakDate: date(drawdown.peak),
    drawdownTroughDate: date(drawdown.trough),
    drawdownRecoveryDate: date(drawdown.recovery),
    sharpe: quant.computeSharpeRatio(returns, { riskFreeRate }),
    sharpeCagr: quant.computeCompoundSharpeRatio(returns, cagr, { riskFreeRate }),
    downsideDeviation: quant.computeDownsideDeviation(returns, { riskFreeRate }),
    sortino: quant.computeSortinoRatio(returns, { riskFreeRate }),
    sortinoNegStd: quant.computeNegativeReturnSortinoRatio(returns, { riskFreeRate }),
    calmar: quant.computeCalmarRatio(cagr, drawdown.depth),
    winRate: quant.computeWinRate(returns),
    lossRate: days.days === 0 ? null : days.downDays / days.days,
    zeroDays: days.zeroDays,
    winRateExclZero: quant.computeWinRateOfMovingDays(returns),
    bestDay: days.bestDay,
    worstDay: days.worstDay,
    var95: negate(quant.computeHistoricalVar(returns)),
    var99: negate(quant.computeHistoricalVar(returns, { confidence: 0.99 })),
    var95Gaussian: negate(quant.computeGaussianVar(returns)),
    cvar95: negate(quant.computeCvarBeyondQuantile(returns)),
    cvar95WorstK: negate(quant.computeCvarOfWorstDays(returns)),
    cvar95Empyrical: negate(quant.computeCvarAsEmpyrical(returns)),
    cvar99: negate(quant.computeCvarBeyondQuantile(returns, { confidence: 0.99 })),
    skewBiased: shape?.skewness ?? null,
    excessKurtosisBiased: shape?.excessKurtosis ?? null,
    ...(window.benchmark === null ? {} : computeRelativeFigures(window, window.benchmark, riskFreeRate)),
  }
}

function computeRelativeFigures({ values }: Window, benchmark: Float64Array, riskFreeRate: number): Figures {
  const returns = quant.computeSimpleReturns(values)
  const benchmarkReturns = quant.computeSimpleReturns(benchmark)
  const line = quant.fitRegression(returns, benchmarkReturns)
  const benchmarkTotalReturn = quant.computeTotalReturn(benchmark)
  return {
    beta: line?.slope ?? null,
    betaLog: quant.computeBeta(quant.computeLogReturns(values), quant.computeLogReturns(benchmark)),
    correlation: line?.correlation ?? null,
    rSquared: line?.rSquared ?? null,
    alphaJensenArithmetic: quant.computeJensenAlpha(returns, benchmarkReturns, { riskFreeRate }),
    alphaJensenCompounded: quant.computeCompoundJensenAlpha(returns, benchmarkReturns, { riskFreeRate }),
    trackingError: quant.computeTrackingError(returns, benchmarkReturns),
    informationRatio: quant.computeInformationRatio(returns, benchmarkReturns),
    benchmarkTotalReturn,
    excessTotalReturn: quant.computeTotalReturn(values) - benchmarkTotalReturn,
  }
}

/** Beyond this a ratio is a division by rounding noise, and so it is "undefined" on either side. */
const UNDEFINED_ABOVE = 1e6
const TOLERANCE: Tolerance = { absolute: 1e-13, relative: 1e-9 }
/** Below this volatility a series is flat up to rounding, and its higher moments are those of the rounding. */
const FLAT_VOLATILITY = 1e-9

/** Compares computed figures with expected ones, field by field; an expected field that is not computed is a failure. */
export function compareFigures(
  recorder: Recorder,
  caseId: string,
  found: Figures,
  expected: Figures,
  { hasTiedDrawdowns = false }: { readonly hasTiedDrawdowns?: boolean } = {},
): void {
  const isFlat = typeof expected.volatility === 'number' && Math.abs(expected.volatility) < FLAT_VOLATILITY
  for (const [field, value] of Object.entries(expected)) {
    if (hasTiedDrawdowns && field.startsWith('drawdown')) continue
    if (isFlat && (field === 'skewBiased' || field === 'excessKurtosisBiased')) continue
    const own = found[field]
    if (typeof value === 'string' || typeof own === 'string' || field.endsWith('Date')) {
      recorder.compareExactly(caseId, field, own, value)
    } else {
      recorder.compareNumber(caseId, field, defined(own), defined(value) ?? null, TOLERANCE)
    }
  }
}

function defined(value: number | null | undefined): number | null | undefined {
  return typeof value === 'number' && Math.abs(value) > UNDEFINED_ABOVE ? null : value
}
