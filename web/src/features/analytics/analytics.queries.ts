// Tests: analytics-page.test.tsx

import {
  type CallInput,
  closeSupportRequest,
  findUsers,
  getAuditLog,
  getBackgroundWork,
  getUsageSummary,
  getUserLedger,
  grantTokens,
  listSubscriptions,
  listSupportRequests,
  listTokenPurchases,
  listTokenUsage,
} from '@ballast/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { renewTokens } from '../../lib/renew-tokens.ts'

// Others use and buy while an admin looks, so none of it starts from an old answer.
const fresh = { staleTime: 0 } as const
const PAGE = 50

export const usageSummaryQuery = queryOptions({ ...apiQuery(getUsageSummary), ...fresh })
export const purchasesQuery = queryOptions({ ...apiQuery(listTokenPurchases), ...fresh })
export const backgroundWorkQuery = queryOptions({ ...apiQuery(getBackgroundWork), ...fresh })
export const supportRequestsQuery = queryOptions({ ...apiQuery(listSupportRequests), ...fresh })

/** @param search part of an e-mail or a name; empty for those who signed in last */
export const usersQuery = (search: string) =>
  queryOptions({ ...apiQuery(findUsers, { query: search === '' ? {} : { search } }), ...fresh })

export const userLedgerQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [getUserLedger.path, userId],
    queryFn: ({ pageParam, signal }) =>
      callApi(getUserLedger, {
        query: { userId, limit: PAGE, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    ...fresh,
  })

export const auditLogQuery = infiniteQueryOptions({
  queryKey: [getAuditLog.path, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callApi(getAuditLog, { query: { limit: PAGE, ...(pageParam !== null && { before: pageParam }) }, signal }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ nextBefore }) => nextBefore,
  ...fresh,
})

/** The records of the last 30 days, for a spreadsheet. */
export const RECORD_CALLS = {
  'token-usage': listTokenUsage,
  'token-purchases': listTokenPurchases,
  subscriptions: listSubscriptions,
} as const
export type RecordKind = keyof typeof RECORD_CALLS

export function useGrantTokens() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof grantTokens>['body']) => callApi(grantTokens, { body }),
    onSuccess: (_, { userId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: [findUsers.path] }),
        client.invalidateQueries({ queryKey: userLedgerQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: auditLogQuery.queryKey }),
        // The admin may have meant themselves.
        renewTokens(client),
      ]),
  })
}

export function useCloseSupportRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (requestId: string) => callApi(closeSupportRequest, { body: { requestId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: supportRequestsQuery.queryKey }),
        client.invalidateQueries({ queryKey: auditLogQuery.queryKey }),
      ]),
  })
}
