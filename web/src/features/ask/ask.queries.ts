// Tests: e2e/ask.e2e.ts

import { type AskScreen, ask, deleteAskThread, deleteAskThreads, getAskThread, listAskThreads } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { useEventStream } from '../../lib/use-event-stream.ts'

export const threadsQuery = (portfolioId: string) => apiQuery(listAskThreads, { params: { portfolioId } })

export const threadQuery = (portfolioId: string, threadId: string) =>
  apiQuery(getAskThread, { params: { portfolioId, threadId } })

/** Asks, and follows the answer as it comes. */
export function useAsk(portfolioId: string, about: { screen: AskScreen; ticker?: string | undefined }) {
  const client = useQueryClient()
  const { start, ...run } = useEventStream(ask)
  return {
    ...run,
    ask: async (question: string, threadId: string | undefined) => {
      const { result } = await start({
        params: { portfolioId },
        body: {
          question,
          screen: about.screen,
          ...(about.ticker && { ticker: about.ticker }),
          ...(threadId && { threadId }),
        },
      })
      if (result) {
        void client.invalidateQueries({ queryKey: threadsQuery(portfolioId).queryKey })
        client.removeQueries({ queryKey: threadQuery(portfolioId, result.threadId).queryKey })
      }
      return result
    },
  }
}

/** Deletes a thread, or all of a portfolio. */
export function useDeleteThreads(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (threadId: string | null) =>
      threadId === null
        ? callApi(deleteAskThreads, { params: { portfolioId } })
        : callApi(deleteAskThread, { params: { portfolioId, threadId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: threadsQuery(portfolioId).queryKey }),
  })
}
