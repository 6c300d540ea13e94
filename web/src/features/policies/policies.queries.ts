import {
  adoptImportedLots,
  changePolicy,
  checkPolicy,
  closePolicy,
  createPolicy,
  getPolicy,
  listPolicies,
  listPolicyProposals,
  listUnwatchedOptions,
  type NewPolicy,
  type Policy,
} from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../../lib/call-api.ts'

/** Checks are made without this page, so it looks as often as it takes a check to follow an import. */
const LOOKS = { staleTime: 0, refetchInterval: 60_000, refetchOnWindowFocus: true }

export const policiesQuery = { ...apiQuery(listPolicies), ...LOOKS }
export const policyQuery = (policyId: string) => ({ ...apiQuery(getPolicy, { params: { policyId } }), ...LOOKS })
export const unwatchedQuery = (portfolioId: string) => apiQuery(listUnwatchedOptions, { params: { portfolioId } })
export const proposalsQuery = (portfolioId: string) => apiQuery(listPolicyProposals, { params: { portfolioId } })

/** A change of a policy: afterwards everything that positions enter into is asked for again. */
function usePolicyChange<Input>(change: (input: Input) => Promise<Policy>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries() })
}

export const useCreatePolicy = (portfolioId: string) =>
  usePolicyChange((body: NewPolicy) => callApi(createPolicy, { params: { portfolioId }, body }))

export const useChangePolicy = (policyId: string) =>
  usePolicyChange((body: Pick<NewPolicy, 'limitPercent' | 'shockPercent' | 'endsOn' | 'legs' | 'fees' | 'placedOn'>) =>
    callApi(changePolicy, { params: { policyId }, body }),
  )

export const useCheckPolicy = (policyId: string) =>
  usePolicyChange(() => callApi(checkPolicy, { params: { policyId } }))

export const useAdoptLots = (policyId: string) =>
  usePolicyChange(() => callApi(adoptImportedLots, { params: { policyId } }))

export const useClosePolicy = (policyId: string) =>
  usePolicyChange((removePositions: boolean) =>
    callApi(closePolicy, { params: { policyId }, body: { removePositions } }),
  )
