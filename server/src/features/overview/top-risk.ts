// Tests: risk-figures.test.ts, overview.test.ts

import { namePosition, namePositions, type Overview } from '@ballast/contract'
import {
  computeCovariance,
  computePortfolioReturns,
  fitRegression,
  getRow,
  MINIMUM_PAIR_RETURNS,
  type ReturnMatrix,
} from '@ballast/quant'
import { toHeldValue } from '../../risk/weights.ts'
import { round } from './overview-totals.ts'

interface Weighted {
  ticker: string
  /** Signed market value, with options on it as the shares that move as they do. */
  value: number
  /** Signed market value of the security alone, where options make it another. */
  heldValue?: number
}

/** Whole that shares are shares of, and its name. */
interface Total {
  value: number
  name: 'value' | 'gross value'
}

interface Contribution extends Weighted {
  /** Share of the portfolio's variance; negative for what lowers it. */
  share: number
  returns: Float64Array
}

/** The part of the risk that the named holdings must make up. */
const MAIN_SHARE = 0.5
/** Average correlation above which holdings are said to fall together. */
const TOGETHER_CORRELATION = 0.4
/** A sentence with more names than this is no longer read. */
const MOST_NAMES = 6
const NO_LINE = { observations: 0, correlation: null }

/**
 * The holdings that most of the risk comes from, and a sentence that names them.
 *
 * A holding's share of the risk is w·cov(r, r_P) / var(r_P), where r_P = Σ w·r are the returns of the portfolio at
 * today's weights; the shares of all holdings add up to 1. Taking holdings from the largest share down, the rule names
 *
 * 1. the first one alone when it makes up half of the risk by itself;
 * 2. else the smallest group that does, of at most six, when the average correlation between its members is above 0.4,
 *    so that "tend to fall together" is measured and not assumed;
 * 3. else the first one alone, with its share.
 *
 * Without 60 common returns no share is known, and the largest holding is named by its value only.
 *
 * @param returns one row per holding
 * @param total what shares of value are shares of: the gross value, where a short position counts as large as a long one
 * @returns null when nothing is held
 */
export function findTopRisk(holdings: readonly Weighted[], returns: ReturnMatrix, total: Total): Overview['topRisk'] {
  if (holdings.length === 0 || !(total.value > 0)) return null
  const [first, ...others] = toContributions(holdings, returns)
  if (first === undefined) return describeLargest(holdings, total)
  if (first.share >= MAIN_SHARE) return describeOne(first, total)
  const group = [first]
  let share = first.share
  for (const next of others) {
    if (share >= MAIN_SHARE || group.length === MOST_NAMES) break
    group.push(next)
    share += next.share
  }
  const correlation = averageCorrelation(group)
  const isTogether = share >= MAIN_SHARE && correlation !== null && correlation > TOGETHER_CORRELATION
  return isTogether ? describeGroup(group, { share, correlation, total }) : describeOne(first, total)
}

/** Holdings with enough returns, the largest share of risk first; empty when the portfolio's own risk is not known. */
function toContributions(holdings: readonly Weighted[], returns: ReturnMatrix): Contribution[] {
  const measured = holdings.map((_, row) => countPresent(getRow(returns, row)) >= MINIMUM_PAIR_RETURNS)
  const weights = Float64Array.from(holdings, ({ value }, row) => (measured[row] ? value : 0))
  const portfolio = computePortfolioReturns(returns, weights)
  const variance = computeCovariance(portfolio.returns, portfolio.returns)
  if (portfolio.days < MINIMUM_PAIR_RETURNS || variance === null || variance === 0) return []
  return holdings
    .flatMap((holding, row) => {
      if (!measured[row]) return []
      const own = getRow(returns, row)
      const covariance = computeCovariance(own, portfolio.returns) ?? 0
      return { ...holding, returns: own, share: (holding.value * covariance) / variance }
    })
    .sort((a, b) => b.share - a.share || (a.ticker < b.ticker ? -1 : 1))
}

function averageCorrelation(group: readonly Contribution[]): number | null {
  let sum = 0
  let pairs = 0
  for (const [index, one] of group.entries()) {
    for (const other of group.slice(index + 1)) {
      const { observations, correlation } = fitRegression(one.returns, other.returns) ?? NO_LINE
      if (correlation === null || observations < MINIMUM_PAIR_RETURNS) continue
      // Holdings on opposite sides fall together when they move apart.
      sum += correlation * Math.sign(one.value) * Math.sign(other.value)
      pairs++
    }
  }
  return pairs === 0 ? null : sum / pairs
}

function describeOne(one: Contribution, total: Total): Overview['topRisk'] {
  const { ticker, share } = one
  const weight = (100 * toHeldValue(one)) / total.value
  const ofRisk = `${(100 * share).toFixed(0)}% of the risk.`
  return {
    tickers: [ticker],
    weightPercent: round(weight),
    riskSharePercent: round(100 * share),
    averageCorrelation: null,
    sentence:
      weight === 0
        ? `Options on ${namePosition(ticker)} are ${ofRisk}`
        : `${namePosition(ticker)} is ${weight.toFixed(1)}% of ${total.name} and ${ofRisk}`,
  }
}

function describeGroup(
  group: readonly Contribution[],
  { share, correlation, total }: { share: number; correlation: number; total: Total },
): Overview['topRisk'] {
  const tickers = group.map(({ ticker }) => ticker)
  const weight = (100 * group.reduce((sum, one) => sum + toHeldValue(one), 0)) / total.value
  const names = namePositions(tickers)
  return {
    tickers,
    weightPercent: round(weight),
    riskSharePercent: round(100 * share),
    averageCorrelation: round(correlation),
    sentence: `${names} are ${weight.toFixed(1)}% of ${total.name} and tend to fall together.`,
  }
}

function describeLargest(holdings: readonly Weighted[], total: Total): Overview['topRisk'] {
  const sizeOf = (one: Weighted) => Math.abs(toHeldValue(one))
  const largest = holdings.reduce((most, holding) => (sizeOf(holding) > sizeOf(most) ? holding : most))
  const weight = (100 * toHeldValue(largest)) / total.value
  return {
    tickers: [largest.ticker],
    weightPercent: round(weight),
    riskSharePercent: null,
    averageCorrelation: null,
    sentence: `${namePosition(largest.ticker)} is ${weight.toFixed(1)}% of ${total.name}.`,
  }
}

const countPresent = (series: Float64Array) => series.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
