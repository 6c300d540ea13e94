import { ApiError, listPortfolios, type Portfolio } from '@ballast/contract'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { currentUserKey } from './current-user.ts'
import { findPortfolioId } from './renew-portfolio.ts'
import { isSignedOutError } from './to-user-message.ts'

/** Set when the session of someone signed in has ended by itself, for the page that they see then. */
export const sessionEndedKey = [...currentUserKey, 'ended']

interface QueryClientSettings {
  /** Told of a portfolio that was deleted elsewhere, or is shared no longer, while this browser showed it. */
  onPortfolioGone?: (portfolio: Portfolio) => void
}

/**
 * The cache of everything the API answered. Nothing is retried, refetched on focus or polled by itself: a figure changes
 * when the person asks for it or when a screen says how often it looks.
 */
export function createQueryClient({ onPortfolioGone }: QueryClientSettings = {}): QueryClient {
  const forgetUser = (error: unknown) => {
    if (!isSignedOutError(error)) return
    if (client.getQueryData(currentUserKey)) client.setQueryData(sessionEndedKey, true)
    forgetEverything(client)
  }
  const list = { queryKey: [listPortfolios.path] }
  const readList = () => client.getQueriesData<Portfolio[]>(list).flatMap(([, portfolios = []]) => portfolios)
  let isLooking = false
  /** A portfolio may have been deleted elsewhere: the list is asked for again, and another one takes its place. */
  const lookForGone = async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404 || isLooking) return
    isLooking = true
    const before = readList()
    await client.invalidateQueries(list).catch(() => undefined)
    isLooking = false
    const left = new Set(readList().map(({ id }) => id))
    // Sums that it was a part of go with it, and need no words of their own.
    const gone = before.find(({ id, isBook }) => !left.has(id) && !isBook) ?? before.find(({ id }) => !left.has(id))
    if (gone && client.getQueryData(currentUserKey) !== null) onPortfolioGone?.(gone)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        forgetUser(error)
        if (findPortfolioId(query.queryKey) !== undefined) void lookForGone(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        forgetUser(error)
        void lookForGone(error)
      },
    }),
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
