import type { CurrentUser, Preferences } from '@ballast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { savePreferences } from '../../lib/account-preferences.ts'
import { currentUserKey, useCurrentUser } from '../../lib/current-user.ts'

/** Returns the user's choices, which are known with the user; a change shows at once and is stored soon after. */
export function usePreferences() {
  const client = useQueryClient()
  const update = (changes: Partial<Preferences>) => {
    client.setQueryData<CurrentUser | null>(
      currentUserKey,
      (user) => user && { ...user, preferences: { ...user.preferences, ...changes } },
    )
    savePreferences(changes)
  }
  return { preferences: useCurrentUser().data?.preferences, update }
}
