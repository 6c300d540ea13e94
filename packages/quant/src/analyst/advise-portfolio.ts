import type { HedgeAnalysis } from '../hedge/analyze-hedges.ts'
import type { BookRisk } from '../hedge/book-risk.ts'
import type { HedgeContext } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'
import { repriceLeg } from '../hedge/reprice-hedge.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import { type AdviceAction, answerFinding, draftActions } from './advice-actions.ts'
import { type ConfidenceParts, computeAdviceConfidence } from './advice-confidence.ts'
import { type AdviceFinding, type AdviceRule, type DataQuality, findAdvice, measureDataShare } from './advice-rules.ts'
import { type Course, type CourseTrials, measureCourses, resampleCourses, WORTHWHILE } from './course-trials.ts'

/** What an action does to the book. Fractions of its value but for the score; negative losses' changes are better. */
export interface AdviceEffect {
  /** Of the diversification score (0 to 100); null for options, which do not enter it. */
  readonly scoreChange: number | null
  /** Of the mean of the worst 5 % of returns over the horizon, costs included; null with too little history. */
  readonly cvarChange: number | null
  /** Of the mean loss over the crises; null without crises. */
  readonly crisisLossChange: number | null
  readonly cost: number
}

/** An action with what it does. */
export interface AdvisedAction extends AdviceAction {
  readonly effect: AdviceEffect | null
}

/** A past stretch or crisis on which a course was tried. */
export interface TriedWindow {
  /** Id of a crisis, or `recent-1y`, `recent-3y`, `recent-5y`. */
  readonly window: string
  /** Loss avoided, net of cost, as a fraction; of the headline's action, or the best of all when the advice is to hold. */
  readonly improvement: number
  /** Whether it speaks for the headline. */
  readonly agrees: boolean
}

/** The analyst's answer. Plain data. */
export interface PortfolioAdvice {
  readonly headline: AdviceRule | 'hold'
  /** All rules, those that fire first, by what is at stake. */
  readonly findings: readonly AdviceFinding[]
  /** One per rule that fires, the headline's first. */
  readonly actions: readonly AdvisedAction[]
  /** 0.05 to 0.9; see `computeAdviceConfidence`. */
  readonly confidence: number
  readonly confidenceParts: ConfidenceParts
  /** Resampled histories behind it; 0 with too little history. */
  readonly resampleCount: number
  readonly windows: readonly TriedWindow[]
}

/** What is given beside the book. */
export interface AdviceInput {
  readonly context: HedgeContext
  readonly risk: BookRisk
  /** Of `proposeHedges`: the hedge that an advice to hedge would be. */
  readonly hedges: Pick<HedgeAnalysis, 'proposals' | 'pick'>
  readonly quality: DataQuality
  /** Share of the book's value with own prices in a crisis, by its id; a crisis that is not named counts as covered. */
  readonly crisisCoverage?: Readonly<Record<string, number>>
}

const LEAST_COVERAGE = 0.6
const STRETCHES = { 'recent-1y': 252, 'recent-3y': 756, 'recent-5y': 1260 } as const
const GRID = { lowest: -0.6, step: 0.005, count: 241 } as const

/**
 * One recommendation for a book, by rules and with its evidence: what is at stake decides the headline, each rule that
 * fires gets an action that can be carried out, and confidence is how often the headline's action would have helped, on
 * resampled histories and in past windows, limited by how good the data are. To hold is a recommendation like any other;
 * its evidence is that nothing the rules would do helps by more than half a percent of the value.
 *
 * The objective is the mean of the worst 5 % of returns over the request's horizon, costs taken off. Options are paid at
 * the horizon without any rise of volatility, the careful assumption. Deterministic.
 *
 * @throws QuantInputError when a return is infinite
 */
export function advisePortfolio(input: AdviceInput): PortfolioAdvice {
  const { context, risk, hedges, quality } = input
  const data = measureDataShare(context, quality)
  const findings = findAdvice(context, risk, data)
  const actions = draftActions(context, risk, hedges, findings)
  const first = findings.find(({ fires }) => fires)
  const headline = first?.rule ?? 'hold'
  const tested = (headline === 'hold' ? answerAll(input, findings) : actions).flatMap(({ proposal }) => proposal ?? [])
  const trials = createTrials(context, tested)
  const seed = seedFromText(context.situation.holdings.map(({ ticker, shares }) => `${ticker}:${shares}`).join(' '))
  const resampled = resampleCourses(trials, createRandomSource(seed))
  const target = tested.indexOf(actions[0]?.proposal as HedgeProposal)
  const windows =
    headline === 'improve-data' ? [] : tryWindows(input, trials, tested, headline === 'hold' ? null : target)
  // That prices are missing is no matter of chance: such advice is as sure as the rest of the data.
  const confidenceParts =
    headline === 'improve-data'
      ? { data, resamples: 1, windows: 1 }
      : {
          data,
          resamples: headline === 'hold' ? (resampled?.noneWorthwhile ?? 0) : (resampled?.improved[target] ?? 0),
          windows: windows.filter(({ agrees }) => agrees).length / Math.max(1, windows.length),
        }
  const losses = measureCourses(trials)
  return {
    headline,
    findings,
    actions: actions.map((action) => ({ ...action, effect: toEffect(action, context, losses, tested) })),
    confidence: computeAdviceConfidence(confidenceParts),
    confidenceParts,
    resampleCount: resampled?.resamples ?? 0,
    windows,
  }
}

/** Where nothing fires, what the rules would have done all the same. */
function answerAll({ context, risk, hedges }: AdviceInput, findings: readonly AdviceFinding[]): AdviceAction[] {
  return findings.map((finding) => answerFinding(context, risk, hedges, finding))
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

function tryWindows(
  { context, crisisCoverage }: AdviceInput,
  trials: CourseTrials,
  tested: readonly HedgeProposal[],
  target: number | null,
): TriedWindow[] {
  const judge = (window: string, improvements: readonly number[]): TriedWindow[] => {
    if (target === null) {
      const improvement = Math.max(0, ...improvements)
      return [{ window, improvement, agrees: improvement <= WORTHWHILE }]
    }
    const improvement = improvements[target]
    return improvement === undefined ? [] : [{ window, improvement, agrees: improvement > 0 }]
  }
  const stretches = Object.entries(STRETCHES).flatMap(([window, days]) => {
    const losses = context.bookReturns.length < days ? null : measureCourses(trials, -days)
    if (losses === null) return []
    const [unchanged = 0, ...others] = losses
    return judge(
      window,
      others.map((loss) => unchanged - loss),
    )
  })
  const crises = context.situation.crises.flatMap(({ scenario }) => {
    if ((crisisCoverage?.[scenario] ?? 1) < LEAST_COVERAGE) return []
    return judge(
      scenario,
      tested.map((proposal) => computeCrisisGain(proposal, scenario, context.book.value)),
    )
  })
  return [...stretches, ...crises]
}

/** Loss avoided in a crisis, net of cost, as a fraction. */
function computeCrisisGain({ crises, cost }: HedgeProposal, scenario: string, value: number): number {
  const row = crises.find((one) => one.scenario === scenario)
  const gain = row === undefined ? 0 : row.hedged - row.unhedged
  // A replay takes premiums and fees off by itself, what shares cost to trade not.
  return (gain - (cost.kind === 'premium' ? 0 : cost.total)) / value
}

function toEffect(
  { proposal }: AdviceAction,
  context: HedgeContext,
  losses: Float64Array | null,
  tested: readonly HedgeProposal[],
): AdviceEffect | null {
  if (proposal === null) return null
  const { effects, crises, cost } = proposal
  const [before, after] = [effects?.before.diversificationScore ?? null, effects?.after.diversificationScore ?? null]
  const gains = crises.map(({ scenario }) => computeCrisisGain(proposal, scenario, context.book.value))
  const place = tested.indexOf(proposal)
  return {
    scoreChange: before === null || after === null ? null : after - before,
    cvarChange: losses === null || place < 0 ? null : losses[place + 1]! - losses[0]!,
    crisisLossChange: gains.length === 0 ? null : -gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    cost: cost.fraction,
  }
}
