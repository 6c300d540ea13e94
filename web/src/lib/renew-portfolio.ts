import { listPortfolios } from '@ballast/contract'
import type { QueryClient } from '@tanstack/react-query'
import { apiQueryKey } from './call-api.ts'

/** Everything computed from a portfolio is old once its positions changed, whichever screen asked for it. */
export function renewPortfolio(client: QueryClient, portfolioId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: apiQueryKey(listPortfolios) }),
    client.invalidateQueries({ predicate: (query) => isOfPortfolio(query.queryKey, portfolioId) }),
  ])
}

/** True for a cache key made by `apiQueryKey` whose parameters name the portfolio. */
export function isOfPortfolio(queryKey: readonly unknown[], portfolioId: string): boolean {
  return toPortfolioId(queryKey) === portfolioId
}

/** The portfolio that a cache key made by `apiQueryKey` names; undefined when it names none. */
export function toPortfolioId(queryKey: readonly unknown[]): unknown {
  const input = queryKey[1] as { params?: { portfolioId?: unknown } } | undefined
  return input?.params?.portfolioId
}
