import { type CallInput, changeGroup, createGroup, deleteGroup } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/call-api.ts'
import { renewPortfolio } from '../../lib/renew-portfolio.ts'
import { forgetPortfolio } from './portfolio-changes.queries.ts'

/** Makes a group, or changes one. */
export function useSaveGroup(groupId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof createGroup>['body']) =>
      groupId === undefined ? callApi(createGroup, { body }) : callApi(changeGroup, { params: { groupId }, body }),
    onSuccess: (group) => renewPortfolio(client, group.id),
  })
}

/** @param onDeleted called before the group vanishes from every screen */
export function useDeleteGroup(groupId: string, onDeleted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(deleteGroup, { params: { groupId } }),
    onSuccess: () => {
      onDeleted()
      return forgetPortfolio(client, groupId)
    },
  })
}
