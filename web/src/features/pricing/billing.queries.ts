// Tests: pricing-page.test.tsx

import {
  type BillingStatus,
  confirmCheckout,
  createPortalSession,
  createSubscriptionCheckout,
  createTokenCheckout,
  getBillingStatus,
  getLedger,
  type TokenPackageId,
} from '@ballast/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { showError, showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery, apiQueryKey, callApi } from '../../lib/call-api.ts'
import { offerQuery } from '../../lib/offer.ts'
import { toPaymentAddress } from '../../lib/payment-address.ts'
import { renewTokens } from '../../lib/renew-tokens.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'

// Payments and subscriptions change outside of this page, so it never starts from an old answer.
export const billingStatusQuery = queryOptions({ ...apiQuery(getBillingStatus), staleTime: 0 })

const STATEMENT_PAGE = 50

/** The user's statement, newest first, a page at a time. */
export const statementQuery = infiniteQueryOptions({
  queryKey: [getLedger.path, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callApi(getLedger, {
      query: { limit: STATEMENT_PAGE, ...(pageParam !== null && { before: pageParam }) },
      signal,
    }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ nextBefore }) => nextBefore,
  staleTime: 0,
})

/** Reason to leave this site for the payment provider. */
export type Payment = { kind: 'subscription' } | { kind: 'tokens'; packageId: TokenPackageId } | { kind: 'portal' }

const CHECKOUT_FAILED = 'Failed to start checkout'
const FAILURES = {
  subscription: CHECKOUT_FAILED,
  tokens: CHECKOUT_FAILED,
  portal: 'Failed to open billing portal',
} as const satisfies Record<Payment['kind'], string>

/** Asks for the page to pay at and goes there, if it is one that may be followed; otherwise says what went wrong. */
export function usePayment(leaveFor: (address: string) => void) {
  const client = useQueryClient()
  const { data: offer } = useQuery(offerQuery)
  const payment = useMutation({
    mutationFn: async (wanted: Payment) => {
      const { url } = await openPayment(wanted)
      const origins = { own: window.location.origin, test: offer?.testOrigin ?? null }
      const address = toPaymentAddress(url, origins)
      if (address === null) throw new Error(`the payment page at ${url} is none that may be followed`)
      return address
    },
    onSuccess: leaveFor,
    onError: (error, { kind }) => {
      showError({ title: 'Error', description: toUserMessage(error, FAILURES[kind]) })
      // Refused, because the plan is another than this page thought: it may have been changed elsewhere.
      void renewTokens(client)
    },
  })
  // Until the browser has left, a second click must not open a second checkout.
  const underWay = payment.isPending || payment.isSuccess ? payment.variables : undefined
  return { start: payment.mutate, underWay }
}

export type PaymentDesk = ReturnType<typeof usePayment>

function openPayment(wanted: Payment): Promise<{ url: string }> {
  switch (wanted.kind) {
    case 'subscription':
      return callApi(createSubscriptionCheckout)
    case 'tokens':
      return callApi(createTokenCheckout, { body: { packageId: wanted.packageId } })
    case 'portal':
      return callApi(createPortalSession)
  }
}

const ASK_AGAIN_MS = 1_500
const ASKED_AT_MOST = 12

/**
 * After coming back from a checkout: has it been paid? Asks again for some twenty seconds, then leaves asking to the
 * person. When it is through, plan, tokens, menu and statement are those after the purchase.
 *
 * @param describe what to say once it is through
 */
export function useCheckoutConfirmation(
  sessionId: string | undefined,
  describe: (billing: BillingStatus) => { title: string; description: string },
) {
  const client = useQueryClient()
  return useQuery({
    queryKey: [confirmCheckout.path, sessionId],
    enabled: sessionId !== undefined,
    queryFn: async ({ signal }) => {
      const confirmed = await callApi(confirmCheckout, { body: { sessionId: sessionId ?? '' }, signal })
      if (confirmed.state === 'complete') {
        await takeOver(client, confirmed.billing)
        showSuccess(describe(confirmed.billing))
      }
      return confirmed.state
    },
    refetchInterval: ({ state }) =>
      state.data === 'pending' && state.dataUpdateCount < ASKED_AT_MOST ? ASK_AGAIN_MS : false,
  })
}

async function takeOver(client: QueryClient, billing: BillingStatus): Promise<void> {
  await renewTokens(client)
  client.setQueryData(apiQueryKey(getBillingStatus), billing)
}
