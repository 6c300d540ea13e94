import { type CallInput, createReportLink, getSharedReport, listReportLinks, revokeReportLink } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi } from '../../lib/call-api.ts'

/** Query of a shared report: what is behind a link never changes, and may be revoked. */
export const sharedReportQuery = (token: string) => ({
  ...apiQuery(getSharedReport, { params: { token } }),
  staleTime: 0,
})

export const reportLinksQuery = (portfolioId: string) => ({
  ...apiQuery(listReportLinks, { params: { portfolioId } }),
  staleTime: 0,
})

export function useCreateReportLink(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof createReportLink>['body']) =>
      callApi(createReportLink, { params: { portfolioId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: reportLinksQuery(portfolioId).queryKey }),
    // The address is in the answer: it lives as long as the dialog that shows it.
    gcTime: 0,
  })
}

export function useRevokeReportLink(portfolioId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (linkId: string) => callApi(revokeReportLink, { params: { linkId } }),
    onSuccess: () => showSuccess({ title: 'Link revoked', description: 'It no longer opens the report.' }),
    onSettled: () => client.invalidateQueries({ queryKey: reportLinksQuery(portfolioId).queryKey }),
  })
}
