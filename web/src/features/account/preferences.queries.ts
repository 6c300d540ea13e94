import { getPreferences, type Preferences, updatePreferences } from '@ballast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'

const preferencesQuery = apiQuery(getPreferences)

/** Returns the user's choices, kept on the server; a change shows at once and goes back if it cannot be stored. */
export function usePreferences() {
  const client = useQueryClient()
  const { data, isPending } = useQuery(preferencesQuery)
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
  return { preferences: data, isPending, update: update.mutate }
}
