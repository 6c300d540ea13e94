// Tests: pricing-page.test.tsx

import { type BillingStatus, can, PLANS, PRIORITY_SUPPORT, roleOf } from '@ballast/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlanCard } from '../../components/plans/plan-card.tsx'
import { Button } from '../../components/ui/button.tsx'
import { cn } from '../../lib/class-names.ts'
import type { PaymentDesk } from './billing.queries.ts'
import { toProOffer } from './plan-view.ts'

interface PlanCardsProps {
  status: BillingStatus
  desk: PaymentDesk
  hasSupport: boolean
}

/** Free and PRO, and which of them is mine. Admins have the rights of PRO without paying for it. */
export function PlanCards({ status, desk, hasSupport }: PlanCardsProps) {
  const isFree = status.tier === 'free' && !status.unlimited
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <PlanCard
        plan={PLANS.free}
        headingLevel="h2"
        action={<PlanState current={isFree}>{isFree ? 'Current plan' : `Included in ${PLANS.pro.name}`}</PlanState>}
      />
      <PlanCard
        plan={PLANS.pro}
        headingLevel="h2"
        extraFeatures={hasSupport ? [PRIORITY_SUPPORT] : []}
        action={<ProAction status={status} desk={desk} />}
      />
    </div>
  )
}

function ProAction({ status, desk }: Omit<PlanCardsProps, 'hasSupport'>) {
  const { action, label, note } = toProOffer(status)
  const { underWay, start } = desk
  const role = roleOf({ subscriptionTier: status.tier, isAdmin: status.unlimited })
  if (action === 'current') return <PlanState current>{label}</PlanState>
  const kind = action === 'resume' ? 'portal' : 'subscription'
  return (
    <>
      {note && <p className="mb-2 text-center text-label text-muted-foreground">{note}</p>}
      <Button
        // Where packages are for sale, buying them is what the page is for.
        variant={can(role, 'buyTokens') ? 'outline' : 'primary'}
        size="lg"
        className="w-full"
        busy={underWay?.kind === kind}
        busyLabel="Loading..."
        disabled={action === 'unavailable' || underWay !== undefined}
        onClick={() => start({ kind })}
      >
        {label}
      </Button>
    </>
  )
}

/** Stands where the button would: there is nothing to press. */
function PlanState({ current, children }: { current: boolean; children: ReactNode }) {
  return (
    <p
      className={cn(
        'flex h-11 items-center justify-center gap-2 rounded-control border font-medium text-body',
        current ? 'border-transparent text-primary tint-primary' : 'text-muted-foreground',
      )}
    >
      {current && <Check aria-hidden="true" className="size-4" />}
      {children}
    </p>
  )
}
