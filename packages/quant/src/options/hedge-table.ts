import { inputErrors } from '../errors.ts'
import { computeShockReturn } from './book-greeks.ts'
import { requireBeta, requireFiniteNumber, requireNonNegativeNumber, requirePositiveNumber } from './option-contract.ts'
import { CONTRACT_MULTIPLIER } from './option-strategy.ts'
import { type MarketShock, repriceUnderShock, type ShockedOption } from './volatility-shock.ts'

/** Moves of the market that hedge tables show: +10 % down to −40 %. */
export const STANDARD_SHOCKS: readonly number[] = [0.1, 0, -0.05, -0.1, -0.2, -0.3, -0.4]

/** One option line of a hedge: what is held, how many, and what it cost. */
export interface HedgeLine {
  readonly option: ShockedOption
  /** Contracts, negative when sold. */
  readonly contracts: number
  /** Price paid (asked) or received (bid) per share, ≥ 0. */
  readonly premium: number
  readonly multiplier?: number
  /** Beta of the option's underlying to the market; 1 (the index itself) when left out. */
  readonly beta?: number
}

/** A portfolio with its hedge. */
export interface HedgedPortfolio {
  /** Value of what is hedged, in currency, > 0. */
  readonly value: number
  /** Its hedging beta to the market. */
  readonly beta: number
  readonly lines: readonly HedgeLine[]
  /** Commissions in currency, ≥ 0; 0 when left out. */
  readonly fees?: number
}

/** Profit of a portfolio under one market move, in currency, with and without its hedge. */
export interface HedgeRow {
  readonly marketReturn: number
  readonly unhedged: number
  /** Hedged, the options worth their intrinsic value only: the least they can be worth. */
  readonly hedgedAtExpiry: number
  /** Hedged at the horizon, volatility unmoved. */
  readonly hedgedSteady: number
  /** Hedged at the horizon, volatility answering the move. */
  readonly hedgedResponding: number
}

/**
 * Computes a hedge's profit over a range of market moves, valued three ways: at expiry, at the horizon with volatility
 * unmoved, and at the horizon with volatility answering. A hedge that only the last one praises is a bet on panic.
 *
 * @param shocks returns of the market, > −1
 * @param market horizon in trading days, 30-day volatility, and optionally response and cap (see `MarketShock`)
 * @returns one row per shock, in the order given; profits are net of the hedge's cost and fees
 * @throws QuantInputError naming what is not a possible number
 */
export function computeHedgeTable(
  portfolio: HedgedPortfolio,
  market: Omit<MarketShock, 'marketReturn'>,
  shocks: readonly number[] = STANDARD_SHOCKS,
): HedgeRow[] {
  requirePositiveNumber('value', portfolio.value)
  requireBeta('beta', portfolio.beta)
  const cost = computeHedgeCost(portfolio)
  return shocks.map((marketReturn) => {
    const unhedged = portfolio.value * computeShockReturn(portfolio.beta, marketReturn)
    const worth = (value: (line: HedgeLine) => number) =>
      portfolio.lines.reduce((sum, line) => sum + sharesOf(line) * value(line), unhedged - cost)
    const reprice = (line: HedgeLine, shock: MarketShock) =>
      repriceUnderShock(line.option, shock, { beta: line.beta ?? 1 }).value
    return {
      marketReturn,
      unhedged,
      hedgedAtExpiry: worth((line) => intrinsicAfter(line, marketReturn)),
      hedgedSteady: worth((line) => reprice(line, { ...market, marketReturn, response: 0 })),
      hedgedResponding: worth((line) => reprice(line, { ...market, marketReturn })),
    }
  })
}

/** Premiums paid less received, plus fees, in currency. */
export function computeHedgeCost(portfolio: HedgedPortfolio): number {
  requireNonNegativeNumber('fees', portfolio.fees ?? 0)
  return portfolio.lines.reduce((sum, line, i) => {
    requireFiniteNumber(`lines[${i}].contracts`, line.contracts)
    requireNonNegativeNumber(`lines[${i}].premium`, line.premium)
    requirePositiveNumber(`lines[${i}].multiplier`, line.multiplier ?? CONTRACT_MULTIPLIER)
    requireBeta(`lines[${i}].beta`, line.beta ?? 1)
    requirePositiveNumber(`lines[${i}].option.spot`, line.option.spot)
    requirePositiveNumber(`lines[${i}].option.strike`, line.option.strike)
    return sum + sharesOf(line) * line.premium
  }, portfolio.fees ?? 0)
}

function sharesOf(line: HedgeLine): number {
  return line.contracts * (line.multiplier ?? CONTRACT_MULTIPLIER)
}

function intrinsicAfter(line: HedgeLine, marketReturn: number): number {
  const { type, strike, spot } = line.option
  const shocked = spot * (1 + computeShockReturn(line.beta ?? 1, marketReturn))
  return Math.max(0, type === 'call' ? shocked - strike : strike - shocked)
}

/**
 * The market return at which a hedge starts to pay: hedged and unhedged profit at expiry are equal there, and below it
 * hedged is better. Found by bisection between −99 % and 0.
 *
 * @returns null when the hedge is no better even at −99 % or already pays at 0
 * @throws QuantInputError when the portfolio has no lines
 */
export function findHedgeBreakEven(portfolio: HedgedPortfolio): number | null {
  if (portfolio.lines.length === 0) throw inputErrors.tooShort('lines', 0, 1)
  const cost = computeHedgeCost(portfolio)
  const advantage = (marketReturn: number) =>
    portfolio.lines.reduce((sum, line) => sum + sharesOf(line) * intrinsicAfter(line, marketReturn), -cost)
  let pays = -0.99
  let costs = 0
  if (advantage(pays) <= 0 || advantage(costs) >= 0) return null
  for (let step = 0; step < 60; step++) {
    const middle = 0.5 * (pays + costs)
    if (advantage(middle) > 0) pays = middle
    else costs = middle
  }
  return 0.5 * (pays + costs)
}
