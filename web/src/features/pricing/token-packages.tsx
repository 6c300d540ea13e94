// Tests: pricing-page.test.tsx

import {
  type BillingStatus,
  countTokens,
  PLAN_COPY,
  pricePerToken,
  TOKEN_PACKAGES,
  type TokenPackage,
} from '@ballast/contract'
import { useId } from 'react'
import { TokenBadge } from '../../components/plans/token-badge.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatMoney, formatValue } from '../../lib/format.ts'
import type { PaymentDesk } from './billing.queries.ts'
import { describeTokens } from './plan-view.ts'

/** Tokens that are left, and the price of more. */
export function TokenPackages({ status, desk }: { status: BillingStatus; desk: PaymentDesk }) {
  const titleId = useId()
  return (
    <section id="tokens" aria-labelledby={titleId} className="mt-8 scroll-mt-20">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={titleId} className="text-[18px] leading-6 font-semibold tracking-[-0.02em]">
            Discovery tokens
          </h2>
          <p className="text-body text-muted-foreground">{PLAN_COPY.tokens}</p>
          <p className="text-body text-muted-foreground">{PLAN_COPY.forgiven}</p>
          <p className="text-label text-subtle-foreground">{describeTokens(status)}</p>
        </div>
        <TokenBadge
          suffix="left"
          user={{
            isAdmin: status.unlimited ? 1 : 0,
            subscriptionTier: status.tier,
            discoveryTokens: status.spendableTokens,
          }}
        />
      </div>
      <ul className="grid gap-4 md:grid-cols-3">
        {TOKEN_PACKAGES.map((offer) => (
          <PackageCard key={offer.id} offer={offer} desk={desk} available={status.paymentsAvailable} />
        ))}
      </ul>
    </section>
  )
}

function PackageCard({ offer, desk, available }: { offer: TokenPackage; desk: PaymentDesk; available: boolean }) {
  const { underWay, start } = desk
  const tokens = countTokens(offer.tokens)
  return (
    <li
      className={cn(
        'rounded-card border bg-card p-5 shadow-card',
        offer.popular && 'border-primary ring-1 ring-primary',
      )}
    >
      <div className="flex min-h-[22px] items-center justify-between">
        <h3 className="text-title">{tokens}</h3>
        {offer.label && <Badge tone="gain">{offer.label}</Badge>}
      </div>
      <p className="mt-1 mb-4 flex items-baseline gap-2.5">
        <span className="text-stat tabular">{formatValue(offer.price)}</span>
        <span className="text-[13px] text-muted-foreground tabular">{formatMoney(pricePerToken(offer))} per token</span>
      </p>
      <Button
        variant={offer.popular ? 'primary' : 'outline'}
        className="w-full"
        busy={underWay?.kind === 'tokens' && underWay.packageId === offer.id}
        busyLabel="Loading..."
        disabled={!available || underWay !== undefined}
        onClick={() => start({ kind: 'tokens', packageId: offer.id })}
      >
        Buy {tokens}
      </Button>
    </li>
  )
}
