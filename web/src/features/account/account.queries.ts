import { deleteAccount, getAccount, signOutEverywhere } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { forgetEverything } from '../../lib/query-client.ts'

export const accountQuery = apiQuery(getAccount)

export function useSignOutEverywhere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (withTokens: boolean) =>
      callApi(signOutEverywhere, { query: withTokens ? { accessTokens: 'yes' as const } : {} }),
    onSuccess: () => forgetEverything(client),
  })
}

export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    // What is still being asked for would be answered to nobody.
    onMutate: () => client.cancelQueries(),
    mutationFn: (confirmEmail: string) => callApi(deleteAccount, { body: { confirmEmail } }),
    onSuccess: () => {
      showSuccess({ title: 'Account deleted', description: 'All your data was removed.' })
      forgetEverything(client)
    },
  })
}
