import {
  addPosition,
  type Benchmark,
  type CallInput,
  type CallOutput,
  deletePortfolio,
  deletePosition,
  listImports,
  renamePortfolio,
  setBenchmark,
  undoImport,
  updatePosition,
} from '@ballast/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { isOfPortfolio, renewBooks, renewPortfolio } from '../../lib/renew-portfolio.ts'
import { portfoliosQuery } from './portfolios.queries.ts'

export const importsQuery = (portfolioId: string) => apiQuery(listImports, { params: { portfolioId } })

export function useRenamePortfolio(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => callApi(renamePortfolio, { params: { portfolioId }, body: { name } }),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: portfoliosQuery.queryKey }), renewBooks(client)]),
  })
}

/** Everything that compares the portfolio is old once it is compared with something else. */
export function useSetBenchmark(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (parts: Benchmark) => callApi(setBenchmark, { params: { portfolioId }, body: { parts: [...parts] } }),
    onSuccess: () => renewPortfolio(client, portfolioId),
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

/** Drops a deleted portfolio from the list at once, so that no screen asks for it again. */
export function forgetPortfolio(client: QueryClient, portfolioId: string): Promise<unknown> {
  client.setQueryData(portfoliosQuery.queryKey, (portfolios) =>
    portfolios?.filter((portfolio) => portfolio.id !== portfolioId),
  )
  client.removeQueries({ predicate: (query) => isOfPortfolio(query.queryKey, portfolioId), type: 'inactive' })
  return Promise.all([client.invalidateQueries({ queryKey: portfoliosQuery.queryKey }), renewBooks(client)])
}
