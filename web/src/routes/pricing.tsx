// Tests: e2e/pricing.e2e.ts

import type { BillingStatus } from '@ballast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { Card } from '../components/ui/card.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { billingStatusQuery } from '../features/pricing/billing.queries.ts'
import { PricingPage } from '../features/pricing/pricing-page.tsx'
import { CHECKOUT_OUTCOMES } from '../features/pricing/return-notice.tsx'
import { currentUserKey, useCurrentUser } from '../lib/current-user.ts'
import { offerQuery } from '../lib/offer.ts'
import { markRefusedRunPaid } from '../lib/refused-run.ts'

export const Route = createFileRoute('/pricing')({ component: PricingScreen })

const AFTER_PORTAL_MS = 2_000
const AFTER_PORTAL_TIMES = 5

/** Pricing Plans. */
function PricingScreen() {
  const { back, forgetBack, leave } = useCheckoutAddress()
  const status = useQuery({
    ...billingStatusQuery,
    // What was changed in the portal is told by a webhook, which may arrive after the person.
    refetchInterval: ({ state }) =>
      back?.outcome === 'portal' && state.dataUpdateCount < AFTER_PORTAL_TIMES ? AFTER_PORTAL_MS : false,
  })
  const offer = useQuery(offerQuery)
  useMenuThatAgrees(status.data)
  return (
    <div className="mx-auto max-w-[1040px]">
      <PricingPage
        status={status.data}
        failure={
          status.error && !status.data ? (
            <Card>
              <LoadFailure
                title="Failed to load your plan"
                fallback="The server could not be reached. Your plan and your tokens are safe."
                query={status}
              />
            </Card>
          ) : null
        }
        hasSupport={Boolean(offer.data?.supportEmail)}
        back={back}
        onBackDone={forgetBack}
        onPaid={leave}
        leaveFor={(address) => window.location.assign(address)}
      />
    </div>
  )
}

/** How the person came back from paying, as the address says it, until there is no more to say about it. */
function useCheckoutAddress() {
  const written = Route.useSearch() as { checkout?: unknown; session?: unknown }
  const navigate = useNavigate()
  const outcome = CHECKOUT_OUTCOMES.find((known) => known === written.checkout)
  const sessionId = typeof written.session === 'string' ? written.session : undefined
  const forgetBack = useCallback(() => void navigate({ to: '/pricing', replace: true, resetScroll: false }), [navigate])
  // What the plan refused before begins by itself where it was asked for.
  const leave = useCallback(() => {
    const href = markRefusedRunPaid()
    if (href === null) forgetBack()
    else void navigate({ href, replace: true })
  }, [forgetBack, navigate])
  return { back: outcome && { outcome, sessionId }, forgetBack, leave }
}

/** The menu in the bar shows plan and tokens too: it looks again when this page has heard something else. */
function useMenuThatAgrees(status: BillingStatus | undefined): void {
  const client = useQueryClient()
  const { data: user } = useCurrentUser()
  const differs =
    user &&
    status &&
    (user.subscriptionTier !== status.tier || user.discoveryTokens !== status.monthlyTokens + status.purchasedTokens)
  // By the answer, not by the difference: a user who differs for another reason must not be asked for without end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (differs) void client.invalidateQueries({ queryKey: currentUserKey })
  }, [status, client])
}
