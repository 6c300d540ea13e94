// Tests: advise-portfolio.test.ts, action-plan.test.ts

import type { HedgeContext } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'
import { repriceLeg } from '../hedge/reprice-hedge.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import type { ReturnMatrix } from '../price-matrix.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import type { AdviceAction } from './advice-actions.ts'
import {
  type Course,
  type CourseTrials,
  measureCourses,
  type ResampledTrials,
  resampleCourses,
  WORTHWHILE,
} from './course-trials.ts'

const GRID = { lowest: -0.6, step: 0.005, count: 241 } as const

/** Actions with something to trade, tried on the book's history. */
export interface TriedActions {
  readonly tested: readonly HedgeProposal[]
  readonly trials: CourseTrials
  /** Null with too little history. */
  readonly resampled: ResampledTrials | null
  /** Mean of the worst 5 % of returns, of the unchanged book first; null with too little history. */
  readonly losses: Float64Array | null
  /** True where the holdings' common history was too short, and the index at their betas stands in for what is missing. */
  readonly isCompleted: boolean
}

/**
 * Tries what actions would trade, all on the same resampled histories: those of the holdings themselves, or where they have
 * less than a year in common, completed by the index at their betas.
 */
export function tryActions(context: HedgeContext, actions: readonly AdviceAction[]): TriedActions {
  const tested = actions.flatMap(({ proposal }) => proposal ?? [])
  const seed = seedFromText(context.situation.holdings.map(({ ticker, shares }) => `${ticker}:${shares}`).join(' '))
  const tryOn = (history: ReturnMatrix, isCompleted: boolean) => {
    const trials = createTrials(context, tested, history)
    const resampled = resampleCourses(trials, createRandomSource(seed))
    return { tested, trials, resampled, losses: measureCourses(trials), isCompleted }
  }
  const own = tryOn(context.situation.returns, false)
  return own.resampled === null ? tryOn(completeHistory(context), true) : own
}

/**
 * Whether something is worth doing: it improves the objective more often than not, and options take more than what acting
 * is worth (see `WORTHWHILE`) off the objective or off the mean loss in past crises. With too little history to tell, what
 * can be done is worth doing.
 */
export function isUseful(proposal: HedgeProposal, { book }: HedgeContext, tried: TriedActions): boolean {
  const { tested, resampled, losses } = tried
  const place = tested.indexOf(proposal)
  if (resampled === null || losses === null) return true
  const gains = proposal.crises.map(({ scenario }) => computeCrisisGain(proposal, scenario, book.value))
  const meanGain = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length)
  const relief = Math.max(losses[0]! - losses[place + 1]!, meanGain)
  return (resampled.improved[place] ?? 0) > 0.5 && (proposal.legs.length === 0 || relief > WORTHWHILE)
}

/** Loss avoided in a crisis, net of cost, as a fraction. */
export function computeCrisisGain({ crises, cost }: HedgeProposal, scenario: string, value: number): number {
  const row = crises.find((one) => one.scenario === scenario)
  const gain = row === undefined ? 0 : row.hedged - row.unhedged
  // A replay takes premiums and fees off by itself, what shares cost to trade not.
  return (gain - (cost.kind === 'premium' ? 0 : cost.total)) / value
}

function createTrials(context: HedgeContext, proposals: readonly HedgeProposal[], history: ReturnMatrix): CourseTrials {
  const own = context.book.options
  return {
    unchanged: toCourse(context, history, { own, proposal: null }),
    courses: proposals.map((proposal) => toCourse(context, history, { own, proposal })),
    index: context.indexReturns,
    horizon: context.request.horizonDays,
    limit: context.request.limit,
  }
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

interface CourseWishes {
  readonly own: readonly HedgeLeg[]
  readonly proposal: HedgeProposal | null
}

function toCourse(context: HedgeContext, history: ReturnMatrix, { own, proposal }: CourseWishes): Course {
  const { situation, book, request } = context
  const legs = [...own, ...(proposal?.legs ?? [])]
  const values = new Map(situation.holdings.map(({ ticker, value }) => [ticker, value]))
  for (const { ticker, amount } of proposal?.trades ?? []) values.set(ticker, (values.get(ticker) ?? 0) + amount)
  const weights = Float64Array.from(history.tickers, (ticker) => (values.get(ticker) ?? 0) / book.value)
  const paid = legs.reduce((sum, { contracts, multiplier, premium }) => sum + contracts * multiplier * premium, 0)
  const profits = Float64Array.from({ length: legs.length === 0 ? 0 : GRID.count }, (_, k) => {
    const marketReturn = GRID.lowest + k * GRID.step
    const shock = { marketReturn, horizonDays: request.horizonDays, volatility: { kind: 'rule', scale: 0 } } as const
    const worth = legs.reduce((sum, leg) => {
      return sum + leg.contracts * leg.multiplier * repriceLeg(leg, shock, context.lookup)
    }, 0)
    return (worth - paid) / book.value
  })
  return {
    returns: weights.some((weight) => weight !== 0)
      ? computePortfolioReturns(history, weights).returns
      : // Cash and options alone have no return of shares.
        context.indexReturns.map((one) => (Number.isNaN(one) ? Number.NaN : 0)),
    optionProfit: (marketReturn) => interpolate(profits, marketReturn),
    // The premium is in the options' profit; what else a proposal costs are fees, spreads and forgone returns.
    cost: proposal === null ? 0 : (proposal.cost.total - proposal.cost.premium) / book.value,
  }
}

/** Straight lines between the points of the grid, level beyond it. */
function interpolate(profits: Float64Array, marketReturn: number): number {
  if (profits.length === 0) return 0
  const place = Math.min(GRID.count - 1, Math.max(0, (marketReturn - GRID.lowest) / GRID.step))
  const below = Math.min(GRID.count - 2, Math.floor(place))
  return profits[below]! + (place - below) * (profits[below + 1]! - profits[below]!)
}
