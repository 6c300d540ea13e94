import {
  addPosition,
  deletePortfolio,
  deletePosition,
  getOverview,
  getPrices,
  listImports,
  listPortfolios,
  listPositions,
  PRICE_MAX_AGE_SECONDS,
  renamePortfolio,
  undoImport,
  updatePosition,
} from '@ballast/contract'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery, apiQueryKey, type CallInput, type CallOutput, callApi } from '../../lib/call-api.ts'

const PRICE_INTERVAL_MS = PRICE_MAX_AGE_SECONDS * 1_000

export const portfoliosQuery = apiQuery(listPortfolios)

export const positionsQuery = (portfolioId: string) => apiQuery(listPositions, { params: { portfolioId } })

export const overviewQuery = (portfolioId: string) => apiQuery(getOverview, { params: { portfolioId } })

export const importsQuery = (portfolioId: string) => apiQuery(listImports, { params: { portfolioId } })

/** The one thing that is asked for again by itself: prices, as often as the server fetches new ones. */
export const pricesQuery = (portfolioId: string) =>
  queryOptions({
    ...apiQuery(getPrices, { params: { portfolioId }, query: {} }),
    staleTime: PRICE_INTERVAL_MS,
    refetchInterval: PRICE_INTERVAL_MS,
  })

/** Everything the overview shows of one portfolio; prices are asked for only when there are positions. */
export function usePortfolioData(portfolioId: string | undefined) {
  const client = useQueryClient()
  const positions = useQuery({ ...positionsQuery(portfolioId ?? ''), enabled: portfolioId !== undefined })
  const hasPositions = (positions.data?.length ?? 0) > 0
  const prices = useQuery({ ...pricesQuery(portfolioId ?? ''), enabled: hasPositions })
  const overview = useQuery({ ...overviewQuery(portfolioId ?? ''), enabled: hasPositions })
  const refresh = useRefreshPrices(portfolioId ?? '')

  // The strip is worth what the table is worth: new prices make its figures old.
  const pricesOf = useRef({ portfolioId, at: prices.dataUpdatedAt })
  useEffect(() => {
    const before = pricesOf.current
    pricesOf.current = { portfolioId, at: prices.dataUpdatedAt }
    const isNewer = before.portfolioId === portfolioId && before.at > 0 && prices.dataUpdatedAt > before.at
    if (isNewer && portfolioId) {
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

export function useRenamePortfolio(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => callApi(renamePortfolio, { params: { portfolioId }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: portfoliosQuery.queryKey }),
  })
}

/** @param onDeleted called before the portfolio vanishes from every screen, the one that asked included */
export function useDeletePortfolio(portfolioId: string, onDeleted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(deletePortfolio, { params: { portfolioId } }),
    onSuccess: () => {
      onDeleted()
      return forgetPortfolio(client, portfolioId)
    },
  })
}

export function useAddPosition(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof addPosition>['body']) =>
      callApi(addPosition, { params: { portfolioId }, body }),
    onSuccess: () => renewPortfolio(client, portfolioId),
  })
}

export function useUpdatePosition(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ positionId, body }: { positionId: string; body: CallInput<typeof updatePosition>['body'] }) =>
      callApi(updatePosition, { params: { portfolioId, positionId }, body }),
    onSuccess: () => renewPortfolio(client, portfolioId),
  })
}

export function useDeletePosition(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (positionId: string) => callApi(deletePosition, { params: { portfolioId, positionId } }),
    onSuccess: () => renewPortfolio(client, portfolioId),
  })
}

/** @param onUndone called before the screens follow; with the last import its portfolio may be gone too */
export function useUndoImport(portfolioId: string, onUndone: (undone: CallOutput<typeof undoImport>) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (importId: string) => callApi(undoImport, { params: { portfolioId, importId } }),
    onSuccess: (undone) => {
      onUndone(undone)
      return undone.portfolioDeleted ? forgetPortfolio(client, portfolioId) : renewPortfolio(client, portfolioId)
    },
  })
}

/** The parameters in a cache key made by `apiQueryKey`. */
function isOfPortfolio(queryKey: readonly unknown[], portfolioId: string): boolean {
  const input = queryKey[1] as { params?: { portfolioId?: unknown } } | undefined
  return input?.params?.portfolioId === portfolioId
}

/** Everything computed from a portfolio is old once its positions changed, whichever screen asked for it. */
function renewPortfolio(client: QueryClient, portfolioId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: portfoliosQuery.queryKey }),
    client.invalidateQueries({ predicate: (query) => isOfPortfolio(query.queryKey, portfolioId) }),
  ])
}

/** Drops a deleted portfolio from the list at once, so that no screen asks for it again. */
function forgetPortfolio(client: QueryClient, portfolioId: string): Promise<unknown> {
  client.setQueryData(portfoliosQuery.queryKey, (portfolios) =>
    portfolios?.filter((portfolio) => portfolio.id !== portfolioId),
  )
  client.removeQueries({ predicate: (query) => isOfPortfolio(query.queryKey, portfolioId), type: 'inactive' })
  return client.invalidateQueries({ queryKey: portfoliosQuery.queryKey })
}
