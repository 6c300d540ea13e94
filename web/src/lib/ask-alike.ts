import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { findPortfolioId } from './renew-portfolio.ts'

/** The same question about another portfolio or what-if. */
export type AlikeQuery = Pick<FetchQueryOptions, 'queryKey' | 'queryFn'>

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { alike?: (portfolioId: string) => AlikeQuery }
  }
}

/**
 * Asks about a portfolio or what-if whatever the screen shows of another, so that all of it is there when the screen turns
 * to it. A question that fails is asked again by the screen, which then says so.
 */
export async function askAlike(client: QueryClient, shownId: string, nextId: string): Promise<void> {
  const shown = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey }) => findPortfolioId(queryKey) === shownId,
  })
  await Promise.all(shown.flatMap(({ meta }) => (meta?.alike ? client.prefetchQuery(meta.alike(nextId)) : [])))
}
