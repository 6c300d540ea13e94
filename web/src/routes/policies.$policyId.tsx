// Tests: e2e/policies.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { DetailScreen } from '../components/shell/detail-screen.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { TicketCopy } from '../features/hedges/ticket.tsx'
import { policyQuery } from '../features/policies/policies.queries.ts'
import { PolicyPage } from '../features/policies/policy-page.tsx'

export const Route = createFileRoute('/policies/$policyId')({ component: PolicyScreen })

function PolicyScreen() {
  const { policyId } = Route.useParams()
  const found = useQuery(policyQuery(policyId))
  return (
    <DetailScreen
      title={found.data?.policy.name ?? 'Policy'}
      subtitle={found.data ? `For ${found.data.policy.portfolioName}` : 'A hedge you placed'}
      back={
        <Link to="/policies">
          <ArrowLeft aria-hidden="true" />
          Policies
        </Link>
      }
      query={found}
      failure={{
        title: 'Failed to load the policy',
        fallback: 'The server could not be reached. Your policies are safe.',
      }}
      loadingLabel="Loading the policy"
      skeleton={<Skeleton className="h-[320px] w-full rounded-card" />}
    >
      {({ policy, history }) => (
        <PolicyPage
          policy={policy}
          history={history}
          renderTicketCopy={(ticket) => (
            <TicketCopy ticket={{ ...ticket, trades: [] }} fileDate={policy.judgement?.checkedAt.slice(0, 10) ?? ''} />
          )}
        />
      )}
    </DetailScreen>
  )
}
