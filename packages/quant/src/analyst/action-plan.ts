import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk, type BookRisk } from '../hedge/book-risk.ts'
import { evaluateProposal } from '../hedge/evaluate-proposal.ts'
import { type HedgeContext, measureValue, prepareHedging } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import { priceIndexHedge } from '../hedge/index-hedges.ts'
import type { OwnRisk } from '../hedge/own-risk.ts'
import { proposeTrim } from '../hedge/share-moves.ts'
import { type AdviceAction, answerFinding, answerOwnRisk } from './advice-actions.ts'
import {
  type AdviceFinding,
  type AdviceRule,
  type DataQuality,
  findAdvice,
  measureDataShare,
  measurePricedShare,
} from './advice-rules.ts'
import type { AdviceInput } from './advise-portfolio.ts'
import { applyProposal } from './apply-proposal.ts'
import { limitPurchase } from './limit-purchase.ts'
import { findWorstMove, type MoveLoss } from './market-moves.ts'

/** An action in its place: computed on the book that those before it leave. */
export interface PlannedAction {
  readonly action: AdviceAction
  /** The books before it and once it is done; the same where it trades nothing. */
  readonly before: HedgeContext
  readonly after: HedgeContext
  /** Finding of its rule on the book before it. */
  readonly finding: AdviceFinding
  /** The book's largest risk other than the market before it, and after the action where the action is for that. */
  readonly ownRisk?: OwnRisk
}

/** Book after some steps of a plan. */
export interface BookLeft {
  readonly value: number
  readonly cash: number
  /** Shares held after the step, of the tickers that it trades. */
  readonly holdings: readonly { readonly ticker: string; readonly shares: number }[]
  /** Loss then in the move that costs most. */
  readonly worst: MoveLoss
}

/**
 * Order of the rules: what is free and lasts comes before what is rented: data, trims, other sectors, and a hedge of what
 * is left.
 */
const ORDER: readonly AdviceRule[] = ['improve-data', 'reduce-concentration', 'diversify', 'hedge-market-risk']
/** Companies that one plan trims at most. */
const MOST_TRIMS = 3

/** Limits of a plan: the rules and ways that it is made without. */
export interface PlanChoice {
  /** Rules that are left out, since what they do does not help. Never that of the limit. */
  readonly skipped: ReadonlySet<AdviceRule>
  /** True when less is held instead of paying for options, since these do not help. */
  readonly isSold: boolean
  /**
   * The most to buy of the index with the proceeds of sales, in currency: the part that later steps would leave of it, which
   * then sell none. Infinity where they sell none anyway.
   */
  readonly mostBought: number
}
/** Every rule has its step, and options are bought where a rule asks for them. */
export const WHOLE_PLAN: PlanChoice = {
  skipped: new Set(),
  isSold: false,
  mostBought: Infinity,
}

/**
 * The actions in the order in which they are carried out, each for what its rule finds on the book that those before it
 * leave: nothing is sold twice, no cash is spent twice, and no protection is bought that is not needed any more.
 *
 * How many companies are trimmed is searched together with the hedge: of one, two or three trims the plan that costs least
 * with the puts that keep the limit afterwards (see `priceIndexHedge`), and of equal ones that with more trims.
 *
 * A book beyond its limit always has an action for that, if only one that says that nothing can be traded.
 */
export function planActions(input: AdviceInput, choice = WHOLE_PLAN): PlannedAction[] {
  const steps: PlannedAction[] = []
  let current: { context: HedgeContext; risk: BookRisk } = input
  let { mostBought } = choice
  for (const rule of ORDER.filter((one) => !choice.skipped.has(one))) {
    const { context, risk } = current
    const finding = findFor(current, rule, input.quality)
    if (finding === undefined) continue
    if (!finding.fires) {
      if (rule === 'hedge-market-risk') steps.push(...planForOwnRisk(current, input, finding))
      continue
    }
    const isFirst = context === input.context
    const asked = rule === LAST && Number.isFinite(choice.mostBought) ? { risk, context: keepIndex(context) } : current
    const answer =
      rule === 'reduce-concentration'
        ? answerConcentration(current, finding, mostBought)
        : answerFinding(asked.context, risk, isFirst ? input.hedges : searchFor(asked, rule), finding, {
            ...choice,
            mostBought,
          })
    const action = isAffordable(context, answer.proposal) ? answer : { ...answer, proposal: null }
    const { proposal } = action
    const after = proposal === null ? context : follow(context, proposal)
    steps.push({ action, finding, before: context, after })
    mostBought -= Math.max(0, sumIndex(context, proposal))
    if (proposal !== null) current = { context: after, risk: assessBookRisk(after) }
  }
  return steps
}

const LAST: AdviceRule = 'hedge-market-risk'

const keepIndex = (context: HedgeContext): HedgeContext => {
  const { request, situation } = context
  return { ...context, request: { ...request, keep: [...request.keep, situation.index.ticker] } }
}

/** Sums what a proposal trades of the index's fund, in currency; negative where it sells. */
export const sumIndex = ({ situation }: HedgeContext, proposal: HedgeProposal | null): number =>
  (proposal?.trades ?? []).reduce(
    (sum, { ticker, amount }) => (ticker === situation.index.ticker ? sum + amount : sum),
    0,
  )

const searchFor = ({ context, risk }: { context: HedgeContext; risk: BookRisk }, rule: AdviceRule) =>
  rule === 'hedge-market-risk' ? proposeHedges(context, risk) : { proposals: [], pick: null }

/**
 * Where a fall of the market keeps the limit and what the portfolio follows beside it does not: what is to be done about
 * that (see `answerOwnRisk`), on the portfolio that the steps before it leave.
 */
function planForOwnRisk(
  { context, risk }: { context: HedgeContext; risk: BookRisk },
  input: AdviceInput,
  finding: AdviceFinding,
): PlannedAction[] {
  const isFirst = context === input.context
  if (!isFirst && input.hedges.ownRisk === null) return []
  const { ownRisk: found, proposals } = isFirst ? input.hedges : proposeHedges(context, risk)
  if (found === null || found.isKept) return []
  const { proposal, ownRisk } = answerOwnRisk(context, { proposals, ownRisk: found })
  const action: AdviceAction = { type: 'hedge', rule: 'hedge-market-risk', proposal }
  return [{ action, finding, before: context, after: proposal === null ? context : follow(context, proposal), ownRisk }]
}

function findFor(
  { context, risk }: { context: HedgeContext; risk: BookRisk },
  rule: AdviceRule,
  quality: DataQuality,
): AdviceFinding | undefined {
  const found = findAdvice(context, risk, measureDataShare(context, quality), measurePricedShare(quality))
  return found.find((one) => one.rule === rule)
}

const follow = (context: HedgeContext, proposal: HedgeProposal) =>
  prepareHedging(applyProposal(context.situation, proposal), context.request)

/** True if more is held than owed after a proposal: its costs may be more than all that is left. */
const isAffordable = ({ situation }: HedgeContext, proposal: HedgeProposal | null) =>
  proposal === null || measureValue(applyProposal(situation, proposal)) > 0

function answerConcentration(
  { context, risk }: { context: HedgeContext; risk: BookRisk },
  finding: AdviceFinding,
  mostBought: number,
): AdviceAction {
  const trims = listTrims(context, risk, { named: String(finding.parameters.ticker), mostBought })
  const priced =
    trims.length < 2 ? trims.map((trim) => ({ trim, cost: 0 })) : trims.map((trim) => priceWith(context, trim))
  const best = priced.reduce<(typeof priced)[number] | null>(
    (top, one) => (top === null || one.cost <= top.cost ? one : top),
    null,
  )
  return { type: 'trim', rule: finding.rule, proposal: best?.trim ?? null }
}

/** Trims of one, two and three companies, as far as there are so many; one where a short position is bought back. */
function listTrims(
  context: HedgeContext,
  risk: BookRisk,
  { named, mostBought }: { readonly named: string; readonly mostBought: number },
): HedgeProposal[] {
  const trims: HedgeProposal[] = []
  for (let most = 1; most <= MOST_TRIMS; most++) {
    const [draft] = proposeTrim(context, risk, named, most).drafts
    const sold = draft?.trades.filter(({ amount }) => amount < 0).length
    if (draft === undefined || sold === trims.at(-1)?.trades.filter(({ amount }) => amount < 0).length) break
    const trim = evaluateProposal(context, limitPurchase(context, draft, mostBought))
    if (!isAffordable(context, trim)) break
    trims.push(trim)
  }
  return trims
}

const priceWith = (context: HedgeContext, trim: HedgeProposal) => ({
  trim,
  cost: trim.cost.total + priceIndexHedge(follow(context, trim)),
})

/** Describes the book that a step leaves. */
export function describeLeft({ situation, book, ...context }: HedgeContext, proposal: HedgeProposal): BookLeft {
  const shares = new Map(situation.holdings.map((one) => [one.ticker, one.shares]))
  const traded = new Set(proposal.trades.map(({ ticker }) => ticker))
  return {
    value: book.value,
    cash: situation.cash,
    holdings: [...traded].map((ticker) => ({ ticker, shares: shares.get(ticker) ?? 0 })),
    worst: findWorstMove({ situation, book, ...context }),
  }
}
