import {
  type BrokerageAccount,
  type CallInput,
  describeBrokerageAccount,
  type HedgeStrategy,
  listBrokerageAccounts,
  MOST_SPLIT_LEGS,
  splitTicket,
} from '@ballast/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { renewPortfolio } from '../../lib/renew-portfolio.ts'

export const accountsQuery = (portfolioId: string) => apiQuery(listBrokerageAccounts, { params: { portfolioId } })

/** A ticket over the accounts of a portfolio. */
export const splitQuery = (portfolioId: string, { id, legs, trades, cost }: HedgeStrategy) =>
  queryOptions({
    queryKey: [splitTicket.path, { params: { portfolioId } }, id],
    queryFn: ({ signal }) =>
      callApi(splitTicket, {
        params: { portfolioId },
        body: {
          legs: legs.map(({ symbol, underlying, type, strike, expiry, multiplier, contracts, premium }) => {
            return { symbol, underlying, type, strike, expiry, multiplier, contracts, premium }
          }),
          trades,
          fees: cost.fees,
        },
        signal,
      }),
    enabled: legs.length <= MOST_SPLIT_LEGS && (legs.length > 0 || trades.length > 0),
  })

/** Says what an account may hold; tickets are split anew. */
export function useDescribeAccount({ portfolioId, account }: Pick<BrokerageAccount, 'portfolioId' | 'account'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rule: Omit<CallInput<typeof describeBrokerageAccount>['body'], 'account'>) =>
      callApi(describeBrokerageAccount, { params: { portfolioId }, body: { account, ...rule } }),
    onSuccess: () => {
      // Here and not in the form, which may be gone before everything is renewed.
      showSuccess({ title: 'Account saved' })
      return renewPortfolio(client, portfolioId)
    },
  })
}
