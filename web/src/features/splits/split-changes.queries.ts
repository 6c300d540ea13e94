import { applySplit, type CallInput, undoSplit } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/call-api.ts'
import { renewPortfolio } from '../../lib/renew-portfolio.ts'

/** Adjusts shares and cost for a split, or lets the suggestion go. */
export function useApplySplit(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof applySplit>['body']) => callApi(applySplit, { params: { portfolioId }, body }),
    onSuccess: () => renewPortfolio(client, portfolioId),
  })
}

/** Takes an adjustment back. */
export function useUndoSplit(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (adjustmentId: string) => callApi(undoSplit, { params: { portfolioId, adjustmentId } }),
    onSuccess: () => renewPortfolio(client, portfolioId),
  })
}
