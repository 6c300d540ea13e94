import {
  addChannel,
  type CallInput,
  countUnread,
  getNotifications,
  listInbox,
  type MessageKind,
  markInboxRead,
  type NotificationSettings,
  removeChannel,
  rotateChannelSecret,
  testChannel,
  updateChannel,
  updateNotificationSettings,
} from '@ballast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'

const inboxQuery = apiQuery(listInbox)
const notificationsQuery = apiQuery(getNotifications)

/** Messages come without this page, so it never shows an old answer. */
export const useInbox = () => useQuery({ ...inboxQuery, staleTime: 0 })
export const useNotifications = () => useQuery({ ...notificationsQuery, staleTime: 0 })

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(markInboxRead),
    onSuccess: () =>
      Promise.all([listInbox.path, countUnread.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  })
}

/**
 * A change of channels or settings; afterwards they are fetched again. Changes are sent one after the other, because two that
 * travel side by side may arrive in the other order, and the server would keep the older one.
 */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    scope: { id: getNotifications.path },
    onSuccess: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  })
}

export type NewChannel = CallInput<typeof addChannel>['body']

export const useSaveSettings = () =>
  useChange((body: NotificationSettings) => callApi(updateNotificationSettings, { body }))
export const useAddChannel = () => useChange((body: NewChannel) => callApi(addChannel, { body }))
export const useChooseKinds = () =>
  useChange(({ channelId, kinds }: { channelId: string; kinds: MessageKind[] }) =>
    callApi(updateChannel, { params: { channelId }, body: { kinds } }),
  )
export const useRemoveChannel = () =>
  useChange((channelId: string) => callApi(removeChannel, { params: { channelId } }))
export const useRotateSecret = () =>
  useChange((channelId: string) => callApi(rotateChannelSecret, { params: { channelId } }))
export const useTestChannel = () => useChange((channelId: string) => callApi(testChannel, { params: { channelId } }))
