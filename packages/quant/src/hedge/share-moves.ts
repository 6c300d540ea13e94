// Tests: holding-hedges.test.ts

import type { BookRisk } from './book-risk.ts'
import { sumGross } from './book-weights.ts'
import { draftHoldsLimit, type ProposalDraft } from './evaluate-proposal.ts'
import { measureFreeShare } from './free-shares.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'
import type { ConsideredHedge, HedgeFamily, ShareTrade } from './hedge-proposal.ts'
import type { HedgeRequest } from './hedge-request.ts'
import type { HedgeCandidates } from './index-hedges.ts'
import { keepsLimit } from './loss-limits.ts'
import { findAskedLoss, findPartToSell } from './part-to-sell.ts'
import type { BookExposure } from './priced-hedge.ts'
import { computeForgoneReturn } from './sale-cost.ts'

/** No company should be more of a book than this. */
const NAME_CAP = 0.1
/** Loss to the spread that selling or buying shares is assumed to take, one way. */
export const SHARE_SPREAD = 0.0005
const DIVERSIFIED_SHARES = [0.05, 0.1, 0.15, 0.2] as const
const NAME_CLASSES: ReadonlySet<string> = new Set(['company', 'coin'])

function rejected(
  family: HedgeFamily,
  rule: ConsideredHedge['rule'],
  parameters: ConsideredHedge['parameters'] = {},
): HedgeCandidates {
  return { drafts: [], considered: [{ family, instrument: null, rule, parameters }] }
}

/**
 * The comparator that every hedge is held against: sell the same share y of everything so that what is left keeps within
 * the limit at the shock on every day and by every valuation, y = 1 − limit/loss. It costs no premium but what the sold part would have been expected to earn,
 * by the beta of each holding (see `computeForgoneReturn`), and taxes.
 *
 * Where a crisis is asked about, the part is the least that keeps the limit on every day of it.
 *
 * Holdings to be kept are left alone and more of the others is sold; where even all of them do not do, everything but
 * what is kept is sold. Shares that sold calls need stay too (see {@link measureFreeShare}).
 *
 * @returns no draft when the book keeps within the limit already
 * @see AQR, "Tail Risk Hedging: Contrasting Put and Trend Strategies", 2020
 */
export function proposeReducedExposure(context: HedgeContext): HedgeCandidates {
  const { situation, request } = context
  const loss = findAskedLoss(context)
  if (keepsLimit(loss, request.limit))
    return rejected('reduce-exposure', 'limit-holds-already', { loss, limit: request.limit })
  const free = situation.holdings.flatMap((holding) => {
    const share = request.keep.includes(holding.ticker) ? 0 : measureFreeShare(context, holding)
    return share > 0 ? [{ holding, share }] : []
  })
  const needed = findPartToSell(context, free)
  if (needed === null) return rejected('reduce-exposure', 'to-be-kept')
  const part = Math.min(1, needed)
  const trades = free.map(({ holding, share }) => sell(holding, part * share, request, share))
  // Whole shares are a little more than the part.
  const sold = free.map(({ holding }, i) => ({ value: -trades[i]!.amount, beta: holding.beta }))
  const forgone = computeForgoneReturn(sold, request.horizonDays)
  const draft: ProposalDraft = {
    family: 'reduce-exposure',
    options: [],
    trades,
    exposures: applyTrades(situation.holdings, trades, []),
    forgone,
    costKind: 'forgone-return',
    caveats: [],
  }
  return { drafts: [draft], considered: [] }
}

/** A part of a holding sold, or bought back where it is short. @param most the share of it that may be sold */
export function sell(
  holding: HedgeHolding,
  share: number,
  { wholeShares }: Pick<HedgeRequest, 'wholeShares'>,
  most = 1,
): ShareTrade {
  const part = wholeShares ? roundPart(holding, share, most) : share
  return { ticker: holding.ticker, amount: -part * holding.value, shares: -part * holding.shares }
}

/** True if parts of it trade: a coin itself is quoted in a currency (BTC-USD), and a fund of coins trades in whole shares. */
export const isDivisible = ({ ticker, instrumentClass }: Pick<HedgeHolding, 'ticker' | 'instrumentClass'>): boolean =>
  instrumentClass === 'coin' && ticker.includes('-')

/** The part of a holding that a sale rounded up to whole shares is; of a coin any part is a whole. */
function roundPart(holding: HedgeHolding, share: number, most: number): number {
  const { shares } = holding
  if (isDivisible(holding) || shares === 0) return share
  const count = Math.ceil(Math.abs(share * shares) - 1e-9)
  const largest = most === 1 ? Math.abs(shares) : Math.floor(Math.abs(most * shares) + 1e-9)
  return Math.min(count, largest) / Math.abs(shares)
}

/** Exposures after sales (and buying back what was sold short); purchases of funds bear the betas given. */
function applyTrades(
  holdings: readonly HedgeHolding[],
  sales: readonly ShareTrade[],
  bought: readonly BookExposure[],
): BookExposure[] {
  const sold = new Map(sales.map(({ ticker, amount }) => [ticker, amount]))
  return [...holdings.map(({ ticker, value, beta }) => ({ value: value + (sold.get(ticker) ?? 0), beta })), ...bought]
}

/**
 * Takes concentration out: companies that make up more than 10 % of the gross value and more of its risk than of its value are
 * sold down to 10 %, and the proceeds put into the index. What is particular to one company no index hedge covers.
 *
 * @param named a company that is to be sold down whatever its risk; one that is sold short is bought back instead
 * @param most so many companies at most, the largest first
 */
export function proposeTrim(context: HedgeContext, risk: BookRisk, named?: string, most = Infinity): HedgeCandidates {
  const { situation, request } = context
  const gross = sumGross(situation)
  const short = situation.holdings.find(({ ticker, value }) => ticker === named && value < 0)
  if (short !== undefined) return proposeCover(context, short)
  const shares = new Map(risk.contributions.map(({ ticker, share }) => [ticker, share]))
  const large = situation.holdings.filter(({ ticker, value, instrumentClass }) => {
    const weight = value / gross
    const isRisky = ticker === named || (shares.get(ticker) ?? weight) >= weight - 1e-9
    return NAME_CLASSES.has(instrumentClass) && weight > NAME_CAP + 1e-9 && isRisky
  })
  if (large.length === 0) return rejected('trim', 'nothing-above-cap', { cap: NAME_CAP })
  const sales = large
    .filter(({ ticker }) => !request.keep.includes(ticker))
    .map((holding) => {
      const excess = 1 - (NAME_CAP * gross) / holding.value
      const free = measureFreeShare(context, holding)
      return sell(holding, Math.min(excess, free), request, free)
    })
    .filter(({ amount }) => amount < 0)
  if (sales.length === 0) return rejected('trim', 'to-be-kept')
  const largest = new Set([...sales].sort((a, b) => a.amount - b.amount).slice(0, most))
  const trimmed = sales.filter((sale) => largest.has(sale))
  const proceeds = trimmed.reduce((sum, { amount }) => sum - amount, 0)
  return { drafts: [toMove('trim', context, trimmed, [buyIndex(context, proceeds)])], considered: [] }
}

function proposeCover(context: HedgeContext, short: HedgeHolding): HedgeCandidates {
  const excess = 1 + (NAME_CAP * sumGross(context.situation)) / short.value
  if (!(excess > 1e-9)) return rejected('trim', 'nothing-above-cap', { cap: NAME_CAP })
  if (context.request.keep.includes(short.ticker)) return rejected('trim', 'to-be-kept')
  return { drafts: [toMove('trim', context, [sell(short, excess, context.request)], [])], considered: [] }
}

interface Purchase extends ShareTrade {
  readonly beta: number
}

/**
 * Puts proceeds into the index fund. Where the book is short of it they buy that back and no more: somebody who is short
 * does not mean to hold it. What is left of them stays in cash.
 */
export function buyIndex(context: HedgeContext, proceeds: number): Purchase {
  const { ticker, price } = context.situation.index
  const most = limitToShort(context, ticker, proceeds)
  const amount = context.request.wholeShares ? Math.floor(most / price + 1e-9) * price : most
  return { ticker, amount, shares: amount / price, beta: 1 }
}

function limitToShort({ situation }: HedgeContext, ticker: string, amount: number): number {
  const value = situation.holdings.find((holding) => holding.ticker === ticker)?.value ?? 0
  return value < 0 ? Math.min(amount, -value) : amount
}

function toMove(
  family: HedgeFamily,
  { situation }: HedgeContext,
  sales: readonly ShareTrade[],
  purchases: readonly Purchase[],
): ProposalDraft {
  const trades = [...sales, ...purchases.map(({ ticker, amount, shares }) => ({ ticker, amount, shares }))]
  return {
    family,
    options: [],
    trades,
    exposures: applyTrades(
      situation.holdings,
      sales,
      purchases.map(({ amount, beta }) => ({ value: amount, beta })),
    ),
    forgone: SHARE_SPREAD * trades.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
    costKind: 'spread',
    caveats: [],
  }
}

/**
 * Moves a share of everything into funds that usually hold in a fall, in equal parts: the least of 5, 10, 15 and 20 % that
 * holds the limit, or 20 %. It is never promised to work: in 2022 bonds fell with shares.
 */
export function proposeDiversifiers(context: HedgeContext): HedgeCandidates {
  const { situation, request } = context
  const funds = situation.diversifiers.filter(({ ticker }) => situation.returns.tickers.includes(ticker))
  if (funds.length === 0) return rejected('diversifiers', 'no-history')
  const free = situation.holdings.filter(
    ({ ticker, value }) => value > 0 && !request.keep.includes(ticker) && !funds.some((fund) => fund.ticker === ticker),
  )
  const shares = new Map(free.map((holding) => [holding.ticker, measureFreeShare(context, holding)]))
  const total = free.reduce((sum, { ticker, value }) => sum + (shares.get(ticker) ?? 0) * value, 0)
  if (!(total > 0)) return rejected('diversifiers', 'to-be-kept')
  const drafts = DIVERSIFIED_SHARES.map((share) => {
    const moved = Math.min(total, share * context.book.value)
    const purchases = funds.map(({ ticker, beta }) => {
      return { ticker, beta, amount: limitToShort(context, ticker, moved / funds.length), shares: null }
    })
    const sales = free.map((holding) => {
      const share = shares.get(holding.ticker) ?? 0
      return sell(holding, (share * moved) / total, request, share)
    })
    return toMove('diversifiers', context, sales, purchases)
  })
  const enough = drafts.find((draft) => draftHoldsLimit(context, draft))
  return { drafts: [enough ?? drafts.at(-1)!], considered: [] }
}

/** Leaving the book as it is: what every hedge costs more than. */
export const DO_NOTHING: ProposalDraft = { family: 'do-nothing', options: [], trades: [], caveats: [] }
