// Tests: action-plan.test.ts

import type { ProposalDraft } from '../hedge/evaluate-proposal.ts'
import type { HedgeContext } from '../hedge/hedge-context.ts'
import { SHARE_SPREAD } from '../hedge/share-moves.ts'

/**
 * Buys at most so much of the index with the proceeds of sales; the rest stays in cash.
 *
 * @param draft whose purchase comes last among its trades and exposures; one that buys none of the index stays as it is
 * @param most in currency
 */
export function limitPurchase({ situation, request }: HedgeContext, draft: ProposalDraft, most: number): ProposalDraft {
  const { exposures = [] } = draft
  const [purchase, bought] = [draft.trades.at(-1), exposures.at(-1)]
  const isSwap = purchase?.ticker === situation.index.ticker && draft.trades.some(({ amount }) => amount < 0)
  if (!isSwap || bought === undefined || purchase.amount <= most) return draft
  const { price } = situation.index
  const amount = request.wholeShares ? Math.floor(most / price + 1e-9) * price : most
  const rest = { ...purchase, amount, shares: amount / price }
  return {
    ...draft,
    trades: [...draft.trades.slice(0, -1), ...(amount > 0 ? [rest] : [])],
    exposures: [...exposures.slice(0, -1), { ...bought, value: amount }],
    forgone: (draft.forgone ?? 0) - SHARE_SPREAD * (purchase.amount - amount),
  }
}
