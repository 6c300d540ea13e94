import { getMarketDataStatus, type SiteStatus } from '@ballast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from './call-api.ts'

const PROBE_POLL_MS = 2_000
const POLL_MS = 60_000

/** Where prices come from, soon told when the provider falls silent or is back: while it is found out at start-up, at once. */
export const marketDataStatusQuery = queryOptions({
  queryKey: [getMarketDataStatus.path],
  queryFn: ({ signal }): Promise<SiteStatus> => callApi(getMarketDataStatus, { signal }),
  refetchInterval: (query) => (query.state.data?.state === 'probing' ? PROBE_POLL_MS : POLL_MS),
})

export function useMarketDataStatus() {
  return useQuery(marketDataStatusQuery)
}
