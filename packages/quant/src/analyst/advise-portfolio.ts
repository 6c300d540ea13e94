import type { HedgeAnalysis } from '../hedge/analyze-hedges.ts'
import type { BookRisk } from '../hedge/book-risk.ts'
import { type HedgeContext, prepareHedging } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import { type PlannedStep, planActions } from './action-plan.ts'
import { type AdviceAction, answerFinding } from './advice-actions.ts'
import { type ConfidenceParts, computeAdviceConfidence } from './advice-confidence.ts'
import {
  type AdviceFinding,
  type AdviceRule,
  type DataQuality,
  findAdvice,
  measureDataShare,
  measurePricedShare,
} from './advice-rules.ts'
import { applyProposal } from './apply-proposal.ts'
import { measureCourses, WORTHWHILE } from './course-trials.ts'
import { type MoveLoss, measureMoveLoss } from './market-moves.ts'
import { computeCrisisGain, isUseful, type TriedActions, tryActions } from './tried-actions.ts'

/** What an action does to the book. Fractions of its value but for the score; negative losses' changes are better. */
export interface AdviceEffect {
  /** Of the diversification score (0 to 100); null for options, which do not enter it. */
  readonly scoreChange: number | null
  /** Of the mean of the worst 5 % of returns over the horizon, costs included; null with too little history. */
  readonly cvarChange: number | null
  /** Of the mean loss over the crises; null without crises. */
  readonly crisisLossChange: number | null
  /** What the move that its rule found costs with it; null for rules that look at no move of the market. */
  readonly moveLoss: MoveLoss | null
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
  /** One per rule that fires and whose action helps more often than not, the headline's first; then what cannot be done. */
  readonly actions: readonly AdvisedAction[]
  /** The actions that trade, one after the other, each on what those before it leave. */
  readonly plan: readonly PlannedStep[]
  /** 0.05 to 0.9; see `computeAdviceConfidence`. */
  readonly confidence: number
  readonly confidenceParts: ConfidenceParts
  /** Resampled histories behind it; 0 with too little history. */
  readonly resampleCount: number
  readonly windows: readonly TriedWindow[]
  /** What the resampled histories and past windows were asked. */
  readonly evidence: AdviceEvidence
  /** True where the index at their betas stood in for holdings with too little history. */
  readonly isCompleted: boolean
}

/**
 * What confidence is evidence of: that the first action helps, that nothing which the rules would do is worth doing, or,
 * where they would do nothing at all, that the worst losses keep within the limit; `none` for advice to mend data.
 */
export type AdviceEvidence = 'action-helps' | 'nothing-worthwhile' | 'within-limit' | 'none'

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

/**
 * One recommendation for a book, by rules and with its evidence: what is at stake decides the headline, each rule that
 * fires gets an action that can be carried out, and confidence is how often the headline's action would have helped, on
 * resampled histories and in past windows, limited by how good the data are. An action that makes the objective worse on
 * most resampled histories, or options that make it better by less than half a percent of the value, are not recommended,
 * whatever their rule found. To hold is a recommendation like any other; its evidence is that nothing the rules would do
 * helps by more than half a percent of the value, and where they would do nothing, that the objective keeps within the
 * request's limit.
 *
 * The objective is the mean of the worst 5 % of returns over the request's horizon, costs taken off. Options are paid at
 * the horizon without any rise of volatility, the careful assumption. Deterministic.
 *
 * @throws QuantInputError when a return is infinite
 */
export function advisePortfolio(input: AdviceInput): PortfolioAdvice {
  const { context, risk, quality } = input
  const data = measureDataShare(context, quality)
  const findings = findAdvice(context, risk, data, measurePricedShare(quality))
  const drafted = answerFindings(
    input,
    findings.filter(({ fires }) => fires),
  )
  const tried = tryActions(context, drafted)
  const actions = keepUseful(context, drafted, tried)
  const first = actions[0]
  const headline = first?.rule ?? 'hold'
  // To hold is judged by what the rules would have done all the same.
  const basis = headline === 'hold' ? tryActions(context, answerFindings(input, findings)) : tried
  const target = first === undefined ? -1 : basis.tested.indexOf(first.proposal as HedgeProposal)
  const evidence = toEvidence(headline, basis)
  const windows = tryWindows(input, basis, { evidence, target })
  // That prices are missing is no matter of chance: such advice is as sure as the rest of the data.
  const confidenceParts =
    headline === 'improve-data'
      ? { data, resamples: 1, windows: 1 }
      : {
          data,
          resamples: readResamples(basis, { evidence, target }),
          windows: windows.filter(({ agrees }) => agrees).length / Math.max(1, windows.length),
        }
  return {
    headline,
    findings,
    actions: actions.map((action) => ({ ...action, effect: toEffect(action, context, tried, findings) })),
    plan: planActions(context, actions, quality),
    confidence: computeAdviceConfidence(confidenceParts, { isCompleted: evidence !== 'none' && basis.isCompleted }),
    confidenceParts,
    resampleCount: basis.resampled?.resamples ?? 0,
    windows,
    evidence,
    isCompleted: basis.isCompleted && basis.resampled !== null,
  }
}

function toEvidence(headline: PortfolioAdvice['headline'], { tested }: TriedActions): AdviceEvidence {
  if (headline === 'improve-data') return 'none'
  if (headline !== 'hold') return 'action-helps'
  return tested.length > 0 ? 'nothing-worthwhile' : 'within-limit'
}

interface Asked {
  readonly evidence: AdviceEvidence
  /** Place of the first action among those that were tested. */
  readonly target: number
}

function readResamples({ resampled }: TriedActions, { evidence, target }: Asked): number {
  if (resampled === null) return 0
  if (evidence === 'within-limit') return resampled.withinLimit
  return (evidence === 'nothing-worthwhile' ? resampled.noneWorthwhile : resampled.improved[target]) ?? 0
}

function answerFindings({ context, risk, hedges }: AdviceInput, findings: readonly AdviceFinding[]): AdviceAction[] {
  return findings.map((finding) => answerFinding(context, risk, hedges, finding))
}

/**
 * What is worth recommending, in the order given: what is useful (see `isUseful`), and mending data. What cannot be done
 * comes last, so that it is not passed over in silence; without anything to recommend, to watch on comes before it.
 */
function keepUseful(context: HedgeContext, actions: readonly AdviceAction[], tried: TriedActions): AdviceAction[] {
  const helps = ({ type, proposal }: AdviceAction) =>
    proposal === null ? type === 'data' : isUseful(proposal, context, tried)
  const useful = actions.filter(helps)
  const impossible = actions.filter(({ type, proposal }) => proposal === null && type !== 'data')
  return useful.length > 0 ? [...useful, ...impossible] : [WATCH_ON, ...impossible]
}

const WATCH_ON: AdviceAction = { type: 'monitor', rule: null, proposal: null }

function tryWindows(
  { context, risk, crisisCoverage }: AdviceInput,
  { trials, tested }: TriedActions,
  { evidence, target }: Asked,
): TriedWindow[] {
  if (evidence === 'none') return []
  const { limit } = context.request
  const judge = (window: string, loss: number, improvements: readonly number[]): TriedWindow[] => {
    if (evidence === 'within-limit') return [{ window, improvement: 0, agrees: loss <= limit }]
    if (evidence === 'nothing-worthwhile') {
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
      unchanged,
      others.map((loss) => unchanged - loss),
    )
  })
  const crises = risk.crises.flatMap(({ scenario, bookReturn }) => {
    if ((crisisCoverage?.[scenario] ?? 1) < LEAST_COVERAGE) return []
    return judge(
      scenario,
      -bookReturn,
      tested.map((proposal) => computeCrisisGain(proposal, scenario, context.book.value)),
    )
  })
  return [...stretches, ...crises]
}

function toEffect(
  { proposal, rule }: AdviceAction,
  context: HedgeContext,
  { losses, tested }: TriedActions,
  findings: readonly AdviceFinding[],
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
    moveLoss: rule === 'hedge-market-risk' ? measureMoveWith(context, proposal, findings) : null,
    cost: cost.fraction,
  }
}

function measureMoveWith(
  context: HedgeContext,
  proposal: HedgeProposal,
  findings: readonly AdviceFinding[],
): MoveLoss | null {
  const found = findings.find(({ rule }) => rule === 'hedge-market-risk')?.parameters.marketReturn
  const after = prepareHedging(applyProposal(context.situation, proposal), context.request)
  return typeof found === 'number' ? measureMoveLoss(after, found) : null
}
