import { listPortfolios, type Portfolio, toPortfolioId } from '@ballast/contract'
import type { QueryClient } from '@tanstack/react-query'

/** Everything computed from a portfolio is old once its positions changed, whichever screen asked for it. */
export function renewPortfolio(client: QueryClient, portfolioId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: [listPortfolios.path] }),
    client.invalidateQueries({ predicate: (query) => isOfPortfolio(query.queryKey, portfolioId) }),
    renewBooks(client),
  ])
}

/** Drops the figures of all portfolios together once one of them has changed, come or gone. */
export function renewBooks(client: QueryClient): Promise<unknown> {
  const lists = client.getQueriesData<Portfolio[]>({ queryKey: [listPortfolios.path] })
  const books = lists.flatMap(([, portfolios = []]) => portfolios).filter(({ isBook }) => isBook)
  return client.invalidateQueries({
    predicate: (query) => books.some(({ id }) => isOfPortfolio(query.queryKey, id)),
  })
}

/** True for a cache key made by `apiQueryKey` whose parameters name the portfolio, or a what-if of it. */
export function isOfPortfolio(queryKey: readonly unknown[], portfolioId: string): boolean {
  const named = findPortfolioId(queryKey)
  return typeof named === 'string' && toPortfolioId(named) === portfolioId
}

/** The portfolio or what-if that a cache key made by `apiQueryKey` names; undefined when it names none. */
export function findPortfolioId(queryKey: readonly unknown[]): unknown {
  const input = queryKey[1] as { params?: { portfolioId?: unknown } } | undefined
  return input?.params?.portfolioId
}
