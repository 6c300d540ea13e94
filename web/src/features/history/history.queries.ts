import { answerHistoryChange, getHistory, getHistorySeries } from '@ballast/contract'
import type { QueryClient } from '@tanstack/react-query'
import { apiQueryKey, callApi, figuresQuery } from '../../lib/call-api.ts'
import { downloadCall } from '../../lib/download-call.ts'

/** How a portfolio has done, as it was held. */
export const historyQuery = (portfolioId: string) => figuresQuery(getHistory, { params: { portfolioId } })

/** Every close as CSV. */
export const saveHistory = (portfolioId: string): Promise<void> =>
  downloadCall(getHistorySeries, { params: { portfolioId } }, 'ballast-history.csv')

/** Notes how much money came in with a change, then reads the history again. */
export async function answerChange(
  client: QueryClient,
  change: { portfolioId: string; changeId: string; moneyIn: number | null },
): Promise<void> {
  const { portfolioId, changeId, moneyIn } = change
  await callApi(answerHistoryChange, { params: { portfolioId, changeId }, body: { moneyIn } })
  // The history of all portfolios as one changes as well.
  await client.invalidateQueries({ queryKey: [apiQueryKey(getHistory, { params: { portfolioId } })[0]] })
}
