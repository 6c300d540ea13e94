import { type BillingStatus, can, PLAN_COPY, roleOf } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { PageHead } from '../../components/shell/page-head.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { AdminCard } from './admin-card.tsx'
import { type PaymentDesk, usePayment } from './billing.queries.ts'
import { PlanCards } from './plan-cards.tsx'
import { describePlan, toPlanNotices } from './plan-view.ts'
import { type CheckoutOutcome, ReturnNotice } from './return-notice.tsx'
import { StatementCard } from './statement-card.tsx'
import { TokenPackages } from './token-packages.tsx'

interface PricingPageProps {
  status: BillingStatus
  /** True when the operator named an address for support. */
  hasSupport: boolean
  /** How the person came back from paying; absent when they did not. */
  back: { outcome: CheckoutOutcome; sessionId: string | undefined } | undefined
  onBackDone: () => void
  leaveFor: (address: string) => void
}

/** The plans and which one is mine, what tokens cost, and where they went. */
export function PricingPage({ status, hasSupport, back, onBackDone, leaveFor }: PricingPageProps) {
  const desk = usePayment(leaveFor)
  const role = roleOf({ subscriptionTier: status.tier, isAdmin: status.unlimited })
  return (
    <>
      <PageHead
        title="Pricing Plans"
        subtitle={describePlan(status)}
        actions={status.canOpenPortal && <ManageBilling desk={desk} />}
      />
      {back && <ReturnNotice {...back} onDone={onBackDone} />}
      {toPlanNotices(status).map(({ text, urgent }) => (
        <Notice key={text} className="mb-4" {...(urgent && { role: 'alert' as const })}>
          {text}
        </Notice>
      ))}
      {status.sandbox && <Notice className="mb-4">{PLAN_COPY.sandbox}</Notice>}
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
