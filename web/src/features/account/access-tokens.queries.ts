import {
  type CallInput,
  type CallOutput,
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '@ballast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi } from '../../lib/call-api.ts'

/** Tokens are used and revoked without this page, so it never shows an old answer. */
const accessTokensQuery = { ...apiQuery(listAccessTokens), staleTime: 0 }

export type MadeToken = CallOutput<typeof createAccessToken>
export type NewToken = CallInput<typeof createAccessToken>['body']

export const useAccessTokens = () => useQuery(accessTokensQuery)

export function useCreateAccessToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewToken) => callApi(createAccessToken, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: accessTokensQuery.queryKey }),
    // The token itself is in the answer: it lives as long as the dialog that shows it.
    gcTime: 0,
  })
}

export function useRevokeAccessToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => callApi(revokeAccessToken, { params: { tokenId } }),
    onSuccess: () => showSuccess({ title: 'Token revoked', description: 'It opens nothing any more.' }),
    onSettled: () => client.invalidateQueries({ queryKey: accessTokensQuery.queryKey }),
  })
}
