import {
  type CallInput,
  changeWatchRule,
  countUnread,
  createWatchRule,
  deleteWatchRule,
  getNotifications,
  listInbox,
  listWatchRules,
  type WatchTerms,
} from '@ballast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'

const rulesQuery = apiQuery(listWatchRules)

/** Checks happen without this page, so it never shows an old answer. */
export const useWatchRules = () => useQuery({ ...rulesQuery, staleTime: 0 })
/** Channels that can report a rule in addition to the inbox; a calendar is read by its owner. */
export const useChannels = () =>
  useQuery({
    ...apiQuery(getNotifications),
    select: ({ channels }) => channels.filter(({ type }) => type !== 'calendar'),
  })

/**
 * A change of a rule; afterwards rules and inbox are fetched again, for a check may have sent a message. Changes are sent one
 * after the other, so that the last one is the one that stays.
 */
function useRuleChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    scope: { id: listWatchRules.path },
    onSuccess: () =>
      Promise.all(
        [listWatchRules.path, listInbox.path, countUnread.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  })
}

export const useCreateRule = () =>
  useRuleChange(({ portfolioId, ...body }: { portfolioId: string; terms: WatchTerms; mutedChannelIds: string[] }) =>
    callApi(createWatchRule, { params: { portfolioId }, body }),
  )
export const useChangeRule = (ruleId: string) =>
  useRuleChange((body: CallInput<typeof changeWatchRule>['body']) =>
    callApi(changeWatchRule, { params: { ruleId }, body }),
  )
export const useDeleteRule = (ruleId: string) => useRuleChange(() => callApi(deleteWatchRule, { params: { ruleId } }))
