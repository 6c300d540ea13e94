// Tests: action-plan.test.ts, advise-portfolio.test.ts

import { TRADING_DAYS } from '../constants.ts'
import type { BookRisk } from '../hedge/book-risk.ts'
import { sumGross } from '../hedge/book-weights.ts'
import type { HedgeContext } from '../hedge/hedge-context.ts'
import type { RuleFinding } from '../hedge/hedge-proposal.ts'
import { fitIndex } from '../hedge/index-fit.ts'
import { keepsLimit } from '../hedge/loss-limits.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow, type ReturnMatrix } from '../price-matrix.ts'
import { findWorstMove } from './market-moves.ts'

/** Faults that a book may have; the words are the caller's. */
export type AdviceRule = 'reduce-concentration' | 'hedge-market-risk' | 'diversify' | 'improve-data'

/** A rule, and how much of the book's value is at stake in what it looks at. */
export interface AdviceFinding extends RuleFinding<AdviceRule> {
  /** Loss at stake as a fraction of the value. */
  readonly severity: number
  /** True if that is enough to act on. */
  readonly fires: boolean
}

/** Quality of the data behind a book. */
export interface DataQuality {
  /** Tickers whose price is not fresh, or whose returns are not their own but a proxy's. */
  readonly unreliable: ReadonlySet<string>
  /** Tickers that never have closes of their own and follow a named fund instead, as a Treasury does; none if left out. */
  readonly followed?: ReadonlySet<string>
  /** Share of the holdings, by cost, that has no price at all and is not in the book; 0 when left out. */
  readonly unpricedShare?: number
}

/** Below 2 % of the value at stake nothing is recommended but to keep the limit. */
export const LEAST_SEVERITY = 0.02
const NAME_CAP = 0.1
const HEAVY_SECTOR = 0.4
const SECTOR_EXCESS = 0.15
/** Share of the value without good data from which on the data come first. */
const POOR_DATA = 0.3
/** One-sided 95 %. */
const DEVIATIONS = 1.65
/** Annual volatility beyond the market of a company without history. */
const USUAL_RESIDUAL = 0.35

/**
 * Share of a book's gross value that has a year of own returns and a fresh price; cash always has. An option has what its
 * underlying has: its price is its quote, and what moves it is the underlying. A Treasury, which never has closes, follows
 * a fund and counts as known. It is what confidence in anything said of the book is limited by.
 */
export function measureDataShare(context: HedgeContext, quality: DataQuality): number {
  const { holdings, options, cash, returns } = context.situation
  const parts = [
    ...holdings,
    ...options.map(({ underlying, contracts, multiplier, premium }) => {
      return { ticker: underlying, value: contracts * multiplier * premium }
    }),
  ]
  const gross = parts.reduce((sum, { value }) => sum + Math.abs(value), Math.abs(cash))
  const good = parts.reduce((sum, { ticker, value }) => {
    if (quality.unreliable.has(ticker)) return sum
    return quality.followed?.has(ticker) || hasYear(returns, ticker) ? sum + Math.abs(value) : sum
  }, Math.abs(cash))
  return gross > 0 ? measurePricedShare(quality) * Math.min(1, good / gross) : 0
}

/** True when a ticker has a year of daily returns of its own. */
export function hasYear(returns: ReturnMatrix, ticker: string): boolean {
  const row = findRow(returns, ticker) ?? new Float64Array()
  return row.reduce((count, one) => (Number.isNaN(one) ? count : count + 1), 0) >= TRADING_DAYS
}

/** Share of everything held that has a price. */
export function measurePricedShare({ unpricedShare = 0 }: DataQuality): number {
  return 1 - Math.min(1, Math.max(0, unpricedShare))
}

/**
 * The rules of the built-in analyst, by the share of the value at stake, the largest first:
 *
 * - `reduce-concentration`: what the largest company can lose by itself over the horizon (1.65 standard deviations beyond
 *   the market) on what it has above 10 % of the book;
 * - `hedge-market-risk`: what the book loses beyond the request's limit in the move that costs most (see `findWorstMove`).
 *   It fires whenever that is beyond the limit, by `keepsLimit`, however little: the limit is the owner's;
 * - `diversify`: the same as for a company for the sector of the index that is heaviest against it, on what it has beyond
 *   the index (or 40 %), less what reducing the largest company takes out of it; bonds and gold are no sector to leave;
 * - `improve-data`: the shock on what has no reliable data; from 30 % of the value on.
 *
 * @param pricedShare share of everything held that is in the book: what is at stake is measured against everything
 */
export function findAdvice(context: HedgeContext, risk: BookRisk, dataShare: number, pricedShare = 1): AdviceFinding[] {
  const name = assessLargestName(context, risk)
  const inBook = [name, assessMarket(context, risk), assessSector(context, risk, name)].map((finding) => {
    const severity = pricedShare * finding.severity
    const isLittle = severity < LEAST_SEVERITY && finding.rule !== 'hedge-market-risk'
    return { ...finding, severity, fires: finding.fires && !isLittle }
  })
  const found = [...inBook, assessData(context, dataShare)]
  return found.sort((a, b) => Number(b.fires) - Number(a.fires) || b.severity - a.severity)
}

function assessLargestName(context: HedgeContext, risk: BookRisk): AdviceFinding {
  const largest = risk.concentration?.detail.maxName ?? null
  const weight = largest?.weight ?? 0
  const row = largest === null ? undefined : findRow(context.situation.returns, largest.ticker)
  const deviation = row === undefined ? USUAL_RESIDUAL : measureResidual(context, row)
  const severity = Math.max(0, weight - NAME_CAP) * measureGross(context) * toHorizon(context, deviation)
  const share = risk.contributions.find(({ ticker }) => ticker === largest?.ticker)?.share
  return {
    rule: 'reduce-concentration',
    severity,
    fires: severity >= LEAST_SEVERITY,
    parameters: {
      ...(largest === null ? {} : { ticker: largest.ticker }),
      weight,
      cap: NAME_CAP,
      residualVolatility: deviation,
      ...(share === undefined ? {} : { share }),
    },
  }
}

function assessMarket(context: HedgeContext, risk: BookRisk): AdviceFinding {
  const { shock, limit } = context.request
  const { marketReturn, loss } = findWorstMove(context)
  return {
    rule: 'hedge-market-risk',
    severity: Math.max(0, loss - limit),
    fires: !keepsLimit(loss, limit),
    parameters: { shock, marketReturn, loss, limit, beta: risk.beta },
  }
}

function assessSector(context: HedgeContext, risk: BookRisk, name: AdviceFinding): AdviceFinding {
  const { holdings, returns, indexSectors } = context.situation
  const isKnown = Object.keys(indexSectors).length > 0
  const tilt = risk.tilts.find(({ sector }) => !isKnown || sector in indexSectors)
  if (tilt === undefined) return { rule: 'diversify', severity: 0, fires: false, parameters: {} }
  const { sector, weight, indexWeight } = tilt
  const excess = weight - (indexWeight ?? HEAVY_SECTOR)
  const largest = holdings.find(({ ticker }) => ticker === name.parameters.ticker)
  const relieved = name.fires && largest?.sector === sector ? Number(name.parameters.weight) - NAME_CAP : 0
  const values = new Map(holdings.filter((one) => one.sector === sector).map(({ ticker, value }) => [ticker, value]))
  const total = [...values.values()].reduce((sum, value) => sum + Math.abs(value), 0)
  const weights = Float64Array.from(returns.tickers, (ticker) => (total > 0 ? (values.get(ticker) ?? 0) / total : 0))
  const deviation = measureResidual(context, computePortfolioReturns(returns, weights).returns)
  const left = Math.max(0, excess - Math.max(0, relieved))
  const severity = left * measureGross(context) * toHorizon(context, deviation)
  return {
    rule: 'diversify',
    severity,
    fires: severity >= LEAST_SEVERITY && weight >= HEAVY_SECTOR && excess >= SECTOR_EXCESS,
    parameters: { sector, weight, ...(indexWeight === null ? {} : { indexWeight }), residualVolatility: deviation },
  }
}

function assessData({ request }: HedgeContext, dataShare: number): AdviceFinding {
  const missing = 1 - dataShare
  return {
    rule: 'improve-data',
    severity: missing * -request.shock,
    fires: missing >= POOR_DATA,
    parameters: { dataShare },
  }
}

/** Annual volatility beyond the index. */
function measureResidual({ situation, indexReturns }: HedgeContext, series: Float64Array): number {
  return fitIndex(situation.index.ticker, series, indexReturns)?.residualVolatility ?? USUAL_RESIDUAL
}

/** Weights of names and sectors are shares of the gross value of everything; what is at stake is a share of its net value. */
function measureGross({ situation, book }: HedgeContext): number {
  return sumGross(situation) / book.value
}

function toHorizon({ request }: HedgeContext, deviation: number): number {
  return DEVIATIONS * deviation * Math.sqrt(request.horizonDays / TRADING_DAYS)
}
