import type { HedgeContext } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'
import { repriceLeg } from '../hedge/reprice-hedge.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import type { AdviceAction } from './advice-actions.ts'
import {
  type Course,
  type CourseTrials,
  measureCourses,
  type ResampledTrials,
  resampleCourses,
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
}

/** Tries what actions would trade, all on the same resampled histories. */
export function tryActions(context: HedgeContext, actions: readonly AdviceAction[]): TriedActions {
  const tested = actions.flatMap(({ proposal }) => proposal ?? [])
  const trials = createTrials(context, tested)
  const seed = seedFromText(context.situation.holdings.map(({ ticker, shares }) => `${ticker}:${shares}`).join(' '))
  const resampled = resampleCourses(trials, createRandomSource(seed))
  return { tested, trials, resampled, losses: measureCourses(trials) }
}

function createTrials(context: HedgeContext, proposals: readonly HedgeProposal[]): CourseTrials {
  const own = context.book.options
  return {
    unchanged: toCourse(context, own, null),
    courses: proposals.map((proposal) => toCourse(context, own, proposal)),
    index: context.indexReturns,
    horizon: context.request.horizonDays,
  }
}

function toCourse(context: HedgeContext, own: readonly HedgeLeg[], proposal: HedgeProposal | null): Course {
  const { situation, book, request } = context
  const legs = [...own, ...(proposal?.legs ?? [])]
  const values = new Map(situation.holdings.map(({ ticker, value }) => [ticker, value]))
  for (const { ticker, amount } of proposal?.trades ?? []) values.set(ticker, (values.get(ticker) ?? 0) + amount)
  const weights = Float64Array.from(situation.returns.tickers, (ticker) => (values.get(ticker) ?? 0) / book.value)
  const isMoved = (proposal?.trades.length ?? 0) > 0
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
    returns: isMoved ? computePortfolioReturns(situation.returns, weights).returns : context.bookReturns,
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
