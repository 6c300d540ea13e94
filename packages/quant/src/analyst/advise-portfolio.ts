import type { HedgeAnalysis } from '../hedge/analyze-hedges.ts'
import type { BookRisk } from '../hedge/book-risk.ts'
import type { HedgeContext } from '../hedge/hedge-context.ts'
import type { HedgeFamily, HedgeProposal } from '../hedge/hedge-proposal.ts'
import { keepsLimit } from '../hedge/loss-limits.ts'
import type { OwnRisk } from '../hedge/own-risk.ts'
import {
  type BookLeft,
  describeLeft,
  type PlanChoice,
  type PlannedAction,
  planActions,
  sumIndex,
  WHOLE_PLAN,
} from './action-plan.ts'
import { type AdviceAction, answerFinding } from './advice-actions.ts'
import { computeEvidence } from './advice-confidence.ts'
import {
  type AdviceFinding,
  type AdviceRule,
  type DataQuality,
  findAdvice,
  measureDataShare,
  measurePricedShare,
} from './advice-rules.ts'
import { countHistories, WORTHWHILE } from './course-trials.ts'
import { findWorstMove, type MoveLoss, measureMoveLoss } from './market-moves.ts'
import { computeCrisisGain, type TriedCourses, tryCourses } from './tried-actions.ts'

/**
 * Effect of an action on the book that the actions before it leave. Fractions of the value; changes of losses are better
 * when negative.
 */
export interface AdviceEffect {
  /** Change of the diversification score (0 to 100); null for options, which do not enter it. */
  readonly scoreChange: number | null
  /** Change of the mean of the worst 5 % of returns over the horizon, costs included; null with too little history. */
  readonly cvarChange: number | null
  /** Change of the mean loss over the crises; null without crises. */
  readonly crisisLossChange: number | null
  /** Loss at the request's shock before it. */
  readonly shockLossBefore: number
  /**
   * Loss before the action and with it in the move that its rule found; null for rules that look at no move of the
   * market.
   */
  readonly moveLoss: { readonly marketReturn: number; readonly before: number; readonly after: number } | null
  readonly cost: number
}

/** An action with what it does. */
export interface AdvisedAction extends AdviceAction {
  readonly effect: AdviceEffect | null
  /** The book once it is done; null where nothing is traded. */
  readonly left: BookLeft | null
}

/** A past crisis on which the finished plan was tried. */
export interface TriedCrisis {
  readonly scenario: string
  /** Loss avoided by the whole plan, net of cost, as a fraction; where nothing is traded, what is left of the limit. */
  readonly improvement: number
  /** True if it speaks for the plan. */
  readonly agrees: boolean
}

/** Evidence for an advice. Shares from 0 to 1. */
export interface AdviceEvidence {
  /**
   * That the plan helps; that the limit is kept where nothing is done; `none` where data are to be mended and no more, or
   * nothing can be traded; `own-risk` where the plan is for what the market's histories do not show.
   */
  readonly kind: 'plan-helps' | 'within-limit' | 'none' | 'own-risk'
  /** Share of the value with a year of own returns and a fresh price. */
  readonly data: number
  /** Resampled histories; 0 with too little history. */
  readonly histories: number
  /** Share of them in which the finished plan makes the worst losses smaller, costs included; the same as `within` without a plan. */
  readonly helps: number
  /** Share of them in which the worst losses end within the limit, what the plan costs included. */
  readonly within: number
  /** The plan, among those expected to cost less, that ends most often within the limit; null where nothing costs less. */
  readonly alternative: { readonly family: HedgeFamily | 'part-of-plan'; readonly within: number } | null
  readonly crises: readonly TriedCrisis[]
  /** True where the index at their betas stood in for holdings with too little history. */
  readonly isCompleted: boolean
}

/** Where a plan ends. */
export interface FinishedPlan {
  /** Loss after the last step in the move of the market that then costs most. Trading costs are not in it. */
  readonly worst: MoveLoss
  readonly holdsLimit: boolean
  /** Cost of all its steps, a fraction of the value. */
  readonly cost: number
}

/** The analyst's answer. Plain data. */
export interface PortfolioAdvice {
  readonly headline: AdviceRule | 'hold'
  /** All rules, those that fire first, by what is at stake. */
  readonly findings: readonly AdviceFinding[]
  /** In the order in which they are carried out, each on what those before it leave; then what cannot be done. */
  readonly actions: readonly AdvisedAction[]
  readonly finished: FinishedPlan
  /** Largest risk other than the market once the plan's other steps are done; null where that is the market. */
  readonly ownRisk: OwnRisk | null
  /** 0 to 1: how much more often the plan ends within the limit than what costs less; see `computeEvidence`. */
  readonly confidence: number
  readonly evidence: AdviceEvidence
}

/** Input of an advice next to the book. */
export interface AdviceInput {
  readonly context: HedgeContext
  readonly risk: BookRisk
  /** Result of `proposeHedges`: the hedge that an advice to hedge would be, and what it is compared with. */
  readonly hedges: Pick<HedgeAnalysis, 'proposals' | 'pick' | 'ownRisk'>
  readonly quality: DataQuality
  /** Share of the book's value with own prices in a crisis, by its id; a crisis that is not named counts as covered. */
  readonly crisisCoverage?: Readonly<Record<string, number>>
}

const LEAST_COVERAGE = 0.6

/**
 * One plan for a book, by rules and with its evidence: data, trims, other sectors and then a hedge of what is left (see
 * `planActions`). A step that makes the worst losses larger on most resampled histories, or options that make them smaller
 * by less than half a percent of the value, is left out whatever its rule found, and the plan made again without it; options
 * that keep the limit give way to selling then. To hold is a recommendation like any other, for a book within its limit.
 *
 * The evidence is about the finished plan: how often the mean of the worst 5 % of returns over the request's horizon, costs
 * taken off, ends within the limit on resampled histories, less how often the best of what is expected to cost less does.
 * Options are paid on their last day, or at the horizon where that comes first, without any rise of volatility: the careful
 * assumption. Deterministic.
 *
 * @throws QuantInputError when a return is infinite
 */
export function advisePortfolio(input: AdviceInput): PortfolioAdvice {
  const { context, risk, quality, hedges } = input
  const data = measureDataShare(context, quality)
  const findings = findAdvice(context, risk, data, measurePricedShare(quality))
  const { steps, tried } = planUsefully(input)
  const idle = findings
    .filter(({ fires, rule }) => fires && rule !== LIMIT && steps.every(({ action }) => action.rule !== rule))
    .map((finding) => answerFinding(context, risk, hedges, finding))
    .filter(({ proposal, type }) => proposal === null && type !== 'data')
  const useful = steps.filter(({ action: { proposal, type } }) => proposal !== null || type === 'data')
  const impossible = steps.filter((step) => !useful.includes(step)).map(({ action }) => action)
  const isBeyond = impossible.some(({ rule }) => rule === LIMIT)
  const rest = [...(useful.length === 0 && !isBeyond ? [WATCH_ON] : []), ...impossible, ...idle]
  const headline = useful[0]?.action.rule ?? (isBeyond ? LIMIT : 'hold')
  const evidence = weighEvidence(input, { data, steps: useful, tried, isBeyond })
  return {
    headline,
    findings,
    actions: [
      ...useful.map((step) => toAdvised(step, useful, tried, context)),
      ...rest.map((action) => ({ ...action, effect: null, left: null })),
    ],
    finished: finish(context, useful),
    ownRisk:
      steps.find(({ ownRisk }) => ownRisk)?.ownRisk ?? (listProposals(useful).length === 0 ? hedges.ownRisk : null),
    confidence:
      evidence.kind === 'none' || evidence.kind === 'own-risk'
        ? 0
        : computeEvidence({ data, within: evidence.within, alternative: evidence.alternative?.within ?? 0 }),
    evidence,
  }
}

/** The rule that fires wherever the owner's limit is not kept. */
const LIMIT: AdviceRule = 'hedge-market-risk'

const isOwnRisk = ({ ownRisk }: PlannedAction) => ownRisk !== undefined

const WATCH_ON: AdviceAction = { type: 'monitor', rule: null, proposal: null }

const listProposals = (steps: readonly PlannedAction[]) => steps.flatMap(({ action }) => action.proposal ?? [])

/** Lists what the steps do together: the first one, the first two, and so on; the last is the whole plan. */
const listPrefixes = (steps: readonly PlannedAction[]) =>
  listProposals(steps).map((_, place, all) => all.slice(0, place + 1))

interface Tried {
  readonly steps: readonly PlannedAction[]
  /** The prefixes of the plan first, then what it is compared with. */
  readonly tried: TriedCourses
}

/** Plans, tries, and plans again without the first step that does not help. What keeps the limit is never left out. */
function planUsefully(input: AdviceInput, choice = WHOLE_PLAN): Tried {
  const steps = planActions(input, choice)
  const without = (rule: AdviceRule): PlanChoice => ({ ...choice, skipped: new Set([...choice.skipped, rule]) })
  const raising = steps.find(isRaising)?.action.rule
  if (raising != null) {
    const other = planUsefully(input, without(raising))
    if (!endsWithin(input, steps) || endsWithin(input, other.steps)) return other
  }
  const net = findNetPurchase(input, steps)
  if (net !== null && net < choice.mostBought) return planUsefully(input, { ...choice, mostBought: net })
  const prefixes = listPrefixes(steps)
  const most = sumExpected(listProposals(steps))
  const others = input.hedges.proposals.filter((proposal) => sumExpected([proposal]) < most)
  const tried = tryCourses(input.context, [...prefixes, ...others.map((one) => [one])])
  const traded = steps.filter(({ action }) => action.proposal !== null)
  // A history of the market tells nothing of options on what the market does not move.
  const idle = traded.find((step, place) => !isOwnRisk(step) && !isUseful(step, place, tried))
  const rule = idle?.action.rule
  if (rule == null) return { steps, tried }
  if (rule !== LIMIT) return planUsefully(input, without(rule))
  return choice.isSold ? { steps, tried } : planUsefully(input, { ...choice, isSold: true })
}

/**
 * Returns true when a step breaks the limit for a good reason: buying a short position back takes out what its company
 * may do, and makes a fall cost more where it was the cover.
 */
function isRaising({ action: { rule, proposal }, finding, before, after }: PlannedAction): boolean {
  const named = before.situation.holdings.find(({ ticker }) => ticker === finding.parameters.ticker)
  if (rule !== 'reduce-concentration' || proposal === null || named === undefined || named.value > 0) return false
  const { loss } = findWorstMove(after)
  return !keepsLimit(loss, before.request.limit) && !keepsLimit(loss, findWorstMove(before).loss)
}

/** Finds the part that is left of the index that one step buys and a later one sells, in currency; null where none does. */
function findNetPurchase({ context }: AdviceInput, steps: readonly PlannedAction[]): number | null {
  const amounts = listProposals(steps).map((proposal) => sumIndex(context, proposal))
  const first = amounts.findIndex((amount) => amount > 0)
  const isSold = first >= 0 && amounts.some((amount, place) => place > first && amount < 0)
  return isSold
    ? Math.max(
        0,
        amounts.reduce((sum, amount) => sum + amount, 0),
      )
    : null
}

const endsWithin = ({ context }: AdviceInput, steps: readonly PlannedAction[]) => finish(context, steps).holdsLimit

/** Expected cost stands against expected cost: of options what they are expected not to pay back. */
const sumExpected = (proposals: readonly HedgeProposal[]) =>
  proposals.reduce((sum, { expected, cost }) => sum + (expected?.netCost ?? cost.total), 0)

/**
 * True if a step is worth doing: it makes the worst losses smaller more often than not, and options take more than what acting
 * is worth (see `WORTHWHILE`) off them or off the mean loss in past crises. Within the limit no step may add to the worst losses
 * of the history itself. With too little history to tell, a step is worth doing.
 */
function isUseful({ action: { proposal, rule }, before }: PlannedAction, place: number, tried: TriedCourses): boolean {
  const { resampled, losses } = tried
  if (resampled === null || losses === null || proposal === null) return true
  const gains = proposal.crises.map(({ scenario }) => computeCrisisGain(proposal, scenario, before.book.value))
  const meanGain = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length)
  const tailRelief = losses[place]! - losses[place + 1]!
  if (rule !== LIMIT && tailRelief < 0 && keepsLimit(findWorstMove(before).loss, before.request.limit)) return false
  const relief = Math.max(tailRelief, meanGain)
  const improved = countHistories(resampled, (each) => each[place + 1]! < each[place]!)
  return improved > 0.5 && (proposal.legs.length === 0 || relief > WORTHWHILE)
}

/** Evidence for options on what the market does not move: its histories show nothing. */
const UNTRIED = {
  kind: 'own-risk',
  histories: 0,
  helps: 0,
  within: 0,
  alternative: null,
  crises: [],
  isCompleted: false,
} as const

function weighEvidence(
  input: AdviceInput,
  {
    data,
    steps,
    tried,
    isBeyond,
  }: {
    readonly data: number
    readonly steps: readonly PlannedAction[]
    readonly tried: TriedCourses
    readonly isBeyond: boolean
  },
): AdviceEvidence {
  const { resampled, courses, isCompleted } = tried
  const { context } = input
  const proposals = listProposals(steps)
  const last = proposals.length
  if (steps.some(isOwnRisk)) return { ...UNTRIED, data }
  const kind = last > 0 ? 'plan-helps' : steps.length > 0 || isBeyond ? 'none' : 'within-limit'
  const { limit } = context.request
  const share = (isTrue: (losses: Float64Array) => boolean) =>
    resampled === null ? 0 : countHistories(resampled, isTrue)
  const within = share((losses) => losses[last]! <= limit)
  const cheaper = [[], ...courses].flatMap((course, place) => {
    if (place === last || !(sumExpected(course) < sumExpected(proposals))) return []
    const [only] = course
    const isOther = place > last && only !== undefined
    const family = course.length === 0 ? ('do-nothing' as const) : isOther ? only.family : ('part-of-plan' as const)
    return [{ family, within: share((losses) => losses[place]! <= limit) }]
  })
  return {
    kind,
    data,
    histories: resampled?.resamples ?? 0,
    helps: last === 0 ? within : share((losses) => losses[last]! < losses[0]!),
    within,
    alternative: cheaper.reduce<(typeof cheaper)[number] | null>(
      (best, one) => (best === null || one.within > best.within ? one : best),
      null,
    ),
    crises: kind === 'none' ? [] : tryCrises(input, steps),
    isCompleted: isCompleted && resampled !== null,
  }
}

/** The steps' gains add up: each is replayed on the book that those before it leave. */
function tryCrises({ context, risk, crisisCoverage }: AdviceInput, steps: readonly PlannedAction[]): TriedCrisis[] {
  const proposals = listProposals(steps)
  return risk.crises.flatMap(({ scenario, bookReturn }) => {
    if ((crisisCoverage?.[scenario] ?? 1) < LEAST_COVERAGE) return []
    const gained = proposals.reduce((sum, one) => sum + computeCrisisGain(one, scenario, context.book.value), 0)
    const improvement = proposals.length > 0 ? gained : context.request.limit + bookReturn
    return [{ scenario, improvement, agrees: proposals.length > 0 ? improvement > 0 : improvement >= 0 }]
  })
}

function finish(context: HedgeContext, steps: readonly PlannedAction[]): FinishedPlan {
  const worst = findWorstMove(steps.at(-1)?.after ?? context)
  const cost = listProposals(steps).reduce((sum, proposal) => sum + proposal.cost.total, 0)
  return { worst, holdsLimit: keepsLimit(worst.loss, context.request.limit), cost: cost / context.book.value }
}

function toAdvised(
  step: PlannedAction,
  steps: readonly PlannedAction[],
  { losses }: TriedCourses,
  { book }: HedgeContext,
): AdvisedAction {
  const { action, before, after, finding } = step
  const { proposal } = action
  if (proposal === null) return { ...action, effect: null, left: null }
  const { effects, crises, cost } = proposal
  const [old, now] = [effects?.before.diversificationScore ?? null, effects?.after.diversificationScore ?? null]
  const gains = crises.map(({ scenario }) => computeCrisisGain(proposal, scenario, book.value))
  const place = listProposals(steps).indexOf(proposal)
  const moved = finding.rule === 'hedge-market-risk' ? Number(finding.parameters.marketReturn) : null
  return {
    ...action,
    effect: {
      scoreChange: old === null || now === null ? null : now - old,
      cvarChange: losses === null || isOwnRisk(step) ? null : losses[place + 1]! - losses[place]!,
      crisisLossChange:
        gains.length === 0 || isOwnRisk(step) ? null : -gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
      shockLossBefore: measureMoveLoss(before, before.request.shock).loss,
      moveLoss:
        moved === null
          ? null
          : {
              marketReturn: moved,
              before: measureMoveLoss(before, moved).loss,
              after: measureMoveLoss(after, moved).loss,
            },
      cost: cost.fraction,
    },
    left: describeLeft(after, proposal),
  }
}
