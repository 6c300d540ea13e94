// Tests: e2e/policies.e2e.ts

import type { Policy } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { HeldOptions } from './held-options.tsx'
import { policiesQuery } from './policies.queries.ts'
import { describeMoney } from './policy-view.ts'
import { StateBadge } from './state-badge.tsx'

interface PoliciesPageProps {
  portfolios: readonly { id: string; name: string }[]
  onKept: (policyId: string) => void
}

export function PoliciesSkeleton() {
  return (
    <Card title="Policies">
      <Skeleton className="h-[240px] w-full rounded-tile" />
    </Card>
  )
}

/** Every hedge that was placed. Shown once the list came or failed to. */
export function PoliciesPage({ portfolios, onKept }: PoliciesPageProps) {
  const policies = useQuery(policiesQuery)
  return (
    <div className="grid min-w-0 gap-4">
      {policies.data?.some(({ status, isChecked }) => status === 'open' && !isChecked) && (
        <Notice>
          Checks are part of PRO. Your policies stay readable, and checks go on when you are on PRO again.
        </Notice>
      )}
      <Card
        title="Policies"
        description="Placed hedges, checked after every close in New York and as prices move"
        {...(portfolios.length > 0 && { actions: <HeldOptions portfolios={portfolios} onKept={onKept} /> })}
      >
        {policies.data ? (
          <PolicyList policies={policies.data} />
        ) : (
          <LoadFailure
            title="Failed to load policies"
            fallback="The server could not be reached. Your policies are safe."
            query={policies}
          />
        )}
      </Card>
    </div>
  )
}

function PolicyList({ policies }: { policies: readonly Policy[] }) {
  if (policies.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title="No policies yet"
        text="Find a hedge, place it at your broker, and choose “I placed this” under its ticket. Options that you hold already can be used, too."
        actions={
          <ButtonLink variant="primary" to="/hedges">
            Find a hedge
          </ButtonLink>
        }
      />
    )
  }
  return (
    <ul className="divide-y">
      {policies.map((policy) => (
        <li key={policy.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to="/policies/$policyId"
              params={{ policyId: policy.id }}
              className="font-semibold text-body hover:underline"
            >
              {policy.name}
            </Link>
            <StateBadge policy={policy} />
          </div>
          <p className="text-[13px]">{policy.judgement?.sentence ?? 'Not checked yet.'}</p>
          <p className="text-label text-muted-foreground">
            {policy.portfolioName} · {describeMoney(policy)}
          </p>
        </li>
      ))}
    </ul>
  )
}
