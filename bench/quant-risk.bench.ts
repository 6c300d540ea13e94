/**
 * The hot paths of portfolio risk against the libraries one would otherwise take from npm, in one run on the same
 * inputs: correlation matrices against ml-matrix, ten figures of a history against @railpath/finance-toolkit and
 * simple-statistics. Before anything is timed, the answers are compared.
 */
import * as quant from '@ballast/quant'
import { reportLine, timeInTurn } from './measure.ts'
import { loadPeer } from './peers.ts'

interface MlMatrix {
  Matrix: new (rows: number[][]) => unknown
  correlation: (matrix: unknown) => { get: (i: number, j: number) => number }
}
type Figure = Record<string, number>
interface FinanceToolkit {
  calculateVolatility: (returns: number[], options: object) => Figure
  calculateSharpeRatio: (options: object) => Figure
  calculateSortinoRatio: (options: object) => Figure
  calculateMaxDrawdown: (options: object) => Figure
  calculateCalmarRatio: (options: object) => Figure
  calculateHistoricalVaR: (returns: number[], confidence: number) => Figure
  calculateHistoricalExpectedShortfall: (returns: number[], options: object) => number
  calculateBeta: (options: object) => Figure
  calculateAlpha: (options: object) => Figure
  calculateInformationRatio: (options: object) => Figure
}
interface SimpleStatistics {
  mean: (x: number[]) => number
  sampleStandardDeviation: (x: number[]) => number
  sampleCovariance: (x: number[], y: number[]) => number
  sampleVariance: (x: number[]) => number
  sampleCorrelation: (x: number[], y: number[]) => number
  quantile: (x: number[], p: number) => number
}

const mlMatrix = loadPeer<MlMatrix>('ml-matrix')
const toolkit = loadPeer<FinanceToolkit>('@railpath/finance-toolkit')
const statistics = loadPeer<SimpleStatistics>('simple-statistics')

const RISK_FREE = 0.03
const ROOT = Math.sqrt(quant.TRADING_DAYS)

function createReturns(rows: number, columns: number): quant.ReturnMatrix {
  const normal = quant.createNormalSource(quant.createRandomSource(rows * 10_007 + columns))
  const market = Float64Array.from({ length: columns }, () => 0.01 * normal())
  const values = Float64Array.from(
    { length: rows * columns },
    (_, k) => 0.0003 + (market[k % columns] ?? 0) + 0.012 * normal(),
  )
  return {
    kind: 'returns',
    dates: Int32Array.from({ length: columns }, (_, t) => t),
    tickers: Array.from({ length: rows }, (_, i) => `T${i}`),
    values,
    rows,
    columns,
  }
}

function requireAgreement(what: string, ours: number, theirs: number, tolerance: number): void {
  if (!(Math.abs(ours - theirs) <= tolerance * Math.max(1, Math.abs(theirs)))) {
    throw new Error(`${what}: ${ours} here, ${theirs} there. What differs must not be timed against each other.`)
  }
}

async function measureCorrelation(tickers: number, runs: number): Promise<void> {
  const returns = createReturns(tickers, 252)
  const observations = Array.from({ length: 252 }, (_, t) =>
    Array.from({ length: tickers }, (_, i) => returns.values[i * 252 + t] ?? 0),
  )
  const matrix = new mlMatrix.Matrix(observations)
  const ours = quant.computeCorrelationMatrix(returns)
  const theirs = mlMatrix.correlation(matrix)
  for (const [i, j] of [
    [0, 1],
    [3, tickers - 1],
    [tickers - 2, 7],
  ] as const) {
    requireAgreement(`correlation ${i}, ${j}`, ours.values[i * tickers + j] ?? 0, theirs.get(i, j), 1e-12)
  }
  const times = await timeInTurn(
    { ballast: () => quant.computeCorrelationMatrix(returns), mlMatrix: () => mlMatrix.correlation(matrix) },
    runs,
  )
  reportLine({
    workload: `correlation of ${tickers} tickers × 252 days`,
    ballastMs: times.ballast,
    mlMatrixMs: times.mlMatrix,
    ratio: times.ballast / times.mlMatrix,
    promise: 'at most 1/3 of ml-matrix',
    holds: times.ballast * 3 <= times.mlMatrix,
  })
}

interface History {
  readonly values: Float64Array
  readonly returns: Float64Array
  readonly plainValues: number[]
  readonly plainReturns: number[]
}

function toHistory(returns: Float64Array): History {
  const values = quant.compoundReturns(returns, 100)
  return { values, returns, plainValues: Array.from(values), plainReturns: Array.from(returns) }
}

/** Volatility, Sharpe, Sortino, drawdown, Calmar, VaR, CVaR, beta, alpha and information ratio, by the functions of each. */
function measureHere({ values, returns }: History, market: History): number[] {
  const options = { riskFreeRate: RISK_FREE }
  const annual = quant.computeAnnualizedReturn((values.at(-1) ?? 1) / (values[0] ?? 1) - 1, returns.length)
  const drawdown = quant.computeMaxDrawdown(values).depth
  const tail = quant.computeTailRisk(returns)
  return [
    quant.computeVolatility(returns),
    quant.computeSharpeRatio(returns, options),
    quant.computeSortinoRatio(returns, options),
    drawdown,
    quant.computeCalmarRatio(annual, drawdown),
    tail?.valueAtRisk ?? null,
    tail?.conditionalValueAtRisk ?? null,
    quant.computeBeta(returns, market.returns),
    quant.computeJensenAlpha(returns, market.returns, options),
    quant.computeInformationRatio(returns, market.returns),
  ].map((figure) => figure ?? Number.NaN)
}

function measureWithToolkit({ plainValues, plainReturns }: History, market: History): (Figure | number)[] {
  const annual = { annualizationFactor: quant.TRADING_DAYS, riskFreeRate: RISK_FREE }
  const pair = { assetReturns: plainReturns, benchmarkReturns: market.plainReturns }
  return [
    toolkit.calculateVolatility(plainReturns, { method: 'standard', annualizationFactor: quant.TRADING_DAYS }),
    toolkit.calculateSharpeRatio({ returns: plainReturns, ...annual }),
    toolkit.calculateSortinoRatio({ returns: plainReturns, ...annual, targetReturn: 0 }),
    toolkit.calculateMaxDrawdown({ prices: plainValues }),
    toolkit.calculateCalmarRatio({ prices: plainValues, returns: plainReturns, ...annual }),
    toolkit.calculateHistoricalVaR(plainReturns, 0.95),
    toolkit.calculateHistoricalExpectedShortfall(plainReturns, {
      confidenceLevel: 0.95,
      method: 'historical',
      simulations: 1,
    }),
    toolkit.calculateBeta(pair),
    toolkit.calculateAlpha({ ...pair, ...annual }),
    toolkit.calculateInformationRatio({
      portfolioReturns: plainReturns,
      benchmarkReturns: market.plainReturns,
      annualizationFactor: quant.TRADING_DAYS,
      method: 'sample',
    }),
  ]
}

/** The same figures from a library of statistics and loops of one's own, as somebody in a hurry would write them. */
function measureWithStatistics({ plainValues, plainReturns: r }: History, { plainReturns: b }: History): number[] {
  const daily = RISK_FREE / quant.TRADING_DAYS
  const mean = statistics.mean(r)
  const deviation = statistics.sampleStandardDeviation(r)
  let shortfall = 0
  for (const value of r) shortfall += Math.min(value - daily, 0) ** 2
  let high = 0
  let drawdown = 0
  for (const value of plainValues) {
    high = Math.max(high, value)
    drawdown = Math.max(drawdown, 1 - value / high)
  }
  const total = (plainValues.at(-1) ?? 1) / (plainValues[0] ?? 1)
  const quantile = statistics.quantile(r, 0.05)
  const tail = r.filter((value) => value <= quantile)
  const beta = statistics.sampleCovariance(r, b) / statistics.sampleVariance(b)
  const active = r.map((value, t) => value - (b[t] ?? 0))
  return [
    deviation * ROOT,
    ((mean - daily) / deviation) * ROOT,
    ((mean - daily) * quant.TRADING_DAYS) / Math.sqrt((shortfall / r.length) * quant.TRADING_DAYS),
    drawdown,
    (total ** (quant.TRADING_DAYS / r.length) - 1) / drawdown,
    -quantile,
    -statistics.mean(tail),
    beta,
    (mean - daily - beta * (statistics.mean(b) - daily)) * quant.TRADING_DAYS,
    (statistics.mean(active) / statistics.sampleStandardDeviation(active)) * ROOT,
  ]
}

async function measureFigures(): Promise<void> {
  const matrix = createReturns(50, 5040)
  const histories = matrix.tickers.map((_, row) => toHistory(quant.getRow(matrix, row).slice()))
  const market = toHistory(createReturns(1, 5040).values)
  const [first = market] = histories
  const ours = measureHere(first, market)
  const theirs = measureWithStatistics(first, market)
  // VaR and CVaR interpolate differently there, so they agree to a rank and not to rounding.
  ours.forEach((figure, k) => {
    requireAgreement(`figure ${k}`, figure, theirs[k] ?? Number.NaN, k === 5 || k === 6 ? 1e-3 : 1e-9)
  })
  const beta = measureWithToolkit(first, market)[7]
  requireAgreement('beta', ours[7] ?? 0, typeof beta === 'object' ? (beta.beta ?? Number.NaN) : Number.NaN, 1e-9)
  const each = (measure: (history: History, market: History) => unknown) => () => {
    for (const history of histories) measure(history, market)
  }
  const times = await timeInTurn(
    {
      ballast: each(measureHere),
      toolkit: each(measureWithToolkit),
      statistics: each(measureWithStatistics),
    },
    21,
  )
  for (const [peer, time, limit] of [
    ['@railpath/finance-toolkit', times.toolkit, 12],
    ['simple-statistics with loops', times.statistics, 2],
  ] as const) {
    reportLine({
      workload: 'ten risk figures of 50 × 5,040 days',
      peer,
      ballastMs: times.ballast,
      peerMs: time,
      ratio: times.ballast / time,
      promise: `at most 1/${limit} of ${peer}`,
      holds: times.ballast * limit <= time,
    })
  }
}

// The shorter a workload, the more often it runs: one interruption by another process would decide a single run.
await measureCorrelation(100, 101)
await measureCorrelation(500, 21)
await measureCorrelation(2000, 5)
await measureFigures()
