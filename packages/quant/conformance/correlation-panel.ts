import * as quant from '../src/index.ts'
import type { DataFiles } from './data-files.ts'
import type { Recorder, Tolerance } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'
import { cutToCommonDates, findSeries, type PriceColumn } from './windows.ts'

type Rows = readonly (readonly number[])[]

interface Panel {
  readonly id: string
  readonly prices: string
  readonly tickers: readonly string[]
  readonly benchmark: PriceColumn
  readonly firstPriceDate: string
  readonly lastPriceDate: string
  readonly returns: number
  /** Every answer may be missing; those that are there are compared. */
  readonly correlation?: Rows
  readonly spearman?: Rows
  readonly covarianceDaily?: Rows
  readonly beta?: Record<string, number>
  readonly correlationToBenchmark?: Record<string, number>
  readonly averagePairwiseCorrelation?: number
  readonly minPair?: number
  readonly maxPair?: number
  readonly volatility?: Record<string, number>
  readonly eigenvaluesCorrelationDesc?: readonly number[]
  readonly ledoitWolf?: { readonly shrinkage: number; readonly covarianceDaily?: Rows }
  readonly oas?: { readonly shrinkage: number }
  readonly testWeights?: readonly number[]
  readonly portfolio?: {
    readonly volatility: number
    readonly hhi: number
    readonly effectiveN: number
    readonly diversificationRatio: number
    readonly riskContribution: readonly number[]
    readonly beta: number
  }
  readonly hrp?: { readonly weights: readonly number[]; readonly order: readonly string[] }
  readonly minVarianceUnconstrained?: readonly number[]
  readonly minVarianceLongOnly?: readonly number[]
  readonly equalRiskContribution?: readonly number[]
}

const EXACT: Tolerance = { absolute: 1e-9 }
/** Covariances are 1e-4 in size, so an absolute 1e-9 would prove little. */
const RELATIVE: Tolerance = { absolute: 1e-14, relative: 1e-9 }
const OPTIMISED: Tolerance = { absolute: 1e-6 }

/** Correlation, shrinkage and portfolio construction on a panel of tickers over common dates. */
export const correlationPanel: Schema = {
  name: 'correlation-panel/1',
  recognises: statesSchema('correlation-panel/1'),
  check: (content, recorder, data) => {
    for (const panel of (content as { cases: Panel[] }).cases) checkPanel(panel, recorder, data)
  },
}

function checkPanel(panel: Panel, recorder: Recorder, data: DataFiles): void {
  const columns = [...panel.tickers.map((column) => ({ prices: panel.prices, column })), panel.benchmark]
  const series = columns.map((column) => findSeries(data, column)).filter((found) => found !== undefined)
  if (series.length < columns.length) {
    recorder.skip(panel.id, `needs ${panel.prices} and ${panel.benchmark.prices}; name their folder by --prices`)
    return
  }
  recorder.attempt(panel.id, () => {
    const { dates, closes } = cutToCommonDates(series, panel.firstPriceDate, panel.lastPriceDate)
    const benchmark = quant.computeSimpleReturns(closes[closes.length - 1] ?? new Float64Array())
    const returns = quant.computeReturns({
      dates,
      tickers: panel.tickers,
      values: Float64Array.from(closes.slice(0, -1).flatMap((one) => Array.from(one))),
      rows: panel.tickers.length,
      columns: dates.length,
    })
    recorder.compareExactly(panel.id, 'returns', returns.columns, panel.returns)
    recorder.compareExactly(panel.id, 'firstPriceDate', quant.formatIsoDate(dates[0] ?? 0), panel.firstPriceDate)
    checkCorrelations(panel, returns, benchmark, recorder)
    checkCovariances(panel, returns, recorder)
    checkConstruction(panel, returns, recorder)
  })
}

function checkCorrelations(
  panel: Panel,
  returns: quant.ReturnMatrix,
  benchmark: Float64Array,
  recorder: Recorder,
): void {
  const { id } = panel
  const correlation = quant.computeCorrelationMatrix(returns, { complete: 'all', minimumReturns: 2 })
  const pairwise = quant.computeCorrelationMatrix(returns, { complete: 'pairwise', minimumReturns: 2 })
  compareMatrix(recorder, id, 'correlation', correlation.values, panel.correlation, EXACT)
  compareMatrix(recorder, id, 'correlation (pairwise)', pairwise.values, panel.correlation, EXACT)
  compareMatrix(recorder, id, 'spearman', quant.computeSpearmanMatrix(returns).values, panel.spearman, EXACT)
  for (const [row, ticker] of panel.tickers.entries()) {
    const own = quant.getRow(returns, row)
    const compare = (field: string, found: number | null, expected: Record<string, number> | undefined) => {
      if (expected) recorder.compareNumber(id, `${field}.${ticker}`, found, expected[ticker] ?? null, EXACT)
    }
    compare('beta', quant.computeBeta(own, benchmark), panel.beta)
    compare('correlationToBenchmark', quant.computeCorrelation(own, benchmark), panel.correlationToBenchmark)
    compare('volatility', quant.computeVolatility(own), panel.volatility)
  }
  const pairs = correlation.values.filter((_, k) => k % correlation.size > Math.floor(k / correlation.size))
  const eigenvalues = quant.computeEigenvalues(correlation)
  compareFigure(
    recorder,
    id,
    'averagePairwiseCorrelation',
    quant.computeMeanCorrelation(returns),
    panel.averagePairwiseCorrelation,
  )
  compareFigure(recorder, id, 'minPair', Math.min(...pairs), panel.minPair)
  compareFigure(recorder, id, 'maxPair', Math.max(...pairs), panel.maxPair)
  compareList(recorder, id, 'eigenvaluesCorrelationDesc', eigenvalues, panel.eigenvaluesCorrelationDesc, EXACT)
  if (panel.portfolio && panel.testWeights) {
    const portfolio = quant.computePortfolioReturns(returns, Float64Array.from(panel.testWeights))
    compareFigure(recorder, id, 'portfolio.beta', quant.computeBeta(portfolio.returns, benchmark), panel.portfolio.beta)
  }
}

function checkCovariances(panel: Panel, returns: quant.ReturnMatrix, recorder: Recorder): void {
  const { id, ledoitWolf, oas } = panel
  const covariance = quant.computeCovarianceMatrix(returns)
  const shrunk = quant.shrinkLedoitWolf(returns)
  const { shrinkage } = quant.shrinkOracleApproximating(returns)
  compareMatrix(recorder, id, 'covarianceDaily', covariance.values, panel.covarianceDaily, RELATIVE)
  compareFigure(recorder, id, 'ledoitWolf.shrinkage', shrunk.shrinkage, ledoitWolf?.shrinkage)
  compareMatrix(recorder, id, 'ledoitWolf.covarianceDaily', shrunk.values, ledoitWolf?.covarianceDaily, RELATIVE)
  compareFigure(recorder, id, 'oas.shrinkage', shrinkage, oas?.shrinkage)
}

function checkConstruction(panel: Panel, returns: quant.ReturnMatrix, recorder: Recorder): void {
  const { id } = panel
  const covariance = quant.computeCovarianceMatrix(returns)
  if (panel.portfolio && panel.testWeights) {
    const { portfolio } = panel
    const weights = Float64Array.from(panel.testWeights)
    const risk = quant.computeRiskContributions(weights, covariance)
    const hhi = quant.computeHerfindahlIndex(weights)
    const ratio = risk.diversificationRatio
    compareFigure(recorder, id, 'portfolio.volatility', risk.volatility, portfolio.volatility)
    compareFigure(recorder, id, 'portfolio.hhi', hhi, portfolio.hhi)
    compareFigure(recorder, id, 'portfolio.effectiveN', hhi === null ? null : 1 / hhi, portfolio.effectiveN)
    compareFigure(recorder, id, 'portfolio.diversificationRatio', ratio, portfolio.diversificationRatio)
    compareList(recorder, id, 'portfolio.riskContribution', risk.shares, portfolio.riskContribution, EXACT)
  }
  if (panel.hrp) {
    const hrp = quant.computeHierarchicalRiskParity(covariance)
    compareList(recorder, id, 'hrp.weights', hrp.weights, panel.hrp.weights, OPTIMISED)
    for (const [i, ticker] of panel.hrp.order.entries()) {
      recorder.compareExactly(id, `hrp.order[${i}]`, hrp.order[i], ticker)
    }
  }
  const compare = (field: string, compute: () => Float64Array, expected: readonly number[] | undefined) => {
    if (expected) compareList(recorder, id, field, compute(), expected, OPTIMISED)
  }
  const { minVarianceUnconstrained, minVarianceLongOnly, equalRiskContribution } = panel
  compare('minVarianceUnconstrained', () => quant.computeMinimumVarianceWeights(covariance), minVarianceUnconstrained)
  compare('minVarianceLongOnly', () => quant.computeLongOnlyMinimumVarianceWeights(covariance), minVarianceLongOnly)
  compare('equalRiskContribution', () => quant.computeEqualRiskContributionWeights(covariance), equalRiskContribution)
}

function compareFigure(
  recorder: Recorder,
  caseId: string,
  field: string,
  found: number | null,
  expected: number | undefined,
): void {
  if (expected !== undefined) recorder.compareNumber(caseId, field, found, expected, EXACT)
}

function compareList(
  recorder: Recorder,
  caseId: string,
  field: string,
  found: Float64Array,
  expected: readonly number[] | undefined,
  tolerance: Tolerance,
): void {
  if (expected === undefined) return
  recorder.compareExactly(caseId, `${field}.length`, found.length, expected.length)
  expected.forEach((value, i) => {
    recorder.compareNumber(caseId, `${field}[${i}]`, found[i], value, tolerance)
  })
}

function compareMatrix(
  recorder: Recorder,
  caseId: string,
  field: string,
  found: Float64Array,
  expected: Rows | undefined,
  tolerance: Tolerance,
): void {
  compareList(recorder, caseId, field, found, expected?.flat(), tolerance)
}
