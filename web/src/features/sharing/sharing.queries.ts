import { acceptInvitation, endShare, inviteToPortfolio, listShares, withdrawInvitation } from '@ballast/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi } from '../../lib/call-api.ts'

/** Either side ends a share at any time, on any device. */
export const sharesQuery = { ...apiQuery(listShares), staleTime: 0 }

const renewShares = (client: QueryClient) => client.invalidateQueries({ queryKey: sharesQuery.queryKey })

export function useInvite(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) =>
      callApi(inviteToPortfolio, { params: { portfolioId }, body: email === '' ? {} : { email } }),
    onSettled: () => renewShares(client),
    // The link is in the answer: it lives as long as the card that shows it.
    gcTime: 0,
  })
}

export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => callApi(withdrawInvitation, { params: { invitationId } }),
    onSuccess: () => showSuccess({ title: 'Invitation withdrawn', description: 'Its link does not work any more.' }),
    onSettled: () => renewShares(client),
  })
}

/** Accepts an invitation; everything that lists portfolios is asked for again. */
export function useAcceptInvitation(code: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(acceptInvitation, { body: { code } }),
    onSuccess: () => client.invalidateQueries(),
  })
}

export function useEndShare(onEnded?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (shareId: string) => callApi(endShare, { params: { shareId } }),
    onSuccess: () => {
      showSuccess({ title: 'Sharing ended' })
      onEnded?.()
    },
    onSettled: () => client.invalidateQueries(),
  })
}
