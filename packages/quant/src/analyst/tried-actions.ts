// Tests: advise-portfolio.test.ts, action-plan.test.ts

import type { HedgeContext } from '../hedge/hedge-context.ts'
import { countHedgeDays } from '../hedge/hedge-dates.ts'
import type { HedgeProposal, ShareTrade } from '../hedge/hedge-proposal.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'
import { repriceLeg } from '../hedge/reprice-hedge.ts'
import { measureOutlay } from '../hedge/sale-cost.ts'
import { findShareSettlements, markSettlements } from '../hedge/share-settlement.ts'
import { signOf } from '../options/option-contract.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow, type ReturnMatrix } from '../price-matrix.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import { applyProposal } from './apply-proposal.ts'
import {
  type Course,
  type CourseTrials,
  type Delivery,
  measureCourses,
  type OptionProfit,
  type ResampledTrials,
  resampleCourses,
} from './course-trials.ts'

const GRID = { lowest: -0.6, step: 0.005, count: 241 } as const

/** Courses tried on the book's history: what is done together in each. */
export interface TriedCourses {
  readonly courses: readonly (readonly HedgeProposal[])[]
  /** Null with too little history. */
  readonly resampled: ResampledTrials | null
  /** Mean of the worst 5 % of returns, of the unchanged book first; null with too little history. */
  readonly losses: Float64Array | null
  /** True where the holdings' common history was too short, and the index at their betas stands in for what is missing. */
  readonly isCompleted: boolean
}

/**
 * Tries courses, all on the same resampled histories: those of the holdings themselves, or where they have less than a year
 * in common, completed by the index at their betas.
 *
 * @param courses each a list of proposals that are carried out one after the other
 */
export function tryCourses(context: HedgeContext, courses: readonly (readonly HedgeProposal[])[]): TriedCourses {
  const seed = seedFromText(context.situation.holdings.map(({ ticker, shares }) => `${ticker}:${shares}`).join(' '))
  const tryOn = (history: ReturnMatrix, isCompleted: boolean) => {
    const tried = { context, returnsAfter: createReturns(context, history), sharesOf: createShares(context, history) }
    const trials: CourseTrials = {
      unchanged: toCourse(tried, []),
      courses: courses.map((proposals) => toCourse(tried, proposals)),
      index: context.indexReturns,
      horizon: context.request.horizonDays,
    }
    const resampled = resampleCourses(trials, createRandomSource(seed))
    return { courses, resampled, losses: measureCourses(trials), isCompleted }
  }
  const own = tryOn(context.situation.returns, false)
  return own.resampled === null ? tryOn(completeHistory(context), true) : own
}

/** Loss avoided in a crisis, net of cost, as a fraction. */
export function computeCrisisGain({ crises, cost }: HedgeProposal, scenario: string, value: number): number {
  const row = crises.find((one) => one.scenario === scenario)
  const gain = row === undefined ? 0 : row.hedged - row.unhedged
  // A replay takes premiums and fees off by itself, what shares cost to trade not.
  return (gain - (cost.kind === 'premium' ? 0 : measureOutlay(cost))) / value
}

/** The index at a holding's beta stands in for the days on which it has no return of its own. */
function completeHistory({ situation, indexReturns }: HedgeContext): ReturnMatrix {
  const { returns, holdings, index } = situation
  const betas = new Map(holdings.map(({ ticker, beta }) => [ticker, beta]))
  const missing = holdings.map(({ ticker }) => ticker).filter((ticker) => !returns.tickers.includes(ticker))
  const tickers = [...returns.tickers, ...missing]
  const values = new Float64Array(tickers.length * returns.columns).fill(Number.NaN)
  values.set(returns.values)
  for (const [row, ticker] of tickers.entries()) {
    const beta = ticker === index.ticker ? 1 : betas.get(ticker)
    if (beta === undefined) continue
    for (let t = 0; t < returns.columns; t++) {
      const place = row * returns.columns + t
      if (Number.isNaN(values[place]!)) values[place] = beta * indexReturns[t]!
    }
  }
  return { ...returns, tickers, values, rows: tickers.length }
}

type Returns = (trades: readonly ShareTrade[]) => Float64Array

/** Returns of the book after trades; the same trades give the same series. */
function createReturns({ situation, book, indexReturns }: HedgeContext, history: ReturnMatrix): Returns {
  const known = new Map<string, Float64Array>()
  return (trades) => {
    const values = new Map(situation.holdings.map(({ ticker, value }) => [ticker, value]))
    for (const { ticker, amount } of trades) values.set(ticker, (values.get(ticker) ?? 0) + amount)
    const weights = Float64Array.from(history.tickers, (ticker) => (values.get(ticker) ?? 0) / book.value)
    const key = weights.join()
    const returns =
      known.get(key) ??
      (weights.some((weight) => weight !== 0)
        ? computePortfolioReturns(history, weights).returns
        : // Cash and options alone have no return of shares.
          indexReturns.map((one) => (Number.isNaN(one) ? Number.NaN : 0)))
    known.set(key, returns)
    return returns
  }
}

/** Daily returns of what is delivered, by ticker: the index at its beta stands in for days without its own. */
function createShares({ indexReturns, lookup }: HedgeContext, history: ReturnMatrix) {
  const known = new Map<string, Float64Array>()
  return (leg: HedgeLeg) => {
    const { beta } = lookup.find(leg).underlying
    const row = findRow(history, leg.underlying)
    const own = indexReturns.map((market, t) => {
      const one = row?.[t] ?? Number.NaN
      return Number.isNaN(one) ? beta * market : one
    })
    const returns = known.get(leg.underlying) ?? own
    known.set(leg.underlying, returns)
    return returns
  }
}

interface Tried {
  readonly context: HedgeContext
  readonly returnsAfter: Returns
  readonly sharesOf: (leg: HedgeLeg) => Float64Array
}

function toCourse(tried: Tried, proposals: readonly HedgeProposal[]): Course {
  const { context, returnsAfter } = tried
  const { book, situation, underlyings } = context
  // What is left of the shares and the cash decides which options are settled in shares.
  const left = proposals.reduce(applyProposal, situation)
  const legs = [...situation.options, ...proposals.flatMap((proposal) => proposal.legs)]
  return {
    returns: returnsAfter(proposals.flatMap(({ trades }) => trades)),
    options: toOptionProfits(tried, markSettlements(legs, findShareSettlements(left, underlyings))),
    // The premium is in the options' profit, and the history shows what sold shares would have earned.
    cost: proposals.reduce((sum, { cost }) => sum + measureOutlay(cost), 0) / book.value,
  }
}

/** Options by the day that decides what they are worth: their expiry, or the end of the term. */
function toOptionProfits({ context, sharesOf }: Tried, legs: readonly HedgeLeg[]): OptionProfit[] {
  const { situation, request, book, lookup } = context
  const dayOf = ({ expiry }: HedgeLeg) =>
    Math.max(1, Math.min(request.horizonDays, countHedgeDays(situation.today, expiry).tradingDays))
  return [...Map.groupBy(legs, dayOf)].map(([day, ending]) => {
    const profits = Float64Array.from({ length: GRID.count }, (_, k) => {
      const marketReturn = GRID.lowest + k * GRID.step
      const shock = { marketReturn, horizonDays: day, volatility: { kind: 'rule', scale: 0 } } as const
      const gained = ending.reduce((sum, leg) => {
        return sum + leg.contracts * leg.multiplier * (repriceLeg(leg, shock, lookup) - leg.premium)
      }, 0)
      return gained / book.value
    })
    return {
      day,
      profit: (marketReturn) => interpolate(profits, marketReturn),
      deliveries: day < request.horizonDays ? ending.flatMap((leg) => toDelivery(context, leg, sharesOf)) : [],
    }
  })
}

function toDelivery({ book, lookup }: HedgeContext, leg: HedgeLeg, sharesOf: Tried['sharesOf']): Delivery[] {
  const { settledInShares, type, strike, contracts, multiplier } = leg
  if (settledInShares === undefined) return []
  const { spot, beta } = lookup.find(leg).underlying
  const sign = signOf(type)
  const size = (settledInShares * sign * contracts * multiplier * spot) / book.value
  const distance = Math.log(strike / spot)
  const exposure = (marketReturn: number) => (sign * (beta * Math.log1p(marketReturn) - distance) > 0 ? size : 0)
  return [{ returns: sharesOf(leg), exposure }]
}

/** Straight lines between the points of the grid, level beyond it. */
function interpolate(profits: Float64Array, marketReturn: number): number {
  const place = Math.min(GRID.count - 1, Math.max(0, (marketReturn - GRID.lowest) / GRID.step))
  const below = Math.min(GRID.count - 2, Math.floor(place))
  return profits[below]! + (place - below) * (profits[below + 1]! - profits[below]!)
}
