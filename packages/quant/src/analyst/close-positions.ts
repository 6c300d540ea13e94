import { findClosingLine } from '../hedge/closing-lines.ts'
import type { ProposalDraft } from '../hedge/evaluate-proposal.ts'
import { measureFreeShare } from '../hedge/free-shares.ts'
import type { HedgeContext } from '../hedge/hedge-context.ts'
import type { OptionLine } from '../hedge/hedge-market.ts'
import { findWorstLoss, keepsLimit } from '../hedge/loss-limits.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'
import { type HedgeShock, repriceLeg } from '../hedge/reprice-hedge.ts'
import { computeForgoneReturn } from '../hedge/sale-cost.ts'
import { SHARE_SPREAD, sell } from '../hedge/share-moves.ts'
import { computeShockReturn } from '../options/book-greeks.ts'

/**
 * Takes the same share off everything that loses in a move of the market, so that what is left keeps within the request's
 * limit there: shares are sold, short ones bought back, options closed at their quotes. Whole contracts are closed, those
 * that cover a sold option stay, and so does what is to be kept. Where even all of it is not enough, all of it is closed.
 *
 * @param by the same book measured by another fund than the index (see `measureByDriver`), whose move it then is
 * @returns null when the book keeps within the limit already, or nothing that loses may be closed
 */
export function proposeClosing(context: HedgeContext, marketReturn: number, by = context): ProposalDraft | null {
  const { situation, request, book } = context
  const { loss, shock } = findWorstLoss(by.book, by.lossDays, marketReturn, by.lookup)
  if (keepsLimit(loss, request.limit)) return null
  const shares = situation.holdings.flatMap((holding, place) => {
    const lost = -holding.value * computeShockReturn(by.situation.holdings[place]?.beta ?? 0, marketReturn)
    const free = request.keep.includes(holding.ticker) ? 0 : measureFreeShare(context, holding)
    return lost > 0 && free > 0 ? [{ holding, free, lost: free * lost }] : []
  })
  const options = findClosable(by, shock)
  const total = [...shares, ...options].reduce((sum, { lost }) => sum + lost, 0)
  if (!(total > 0)) return null
  const part = Math.min(1, ((loss - request.limit) * book.value) / total)
  const trades = shares.map(({ holding, free }) => sell(holding, part * free, request, free))
  const sold = shares.map(({ holding }, i) => ({ value: -trades[i]!.amount, beta: holding.beta }))
  const traded = trades.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  const amounts = new Map(trades.map(({ ticker, amount }) => [ticker, amount]))
  return {
    family: 'reduce-exposure',
    options: options.map(({ line, free, leg }) => {
      const closed = Math.min(free, Math.ceil(part * free - 1e-9))
      return { line, contracts: -Math.sign(leg.contracts) * closed }
    }),
    trades,
    exposures: situation.holdings.map(({ ticker, value, beta }) => ({
      value: value + (amounts.get(ticker) ?? 0),
      beta,
    })),
    // What falls when the market rises is not expected to earn what shares do.
    forgone: marketReturn < 0 ? computeForgoneReturn(sold, request.horizonDays) : SHARE_SPREAD * traded,
    costKind: marketReturn < 0 ? 'forgone-return' : 'spread',
    caveats: [],
  }
}

interface Closable {
  readonly leg: HedgeLeg
  readonly line: OptionLine
  /** Contracts that may be closed. */
  readonly free: number
  /** Loss of these in the move, in currency. */
  readonly lost: number
}

function findClosable(context: HedgeContext, shock: HedgeShock): Closable[] {
  const { situation, request, lookup } = context
  const bound = new Map<string, number>()
  for (const { underlying, type, contracts } of situation.options) {
    const key = `${underlying} ${type}`
    if (contracts < 0) bound.set(key, (bound.get(key) ?? 0) - contracts)
  }
  return situation.options.flatMap((leg) => {
    const line = findClosingLine(context, leg)
    const { underlying, type, contracts, multiplier, premium } = leg
    const lost = (premium - repriceLeg(leg, shock, lookup)) * Math.sign(contracts) * multiplier
    if (line === null || !(lost > 0) || request.keep.includes(underlying)) return []
    const key = `${underlying} ${type}`
    const covering = contracts > 0 ? Math.min(contracts, bound.get(key) ?? 0) : 0
    bound.set(key, (bound.get(key) ?? 0) - covering)
    const free = Math.abs(contracts) - covering
    return free > 0 ? [{ leg, line, free, lost: free * lost }] : []
  })
}
