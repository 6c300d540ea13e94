import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk } from '../hedge/book-risk.ts'
import { type HedgeContext, prepareHedging } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import { type AdviceAction, answerFinding } from './advice-actions.ts'
import { type DataQuality, findAdvice, measureDataShare, measurePricedShare } from './advice-rules.ts'
import { applyProposal } from './apply-proposal.ts'
import { findWorstMove, type MoveLoss } from './market-moves.ts'
import { isUseful, tryActions } from './tried-actions.ts'

/**
 * How an action follows on those before it. `first`: nothing stands before it. `as-it-stands`: the same trades do.
 * `instead`: other trades do, since the book is another by then. `not-needed`: its rule finds too little at stake by then.
 * `not-possible`: there is nothing left to do for it, or nothing that would help.
 */
export type StepStatus = 'first' | 'as-it-stands' | 'instead' | 'not-needed' | 'not-possible'

/** One step of a plan whose steps add up. */
export interface PlannedStep {
  /** Place of the action among the advice's. */
  readonly action: number
  readonly status: StepStatus
  /** What to trade in this step; null where nothing is. */
  readonly proposal: HedgeProposal | null
  /** Places of earlier actions that this one must not be added to as it stands. */
  readonly excludes: readonly number[]
  /** The book once this step is done. */
  readonly left: BookLeft
}

/** What is left of a book. */
export interface BookLeft {
  readonly value: number
  readonly cash: number
  /** Of what the step trades, the shares that are held then. */
  readonly holdings: readonly { readonly ticker: string; readonly shares: number }[]
  /** What the move that costs most would cost then. */
  readonly worst: MoveLoss
}

/**
 * Puts actions one after the other, each computed anew on the book that those before it leave, so that whoever carries
 * them out in this order sells nothing twice, spends no cash twice and buys no protection that is not needed any more.
 *
 * @param actions as they were advised, each on the book as it is
 */
export function planActions(
  context: HedgeContext,
  actions: readonly AdviceAction[],
  quality: DataQuality,
): PlannedStep[] {
  const steps: PlannedStep[] = []
  let current = context
  for (const [place, action] of actions.entries()) {
    if (action.proposal === null || action.rule === null) continue
    const isFirst = steps.length === 0
    const { status, proposal } = isFirst
      ? { status: 'first' as const, proposal: action.proposal }
      : answerAnew(current, action, quality)
    if (proposal !== null) current = prepareHedging(applyProposal(current.situation, proposal), context.request)
    const done = steps.filter((step) => step.proposal !== null).map((step) => step.action)
    const excludes = isFirst || status === 'as-it-stands' ? [] : done
    steps.push({ action: place, status, proposal, excludes, left: describeLeft(current, proposal) })
  }
  return steps
}

function answerAnew(
  context: HedgeContext,
  { rule, proposal: alone }: AdviceAction,
  quality: DataQuality,
): Pick<PlannedStep, 'status' | 'proposal'> {
  const risk = assessBookRisk(context)
  const findings = findAdvice(context, risk, measureDataShare(context, quality), measurePricedShare(quality))
  const finding = findings.find((one) => one.rule === rule)
  if (finding === undefined || !finding.fires) return { status: 'not-needed', proposal: null }
  const hedges = rule === 'hedge-market-risk' ? proposeHedges(context, risk) : { proposals: [], pick: null }
  const action = answerFinding(context, risk, hedges, finding)
  if (action.proposal === null || !isUseful(action.proposal, context, tryActions(context, [action]))) {
    return { status: 'not-possible', proposal: null }
  }
  const isSame = alone !== null && tradesAlike(action.proposal, alone)
  return { status: isSame ? 'as-it-stands' : 'instead', proposal: isSame ? alone : action.proposal }
}

/** Amounts that differ by less are one: what a step cost has changed what shares of the value are. */
const ALIKE = 0.01

function tradesAlike(a: HedgeProposal, b: HedgeProposal): boolean {
  const legsOf = ({ legs }: HedgeProposal) =>
    JSON.stringify(
      legs.map(({ underlying, type, strike, expiry, contracts }) => [underlying, type, strike, expiry, contracts]),
    )
  const amounts = new Map(b.trades.map(({ ticker, amount }) => [ticker, amount]))
  const isAlike = ({ ticker, amount }: HedgeProposal['trades'][number]) =>
    Math.abs(amount - (amounts.get(ticker) ?? 0)) <= ALIKE * Math.abs(amount)
  return legsOf(a) === legsOf(b) && a.trades.length === b.trades.length && a.trades.every(isAlike)
}

function describeLeft(context: HedgeContext, proposal: HedgeProposal | null): BookLeft {
  const { situation, book } = context
  const shares = new Map(situation.holdings.map((one) => [one.ticker, one.shares]))
  const traded = new Set(proposal?.trades.map(({ ticker }) => ticker))
  return {
    value: book.value,
    cash: situation.cash,
    holdings: [...traded].map((ticker) => ({ ticker, shares: shares.get(ticker) ?? 0 })),
    worst: findWorstMove(context),
  }
}
