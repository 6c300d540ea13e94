// Tests: ../features/overview/risk-figures.test.ts

import {
  type Concentration,
  computeBeta,
  computeConcentration,
  computeDiversification,
  computeMaxDrawdown,
  computeSimpleReturns,
  computeVolatility,
  type Diversification,
  MINIMUM_PAIR_RETURNS,
} from '@ballast/quant'
import { findCovered } from './benchmark-series.ts'
import type { RiskHolding, RiskInput } from './holding.ts'
import type { RiskWindow } from './risk-window.ts'
import type { ScoredReturns } from './scored-returns.ts'
import { sumGross, toHeldValue } from './weights.ts'

/** Figures of the path of today's holdings; fractions, drawdowns positive. */
export interface PathMeasures {
  beta: number | null
  volatility: number | null
  maxDrawdown: number
  benchmarkVolatility: number | null
  benchmarkMaxDrawdown: number | null
}

/**
 * Beta, volatility and drawdown of what the holdings of today would have been worth, and of the benchmark on the days that
 * it covers: null with fewer than 60 returns of it.
 * @returns null with fewer than 60 returns, or when the path falls to nothing or below (more owed than held)
 */
export function measurePath({ path, benchmark, benchmarkReturns }: RiskWindow): PathMeasures | null {
  if (path.length - 1 < MINIMUM_PAIR_RETURNS || path.some((value) => !(value > 0))) return null
  const returns = computeSimpleReturns(path)
  const { from, to } = findCovered(benchmark)
  const isCompared = to - from > MINIMUM_PAIR_RETURNS
  return {
    beta: isCompared ? computeBeta(returns, benchmarkReturns) : null,
    volatility: computeVolatility(returns),
    maxDrawdown: computeMaxDrawdown(path).depth,
    benchmarkVolatility: isCompared ? computeVolatility(benchmarkReturns.subarray(from, to - 1)) : null,
    benchmarkMaxDrawdown: isCompared ? computeMaxDrawdown(benchmark.subarray(from, to)).depth : null,
  }
}

/** The diversification score of the holdings at today's values, by `computeDiversification`; cash has no part in it. */
export function measureDiversification(
  holdings: readonly RiskHolding[],
  { returns, proxies }: ScoredReturns,
): Diversification {
  return computeDiversification({
    returns,
    weights: Float64Array.from(holdings, ({ value }) => value),
    internalDiversification: Float64Array.from(holdings, (holding) => holding.internalDiversification),
    proxied: proxies.map((proxy) => (proxy === null ? 0 : 1)),
  })
}

const GOOD_SCORE = 70
const MODERATE_SCORE = 40

/** Names a diversification score. */
export function toDiversificationLabel(
  score: number,
): 'Well diversified' | 'Moderately diversified' | 'Poorly diversified' {
  if (score >= GOOD_SCORE) return 'Well diversified'
  return score >= MODERATE_SCORE ? 'Moderately diversified' : 'Poorly diversified'
}

/** Concentration risk at today's values, cash and options included in what they are shares of. @returns null when nothing has a market value */
export function measureConcentration(input: RiskInput): Concentration | null {
  const all = input.holdings.map((holding) => ({
    ticker: holding.ticker,
    marketValue: toHeldValue(holding),
    instrumentClass: holding.instrumentClass,
    sector: holding.sector,
  }))
  const rest = sumGross(input) - all.reduce((sum, { marketValue }) => sum + Math.abs(marketValue), 0)
  // No ticker is written in lower case, so this one meets no other.
  if (rest > 0) all.push({ ticker: 'cash', marketValue: rest, instrumentClass: 'cash', sector: null })
  return computeConcentration(all)
}
