import {
  deleteAccount,
  getAccount,
  getPreferences,
  type Preferences,
  signOutEverywhere,
  updatePreferences,
} from '@ballast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { forgetEverything } from '../../lib/query-client.ts'

export const accountQuery = apiQuery(getAccount)

const preferencesQuery = apiQuery(getPreferences)

/** What the user chose, kept on the server; a change shows at once and goes back if it cannot be stored. */
export function usePreferences() {
  const client = useQueryClient()
  const { data } = useQuery(preferencesQuery)
  const update = useMutation({
    mutationFn: (patch: Partial<Preferences>) => callApi(updatePreferences, { body: patch }),
    onMutate: async (patch) => {
      await client.cancelQueries({ queryKey: preferencesQuery.queryKey })
      const before = client.getQueryData(preferencesQuery.queryKey)
      if (before) client.setQueryData(preferencesQuery.queryKey, { ...before, ...patch })
      return { before }
    },
    onSuccess: (stored) => client.setQueryData(preferencesQuery.queryKey, stored),
    onError: (error, _patch, context) => {
      console.error('Failed to store preferences', error)
      if (context?.before) client.setQueryData(preferencesQuery.queryKey, context.before)
    },
  })
  return { preferences: data, update: update.mutate }
}

export function useSignOutEverywhere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(signOutEverywhere),
    onSuccess: () => forgetEverything(client),
  })
}

export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (confirmEmail: string) => callApi(deleteAccount, { body: { confirmEmail } }),
    onSuccess: () => {
      showSuccess({ title: 'Account deleted', description: 'All your data was removed.' })
      forgetEverything(client)
    },
  })
}
