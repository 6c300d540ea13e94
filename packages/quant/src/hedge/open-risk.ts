import { TRADING_DAYS } from '../constants.ts'
import { computeShockReturn } from '../options/book-greeks.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { getRow, type ReturnMatrix } from '../price-matrix.ts'
import { findClosed } from './closing-lines.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'
import type { ShareTrade } from './hedge-proposal.ts'
import { fitIndex } from './index-fit.ts'
import { isSingleName } from './permitted-legs.ts'
import type { HedgeLeg } from './priced-hedge.ts'

/** Risks other than the market that a hedge leaves open. Fractions of the book's value. */
export interface OpenRisk {
  /** Loss at the shock plus the larger of the two below. */
  readonly total: number
  /** Volatility of what the index does not explain, over the term; 0 with too little history. */
  readonly residualMove: number
  /** Loss by a gap of 30 % in the single name that it hits hardest, a rise where that is short, its own options counted. */
  readonly gap: number
  /** The name of that gap; null where no single name is held. */
  readonly gapTicker: string | null
}

/** How far a single name may fall (rise, where it is short) overnight by itself, of its price today. */
export const NAME_GAP = 0.3
const YEAR = 253

/**
 * The fifth measure by which hedges are compared: a hedge that keeps the limit in a fall of the market may leave all of
 * what is particular to one company, and another may not.
 *
 *     loss at the shock + max(σ_ε·√T, 0.3·|V_i| − what its own options then gain)
 *
 * ε is what the index does not explain of the last year's daily returns at the weights after the trades; a holding whose
 * shares its own bought puts cover counts with the part that they leave open.
 *
 * @param lossAtShock of the book with the hedge, a fraction
 */
export function measureOpenRisk(
  context: HedgeContext,
  {
    trades,
    legs,
    lossAtShock,
  }: {
    readonly trades: readonly ShareTrade[]
    readonly legs: readonly HedgeLeg[]
    readonly lossAtShock: number
  },
): OpenRisk {
  const { book, term } = context
  const after = applyTrades(context, trades)
  const gaps = context.situation.holdings
    .filter(isSingleName)
    .map((holding) => ({ ticker: holding.ticker, loss: measureGap(context, holding, after, legs) / book.value }))
  const worst = gaps.reduce<(typeof gaps)[number] | null>((top, one) => (one.loss > (top?.loss ?? 0) ? one : top), null)
  const residualMove =
    measureResidual(context, uncover(context, after, legs)) * Math.sqrt(term.tradingDays / TRADING_DAYS)
  const gap = worst?.loss ?? 0
  return { total: lossAtShock + Math.max(residualMove, gap), residualMove, gap, gapTicker: worst?.ticker ?? null }
}

/** Values by ticker after trades. */
function applyTrades({ situation }: HedgeContext, trades: readonly ShareTrade[]): Map<string, number> {
  const values = new Map(situation.holdings.map(({ ticker, value }) => [ticker, value]))
  for (const { ticker, amount } of trades) values.set(ticker, (values.get(ticker) ?? 0) + amount)
  return values
}

function measureGap(
  { request, situation, lookup }: HedgeContext,
  { ticker, value, beta }: HedgeHolding,
  after: ReadonlyMap<string, number>,
  legs: readonly HedgeLeg[],
): number {
  const move = value < 0 ? NAME_GAP : -NAME_GAP
  const gained = [...legs, ...situation.options]
    .filter(({ underlying }) => underlying === ticker)
    .reduce((sum, leg) => {
      const { spot } = lookup.find(leg).underlying
      const shocked = spot * (1 + computeShockReturn(beta, request.shock))
      const gapped = Math.max(0, shocked + move * spot)
      return sum + leg.contracts * leg.multiplier * (payoffOf(leg, gapped) - payoffOf(leg, shocked))
    }, 0)
  return -move * (after.get(ticker) ?? 0) - gained
}

function payoffOf({ type, strike }: HedgeLeg, price: number): number {
  return Math.max(0, type === 'put' ? strike - price : price - strike)
}

/** Values without the shares that bought puts of their own cover, net of puts sold below them. */
function uncover(
  { situation }: HedgeContext,
  after: ReadonlyMap<string, number>,
  legs: readonly HedgeLeg[],
): ReadonlyMap<string, number> {
  const open = new Map(after)
  const opened = legs.filter((leg) => findClosed(situation.options, leg) === undefined)
  for (const { ticker, shares, instrumentClass } of situation.holdings) {
    const covered = opened.reduce((sum, { underlying, type, contracts, multiplier }) => {
      return underlying === ticker && type === 'put' ? sum + contracts * multiplier : sum
    }, 0)
    if (covered <= 0 || shares <= 0 || !isSingleName({ instrumentClass })) continue
    open.set(ticker, (after.get(ticker) ?? 0) * Math.max(0, 1 - covered / shares))
  }
  return open
}

/** Annual volatility of what the index does not explain of the last year. */
function measureResidual({ situation, book, indexReturns }: HedgeContext, values: ReadonlyMap<string, number>): number {
  const year = takeLastYear(situation.returns)
  const weights = Float64Array.from(year.tickers, (ticker) => (values.get(ticker) ?? 0) / book.value)
  const { returns } = computePortfolioReturns(year, weights)
  return fitIndex(situation.index.ticker, returns, indexReturns.slice(-YEAR))?.residualVolatility ?? 0
}

/** Each of dozens of proposals is measured on the same year. */
const lastYears = new WeakMap<ReturnMatrix, ReturnMatrix>()

function takeLastYear(returns: ReturnMatrix): ReturnMatrix {
  const known = lastYears.get(returns)
  if (known !== undefined) return known
  const { rows, columns, dates } = returns
  const kept = Math.min(YEAR, columns)
  const values = new Float64Array(rows * kept)
  for (let row = 0; row < rows; row++) values.set(getRow(returns, row).subarray(columns - kept), row * kept)
  const year = { ...returns, dates: dates.slice(-kept), values, columns: kept }
  lastYears.set(returns, year)
  return year
}
