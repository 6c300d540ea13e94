import {
  analyzeHedges,
  deleteHedgeAnalysis,
  getHedgeAnalysis,
  type HedgeAnalysis,
  type HedgeRequestBody,
  listHedgeAnalyses,
} from '@ballast/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { renewAfterStop } from '../../lib/renew-after-stop.ts'
import { renewTokens } from '../../lib/renew-tokens.ts'
import { useChargedStream } from '../../lib/use-charged-stream.ts'

export const analysesQuery = (portfolioId: string) => apiQuery(listHedgeAnalyses, { params: { portfolioId } })

export const analysisQuery = (portfolioId: string, analysisId: string) =>
  apiQuery(getHedgeAnalysis, { params: { portfolioId, analysisId } })

/** Runs an analysis step by step. What it finds is kept for the screen, and what it cost shows at once. */
export function useHedgeRun(portfolioId: string) {
  const client = useQueryClient()
  const { start, ...run } = useChargedStream(analyzeHedges)
  return {
    ...run,
    /** The finished analysis, or undefined when it failed, was stopped, or is of another portfolio. */
    start: async (body: HedgeRequestBody): Promise<HedgeAnalysis | undefined> => {
      const { result } = await start({ params: { portfolioId }, body: body })
      // One that was finished as it was stopped has been paid for, and is shown.
      if (!result) void renewAfterStop(client, [analysesQuery(portfolioId).queryKey])
      if (result?.portfolioId !== portfolioId) return undefined
      void renewTokens(client)
      await keepAnalysis(client, result)
      return result
    },
  }
}

async function keepAnalysis(client: QueryClient, analysis: HedgeAnalysis): Promise<void> {
  const { portfolioId, analysisId } = analysis
  client.setQueryData(analysisQuery(portfolioId, analysisId).queryKey, analysis)
  await client.invalidateQueries({ queryKey: analysesQuery(portfolioId).queryKey })
}

export function useDeleteAnalysis(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (analysisId: string) => callApi(deleteHedgeAnalysis, { params: { portfolioId, analysisId } }),
    onSuccess: async (_answer, analysisId) => {
      await client.invalidateQueries({ queryKey: analysesQuery(portfolioId).queryKey })
      client.removeQueries({ queryKey: analysisQuery(portfolioId, analysisId).queryKey })
    },
  })
}
