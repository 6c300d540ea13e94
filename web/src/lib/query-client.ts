import { ApiError, listPortfolios } from '@ballast/contract'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { currentUserKey } from './current-user.ts'
import { findPortfolioId } from './renew-portfolio.ts'
import { isSignedOutError } from './to-user-message.ts'

/** Set when the session of someone signed in has ended by itself, for the page that they see then. */
export const sessionEndedKey = [...currentUserKey, 'ended']

/**
 * The cache of everything the API answered. Nothing is retried, refetched on focus or polled by itself: a figure changes
 * when the person asks for it or when a screen says how often it looks.
 */
export function createQueryClient(): QueryClient {
  const forgetUser = (error: unknown) => {
    if (!isSignedOutError(error)) return
    if (client.getQueryData(currentUserKey)) client.setQueryData(sessionEndedKey, true)
    forgetEverything(client)
  }
  /** A portfolio that was deleted elsewhere: the list is asked for again, and another one takes its place. */
  const forgetPortfolio = (error: unknown, queryKey: readonly unknown[]) => {
    const isGone = error instanceof ApiError && error.status === 404 && findPortfolioId(queryKey) !== undefined
    if (isGone) void client.invalidateQueries({ queryKey: [listPortfolios.path] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        forgetUser(error)
        forgetPortfolio(error, query.queryKey)
      },
    }),
    mutationCache: new MutationCache({ onError: forgetUser }),
    defaultOptions: {
      queries: {
        retry: false,
        // Screens read an answer inside of what is drawn later. By default a screen hears only of what it has read already,
        // and an answer that came in between was never shown.
        notifyOnChangeProps: 'all',
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Without a connection the service worker answers what it kept, and everything else fails at once instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Drops every cached answer and treats the visitor as signed out: the session ended, here or elsewhere. */
export function forgetEverything(client: QueryClient): void {
  client.setQueryData(currentUserKey, null)
  // Once the screens of who was signed in are gone: one that is drawn again would ask for what was dropped.
  notifyManager.schedule(() => client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserKey[0] }))
}
