import { getBillingStatus, getLedger } from '@ballast/contract'
import type { QueryClient } from '@tanstack/react-query'
import { apiQueryKey } from './call-api.ts'
import { currentUserKey } from './current-user.ts'

/** After whatever may have moved tokens or changed the plan: the badge, the menu, the plans and the statement look again. */
export function renewTokens(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: currentUserKey }),
    client.invalidateQueries({ queryKey: apiQueryKey(getBillingStatus) }),
    client.invalidateQueries({ queryKey: [getLedger.path] }),
  ])
}
