import { type BillingStatus, can, PLAN_COPY, roleOf } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHead } from '../../components/shell/page-head.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Loading } from '../../components/ui/skeleton.tsx'
import { AdminCard } from './admin-card.tsx'
import { type PaymentDesk, usePayment } from './billing.queries.ts'
import { PlanCards } from './plan-cards.tsx'
import { describePlan, toPlanNotices } from './plan-view.ts'
import { PricingSkeleton } from './pricing-skeleton.tsx'
import { type CheckoutOutcome, ReturnNotice } from './return-notice.tsx'
import { StatementCard } from './statement-card.tsx'
import { TokenPackages } from './token-packages.tsx'

interface PricingPageProps {
  /** Absent until it is known. */
  status: BillingStatus | undefined
  /** Stands in place of everything else when the plan could not be looked up. */
  failure: ReactNode
  /** True when the operator named an address for support. */
  hasSupport: boolean
  /** How the person came back from paying; absent when they did not. */
  back: { outcome: CheckoutOutcome; sessionId: string | undefined } | undefined
  onBackDone: () => void
  onPaid: () => void
  leaveFor: (address: string) => void
}

/** The plans and which one is mine, what tokens cost, and where they went. */
export function PricingPage({ status, failure, hasSupport, back, onBackDone, onPaid, leaveFor }: PricingPageProps) {
  const desk = usePayment(leaveFor)
  return (
    <Loading
      pending={status === undefined && !failure}
      label="Loading your plan"
      skeleton={<PricingSkeleton />}
      head={(isLoaded) => (
        <PageHead
          title="Pricing Plans"
          subtitle={isLoaded && status ? describePlan(status) : 'Plans, tokens and what you used'}
          actions={isLoaded && status?.canOpenPortal && <ManageBilling desk={desk} />}
        />
      )}
    >
      {() =>
        failure ??
        (status && (
          <>
            {back && <ReturnNotice {...back} onDone={onBackDone} onPaid={onPaid} />}
            <Plans status={status} desk={desk} hasSupport={hasSupport} />
          </>
        ))
      }
    </Loading>
  )
}

function Plans({ status, desk, hasSupport }: { status: BillingStatus; desk: PaymentDesk; hasSupport: boolean }) {
  const role = roleOf({ subscriptionTier: status.tier, isAdmin: status.unlimited })
  return (
    <>
      {toPlanNotices(status).map(({ text, urgent }) => (
        <Notice key={text} className="mb-4" {...(urgent && { role: 'alert' as const })}>
          {text}
        </Notice>
      ))}
      {status.test && <Notice className="mb-4">{status.sandbox ? PLAN_COPY.sandbox : PLAN_COPY.test}</Notice>}
      <PlanCards status={status} desk={desk} hasSupport={hasSupport} />
      {can(role, 'buyTokens') && <TokenPackages status={status} desk={desk} />}
      {status.unlimited && <AdminCard />}
      <StatementCard />
      <p className="mt-6 text-center text-label text-subtle-foreground">
        {PLAN_COPY.checkout}{' '}
        <Link to="/terms" hash="plans" className="underline">
          What paying means
        </Link>
        {hasSupport && (
          <>
            {' · '}
            <Link to="/contact" className="underline">
              Contact support
            </Link>
          </>
        )}
      </p>
    </>
  )
}

function ManageBilling({ desk: { underWay, start } }: { desk: PaymentDesk }) {
  return (
    <Button
      className="max-sm:w-full"
      busy={underWay?.kind === 'portal'}
      busyLabel="Loading..."
      disabled={underWay !== undefined}
      onClick={() => start({ kind: 'portal' })}
    >
      <CreditCard aria-hidden="true" />
      Manage billing
    </Button>
  )
}
