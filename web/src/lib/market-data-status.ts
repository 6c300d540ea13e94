import { getMarketDataStatus, type MarketDataStatusBody } from '@ballast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from './call-api.ts'

const PROBE_POLL_MS = 2_000

/** Where prices come from. Asked again only while the server is still finding out at start-up. */
export const marketDataStatusQuery = queryOptions({
  queryKey: [getMarketDataStatus.path],
  queryFn: ({ signal }): Promise<MarketDataStatusBody> => callApi(getMarketDataStatus, { signal }),
  refetchInterval: (query) => (query.state.data?.state === 'probing' ? PROBE_POLL_MS : false),
})

export function useMarketDataStatus() {
  return useQuery(marketDataStatusQuery)
}
