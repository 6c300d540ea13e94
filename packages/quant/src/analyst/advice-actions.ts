// Tests: advise-portfolio.test.ts

import type { HedgeAnalysis } from '../hedge/analyze-hedges.ts'
import type { BookRisk } from '../hedge/book-risk.ts'
import { evaluateProposal, type ProposalDraft } from '../hedge/evaluate-proposal.ts'
import { measureFreeShare } from '../hedge/free-shares.ts'
import { type HedgeContext, prepareHedging } from '../hedge/hedge-context.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import { findLargestLoss, keepsLimit } from '../hedge/loss-limits.ts'
import { measureByDriver, type OwnRisk } from '../hedge/own-risk.ts'
import { buyIndex, proposeTrim, SHARE_SPREAD, sell } from '../hedge/share-moves.ts'
import { computeShockReturn } from '../options/book-greeks.ts'
import type { AdviceFinding, AdviceRule } from './advice-rules.ts'
import { applyProposal } from './apply-proposal.ts'
import { proposeClosing } from './close-positions.ts'
import { limitPurchase } from './limit-purchase.ts'
import { measureMoveLoss } from './market-moves.ts'

/** Ways in which actions are chosen; see `PlanChoice`. */
interface ActionChoice {
  readonly isSold?: boolean
  readonly mostBought?: number
}

/** Answer to a finding, with its figures; the proposal holds the trades and legs. */
export interface AdviceAction {
  readonly type: 'trim' | 'hedge' | 'diversify' | 'data' | 'monitor'
  /** The rule that it answers; null for watching on. */
  readonly rule: AdviceRule | null
  /** Null where nothing is to be traded. */
  readonly proposal: HedgeProposal | null
}

/**
 * The action that answers one finding, whether it fires or not. Where there is nothing to trade (no chain, nothing that may
 * be sold), it says so by having no proposal.
 *
 * @param choice how the plan is made that the action is a part of; the whole plan if left out
 */
export function answerFinding(
  context: HedgeContext,
  risk: BookRisk,
  hedges: Pick<HedgeAnalysis, 'proposals' | 'pick'>,
  { rule, parameters }: AdviceFinding,
  choice: ActionChoice = {},
): AdviceAction {
  if (rule === 'improve-data') return { type: 'data', rule, proposal: null }
  if (rule === 'hedge-market-risk') {
    return { type: 'hedge', rule, proposal: answerMarketRisk(context, hedges, Number(parameters.marketReturn), choice) }
  }
  if (rule === 'reduce-concentration') {
    const [draft] = proposeTrim(context, risk, String(parameters.ticker)).drafts
    return { type: 'trim', rule, proposal: draft === undefined ? null : evaluateProposal(context, draft) }
  }
  const spread = spreadSector(context, String(parameters.sector), Number(parameters.indexWeight ?? 0.4))
  const draft = spread && limitPurchase(context, spread, choice.mostBought ?? Infinity)
  return { type: 'diversify', rule, proposal: draft === null ? null : evaluateProposal(context, draft) }
}

/** A loan of this share of the value is repaid before insurance is bought. */
const LOAN = 0.1
/** A hedge that leaves more than this share of what is beyond the limit is too little. */
const TOO_LITTLE = 0.5

/** Returns true when holding less is better than paying for a hedge that leaves so much of a loss. */
const isBetterSold = ({ request, book, situation }: HedgeContext, loss: number, left: number) =>
  left - request.limit > TOO_LITTLE * (loss - request.limit) || -situation.cash > LOAN * book.value

/**
 * Protection against a fall is what the search picked. Instead of it, what loses is reduced where that is what threatens
 * (a rise, or no move at all), where money is owed that the proceeds repay, where the pick leaves most of the loss, and where
 * selling is asked for.
 */
function answerMarketRisk(
  context: HedgeContext,
  hedges: Pick<HedgeAnalysis, 'proposals' | 'pick'>,
  marketReturn: number,
  { isSold = false }: ActionChoice,
): HedgeProposal | null {
  const close = () => {
    const draft = proposeClosing(context, marketReturn)
    return draft === null ? null : evaluateProposal(context, draft)
  }
  if (marketReturn >= 0) return close()
  const pick = hedges.proposals.find(({ id }) => id === hedges.pick)
  const { loss } = measureMoveLoss(context, marketReturn)
  if (pick !== undefined && !isSold && !isBetterSold(context, loss, pick.worstLoss)) return pick
  const part = hedges.proposals.find(({ family }) => family === 'reduce-exposure')
  // A part of everything takes from what gains in a fall, too: an inverse fund, or shares that are sold short.
  const isHelping = part?.trades.every(({ ticker, amount }) => amount * findShockReturn(context, ticker) >= 0) ?? false
  return (isHelping ? part : (close() ?? part)) ?? pick ?? null
}

function findShockReturn({ situation, request }: HedgeContext, ticker: string): number {
  const holding = situation.holdings.find((one) => one.ticker === ticker)
  return computeShockReturn(holding?.beta ?? 0, request.shock)
}

/**
 * Chooses an answer to the largest risk other than the market: the search's pick. Where no option is listed on it, or
 * what the budget buys leaves most of the loss, a part of what follows it is sold.
 *
 * @returns the risk with what was chosen, whose proposal is null where nothing can be traded
 */
export function answerOwnRisk(
  context: HedgeContext,
  { proposals, ownRisk }: { readonly proposals: readonly HedgeProposal[]; readonly ownRisk: OwnRisk },
): { readonly proposal: HedgeProposal | null; readonly ownRisk: OwnRisk } {
  const pick = proposals.find(({ id }) => id === ownRisk.pick)
  const left = ownRisk.effects.find(({ id }) => id === ownRisk.pick)?.loss ?? Infinity
  if (pick !== undefined && !isBetterSold(context, ownRisk.loss, left)) return { proposal: pick, ownRisk }
  const own = measureByDriver(context)
  const draft = own && proposeClosing(context, own.request.shock, own)
  if (!own || !draft) return { proposal: pick ?? null, ownRisk }
  const proposal = evaluateProposal(context, draft)
  const { loss } = findLargestLoss(prepareHedging(applyProposal(own.situation, proposal), own.request))
  const holdsLimit = keepsLimit(loss, own.request.limit)
  const { id } = proposal
  return { proposal, ownRisk: { ...ownRisk, pick: id, effects: [...ownRisk.effects, { id, loss, holdsLimit }] } }
}

/**
 * Sells the same share of everything long in a sector until it weighs what it should, and buys the index (see
 * {@link buyIndex}); what is bought holds the sector again in part, so the sector ends a little above.
 */
function spreadSector(context: HedgeContext, sector: string, target: number): ProposalDraft | null {
  const { situation, request, book } = context
  const { holdings } = situation
  const sold = holdings
    .filter((one) => one.sector === sector && one.value > 0 && !request.keep.includes(one.ticker))
    .map((holding) => ({ ...holding, free: measureFreeShare(context, holding) }))
    .filter(({ free }) => free > 0)
  const total = sold.reduce((sum, { value, free }) => sum + free * value, 0)
  const gross = holdings.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const own = holdings.reduce((sum, one) => (one.sector === sector ? sum + Math.abs(one.value) : sum), 0)
  const proceeds = Math.min(total, own - target * gross)
  if (!(proceeds > 0 && book.value > 0)) return null
  const sales = sold.map((holding) => sell(holding, (proceeds / total) * holding.free, request, holding.free))
  const received = sales.reduce((sum, { amount }) => sum - amount, 0)
  const amounts = new Map(sales.map(({ ticker, amount }) => [ticker, amount]))
  const { beta, ...purchase } = buyIndex(context, received)
  return {
    family: 'diversifiers',
    options: [],
    trades: [...sales, purchase],
    exposures: [
      ...holdings.map(({ ticker, value, beta }) => ({ value: value + (amounts.get(ticker) ?? 0), beta })),
      { value: purchase.amount, beta },
    ],
    forgone: SHARE_SPREAD * (received + purchase.amount),
    costKind: 'spread',
    caveats: [],
  }
}
