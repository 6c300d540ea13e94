// Tests: ai-analysis-page.test.tsx

import {
  type AiRun,
  type ComprehensiveAnalysis,
  type DiscoveryRun,
  getAiRun,
  getReadiness,
  getTrackRecord,
  listAiRuns,
  runAgenticDiscovery,
  runComprehensiveAnalysis,
} from '@ballast/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../lib/call-api.ts'
import { renewAfterStop } from '../../lib/renew-after-stop.ts'
import { renewTokens } from '../../lib/renew-tokens.ts'
import { useChargedStream } from '../../lib/use-charged-stream.ts'
import type { StreamEnd } from '../../lib/use-event-stream.ts'

/** Who would answer: the built-in engine, or the configured model. */
export const engineQuery = apiQuery(getReadiness)

export const runsQuery = (portfolioId: string) => apiQuery(listAiRuns, { params: { portfolioId } })

export const runQuery = (portfolioId: string, runId: string) => apiQuery(getAiRun, { params: { portfolioId, runId } })

/** Runs the comprehensive analysis step by step; what it finds is kept for the screen. */
export function useComprehensiveRun(portfolioId: string) {
  const client = useQueryClient()
  const { start, ...run } = useChargedStream(runComprehensiveAnalysis)
  return {
    ...run,
    start: async (): Promise<StreamEnd<ComprehensiveAnalysis>> => {
      const end = await start({ body: { portfolioId } })
      // An answer about another portfolio is never kept under this one.
      if (end.result?.portfolioId !== portfolioId) return end.error === undefined ? {} : { error: end.error }
      await keepRun(client, portfolioId, end.result.analysisId, { comprehensive: end.result, discovery: null })
      return { result: end.result }
    },
  }
}

/** Runs a discovery step by step; what it finds is kept for the screen, and what it cost shows at once. */
export function useDiscoveryRun(portfolioId: string) {
  const client = useQueryClient()
  const { start, ...run } = useChargedStream(runAgenticDiscovery)
  return {
    ...run,
    start: async (): Promise<StreamEnd<DiscoveryRun>> => {
      const end = await start({ body: { portfolioId } })
      void (end.result ? renewTokens(client) : renewAfterStop(client, [runsQuery(portfolioId).queryKey]))
      if (end.result?.portfolioId !== portfolioId) return end.error === undefined ? {} : { error: end.error }
      await keepRun(client, portfolioId, end.result.runId, { comprehensive: null, discovery: end.result })
      return { result: end.result }
    },
  }
}

async function keepRun(client: QueryClient, portfolioId: string, runId: string, run: AiRun): Promise<void> {
  client.setQueryData(runQuery(portfolioId, runId).queryKey, run)
  // A recommendation more has been made.
  void client.invalidateQueries({ queryKey: [getTrackRecord.path] })
  await client.invalidateQueries({ queryKey: runsQuery(portfolioId).queryKey })
}
