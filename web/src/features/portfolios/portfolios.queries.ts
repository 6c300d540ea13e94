import {
  getOverview,
  getPrices,
  listPortfolios,
  listPositions,
  type Portfolio,
  PRICE_MAX_AGE_SECONDS,
} from '@ballast/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery, apiQueryKey, callApi, figuresQuery } from '../../lib/call-api.ts'

const PRICE_INTERVAL_MS = PRICE_MAX_AGE_SECONDS * 1_000

/** The portfolios, then the groups, and last all portfolios as one where there are two or more. */
export const portfoliosQuery = apiQuery(listPortfolios, { query: { book: 'true' } })

export const positionsQuery = (portfolioId: string) => figuresQuery(listPositions, { params: { portfolioId } })

export const overviewQuery = (portfolioId: string) => figuresQuery(getOverview, { params: { portfolioId } })

/** The one thing that is asked for again by itself: prices, as often as the server fetches new ones. */
export const pricesQuery = (portfolioId: string) =>
  queryOptions({
    ...figuresQuery(getPrices, { params: { portfolioId }, query: {} }),
    staleTime: PRICE_INTERVAL_MS,
    refetchInterval: PRICE_INTERVAL_MS,
  })

/** Everything the overview shows of one portfolio, asked for at once; of an empty one there is nothing to price. */
export function usePortfolioData({ id: portfolioId, positionCount }: Pick<Portfolio, 'id' | 'positionCount'>) {
  const client = useQueryClient()
  const positions = useQuery(positionsQuery(portfolioId))
  const hasPositions = (positions.data?.length ?? positionCount) > 0
  const prices = useQuery({ ...pricesQuery(portfolioId), enabled: hasPositions })
  const overview = useQuery({ ...overviewQuery(portfolioId), enabled: hasPositions })
  const refresh = useRefreshPrices(portfolioId)

  // The strip is worth what the table is worth: new prices make its figures old.
  const pricesOf = useRef({ portfolioId, at: prices.dataUpdatedAt })
  useEffect(() => {
    const before = pricesOf.current
    pricesOf.current = { portfolioId, at: prices.dataUpdatedAt }
    const isNewer = before.portfolioId === portfolioId && before.at > 0 && prices.dataUpdatedAt > before.at
    if (isNewer) {
      void client.invalidateQueries({ queryKey: apiQueryKey(getOverview, { params: { portfolioId } }) })
    }
  }, [client, portfolioId, prices.dataUpdatedAt])

  return { positions, prices, overview, refresh }
}

/** Fetches prices anew and puts them in place of the cached ones; a failure is logged and leaves what is shown. */
export function useRefreshPrices(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(getPrices, { params: { portfolioId }, query: { refresh: 'true' } }),
    onSuccess: (prices) => client.setQueryData(pricesQuery(portfolioId).queryKey, prices),
    onError: (error) => console.error('Failed to refresh prices', error),
  })
}
