import type { CorrelationAnalysis } from '@ballast/contract'
import {
  computeCorrelation,
  computeCorrelationInterval,
  computeDimsonBeta,
  computeVolatility,
  type Diversification,
  findSuspectPrices,
  fitRegression,
  formatIsoDate,
  getRow,
  MINIMUM_PAIR_RETURNS,
  type ReturnMatrix,
} from '@ballast/quant'
import type { FundSectors } from '../../market-data/market-data.ts'
import type { RiskHolding, RiskInput } from '../../risk/holding.ts'
import {
  measureConcentration,
  measureDiversification,
  measurePath,
  toDiversificationLabel,
} from '../../risk/risk-measures.ts'
import { listPathProxies, type RiskWindow, toRiskWindow } from '../../risk/risk-window.ts'
import { type ScoredReturns, toScoredReturns } from '../../risk/scored-returns.ts'
import { sumGross, toHeldValue } from '../../risk/weights.ts'
import { describeConcentration } from './describe-concentration.ts'
import { computePairFigures, countReturns, type PairFigures, type RowPair } from './pair-figures.ts'
import { describeSectors, round } from './sector-shares.ts'

/** Input of an analysis; names, and sectors of broad funds, by ticker. */
export interface AnalysisInput extends RiskInput {
  names: Readonly<Record<string, string>>
  fundSectors: Readonly<Record<string, FundSectors>>
  /** Cost of the positions without a price, in the base currency; 0 where that is not known. */
  unpricedCost: number
}

/** Facts about the prices and histories themselves. */
export type AnalysisFrame = Pick<
  CorrelationAnalysis,
  'asOf' | 'session' | 'source' | 'simulated' | 'stale' | 'unpriced' | 'marketValue'
>

/** Everything of the analysis but the frame, what it covers and the list of pairs, which is written apart. */
export interface Analysis {
  figures: Omit<CorrelationAnalysis, keyof AnalysisFrame | 'correlationMatrix' | 'covers'>
  pairs: PairFigures
}

const HIGH_CORRELATION = 0.7
const MODERATE_CORRELATION = 0.3
const LARGEST_POSITIONS = 5
const MINIMUM_HALF_RETURNS = MINIMUM_PAIR_RETURNS / 2

/** Scores, betas, correlations and exposures of what is held today over the last 252 daily returns. */
export function analysePortfolio(input: AnalysisInput): Analysis {
  const holdings = input.holdings.toSorted(byWeight)
  const window = toRiskWindow({ ...input, holdings })
  const pairs = computePairFigures(window.returns)
  const toWeight = createWeights(input)
  const scored = toScoredReturns(holdings, window)
  const diversification = measureDiversification(holdings, scored)
  return {
    pairs,
    figures: {
      diversificationScore: diversification.score,
      diversification: toDiversification(diversification, input, listUsedProxies(holdings, scored, toWeight), toWeight),
      diversificationMissing: explainMissing(diversification, holdings),
      ...describeConcentrationOf(input, holdings, toWeight),
      ...describeSectors(input, input.fundSectors),
      marketCorrelations: holdings.map((holding, row) => toMarketFigures(holding, window, row, toWeight)),
      benchmark: input.benchmark.label,
      benchmarkCover: window.benchmarkCover,
      window: toWindow(window),
      tickers: pairs.matrixRows.map((row) => toTicker(holdings[row], input.names, toWeight)),
      truncated: pairs.truncated,
      averageCorrelation: orNull(pairs.averageCorrelation),
      averageCorrelationLabel: toCorrelationLabel(pairs.averageCorrelation),
      pairs: pairs.pairs,
      strongestPairs: pairs.strongest.map((pair) => toPairDetail(pair, pairs, holdings, window.returns, toWeight)),
      bestOffsets: pairs.lowest.map((pair) => toPairDetail(pair, pairs, holdings, window.returns, toWeight)),
      portfolioBeta: orNull(measurePath(window)?.beta ?? null),
      portfolioBetaLeftOut: holdings.filter((_, row) => !window.isComplete[row]).map(({ ticker }) => ticker),
      portfolioBetaProxies: listPathProxies(holdings, window),
      insufficientHistory: listInsufficient(holdings, window.returns),
    },
  }
}

type ToWeight = (value: number) => number

const byWeight = (a: RiskHolding, b: RiskHolding) =>
  Math.abs(toHeldValue(b)) - Math.abs(toHeldValue(a)) ||
  Math.abs(b.value) - Math.abs(a.value) ||
  (a.ticker < b.ticker ? -1 : 1)

/** Signed share of gross market value, in percent. */
function createWeights(input: RiskInput): ToWeight {
  const gross = sumGross(input)
  return (value) => (gross === 0 ? 0 : round((100 * value) / gross))
}

type UsedProxies = NonNullable<CorrelationAnalysis['diversification']>['proxies']

function listUsedProxies(
  holdings: readonly RiskHolding[],
  { proxies }: ScoredReturns,
  toWeight: ToWeight,
): UsedProxies {
  return holdings.flatMap((holding, row) => {
    const used = proxies[row]
    if (!used) return []
    const weightPercent = toWeight(toHeldValue(holding))
    return [{ ticker: holding.ticker, proxy: used.ticker, beta: round(used.beta), weightPercent }]
  })
}

/** Share of the value, positions without a price counted at cost, that may rest on anything but own returns. */
const DOUBTFUL_SHARE = 0.3

function toDiversification(
  result: Diversification,
  { holdings, unpricedCost }: AnalysisInput,
  proxies: UsedProxies,
  toWeight: ToWeight,
): CorrelationAnalysis['diversification'] {
  const { score, exactScore, spread, independence, portfolioVolatility, undiversifiedVolatility } = result
  if (score === null || exactScore === null || spread === null || independence === null) return null
  if (portfolioVolatility === null || undiversifiedVolatility === null) return null
  // Scored with values for weights, so that these two are dollars a year until they are put beside the gross value.
  const gross = holdings.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const uncovered = (result.proxiedWeight + result.excludedWeight) * gross + unpricedCost
  return {
    label: toDiversificationLabel(score),
    exactScore: round(exactScore),
    spreadPercent: round(spread),
    independencePercent: round(independence),
    effectiveBets: orNull(result.effectiveBets),
    weightedCorrelation: orNull(result.averageCorrelation),
    portfolioVolatilityPercent: toWeight(portfolioVolatility),
    undiversifiedVolatilityPercent: toWeight(undiversifiedVolatility),
    days: result.days,
    excludedPercent: toWeight(result.excludedWeight * gross),
    proxiedPercent: round(proxies.reduce((sum, { weightPercent }) => sum + Math.abs(weightPercent), 0)),
    unpricedPercent: round((100 * unpricedCost) / (gross + unpricedCost)),
    isDoubtful: uncovered > DOUBTFUL_SHARE * (gross + unpricedCost),
    proxies,
  }
}

function explainMissing({ score, flags, days }: Diversification, holdings: readonly RiskHolding[]): string | null {
  if (score !== null) return null
  if (holdings.length === 0) return 'There is no share or fund with a price.'
  if (flags.includes('zero-volatility')) return 'The positions do not move at all, so there is no risk to diversify.'
  return `The positions have ${days} daily returns in common; the score needs ${MINIMUM_PAIR_RETURNS}.`
}

function describeConcentrationOf(
  input: RiskInput,
  holdings: readonly RiskHolding[],
  toWeight: ToWeight,
): Pick<CorrelationAnalysis, 'concentrationRisk' | 'concentration'> {
  const measured = measureConcentration(input)
  if (measured === null) return { concentrationRisk: null, concentration: null }
  const { detail, level } = measured
  // Of an underlying that only options are held of, nothing is held.
  const topFive = holdings.filter((one) => toHeldValue(one) !== 0).slice(0, LARGEST_POSITIONS)
  return {
    concentrationRisk: level,
    concentration: {
      herfindahl: round(detail.hhi),
      effectivePositions: orNull(detail.effectiveNames),
      largestName: detail.maxName && {
        ticker: detail.maxName.ticker,
        weightPercent: round(100 * detail.maxName.weight),
      },
      largestSector: detail.maxSector && {
        sector: detail.maxSector.sector,
        weightPercent: round(100 * detail.maxSector.weight),
      },
      topThreePercent: round(100 * detail.topThreeNames),
      topFivePercent: round(topFive.reduce((sum, one) => sum + toWeight(Math.abs(toHeldValue(one))), 0)),
      topFive: topFive.map((holding) => ({
        ticker: holding.ticker,
        value: round(toHeldValue(holding)),
        weightPercent: toWeight(toHeldValue(holding)),
      })),
      rule: describeConcentration(measured),
    },
  }
}

function toMarketFigures(
  holding: RiskHolding,
  { returns, benchmarkReturns, prices, days }: RiskWindow,
  row: number,
  toWeight: ToWeight,
): CorrelationAnalysis['marketCorrelations'][number] {
  const { ticker, internalDiversification, closesElsewhere } = holding
  const own = getRow(returns, row)
  const line = fitRegression(own, benchmarkReturns)
  const isEnough = line !== null && line.observations >= MINIMUM_PAIR_RETURNS
  const dimson = closesElsewhere ? computeDimsonBeta(own, benchmarkReturns) : null
  const hasVolatility = countReturns(own) >= MINIMUM_PAIR_RETURNS
  return {
    ticker,
    marketBeta: isEnough ? round(dimson ?? line.slope) : null,
    marketCorrelation: isEnough ? orNull(line.correlation) : null,
    observations: countReturns(own, benchmarkReturns),
    weightPercent: toWeight(toHeldValue(holding)),
    volatilityPercent: hasVolatility ? toPercent(computeVolatility(own)) : null,
    internalDiversification,
    flags: [
      ...(isEnough && dimson !== null ? (['async-market'] as const) : []),
      ...(findSuspectPrices({ ticker, days, closes: getRow(prices, row) }).length > 0
        ? (['suspect-price'] as const)
        : []),
    ],
  }
}

function toWindow({ days }: RiskWindow): CorrelationAnalysis['window'] {
  const [first, last] = [days[1], days.at(-1)]
  if (first === undefined || last === undefined) return { from: null, to: null, observations: 0 }
  return { from: formatIsoDate(first), to: formatIsoDate(last), observations: days.length - 1 }
}

function toTicker(
  holding: RiskHolding | undefined,
  names: AnalysisInput['names'],
  toWeight: ToWeight,
): CorrelationAnalysis['tickers'][number] {
  const ticker = holding?.ticker ?? ''
  const value = holding ? toHeldValue(holding) : 0
  return { ticker, name: names[ticker] ?? null, value: round(value), weightPercent: toWeight(value) }
}

function toPairDetail(
  { first, second, correlation }: RowPair,
  { matrixRows }: PairFigures,
  holdings: readonly RiskHolding[],
  returns: ReturnMatrix,
  toWeight: ToWeight,
): CorrelationAnalysis['strongestPairs'][number] {
  const rows = [matrixRows[first] ?? 0, matrixRows[second] ?? 0] as const
  const [x, y] = [getRow(returns, rows[0]), getRow(returns, rows[1])]
  const [ticker1 = '', ticker2 = ''] = rows.map((row) => holdings[row]?.ticker ?? '').sort()
  const observations = countReturns(x, y)
  const interval = computeCorrelationInterval(correlation, observations)
  const middle = Math.floor(returns.columns / 2)
  const correlateHalf = (from: number, to: number) => {
    const [halfX, halfY] = [x.subarray(from, to), y.subarray(from, to)]
    const isEnough = countReturns(halfX, halfY) >= MINIMUM_HALF_RETURNS
    return isEnough ? orNull(computeCorrelation(halfX, halfY)) : null
  }
  return {
    ticker1,
    ticker2,
    correlation: round(correlation),
    observations,
    confidenceInterval: interval && { low: round(interval.low), high: round(interval.high) },
    firstHalf: correlateHalf(0, middle),
    secondHalf: correlateHalf(middle, returns.columns),
    weightPercent: round(
      rows.reduce((sum, row) => sum + toWeight(Math.abs(toHeldValue(holdings[row] ?? { value: 0 }))), 0),
    ),
  }
}

function listInsufficient(
  holdings: readonly RiskHolding[],
  returns: ReturnMatrix,
): CorrelationAnalysis['insufficientHistory'] {
  return holdings.flatMap(({ ticker, absence }, row) => {
    const days = countReturns(getRow(returns, row))
    return days >= MINIMUM_PAIR_RETURNS ? [] : [{ ticker, days, reason: absence ?? ('too-short' as const) }]
  })
}

function toCorrelationLabel(average: number | null): CorrelationAnalysis['averageCorrelationLabel'] {
  if (average === null) return null
  if (average > HIGH_CORRELATION) return 'Highly correlated'
  return average > MODERATE_CORRELATION ? 'Moderately correlated' : 'Low correlation'
}

const orNull = (value: number | null) => (value === null ? null : round(value))
const toPercent = (fraction: number | null) => (fraction === null ? null : round(100 * fraction))
