import { runBacktestScenario } from '@ballast/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AlikeQuery } from '../../lib/ask-alike.ts'
import { callApi } from '../../lib/call-api.ts'

/** The replay of a past crisis at today's weights; the portfolio is named in the key, so that an edit makes it old. */
export const crisisQuery = (portfolioId: string, scenarioId: string) =>
  queryOptions({
    queryKey: [
      runBacktestScenario.path,
      { params: { portfolioId }, body: { portfolioId, scenarioId } },
    ] as readonly unknown[],
    queryFn: ({ signal }) => callApi(runBacktestScenario, { body: { portfolioId, scenarioId }, signal }),
    meta: { alike: (other): AlikeQuery => crisisQuery(other, scenarioId) },
  })
